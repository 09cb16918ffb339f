// What keys and the line for words tell who does not see the table. Not here: the page (e2e).
// Invariant: the engine is the real one, and gives every reason.
import { beforeAll, describe, expect, test } from 'vitest';
import { splitCards } from '../src/cards';
import { press } from '../src/keys/keys';
import { answerTo } from '../src/keys/queries';
import { asWritten, spoken, unread } from '../src/keys/spoken';
import type { Table } from '../src/table.svelte';
import { BUILD_MS, prepareEngine } from './engine_support';
import { beginTable, infoOf } from './table_support';

beforeAll(prepareEngine, BUILD_MS);

const START = 'view seat 0 dealer 3 played 0 totals 0,0';
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const DREW = '0 draw gets Jd';
const THREW = '0 discard 4c';

const begin = async (...events: string[]): Promise<Table> =>
  (await beginTable(infoOf('classic_pagat', 4), START, events)).table;

describe('a key that has no button says why', () => {
  test.each([
    [[DEAL], { p: 'FROZEN', o: 'PHASE', n: 'PHASE', c: 'PHASE', t: 'PHASE', w: 'PHASE' }],
    [
      [DEAL, DREW],
      { d: 'PHASE', p: 'PHASE', o: 'ASK_IMPOSSIBLE', n: 'MUST_DISCARD', c: 'NOTHING_STAGED' },
    ],
    [[DEAL, DREW], { w: 'NO_SWAP' }],
    [[DEAL, DREW, THREW], { d: 'TURN', p: 'TURN', o: 'TURN', n: 'TURN', c: 'TURN', t: 'TURN' }],
  ])('after %j', async (events, reasons) => {
    for (const [key, code] of Object.entries(reasons)) {
      const table = await begin(...events);
      expect(press(table, key), key).toBe(true);
      expect(table.problem?.code, key).toBe(code);
    }
  });
});

/** Seat 0 goes out in its first turn; the others keep what they were dealt. */
const OUT = [
  'deal 1 dealer 3 turned 9d hand 0:AcAcAdAdAhAhAsKcKdKhKs',
  '0 draw gets 5s',
  ...splitCards('AcAcAdAdAhAhAsKcKdKhKs').map((card) => `0 lay ${card}`),
  '0 open',
  '0 discard 5s',
  `score 0: ${['c', 'd', 'h'].map((suit, i) => `${i + 1}:${dealt(suit)}`).join(' ')}`,
];

function dealt(suit: string): string {
  return [...'4455667788T'].map((rank) => rank + suit).join('');
}

test.each([
  ['', 'The hand is over.'],
  ['rounds=1', 'The game is over.'],
])('after the last card of it: %s %s', async (overrides, words) => {
  const info = { ...infoOf('classic_pagat', 4), overrides };
  const { table } = await beginTable(info, START, OUT);
  expect(answerTo(table, 'whoseTurn')).toBe(words);
  expect(answerTo(table, 'missing')).toBe(words);
  expect(answerTo(table, 'pile')).toContain(words);
});

test('red threes are told with the melds of their side', async () => {
  const table = await begin(DEAL.replace(' turned', ' threes 0:3d 1:3d 2:3h turned'), DREW);
  expect(answerTo(table, 'ourMelds')).toBe(
    'Us: 2 threes laid out: three of diamonds and three of hearts.',
  );
  expect(answerTo(table, 'theirMelds')).toContain('three of diamonds');
});

test.each([
  ['DISCARD 4S', 'discard 4s'],
  ['Take khks', 'take KhKs'],
  ['take khks; open qcqdqs2c 7C7D7h; DISCARD x', 'take KhKs; open QcQdQs2c 7c7d7h; discard X'],
  ['Meld k#3:khX w:2c w+:2cx', 'meld K#3:KhX W:2c W+:2cX'],
  ['Join K#1 k#4', 'join K#1 K#4'],
  ['ASK', 'ask'],
  ['Pass', 'pass'],
])('%s is meant as %s', async (said, meant) => {
  const table = await begin(DEAL, DREW);
  expect(table.judge(said).code).toBe('SYNTAX');
  expect(asWritten(said, table)).toBe(meant);
  expect(table.judge(meant).code).not.toBe('SYNTAX');
});

test('a line that can be read stays as it is', async () => {
  expect(asWritten('take KhKs', await begin(DEAL))).toBe('take KhKs');
});

test('who is not understood hears what can be said, with an example to be played', async () => {
  const said = async (...events: string[]): Promise<string | null> => {
    const table = await begin(...events);
    return table.view && unread(spoken(table.view), table);
  };
  expect(await said(DEAL)).toBe('Now you can say draw: for instance “draw”.');
  expect(await said(DEAL, DREW)).toBe(
    'Now you can say open and discard: for instance “discard 4c”.',
  );
  expect(await said(DEAL, DREW, THREW)).toBeNull();
});
