// The tray as text of the protocol. Not here: where cards may go; the places are made up.
// Invariant: each text is made of groups that the engine named.
import { describe, expect, test } from 'vitest';
import type { HandCard } from '../src/cards';
import type { Take, Target } from '../src/engine/types';
import {
  emptyPlan,
  groupTexts,
  isEmpty,
  plannedIds,
  planText,
  prunePlan,
  takePlay,
  withTarget,
  type Plan,
} from '../src/plan';

let next = 1;
const cards = (...faces: string[]): HandCard[] =>
  faces.map((card) => ({ id: next++, card, fresh: false }));

function target(group: string, change: Partial<Target> = {}): Target {
  const rank = group.charAt(0);
  const fine = { ok: true, code: 'OK', have: 0, need: 0 };
  return { group, kind: 'rank', rank, meld: null, group_i: null, end: null, ...fine, ...change };
}

function planOf(...groups: [group: string, ...faces: string[]][]): Plan {
  return groups.reduce<Plan>(
    (plan, [group, ...faces]) => withTarget(plan, cards(...faces), target(group)),
    emptyPlan(),
  );
}

const queens: [string, ...string[]] = ['QcQdQh', 'Qc', 'Qd', 'Qh'];

describe('planText', () => {
  test('an opening from the hand', () => {
    const plan = planOf(queens, ['7c7d2s', '7c', '7d', '2s']);
    expect(planText(plan, false)).toBe('open QcQdQh 7c7d2s');
    expect(groupTexts(plan)).toEqual(['QcQdQh', '7c7d2s']);
  });

  test('an opening with the pile', () => {
    const take = { cards: cards('Kh', 'Ks'), play: 'take KhKs', rank: 'K' };
    expect(planText({ take, groups: [] }, false)).toBe('take KhKs; open');
    expect(planText({ ...planOf(queens), take }, false)).toBe('take KhKs; open QcQdQh');
  });

  test('after the opening groups are melds', () => {
    expect(planText(planOf(['K#1:2c', '2c'], ['5c5d5h', '5c', '5d', '5h']), true)).toBe(
      'meld K#1:2c 5c5d5h',
    );
  });

  test('an empty tray is no play', () => {
    expect(planText(emptyPlan(), true)).toBe('');
    expect(planText(emptyPlan(), false)).toBe('');
    expect(isEmpty(emptyPlan())).toBe(true);
  });
});

test('cards that belong to a group replace it by the text the engine gave', () => {
  const plan = planOf(queens);
  const grown = withTarget(plan, cards('2s'), target('QcQdQh2s', { group_i: 0 }));
  expect(groupTexts(grown)).toEqual(['QcQdQh2s']);
  expect(grown.groups[0]?.cards.map((own) => own.card)).toEqual(['Qc', 'Qd', 'Qh', '2s']);
});

test('a take is written with the tapped cards', () => {
  const take: Take = { play: 'take #3:KcKd', step: 'take-pair', cards: ['Kc', 'Kd'], meld: 2 };
  expect(takePlay(take, cards('Kh', 'Ks'))).toBe('take #3:KhKs');
  expect(takePlay({ ...take, play: 'take #3', cards: [] }, [])).toBe('take #3');
});

describe('pruning', () => {
  test('drops a take as a whole, and asks for a new text of a smaller group', () => {
    const kings = cards('Kh', 'Ks');
    const fourQueens = cards('Qc', 'Qd', 'Qh', 'Qs');
    const start: Plan = { take: { cards: kings, play: 'take KhKs', rank: 'K' }, groups: [] };
    const plan = withTarget(start, fourQueens, target('QcQdQhQs'));
    expect(plannedIds(plan).size).toBe(6);
    const asked: unknown[] = [];
    const left = prunePlan(plan, [...kings.slice(1), ...fourQueens.slice(1)], (...question) => {
      asked.push(question);
      return [target('K#1:QdQhQs', { meld: 0 }), target('QdQhQs')];
    });
    expect(asked).toEqual([['', [], ['Qd', 'Qh', 'Qs']]]);
    expect(left.take).toBeNull();
    expect(planText(left, false)).toBe('open QdQhQs');
  });

  test('drops a group whose rest can lie nowhere, and leaves whole groups alone', () => {
    const plan = planOf(queens, ['7c7d2s', '7c', '7d', '2s']);
    const held = plan.groups.flatMap((group) => group.cards).filter(({ card }) => card !== '7c');
    const left = prunePlan(plan, held, () => []);
    expect(groupTexts(left)).toEqual(['QcQdQh']);
  });
});
