// How long a line may keep silent before it is taken for lost: longer where answers are slow.
// Not here: timers, frames (net.ts). Invariant: a line that always answers in time t is waited for
// at least twice as long, within bounds, so that a slow one is not given up again and again.

const SHORTEST_MS = 1600;
const LONGEST_MS = 10_000;
const TIMES = 2;
const REMEMBERED = 4;

export class Patience {
  #asked: number | null = null; // when; null: nothing is waited for
  #answers: number[] = []; // how long the last ones took, also those of lines before

  /** Something was said that is answered. */
  asked(now: number): void {
    this.#asked ??= now;
  }

  heard(now: number): void {
    if (this.#asked === null) return;
    this.#answers = [...this.#answers, now - this.#asked].slice(-REMEMBERED);
    this.#asked = null;
  }

  /** The line is gone, and so is what was asked on it. */
  forget(): void {
    this.#asked = null;
  }

  time(): number {
    return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, TIMES * Math.max(0, ...this.#answers)));
  }
}
