// The stops of the first steps: when each one comes, and which place it points at.
// Not here: what is said there (the catalogue), which have been (lesson.svelte.ts), rules.
// Invariant: a stop asks the view, or what the engine says of the play that it advises itself.
import type { Hint, View } from '../engine/types';

export const STOPS = [
  ...(['threes', 'minimum', 'meld', 'frozen'] as const),
  ...(['take', 'canasta', 'out', 'sheet'] as const),
];
export type StopId = (typeof STOPS)[number];

/** What speaks, and which it is of those that have come. */
export interface Speaking {
  readonly stop: StopId | null;
  readonly number: number;
}

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

const COMES: Record<Exclude<StopId, 'sheet'>, (now: Moment) => boolean> = {
  threes: ({ view }) => (view.threes[view.me]?.length ?? 0) > 0,
  minimum: (now) =>
    opens(now) && now.view.opening_reach < (now.view.needs[now.view.me]?.points ?? 0),
  meld: (now) => opens(now) && now.after?.sides[now.side]?.opened === true,
  frozen: ({ view }) => view.phase === 'draw' && view.pile.state === 'frozen_flag',
  take: ({ view, after }) => view.phase === 'draw' && after?.turn.took === true,
  canasta: ({ view, side, after }) => canastas(after, side) > canastas(view, side),
  out: ({ after }) => after?.phase === 'hand_end',
};

/** The first that comes in this moment and has not been. */
export function nextStop(now: Moment, seen: readonly StopId[]): StopId | null {
  return STOPS.find((id) => id !== 'sheet' && !seen.includes(id) && COMES[id](now)) ?? null;
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
