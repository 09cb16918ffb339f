// The clock of a table: how long who is to act may still take. Not here: pictures of it; the
// server's clock, which decides. Invariant: it runs only for a person who is there, while the table
// does not pause.
import type { Feed } from './feed.svelte';
import type { ServerFrame } from './frames';
import { isActing } from './turns';

export const SOON_MS = 10_000;
const LENT_MS = 10_000; // for who comes back to his turn, or half of the time if that is less

export class TurnClock {
  readonly #feed: Feed;
  #played: number | null = null; // the place whose turn a computer plays
  #began = 0;

  #timer: ReturnType<typeof setTimeout> | undefined;
  #timed: number | null = null; // the end for which it is set

  /** When the time is over; null: none runs. */
  until = $state<number | null>(null);
  soon = $state(false); // no more than SOON_MS are left

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  get totalMs(): number {
    return (this.#feed.info?.clock ?? 0) * 1000;
  }

  /** The place of who is to act, if a clock may run for him. */
  get place(): number | null {
    const { view, info } = this.#feed;
    if (view === null || info === null || !isActing(view)) return null;
    return view.persons[view.seat] ?? view.seat;
  }

  leftMs(now = Date.now()): number {
    return this.until === null ? 0 : Math.max(0, this.until - now);
  }

  receive(frame: ServerFrame, now = Date.now()): void {
    if (frame.t === 'snap') this.#set(frame.clock_ms === undefined ? null : now + frame.clock_ms);
    else if (frame.t === 'clock') this.#stop(frame.seat);
    else if (frame.t === 'seats') this.#seats(now);
    else if (frame.t === 'ev') this.#move(frame.kind, now);
    this.#time(now);
  }

  #time(now: number): void {
    if (this.until === this.#timed) return;
    this.#timed = this.until;
    this.soon = false;
    clearTimeout(this.#timer);
    if (this.until === null || this.totalMs <= SOON_MS) return;
    this.#timer = setTimeout(() => (this.soon = true), this.leftMs(now) - SOON_MS);
  }

  #stop(place: number): void {
    this.#played = place;
    this.until = null;
  }

  /** From the server, as far as its time has run. */
  #set(until: number | null): void {
    this.#began = until === null ? Date.now() : until - this.totalMs;
    this.until = this.#runs() ? until : null;
  }

  #runs(): boolean {
    const place = this.place;
    if (place === null || this.totalMs === 0 || this.#feed.info?.paused === true) return false;
    if (place !== this.#played) this.#played = null;
    const seat = this.#feed.info?.seats[place];
    return this.#played === null && seat?.who === 'human' && seat.present;
  }

  #move(kind: string, now: number): void {
    if (kind === 'play' || kind === 'deal' || kind === 'pause') this.#began = now;
    else if (kind !== 'seat') return;
    this.#seats(now);
  }

  /** Who is to act may have gone, or come. */
  #seats(now: number): void {
    if (!this.#runs()) this.until = null;
    else {
      const due = this.#began + this.totalMs;
      const lent = now + Math.min(this.totalMs / 2, LENT_MS);
      this.until = this.until === null ? Math.max(due, lent) : Math.max(due, this.until);
    }
  }
}
