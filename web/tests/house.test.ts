// The form of house rules: values as rows, changes, what is refused, codes that say too much.
// Not here: the questions (which.test.ts), clicking. Invariant: the engine is the real one.
import { beforeAll, describe, expect, test } from 'vitest';
import { freshHand, handName, readHands, writeHands } from '../src/house/hands';
import { HouseDraft, plainName, readChanges, writeChanges } from '../src/house/draft.svelte';
import { asRuleSet, codeIn, isCode } from '../src/house/engine';
import { inTitles } from '../src/house/reason';
import { rowsOf } from '../src/house/rows';
import * as home from '../src/messages/home';
import { BUILD_MS, prepareEngine } from './engine_support';
import { engineOfTests, ruleSetNames } from './house_support';

beforeAll(prepareEngine, BUILD_MS);

const CLASSIC = { rules: 'classic_pagat', overrides: '', name: '' };
const GRANDMA = 'classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74';

const draftOf = async (set = CLASSIC): Promise<HouseDraft> =>
  new HouseDraft(await engineOfTests(), set);

describe('values as rows', () => {
  test('every value of every rule set is read and written again the same', async () => {
    const engine = await engineOfTests();
    const { params } = engine.catalogue();
    let seen = 0;
    for (const rules of ruleSetNames()) {
      const house = engine.house({ rules, overrides: '', name: '', players: 0 });
      for (const param of params) {
        const value = house?.values[param.name] ?? '';
        const shape = rowsOf(param.type, param.low ?? 0, param.high ?? 0);
        if (shape !== null) {
          expect(shape.write(shape.read(value)), `${rules} ${param.name}`).toBe(value);
          seen++;
        }
        if (param.type === 'hands') expect(writeHands(readHands(value))).toBe(value);
      }
    }
    expect(seen).toBeGreaterThan(200);
  });

  test.each([
    ['min_table', 'any:0, -500:20, 0:50'],
    ['min_band_special', '7000:any:0, 9000:natural:200'],
    ['wild_ratio_exceptions', '2+2, 3+3'],
    ['discard_rank_ban', '7:every_side:never_last, A:own_side'],
    ['bonus_rank', '7=2500:-, 2=-:2000:only_if_out'],
    ['bonus_collections', '2000=5xnatural, 1000=4xnatural+1xmixed'],
    ['penalty_incomplete', 'A:natural_only<7=2500, wild<7=2000:2500'],
    ['penalty_held', '7=1500, A=1'],
    ['value_cards', '8=5, 2=25, X=50:100'],
  ])('%s keeps all its parts', async (name, value) => {
    const draft = await draftOf();
    const param = draft.params.get(name);
    const shape = rowsOf(param?.type ?? '', param?.low ?? 0, param?.high ?? 0);
    expect(shape?.write(shape.read(value))).toBe(value);
    draft.set(name, value);
    expect(draft.problemOf(name) ?? '').not.toMatch(/expected|not '/); // it can be read
    expect(home.house.value(param!, value)).not.toContain('undefined');
  });

  test('a line that is added goes on by the last step', () => {
    const list = rowsOf('list', 0, 1000) ?? expect.fail();
    const added = (text: string) => list.write([...list.read(text), list.fresh(list.read(text))]);
    expect(['90,120', '100', '120,90', '500,900'].map(added)).toEqual([
      ...['90,120,150', '100,100', '120,90,90', '500,900,1000'],
    ]);
  });

  test('a number that means “none” says so', async () => {
    const { params } = await draftOf();
    const said = (name: string, value: string) => home.house.value(params.get(name)!, value);
    expect(said('meld_max', '0')).toBe('0 (no limit)');
    expect(said('rounds', '0')).toBe('0 (it goes by points)');
    expect([said('meld_max', '7'), said('keep_cards', '0')]).toEqual(['7', '0']);
  });

  test('a line that is added to a list is one that the engine takes', async () => {
    const draft = await draftOf({ ...CLASSIC, rules: 'samba' });
    const lists = [...draft.params.values()].flatMap((param) => {
      const shape = rowsOf(param.type, param.low ?? 0, param.high ?? 0);
      return shape === null || shape.single ? [] : [{ param, shape }];
    });
    expect(lists.length).toBeGreaterThan(9);
    for (const { param, shape } of lists) {
      let rows = shape.read(draft.base(param.name));
      for (let i = 0; i < 3; i++) {
        rows = [...rows, shape.fresh(rows)];
        draft.set(param.name, shape.write(rows));
        const message = draft.now?.problem?.message ?? '';
        expect(message, param.name).not.toMatch(/expected|not '|rise|twice/);
      }
      draft.reset(param.name);
    }
  });

  test('special hands get names as rule files have them', () => {
    expect(handName('  Seven pairs & a joker!')).toBe('Seven_pairs_a_joker_');
    expect(freshHand(readHands('hand_2:5=1x2 rank'), 12).name).toBe('hand_3');
  });

  test('a special hand that is added is one that can be held', async () => {
    for (const [hand, draw] of [
      [11, 1],
      [13, 1],
      [13, 2],
      [11, 2],
    ] as const) {
      const overrides = `hand_size = ${hand}; draw_count = ${draw}`;
      const draft = await draftOf({ ...CLASSIC, overrides });
      draft.set('special_hands', writeHands([freshHand([], hand + draw)]));
      expect(draft.now?.problem, overrides).toBeNull();
    }
  });
});

describe('a draft', () => {
  test('tells what differs, the code, and the rules in words at once', async () => {
    const draft = await draftOf();
    expect(draft.different).toEqual([]);
    draft.set('out_canastas', '2');
    draft.set('draw_count', '2');
    draft.set('target', '3000');
    draft.name = ' Grandma\u2019s\u202e rules ';
    expect(draft.different.toSorted()).toEqual(['draw_count', 'out_canastas', 'target']);
    expect(draft.now?.code).toMatch(/^classic_pagat~dc-2~oc-2~to-3000~name-Grandma-e2-80-99s_/);
    expect(draft.now?.explanation).toContain('two canastas');
    expect(draft.now?.explanation).toContain('reaches 3,000');
    draft.reset('target');
    expect(draft.differs('target')).toBe(false);
    expect(draft.now?.overrides).toBe('draw_count = 2; out_canastas = 2');
    expect(plainName('a\u200bb\n')).toBe('ab');
  });

  test('refuses what does not go together at the switch, and can take it back', async () => {
    const draft = await draftOf();
    draft.set('ask_partner', 'required');
    const good = draft.now;
    draft.set('ask_binding', 'no');
    expect(draft.now?.ok).toBe(false);
    expect(draft.now?.code).toBeUndefined();
    expect(draft.problemOf('ask_binding')).toMatch(/must bind/);
    expect(draft.problemOf('ask_partner')).toBeNull();
    expect(draft.good).toEqual(good);
    draft.undo();
    expect(draft.now?.ok).toBe(true);
    expect(draft.value('ask_binding')).toBe('yes');
    draft.undo();
    expect(draft.value('ask_partner')).toBe('optional');
    expect(draft.undoable).toBe(false);
  });

  test('a change of the rule set keeps the changes, and drops none in silence', async () => {
    const draft = await draftOf();
    draft.set('out_canastas', '2');
    draft.startFrom('samba');
    expect(draft.differs('out_canastas')).toBe(false); // samba says so itself
    expect(draft.value('sequences')).toBe('yes');
    draft.startFrom('classic_pagat');
    expect(draft.differs('out_canastas')).toBe(true);
  });

  test('values follow the number of players', async () => {
    const draft = await draftOf({ ...CLASSIC, rules: 'hand_and_foot' });
    expect(draft.now?.counts).toEqual([2, 3, 4, 5, 6]);
    expect(draft.value('decks')).toBe('5');
    draft.seat(6);
    expect(draft.value('decks')).toBe('7');
    draft.set('players', '6');
    expect(draft.now?.counts).toEqual([6]);
  });

  test('every constant of the table has words of its own', async () => {
    const draft = await draftOf();
    for (const param of draft.params.values()) {
      const titles = (param.choices ?? []).map((one) => home.house.value(param, one.value));
      expect(new Set(titles).size, param.name).toBe(titles.length);
      for (const title of titles) expect(title, param.name).not.toMatch(/_/);
    }
  });
});

test('reasons speak of switches by their titles', async () => {
  const { params } = await draftOf();
  expect(inTitles("target is 1 to 5, not '0'", params)).toBe("“Points to win” is 1 to 5, not '0'");
  expect(inTitles('hand_size and draw_count decide', params)).toBe(
    '“Cards dealt to each player” and “Cards drawn in a turn” decide',
  );
  expect(inTitles('the target is not_known', params)).toBe('the target is not_known');
});

describe('codes', () => {
  test('a code opens as the set that was shared', async () => {
    const engine = await engineOfTests();
    expect(isCode(GRANDMA)).toBe(true);
    expect(isCode('classic_pagat')).toBe(false);
    const links = [`http://x:1/#rules=${GRANDMA}`, `x#play=${GRANDMA}`];
    for (const text of [GRANDMA, ` ${GRANDMA}\n`, ...links])
      expect(codeIn(text)).toBe(GRANDMA);
    const draft = new HouseDraft(engine, engine.code(GRANDMA));
    expect(draft.name).toBe("Grandma's rules");
    expect(draft.now?.code).toBe(GRANDMA);
    expect(asRuleSet(engine, GRANDMA)).toMatchObject({
      ...{ name: GRANDMA, title: "Grandma's rules", rules: 'classic_pagat' },
      ...{ players: [4], usual: 4, targets: [3000], rounds: [0] },
    });
  });

  test('a damaged code says so and gives nothing', async () => {
    const engine = await engineOfTests();
    const said = engine.code(GRANDMA.replace('3000', '8000'));
    expect(said).toMatchObject({ ok: false, rules: '', overrides: '' });
    expect(said.problems[0]?.message).toMatch(/damaged/);
    expect(asRuleSet(engine, 'samba~xxxx')).toBeNull();
    expect(engine.code('~'.repeat(200_000)).ok).toBe(false);
  });

  test('changes as text and back', () => {
    const text = 'min_table = any:15, 0:50; bonus_rank = 7=2500:-';
    expect(writeChanges(readChanges(text))).toBe(text);
    expect(readChanges('')).toEqual({});
  });
});
