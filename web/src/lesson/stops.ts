// The stops of the first steps: when each one comes, and which place it points at.
// Not here: what is said there (the catalogue), which have been (lesson.svelte.ts), rules; it knows
// the names of those that a stop is about.
// Invariant: a stop asks the view, or what the engine says of the play that it advises itself.
import type { Card, Hint, View } from '../engine/types';
import type { RuleCode } from '../messages/reasons.en';

export const STOPS = [
  ...(['threes', 'minimum', 'meld', 'frozen'] as const),
  ...(['take', 'canasta', 'out', 'sheet'] as const),
];
export type StopId = (typeof STOPS)[number];
/** Those that may come or not. */
export type Taught = Exclude<StopId, 'sheet'>;

/** What speaks, which it is of those that have come, and which have not. */
export interface Speaking {
  readonly stop: StopId | null;
  readonly throws: Card | undefined; // what the engine would throw now
  readonly number: number;
  readonly missed: readonly Taught[];
}

/** The rule that each is about, as a refusal by it is called. */
export const RULES: Record<Taught, RuleCode> = {
  ...{ threes: 'RED3', minimum: 'MIN', meld: 'RANK', frozen: 'FROZEN' },
  ...{ take: 'EMPTY_PILE', canasta: 'NO_CANASTA', out: 'OUT_DISCARD' },
};

/** The own turn as it stands, and what the engine would do. */
export interface Moment {
  view: View;
  side: number; // the own one
  advice: Hint | null;
  after: View | null; // what comes of that play
}

const opens = ({ view, side }: Moment): boolean =>
  view.phase === 'meld' && view.sides[side]?.opened === false;

const canastas = (view: View | null, side: number): number => view?.sides[side]?.canastas ?? 0;

const COMES: Record<Taught, (now: Moment) => boolean> = {
  threes: ({ view }) => view.phase === 'draw' && (view.threes[view.me]?.length ?? 0) > 0,
  minimum: (now) =>
    opens(now) && now.view.opening_reach < (now.view.needs[now.view.me]?.points ?? 0),
  meld: (now) => opens(now) && now.after?.sides[now.side]?.opened === true,
  frozen: ({ view }) => view.phase === 'draw' && view.pile.state === 'frozen_flag',
  take: ({ view, after }) => view.phase === 'draw' && after?.turn.took === true,
  canasta: ({ view, side, after }) => canastas(after, side) > canastas(view, side),
  out: ({ after }) => after?.phase === 'hand_end',
};

export const isTaught = (id: StopId): id is Taught => id !== 'sheet';

/** Whether a stop has to do with this moment. */
export const comes = (id: StopId, now: Moment): boolean => isTaught(id) && COMES[id](now);

/** The first that comes in this moment and has not been. */
export function nextStop(now: Moment, seen: readonly StopId[]): StopId | null {
  return STOPS.find((id) => !seen.includes(id) && comes(id, now)) ?? null;
}

/** The place on the table that a stop is about, by the own side and the total it plays for. */
export function placeOf(id: StopId, side: number, total: number): string {
  const own = `[data-side="${side}"]`;
  const places: Record<StopId, string> = {
    ...{ threes: `${own} [data-threes]`, minimum: `[data-score="${total}"]` },
    ...{ meld: own, frozen: '[data-pile]', take: '[data-pile]' },
    ...{ canasta: own, out: '[data-own-hand]', sheet: '[data-sheet] .sum' },
  };
  return places[id];
}
