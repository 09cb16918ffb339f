// The time left of a game that has a limit of it, counted down from what the server tells.
// Not here: what it ends (the engine); a turn's clock (turnclock.svelte.ts).
// Invariant: minutes change when the server's do, and stand while the table pauses.
import type { ServerFrame } from './frames';

const MINUTE_MS = 60_000;

export class GameClock {
  readonly #ends: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Minutes before the hand that is played is the last one; null: nobody counts them. */
  left = $state<number | null>(null);

  /** `ends`: what is done as the last of them is over. */
  constructor(ends: () => void) {
    this.#ends = ends;
  }

  receive(frame: ServerFrame, limit: number, paused: boolean, now = Date.now()): void {
    const lasted = 'lasted_s' in frame ? frame.lasted_s : undefined;
    const anew = frame.t === 'snap' || (frame.t === 'ev' && frame.kind === 'game');
    if (lasted === undefined && !anew) return;
    clearTimeout(this.#timer);
    this.left = null;
    if (lasted !== undefined) this.#count(now + limit * MINUTE_MS - lasted * 1000, paused, now);
  }

  #count(end: number, paused: boolean, now = Date.now()): void {
    const before = this.left;
    this.left = Math.max(0, Math.ceil((end - now) / MINUTE_MS));
    if (this.left === 0 && before !== null) this.#ends();
    if (this.left === 0 || paused) return;
    this.#timer = setTimeout(() => this.#count(end, false), (end - now) % MINUTE_MS || MINUTE_MS);
  }
}
