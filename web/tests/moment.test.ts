// The end of a hand at a glance. Not here: scoring. Invariant: the bars are the engine's numbers.
import { expect, test } from 'vitest';
import type { Score } from '../src/engine/types';
import { barsOf, momentOf } from '../src/moment';

const NOTHING = { canastas: 0, go_out: 0, special: 0, threes: 0, melded: 0, hand: 0, penalties: 0 };

function score(parts: Partial<Score>): Score {
  const kinds = { ...NOTHING, ...parts };
  return { ...kinds, total: Object.values(kinds).reduce((sum, points) => sum + points, 0) };
}

test('the hand is the best side’s, by what it leads with, and by what brought it most', () => {
  const ours = score({ canastas: 800, melded: 300, hand: -40 });
  const theirs = score({ canastas: 300, melded: 345, go_out: 100 });
  expect(momentOf([ours, theirs], false)).toEqual({
    ...{ winner: 0, by: 315, decided: { kind: 'canastas', by: 500 } },
  });
  expect(momentOf([theirs, ours, score({ melded: 10 })], false).winner).toBe(1);
});

test('who loses less wins, and that decides it', () => {
  const moment = momentOf([score({ hand: -300 }), score({ hand: -80 })], false);
  expect(moment).toEqual({ winner: 1, by: 220, decided: { kind: 'hand', by: 220 } });
});

test('the fewest points win where the least total does', () => {
  const moment = momentOf([score({ hand: 30 }), score({ hand: 80, melded: -10 })], true);
  expect(moment).toEqual({ winner: 0, by: 40, decided: { kind: 'hand', by: 50 } });
});

test('an even hand is nobody’s', () => {
  expect(momentOf([score({ melded: 100 }), score({ canastas: 100 })], false).winner).toBeNull();
});

test('bars lie side by side within the width, losses left of zero, as long as their points', () => {
  const scores = [
    score({ canastas: 500, melded: 200, hand: -100, penalties: -50 }),
    score({ melded: 80, threes: 100 }),
  ];
  const { zero, sides } = barsOf(scores);
  const unit = 1 / 850;
  expect(zero).toBeCloseTo(150 * unit);
  for (const [i, bars] of sides.entries()) {
    for (const { kind, points, width, from } of bars) {
      expect(points).toBe(scores[i]?.[kind]);
      expect(width).toBeCloseTo(Math.abs(points) * unit);
      expect(from).toBeGreaterThanOrEqual(-1e-9);
      expect(from + width).toBeLessThanOrEqual(1 + 1e-9);
      expect(points < 0 ? from + width <= zero + 1e-9 : from >= zero - 1e-9).toBe(true);
    }
    const places = bars.map(({ from }) => from);
    expect(new Set(places).size).toBe(places.length);
  }
});
