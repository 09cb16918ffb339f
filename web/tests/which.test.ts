// The questions that find a family's rule set. Not here: clicking through them.
// Invariant: the values of rule sets are the real engine's.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  distance,
  nearest,
  playersWished,
  QUESTIONS,
  settle,
  type Answers,
  type Candidate,
} from '../src/house/questions';
import { writeChanges } from '../src/house/draft.svelte';
import * as home from '../src/messages/home';
import { BUILD_MS, prepareEngine } from './engine_support';
import { clubNames, engineOfTests, ruleSetNames } from './house_support';

beforeAll(prepareEngine, BUILD_MS);

const isHandAndFoot = ({ name }: Candidate): boolean => name === 'hand_and_foot';
const known = new Map<number, Candidate[]>();

/** As the server lists them: the rule sets, and the sheets of clubs and families behind them. */
const names = (): string[] => [...ruleSetNames(), ...clubNames()];

async function candidates(players: number): Promise<Candidate[]> {
  const all = known.get(players) ?? (await askEngine(players));
  known.set(players, all);
  return all;
}

async function askEngine(players: number): Promise<Candidate[]> {
  const engine = await engineOfTests();
  return names().map((name) => {
    const house = engine.house({ rules: name, overrides: '', name: '', players });
    if (house === null) throw new Error(`no rule set ${name}`);
    return { name, values: house.values };
  });
}

/** What somebody would answer who plays by these values. */
function answersFor(values: Candidate['values'], players: number): Answers {
  const answers: Record<string, string> = {};
  for (const question of QUESTIONS) {
    const left = question.answers.map((one) => {
      const picked = { [question.id]: one.id };
      const fits = playersWished(picked) === 0 || playersWished(picked) === players;
      return { id: one.id, far: fits ? distance(values, picked) : 1000 };
    });
    const best = left.reduce((a, b) => (b.far < a.far ? b : a));
    if (best.far === 0) answers[question.id] = best.id;
  }
  return answers;
}

test('there are eight to fourteen questions, and all have their words', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(8);
  expect(QUESTIONS.length).toBeLessThanOrEqual(14);
  for (const question of QUESTIONS) {
    expect(home.which.ask(question.id)).toMatch(/\?$/);
    const words = question.answers.map((one) => home.which.answer(question.id, one.id));
    expect(new Set(words).size, question.id).toBe(question.answers.length);
    for (const [i, one] of question.answers.entries()) expect(words[i]).not.toBe(one.id);
  }
});

// These play like the others in all that is asked: only rare cases differ.
const TWINS: Record<string, string> = {
  wiki_play: 'classic_pagat',
  bridge_club: 'modern_american_cla',
};

test('every rule set and every sheet is found by those who play it', async () => {
  const engine = await engineOfTests();
  for (const name of names()) {
    const counts = engine.house({ rules: name, overrides: '', name: '', players: 0 })?.counts ?? [];
    for (const players of counts) {
      const all = await candidates(players);
      const own = all.find((one) => one.name === name);
      const answers = answersFor(own?.values ?? {}, players);
      const left = QUESTIONS.filter(({ id }) => !(id in answers)).map(({ id }) => id);
      if (clubNames().includes(name)) expect(left, `${name} for ${players}`).toEqual([]);
      const best = nearest(answers, all);
      const values = all.find((one) => one.name === best?.rules)?.values ?? {};
      const what = `${name} for ${players}: ${JSON.stringify(answers)} gives ${best?.rules}`;
      expect(distance(values, answers), what).toBe(0);
      // A form of another rule set for this number (relaxed, relaxed_2) is the same game.
      const same = JSON.stringify(values) === JSON.stringify(own?.values);
      if (!same) expect(best?.rules, what).toBe(TWINS[name] ?? name);
    }
  }
});

