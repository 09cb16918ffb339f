// Cards on their way: measured before the page draws what happened, flown when it has.
// Not here: their picture (Flights.svelte). Invariant: nothing waits for a flight, and what was
// told of the past (a snapshot, what was missed) never flies.
import { tick } from 'svelte';
import type { Card } from '../engine/types';
import { settings, type Speed } from '../settings.svelte';
import type { Move } from './moves';
import { boxOf, coveredBy, type Box } from './spots';

export interface Flight {
  key: number;
  card: Card | null;
  from: Box;
  to: Box;
  delay: number; // ms
  duration: number; // ms
  until: number; // ms, from now: its picture stays so long
}

type Times = Pick<Flight, 'delay' | 'until'> & { squares: boolean };

const DURATION: Record<Speed, number> = { slow: 350, normal: 240, fast: 130, none: 0 };
const STAGGER = 0.22; // of the duration, from one card to the next
const MOST_WAIT = 2; // durations that the last card of many waits

const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function flightTime(): number {
  return calm() ? 0 : DURATION[settings.speed];
}

export class Motion {
  #key = 0;
  flights = $state.raw<Flight[]>([]);
  drawn = false; // somebody draws the flights

  /** To be called before the page draws the moves. */
  async play(moves: readonly Move[]): Promise<void> {
    const duration = this.drawn ? flightTime() : 0;
    if (duration === 0 || moves.length === 0 || document.hidden) return;
    const before = moves.map(({ from }) => boxOf(from));
    const was = moves.map(({ to }) => boxOf(to) !== null);
    await tick();
    const timed = timesOf(moves, before, duration);
    const flights = moves.flatMap(({ card, to, from }, i): Flight[] => {
      const [start, end] = [before[i] ?? boxOf(from), boxOf(to)];
      const times = timed[i];
      if (start === null || end === null || times === undefined) return [];
      const { delay, until, squares } = times;
      hideUntil(coveredBy(to, (was[i] ?? false) && !squares), until);
      return [{ key: this.#key++, card, from: start, to: end, delay, duration, until }];
    });
    this.#add(flights);
  }

  #add(flights: readonly Flight[]): void {
    this.flights = [...this.flights, ...flights];
  }

  /** One card, from where it was let go. */
  fly(card: Card | null, from: Box, to: Box): void {
    const duration = this.drawn ? flightTime() : 0;
    if (duration > 0)
      this.#add([{ key: this.#key++, card, from, to, delay: 0, duration, until: duration }]);
  }

  landed(key: number): void {
    this.flights = this.flights.filter((flight) => flight.key !== key);
  }

  /** A tap ends them all: everything lies where it belongs anyway. */
  skip(): void {
    if (this.flights.length === 0) return;
    this.flights = [];
    for (const hidden of hiddenNow.splice(0)) hidden.cancel();
  }
}

/** One after the other; a fan closes as the last card comes to it, and its pile is seen then. */
function timesOf(
  moves: readonly Move[],
  before: readonly (Box | null)[],
  duration: number,
): Times[] {
  const coming = moves.filter(({ closes }) => closes !== true);
  const step = Math.min(duration * STAGGER, (duration * MOST_WAIT) / Math.max(1, coming.length));
  const name = ({ to }: Move): string => JSON.stringify(to);
  const fans = new Set(moves.filter((move, i) => move.closes && before[i] !== null).map(name));
  const last = (fan: string): number => coming.findLastIndex((move) => name(move) === fan);
  return moves.map((move) => {
    const squares = fans.has(name(move));
    const end = step * Math.max(0, last(name(move))) + duration;
    const delay = move.closes === true ? end - duration : step * coming.indexOf(move);
    return { delay, until: squares ? end : delay + duration, squares };
  });
}

const hiddenNow: Animation[] = [];

function hideUntil(element: Element | null, ms: number): void {
  if (element === null) return;
  const hidden = element.animate([{ opacity: 0 }, { opacity: 0 }], ms);
  hiddenNow.push(hidden);
  const forget = (): void => void hiddenNow.splice(hiddenNow.indexOf(hidden) >>> 0, 1);
  hidden.finished.then(forget, () => undefined);
}
