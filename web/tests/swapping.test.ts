// Taking a wild out of a meld for its natural: the button, the melds, the log and what flies.
// Not here: which swaps are legal (the engine). Invariant: where one is meant it takes one tap, and
// where several are the page asks.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { actionsOf } from '../src/actions';
import { parseEvent } from '../src/events';
import { m } from '../src/messages';
import { cardMoves } from '../src/motion/moves';
import { turnDeeds } from '../src/narrate';
import { spoken } from '../src/keys/spoken';
import type { Table } from '../src/table.svelte';
import { touchedMelds } from '../src/turns';
import { BUILD_MS, newEngine, prepareEngine } from './engine_support';
import { beginTable, infoOf, selectCards, type Listener } from './table_support';

beforeAll(prepareEngine, BUILD_MS);

const OVERRIDES = 'swap_wild = any; min_table = any:15';
const START = 'view seat 0 dealer 3 played 0 totals 0,0';
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7hQcQdQsKcKdKh2cX';
const round = (seat: number): string[] => [`${seat} draw gets ?`, `${seat} discard 5s`];
const lay = (seat: number, ...cards: string[]): string[] =>
  cards.map((card) => `${seat} lay ${card}`);
const EVENTS = [
  ...[DEAL, '0 draw gets 8c', ...lay(0, 'Qc', 'Qd', '2c Q', 'X Q'), '0 open', '0 discard 4c'],
  ...['1 draw gets ?', ...lay(1, 'Kd', 'Ks', '2d K'), '1 open', '1 discard 5s'],
  ...[...round(2), ...round(3), '0 draw gets 8d'],
];

let table: Table;
let line: Listener;
const select = (...cards: string[]): void => selectCards(table, cards);

beforeEach(async () => {
  const info = { ...infoOf('classic_pagat', 4), overrides: OVERRIDES };
  ({ table, line } = await beginTable(info, START, EVENTS));
});

test('the engine lists what may be swapped', () => {
  expect(table.view?.swaps.map(({ play, wild, side, meld }) => [play, wild, side, meld])).toEqual([
    ['swap Qs 2', '2c', 0, 0],
    ['swap Qs X', 'X', 0, 0],
    ['steal Kc 2', '2d', 1, 0],
  ]);
  expect(spoken(table.view ?? expect.fail())).toContain('steal Kc 2');
});

test('the one wild for the selected natural is taken at once', async () => {
  select('Kh');
  const button = actionsOf(table, false).find(({ name }) => name === 'swap');
  await button?.does();
  expect(line.plays).toEqual(['steal Kh 2']);
});

test('of several the page asks which', async () => {
  select('Qs');
  await table.swapping.begin();
  expect(table.choosing?.kind).toBe('swap');
  expect(line.plays).toEqual([]);
  await table.swapping.choose(table.swapping.ways[1] ?? expect.fail());
  expect(line.plays).toEqual(['swap Qs X']);
});

test('a card that swaps for nothing is told so', async () => {
  select('5d');
  await table.swapping.begin();
  expect(table.hint).toBe(m.hint.selectSwap);
  expect(table.swapping.from(1, 0)).toEqual([]);
  table.clearSelection();
  select('Kc');
  expect(table.swapping.from(1, 0)).toHaveLength(1);
});

test('an own meld takes the card, where it can, and gives no wild', async () => {
  select('Qs');
  await table.tapMeld(0);
  expect(line.plays).toEqual(['meld Qs']);
});

test('another seat’s swap is told, flies both ways and marks the meld', async () => {
  const engine = await newEngine();
  engine.start({ rules: 'classic_pagat', overrides: OVERRIDES, seats: 4, view: START });
  for (const event of [...EVENTS, '0 discard 8d', '1 draw gets ?']) engine.event(event);
  const before = engine.view();
  expect(engine.event('1 steal Qh X').ok).toBe(true);
  const event = parseEvent('1 steal Qh X') ?? expect.fail();
  const moves = cardMoves([{ event, before, after: engine.view() }], { gone: [], come: [] });
  expect(moves).toEqual([
    { card: 'Qh', from: { at: 'seat', seat: 1 }, to: { at: 'meld', side: 0, place: 0 } },
    { card: 'X', from: { at: 'meld', side: 0, place: 0 }, to: { at: 'seat', seat: 1 } },
  ]);
});

test('the log has it in words', async () => {
  const info = { ...infoOf('classic_pagat', 4), overrides: OVERRIDES };
  ({ table } = await beginTable(info, START, [...EVENTS, '0 steal Kc 2']));
  expect(turnDeeds(m, table.feed.turns.at(-1) ?? expect.fail()).at(-1)).toBe(
    'put the king of clubs in the place of the two of diamonds in another side’s meld',
  );
  ({ table } = await beginTable(info, START, [...EVENTS, '0 swap Qs X']));
  const turn = table.feed.turns.at(-1) ?? expect.fail();
  expect(turnDeeds(m, turn).at(-1)).toBe('put the queen of spades in the place of the joker');
  expect([touchedMelds(turn, 0), touchedMelds(turn, 1)]).toEqual([[0], []]);
});