describe('every answer has an effect', () => {
  test.each(QUESTIONS.map((question) => [question.id, question] as const))(
    '%s',
    async (_, question) => {
      const found = async (answers: Answers): Promise<string> => {
        const players = playersWished(answers);
        return JSON.stringify([players, nearest(answers, await candidates(players))]);
      };
      const results = await Promise.all(
        question.answers.map((one) => found({ who: 'fourPairs', [question.id]: one.id })),
      );
      const unsure = await found({ who: 'fourPairs' });
      expect(new Set(results).size, 'two answers are the same').toBe(question.answers.length);
      // All but the one that the nearest set says anyway.
      expect(results.filter((one) => one === unsure).length).toBeLessThanOrEqual(1);
    },
  );
});

test('what the nearest rule set says otherwise becomes a change', async () => {
  const all = await candidates(4);
  const answers = { who: 'fourPairs', out: 'two', draw: 'two', target: 't3000' };
  const rest = { pile: 'untilMelded', blackThree: 'stops', wilds: 'three', dealt: 'eleven' };
  const found = nearest({ ...answers, ...rest }, all);
  expect(found).toEqual({
    rules: 'classic_pagat',
    changes: { out_canastas: '2', draw_count: '2', target: '3000' },
    unsettled: [],
  });
});

test('a black three that stops the pile is no change where threes cost points, too', async () => {
  const found = nearest({ who: 'fourPairs', foot: 'empty', blackThree: 'stops' }, [
    { name: 'hand_and_foot', values: (await candidates(4)).find(isHandAndFoot)?.values ?? {} },
  ]);
  expect(found).toEqual({ rules: 'hand_and_foot', changes: {}, unsettled: [] });
});

test('the changes of any answers can be read by the engine', async () => {
  const engine = await engineOfTests();
  const known = new Set(engine.catalogue().params.map((param) => param.name));
  for (let round = 0; round < 60; round++) {
    const answers: Record<string, string> = {};
    for (const [i, question] of QUESTIONS.entries())
      answers[question.id] =
        question.answers[(round * 7 + i * (1 + (round % 5))) % question.answers.length]?.id ?? '';
    const players = playersWished(answers);
    const found = nearest(answers, await candidates(players));
    expect(Object.keys(found?.changes ?? {}).every((name) => known.has(name))).toBe(true);
    const overrides = writeChanges(found?.changes ?? {});
    const house = engine.house({ rules: found?.rules ?? '', overrides, name: '', players });
    expect(house?.problem?.message ?? '', overrides).not.toMatch(/not '|expected|unknown/);
  }
});

test('what cannot go together is named, and the rest can be played', async () => {
  const engine = await engineOfTests();
  let [state, refused] = [20251122, 0];
  const random = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
  for (let round = 0; round < 150; round++) {
    const answers: Record<string, string> = {};
    for (const { id, answers: all } of QUESTIONS) {
      const picked = all[random(all.length + 1)];
      if (picked !== undefined) answers[id] = picked.id;
    }
    const players = playersWished(answers);
    const all = await candidates(players);
    const best = nearest(answers, all);
    if (best === null) throw new Error('no rule set at all');
    const house = (changes: Readonly<Record<string, string>>) =>
      engine.house({ rules: best.rules, overrides: writeChanges(changes), name: '', players });
    const found = settle(best, answers, (changes) => house(changes)?.ok === true);
    const now = house(found.changes);
    const what = `round ${round}: ${JSON.stringify(answers)}`;
    expect(now?.ok, what).toBe(true);
    for (const [name, value] of Object.entries(best.changes))
      expect(now?.values[name] === value || found.unsettled.includes(name), what).toBe(true);
    if (Object.keys(best.changes).some((name) => found.unsettled.includes(name))) refused++;
  }
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(75);
});

test('names and values that are not known do no harm', () => {
  expect(nearest({ who: 'fourPairs', nonsense: 'x', draw: 'y' }, [])).toBeNull();
  const found = nearest({ draw: 'two' }, [{ name: 'bolivia', values: {} }]);
  expect(found).toEqual({ rules: 'bolivia', changes: { draw_count: '2' }, unsettled: [] });
});
