// Every refusal by a rule leads to a sentence of the rules of its table. Not here: the link itself
// (e2e/lesson.test.ts). Invariant: the rules in words are the engine's, of all rule sets.
import { beforeAll, describe, expect, test } from 'vitest';
import { explainParts, findClause, linesOf, type Part } from '../src/explain';
import { hasRule, m } from '../src/messages';
import { clauseOf, type Clause } from '../src/messages/late';
import { RULES } from '../src/lesson/stops';
import { engineOfTests, lessonRules, ruleSetNames } from './house_support';

const sets = new Map<string, Part[]>();
/** Rules that no built-in set has: the sentence is there once the switch is set. */
const HOUSE = [
  'add_after_closing = next_turn; meld_max = 0; add_natural_to_canasta = yes',
  'threes_mode = classic; black3_meld = as_rank; black3_meld_hand = 2',
  'meld_again_after_canasta = yes',
  'meld_from_turn = 2',
  'out_after_partners_packets = yes',
  'out_discard = never',
  'out_from_turn = 2',
  'wilds_per_turn = 1',
  'pick_top = always; draw_count = 1',
  'swap_wild = own',
  'take_two_with_twos = of_colour',
  'take_with = any_card',
];
const house = new Map<string, Part[]>();
let custom: (rules: string, overrides: string) => Part[];

beforeAll(async () => {
  const engine = await engineOfTests();
  custom = (rules, overrides) =>
    explainParts(engine.house({ rules, overrides, name: '', players: 0 })?.explanation ?? '');
  for (const name of ruleSetNames()) sets.set(name, custom(name, ''));
  for (const change of HOUSE) house.set(change, custom('hand_and_foot', change));
});

/** What is marked, and whether it is more than a heading. */
function marked(parts: readonly Part[], code: string): { text: string; says: boolean } {
  const clause = clauseOf(code);
  if (clause === null) throw new Error(`${code} has no rule`);
  const { part, line, from, to } = findClause(parts, clause);
  const found = parts[part];
  const text = (found === undefined ? '' : (linesOf(found)[line] ?? '')).slice(from, to);
  return { text, says: found?.kind !== 'heading' };
}

const isSaid = (parts: readonly Part[], clause: Clause): boolean =>
  parts[findClause(parts, clause).part]?.kind !== 'heading';

const CODES = Object.keys(m.reasons).filter(hasRule);

describe('refusals and rules', () => {
  test('there are all rule sets, with their rules in words', () => {
    expect(sets.size).toBe(29);
    for (const [name, parts] of sets) expect(parts.length, name).toBeGreaterThan(20);
  });

  test('what the server refuses is no rule of a table', () => {
    for (const code of ['STALE', 'OFFLINE', 'RATE', 'TURN', 'toString'])
      expect([hasRule(code), clauseOf(code)], code).toEqual([false, null]);
  });

  test.each(CODES)('%s leads to a sentence that is there, or to its heading', (code) => {
    const all = [...sets, ...house].map(([name, parts]) => ({ name, ...marked(parts, code) }));
    for (const { name, text } of all) expect(text, name).toMatch(/^\S.*\S$/);
    expect(all.some(({ says }) => says)).toBe(true);
  });

  test.each(CODES)('each way in which %s may read is found somewhere', (code) => {
    const { under, says } = clauseOf(code) ?? { under: '', says: [] };
    for (const one of says) {
      const tables = [...sets.values(), ...house.values()];
      const found = tables.some((parts) => isSaid(parts, { under, says: [one] }));
      expect(found, String(one)).toBe(true);
    }
  });

  test.each([
    ['classic_pagat', 'MIN', /50 from 0/],
    ['classic_pagat', 'FROZEN', /^A wild card .* freezes it .* for a side that has not melded\.$/],
    ['classic_pagat', 'NO_CANASTA', /needs one canasta/],
    ['classic_pagat', 'BLACK3', /only as your last meld/],
    ['modern_american', 'CANASTAS', /canastas/],
    ['modern_american', 'DEAD', /dead/],
    ['samba', 'SEQ_WILD', /sequence/],
    ['samba', 'CANASTAS', /two canastas/],
    ['uruguay', 'WILD_CANASTA', /wild cards are a meld too/],
    ['hand_and_foot', 'OUT_NEEDS', /canastas/],
  ])('of %s: %s', (rules, code, words) => {
    const { text, says } = marked(sets.get(rules) ?? [], code);
    expect(says).toBe(true);
    expect(text).toMatch(words);
  });

  test.each(Object.entries(RULES))('the stop %s of the first steps: %s', (_, code) => {
    const { rules, overrides } = lessonRules();
    expect(marked(custom(rules, overrides), code)).toMatchObject({ says: true });
  });

  test('numbers are those of this table', () => {
    expect(marked(custom('classic_pagat', 'min_table = any:70'), 'MIN').text).toMatch(/70/);
    expect(marked(custom('classic_pagat', 'out_canastas = 3'), 'CANASTAS').text).toMatch(
      /three canastas/,
    );
  });
});
