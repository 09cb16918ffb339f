// Taking a pile with a two on top by showing two twos: the button, the words and what flies.
// Not here: when it is legal (the engine). Invariant: the twos stay in the hand, and nobody who has
// not melded begins an opening by it.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { parseEvent } from '../src/events';
import { m } from '../src/messages';
import { cardMoves } from '../src/motion/moves';
import { turnDeeds } from '../src/narrate';
import type { Table } from '../src/table.svelte';
import { BUILD_MS, newEngine, prepareEngine } from './engine_support';
import { beginTable, infoOf, selectCards, type Listener } from './table_support';

beforeAll(prepareEngine, BUILD_MS);

const OVERRIDES = 'take_two_with_twos = of_colour';
const START = 'view seat 0 dealer 3 played 0 totals 0,0';
const round = (seat: number): string[] => [`${seat} draw gets ?`, `${seat} discard 5s`];
const EVENTS = [
  'deal 1 dealer 3 turned 9d hand 0:4c5d7h8cQcQdKc2d2c2sX',
  ...['0 draw gets 8d', '0 discard 4c', ...round(1), ...round(2)],
  ...['3 draw gets ?', '3 discard 2c'],
];

let table: Table;
let line: Listener;

beforeEach(async () => {
  const info = { ...infoOf('classic_pagat', 4), overrides: OVERRIDES };
  ({ table, line } = await beginTable(info, START, EVENTS));
});

test('the pile says what takes it', () => {
  expect(table.view?.pile).toMatchObject({ state: 'twos', can_take: true, rank: null });
  expect(table.taking.ways.map(({ play, meld }) => [play, meld])).toEqual([['take 2c2s', null]]);
});

test('two black twos that are selected take it at once, though nothing is melded', async () => {
  selectCards(table, ['2c', '2s']);
  await table.tapPile();
  expect([line.plays, table.plan.take]).toEqual([['take 2c2s'], null]);
});

test('a red one among them does not', async () => {
  selectCards(table, ['2c', '2d']);
  await table.tapPile();
  expect(line.plays).toEqual([]);
  expect(table.problem?.code).toBe('SHOW_TWOS');
});

test('it is told, and the pile flies to the hand', async () => {
  const info = { ...infoOf('classic_pagat', 4), overrides: OVERRIDES };
  ({ table } = await beginTable(info, START, [...EVENTS, '0 take 2c2s']));
  const turn = table.feed.turns.at(-1) ?? expect.fail();
  const words = 'took the pile (5 cards) by showing the two of clubs and the two of spades';
  expect(turnDeeds(m, turn)).toEqual([words]);
  expect(table.view?.hand.filter((card) => card.startsWith('2'))).toHaveLength(4);
  const engine = await newEngine();
  engine.start({ rules: 'classic_pagat', overrides: OVERRIDES, seats: 4, view: START });
  for (const event of [...EVENTS.slice(0, -1), '3 discard 2s', '0 draw gets 9c'])
    engine.event(event);
  expect(engine.event('0 discard 2d').ok).toBe(true);
  const before = engine.view();
  expect(engine.event('1 take 2h2d').ok).toBe(true);
  const event = parseEvent('1 take 2h2d') ?? expect.fail();
  const moves = cardMoves([{ event, before, after: engine.view() }], { gone: [], come: [] });
  const [top, ...rest] = moves;
  expect(top).toEqual({ card: '2d', from: { at: 'pile' }, to: { at: 'seat', seat: 1 } });
  expect(rest.every(({ card, from }) => card === null && from.at === 'pile')).toBe(true);
});
