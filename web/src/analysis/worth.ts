// What an analysis comes to: the plays that mattered most, the way of the chance, sums of luck and
// play over hands. Not here: words, drawing. Invariant: every number is the analysis', or a sum.
import { SURE, type Account, type Decision, type HandTold, type SideAccount } from './told';

/** A step that surely lost something. */
export interface Costly {
  hand: number;
  step: number; // its place in the hand
  seat: number;
  decision: Decision;
}

const MOST = 3;

/** The dearest plays of these hands, the dearest first. */
export function dearest(hands: readonly HandTold[]): Costly[] {
  const all = hands.flatMap(({ hand, moments }) =>
    moments.flatMap(({ seat, decision }, step): Costly[] =>
      decision?.surely === true ? [{ hand, step, seat, decision }] : [],
    ),
  );
  all.sort((a, b) => b.decision.lost.chance - a.decision.lost.chance);
  return all.slice(0, MOST);
}

/** A side's chance before each step and behind the last one, from 0 to 1, as far as it is known. */
export function chancesOf({ dealt_chance, moments }: HandTold, side: number): number[] {
  return [dealt_chance, ...moments.map(({ chance }) => chance)].map(
    (chances) => (chances[side] ?? 0) / SURE,
  );
}

export const PARTS = ['deal', 'draws', 'play', 'hidden', 'others'] as const;
export type Part = (typeof PARTS)[number];

const NOTHING: SideAccount = { ahead: 0, deal: 0, draws: 0, play: 0, hidden: 0, others: 0 };

/** Over the hands that were looked at to their end. */
export function accountOf(hands: readonly HandTold[], side: number): SideAccount {
  const sum = { ...NOTHING };
  for (const { sides } of hands)
    for (const part of [...PARTS, 'ahead'] as const) sum[part] += sides?.[side]?.[part] ?? 0;
  return sum;
}

export interface Bar {
  part: Part;
  points: number;
  from: number; // share of the width
  width: number;
}

/** Each part begins where the one before it ends; the last one ends at the score. */
export function stairsOf(account: SideAccount): { bars: Bar[]; zero: number; end: number } {
  const ends = [0];
  for (const part of PARTS) ends.push((ends.at(-1) ?? 0) + account[part]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const all = Math.max(1, high - low);
  const bars = PARTS.map((part, i): Bar => {
    const [before = 0, after = 0] = ends.slice(i, i + 2);
    const [from, width] = [(Math.min(before, after) - low) / all, Math.abs(after - before) / all];
    return { part, points: account[part], from, width };
  });
  return { bars, zero: -low / all, end: (account.ahead - low) / all };
}

const ERRORS = ['lost_error', 'lost_chance_error'] as const;
const SUMS = ['decisions', 'lost', 'lost_chance', 'draws', 'play', 'hidden'] as const;

/** What a person did in hands, given his account in each of them. */
export function sumOf(accounts: readonly Account[]): Account {
  const all = {} as Account;
  for (const name of SUMS) all[name] = accounts.reduce((sum, one) => sum + one[name], 0);
  for (const name of ERRORS)
    all[name] = Math.round(Math.hypot(...accounts.map((one) => one[name])));
  return all;
}
