// How long a game the start page offers, and what overrides of this page mean.
// Not here: words, and what a target is. Invariant: the overrides are lines of docs/formats.md, and
// no two offers of one rule set are the same game.
import type { RuleSet } from './api';

export type Length = 'hand' | 'short' | 'full';

/** A game of so many hands, or of as many as a total of `target` takes. */
export interface GameLength {
  length: Length;
  overrides: string;
  target: number; // 0: a number of hands instead
  rounds: number; // 0: to the target
}

const SHORT_SHARE = 0.6; // of the target
const THOUSAND = 1000;

/** A shorter way to the target in whole thousands, 0 if there is none. */
export function shortTarget(target: number): number {
  const short = Math.round((target * SHORT_SHARE) / THOUSAND) * THOUSAND;
  return short < target ? short : 0;
}

/** What a table of this rule set with so many players may play, the shortest first. */
export function lengthsOf(set: RuleSet, players: number): GameLength[] {
  const place = set.players.indexOf(players);
  const [target = 0, rounds = 0] = [set.targets[place], set.rounds[place]];
  const all: GameLength[] = [];
  if (rounds !== 1) all.push({ length: 'hand', overrides: 'rounds = 1', target: 0, rounds: 1 });
  const short = rounds > 0 ? 0 : shortTarget(target);
  if (short > 0)
    all.push({ length: 'short', overrides: `target = ${short}`, target: short, rounds: 0 });
  return [...all, { length: 'full', overrides: '', target: rounds > 0 ? 0 : target, rounds }];
}

/** What overrides of this page mean, null for others. */
export function lengthOf(overrides: string): Pick<GameLength, 'length' | 'target'> | null {
  if (overrides === '') return { length: 'full', target: 0 };
  if (overrides === 'rounds = 1') return { length: 'hand', target: 0 };
  const target = /^target = (\d+)$/.exec(overrides)?.[1];
  return target === undefined ? null : { length: 'short', target: Number(target) };
}
