// Wilds in sequences: which end a wild goes to, what a picture says of one, and the log.
// Not here: which lays are legal (the engine). Invariant: where only one end has room nothing is
// asked.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { nthOfKind, wildPlaces } from '../src/melds';
import { m } from '../src/messages';
import { turnDeeds } from '../src/narrate';
import type { Table } from '../src/table.svelte';
import { BUILD_MS, prepareEngine } from './engine_support';
import { beginTable, infoOf, selectCards, type Listener } from './table_support';

beforeAll(prepareEngine, BUILD_MS);

const OVERRIDES = 'sequence_wilds = 2; min_table = any:15';
const START = 'view seat 0 dealer 3 played 0 totals 0,0';
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c4s5h7h8d9hQsKsAsTh2c2dXX5d';
const round = (seat: number): string[] => [`${seat} draw gets ??`, `${seat} discard 5s`];
const lay = (seat: number, ...cards: string[]): string[] =>
  cards.map((card) => `${seat} lay ${card}`);
const EVENTS = [
  ...[DEAL, '0 draw gets 8c8s', ...lay(0, '5h S', 'X S high', '7h S')],
  ...[...lay(0, 'Qs S', 'Ks S', 'As S'), '0 open', '0 discard 4c'],
  ...[...round(1), ...round(2), ...round(3), '0 draw gets 8d7h'],
];
const TABLE = { ...infoOf('samba', 4), overrides: OVERRIDES };

let table: Table;
let line: Listener;
const select = (...cards: string[]): void => selectCards(table, cards);

beforeEach(async () => {
  ({ table, line } = await beginTable(TABLE, START, EVENTS));
});

test('a wild of a sequence is told with the card whose place it has', () => {
  const melds = table.side?.melds ?? [];
  expect(melds.map(({ cards }) => cards)).toEqual([
    ['5h', 'X', '7h'],
    ['Qs', 'Ks', 'As'],
  ]);
  expect(melds.map(wildPlaces)).toEqual([[['X', '6h']], []]);
  expect(wildPlaces({ kind: 'sequence', cards: ['2c', '5h', 'X'] })).toEqual([
    ['2c', '4h'],
    ['X', '6h'],
  ]);
  expect(nthOfKind(melds)).toEqual([null, null]);
  const [first] = melds;
  expect(first && m.table.meldLabel(first, null)).toContain('the joker as the six of hearts');
});

test('a sequence is named by its places, whatever has them', async () => {
  ({ table } = await beginTable(TABLE, START, [...EVENTS, '0 to 1', '0 lay 2c S low']));
  const first = table.side?.melds[0] ?? expect.fail();
  expect(first.cards).toEqual(['2c', '5h', 'X', '7h']);
  expect(m.table.layOnto(first)).toContain('the sequence of hearts, four to seven');
});

test('at which end is asked where both have room', async () => {
  select('2c');
  await table.tapMeld(0);
  expect(table.choosing?.kind).toBe('end');
  expect(line.plays).toEqual([]);
  const ways = table.choosing?.kind === 'end' ? table.choosing.ways : [];
  expect(ways.map(({ group, end }) => [group, end])).toEqual([
    ['S#1:2c-', 'low'],
    ['S#1:-2c', 'high'],
  ]);
  await table.lay(ways[1]);
  expect(line.plays).toEqual(['meld S#1:-2c']);
});

test('nothing is asked where one end has room', async () => {
  select('2c');
  await table.tapMeld(1);
  expect(line.plays).toEqual(['meld S#2:2c-']);
});

test('a wild fills the gap to a natural that is laid with it', async () => {
  select('9h', '2d');
  await table.tapMeld(0);
  expect(line.plays).toEqual(['meld S#1:-2d9h']);
});

test('and in a sequence that is begun', async () => {
  select('Th', '2c', '9h', 'X');
  const place = table.places.find(({ kind, meld }) => kind === 'sequence' && meld === null);
  expect(place?.group).toMatch(/^S\+?:9hTh2cX$/);
  await table.lay(place);
  expect(line.plays).toEqual(['meld 9hTh2cX']);
});

test('in the tray it lies as it will on the table', () => {
  select('9h', 'Th', '2c');
  table.stage(table.places.find(({ kind, meld }) => kind === 'sequence' && meld === null));
  select('7h');
  table.stage(table.places.find(({ group_i }) => group_i === 0));
  expect(table.plan.groups.map(({ cards }) => cards.map(({ card }) => card))).toEqual([
    ['7h', '2c', '9h', 'Th'],
  ]);
});

test.each([
  ['five, joker, seven', '5h S', 'X S high', '7h S'],
  ['joker, five, six, seven', '6h S', '7h S', '5h S', 'X S low'],
])('the log says it as it lies: %s', async (said, ...cards) => {
  const deal = 'deal 1 dealer 3 turned 9d hand 0:4c4s5h6h7h8d9hQsKsAsThJcXX5d';
  ({ table } = await beginTable(TABLE, START, [deal, '0 draw gets 8c8s', ...lay(0, ...cards)]));
  const turn = table.feed.turns.find((one) => one.seat === 0) ?? expect.fail();
  expect(turnDeeds(m, turn).join()).toContain(`a sequence (${said})`);
});

test('the very card takes the place of a wild in a sequence, no other of its rank', async () => {
  const info = { ...infoOf('samba', 4), overrides: `${OVERRIDES}; swap_wild = own` };
  const events = [...EVENTS.slice(0, -1), '0 draw gets 6h6c'];
  ({ table, line } = await beginTable(info, START, events));
  expect(table.view?.swaps.map(({ play, exact, meld }) => [play, exact, meld])).toEqual([
    ['swap 6h X', true, 0],
  ]);
  select('6c');
  expect(table.swapping.from(0, 0)).toEqual([]);
  select('6h');
  await table.swapping.begin();
  expect(line.plays).toEqual(['swap 6h X']);
});
