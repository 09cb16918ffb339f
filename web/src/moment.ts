// The end of a hand as a moment: who won it, by how much, what decided it, and the points of each
// side by kind. Not here: words, drawing, scoring; every number is the engine's.
// Invariant: the kinds of a side add up to its total of the hand.
import type { Score } from './engine/types';

export type Kind = Exclude<keyof Score, 'total'>;

export const KINDS: readonly Kind[] = [
  ...(['canastas', 'melded', 'threes', 'go_out', 'special'] as const),
  ...(['hand', 'penalties'] as const),
];

export interface Moment {
  winner: number | null; // side; null: nobody alone
  by: number; // points more than the next side, or fewer where those win
  decided: { kind: Kind; by: number } | null; // what brought the winner most against the next side
}

export function momentOf(scores: readonly Score[], lowestWins: boolean): Moment {
  const sign = lowestWins ? -1 : 1;
  const order = scores.map((_, side) => side);
  order.sort((a, b) => sign * ((scores[b]?.total ?? 0) - (scores[a]?.total ?? 0)));
  const [first = 0, second = 0] = order;
  const [best, next] = [scores[first], scores[second]];
  if (best === undefined || next === undefined || best.total === next.total)
    return { winner: null, by: 0, decided: null };
  const leads = KINDS.map((kind) => ({ kind, by: sign * (best[kind] - next[kind]) }));
  const most = leads.reduce((a, b) => (b.by > a.by ? b : a));
  return {
    winner: first,
    by: sign * (best.total - next.total),
    decided: most.by > 0 ? most : null,
  };
}

export interface Bar {
  kind: Kind;
  points: number;
  from: number; // share of the width, 0 to 1
  width: number;
}

/** For each side its kinds in a row: what it lost to the left of zero, the rest to the right. */
export function barsOf(scores: readonly Score[]): { zero: number; sides: Bar[][] } {
  const sums = scores.map((score) => ({
    lost: KINDS.reduce((sum, kind) => sum + Math.max(0, -score[kind]), 0),
    won: KINDS.reduce((sum, kind) => sum + Math.max(0, score[kind]), 0),
  }));
  const lost = Math.max(0, ...sums.map((sum) => sum.lost));
  const all = Math.max(1, lost + Math.max(0, ...sums.map((sum) => sum.won)));
  const sides = scores.map((score) => {
    let [left, right] = [lost, lost];
    return KINDS.filter((kind) => score[kind] !== 0).map((kind): Bar => {
      const points = score[kind];
      const width = Math.abs(points) / all;
      if (points < 0) left -= -points;
      const from = (points < 0 ? left : right) / all;
      if (points > 0) right += points;
      return { kind, points, from, width };
    });
  });
  return { zero: lost / all, sides };
}
