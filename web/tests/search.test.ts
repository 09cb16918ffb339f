// Switches of house rules, looked for in the words of real sheets. Not here: the form.
// Invariant: titles and explanations are the real engine's.
import { beforeAll, expect, test } from 'vitest';
import type { Catalogue } from '../src/engine/house';
import { findParams } from '../src/house/search';
import { BUILD_MS, prepareEngine } from './engine_support';
import { engineOfTests } from './house_support';

let catalogue: Catalogue;

beforeAll(async () => {
  await prepareEngine();
  catalogue = (await engineOfTests()).catalogue();
}, BUILD_MS);

const found = (text: string): string[] => findParams(text, catalogue).map(({ name }) => name);

/** What sheets say, and the switch that it means: one of the first four. */
test.each([
  ['Three decks', 'decks'],
  ['steal wild cards', 'swap_wild'],
  ['red 3’s: 100, 200 …', 'red3_schedule'],
  ['you may float', 'float_by_meld'],
  ['50 minutes', 'time_limit'],
  ['time limit', 'time_limit'],
  ['4 rounds', 'rounds'],
  ['draw two', 'draw_count'],
  ['minimum to open', 'min_table'],
  ['clean meld', 'initial_needs_pure'],
  ['wild book', 'wild_canasta'],
  ['books to go out', 'out_canastas'],
  ['a clean and a dirty book to go out', 'out_needs'],
  ['cards may be added to a canasta', 'add_natural_to_canasta'],
  ['reshuffle', 'stock_refill'],
  ['everyone for himself, individual', 'team_layout'],
  ['frozen until you take it', 'freeze_until_own_take'],
  ['pick up the top card', 'pick_top'],
  ['no discard going out', 'out_discard'],
  ['tie', 'tie_rule'],
])('“%s” finds %s', (text, name) => {
  expect(found(text).slice(0, 4)).toContain(name);
});

test('every switch is the first that its own title finds', () => {
  for (const { name, title } of catalogue.params)
    expect(found(title).slice(0, 3), title).toContain(name);
});

test('words that nothing has find nothing', () => {
  expect(found('zither')).toEqual([]);
  expect(found('7,500')).toEqual([]);
});
