// The tray as text of the protocol. Not here: whether it may be played.
// Invariant: each text is one the grammar of docs/formats.md reads.
import { describe, expect, test } from 'vitest';
import type { HandCard } from '../src/cards';
import {
  emptyPlan,
  groupText,
  isEmpty,
  plannedIds,
  planText,
  prunePlan,
  withGroup,
} from '../src/plan';

let next = 1;
const cards = (...faces: string[]): HandCard[] =>
  faces.map((card) => ({ id: next++, card, fresh: false }));

describe('planText', () => {
  test('an opening from the hand', () => {
    let plan = withGroup(emptyPlan(), cards('Qc', 'Qd', 'Qh'), null);
    plan = withGroup(plan, cards('7c', '7d', '2s'), null);
    expect(planText(plan, false)).toBe('open QcQdQh 7c7d2s');
  });

  test('an opening with the pile', () => {
    const plan = { ...emptyPlan(), take: cards('Kh', 'Ks'), takeRank: 'K' };
    expect(planText(plan, false)).toBe('take KhKs; open');
    expect(planText(withGroup(plan, cards('Qc', 'Qd', 'Qh'), null), false)).toBe(
      'take KhKs; open QcQdQh',
    );
  });

  test('cards that join the group of the take name its meld', () => {
    const plan = { ...emptyPlan(), take: cards('Kh', 'Ks'), takeRank: 'K' };
    expect(planText(withGroup(plan, cards('2c'), 'K'), false)).toBe('take KhKs; open K:2c');
  });

  test('after the opening groups are melds', () => {
    const plan = withGroup(withGroup(emptyPlan(), cards('2c'), 'K'), cards('5c', '5d', '5h'), null);
    expect(planText(plan, true)).toBe('meld K:2c 5c5d5h');
  });

  test('an empty tray is no play', () => {
    expect(planText(emptyPlan(), true)).toBe('');
    expect(planText(emptyPlan(), false)).toBe('');
    expect(isEmpty(emptyPlan())).toBe(true);
  });
});

test('a meld is named only where the cards do not say it', () => {
  expect(groupText({ cards: cards('Kc', '2d'), meld: 'K' })).toBe('Kc2d');
  expect(groupText({ cards: cards('X'), meld: 'K' })).toBe('K:X');
});

test('cards of a staged rank join its group', () => {
  const plan = withGroup(withGroup(emptyPlan(), cards('Qc', 'Qd', 'Qh'), null), cards('Qs'), null);
  expect(planText(plan, false)).toBe('open QcQdQhQs');
  expect(planText(withGroup(plan, cards('2s'), 'Q'), false)).toBe('open QcQdQhQs2s');
});

test('pruning drops what left the hand, and a take as a whole', () => {
  const kings = cards('Kh', 'Ks');
  const queens = cards('Qc', 'Qd', 'Qh');
  const plan = withGroup({ take: kings, takeRank: 'K', groups: [] }, queens, null);
  expect(plannedIds(plan).size).toBe(5);
  const left = prunePlan(plan, [...kings.slice(1), ...queens.slice(1)]);
  expect(left.take).toBeNull();
  expect(planText(left, false)).toBe('open QdQh');
});
