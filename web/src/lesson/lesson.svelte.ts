// The first steps of one person at one table: which stop speaks, which have been.
// Not here: when a stop comes (stops.ts), drawing. Invariant: each comes once and stays until it is
// read or its matter is over, nothing is blocked, and what has been stays known while the page is
// loaded anew; a new game begins anew.
import { thrownBy } from '../advice';
import type { Card, View } from '../engine/types';
import { isScored, type Table } from '../table.svelte';
import { comes, isTaught, nextStop, STOPS } from './stops';
import type { Moment, Speaking, StopId, Taught } from './stops';

const KEY = 'canasta.lesson'; // of the lesson played last

interface Kept {
  table: string;
  seen: readonly StopId[];
  skipped: boolean;
}

function read(storage: Storage, table: string): Kept {
  const none: Kept = { table, seen: [], skipped: false };
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<Kept>;
    const { seen } = kept;
    if (kept.table !== table || !Array.isArray(seen)) return none;
    return { table, seen: STOPS.filter((id) => seen.includes(id)), skipped: kept.skipped === true };
  } catch {
    return none;
  }
}

export class Lesson implements Speaking {
  readonly #table: Table;
  readonly #storage: Storage;
  #kept: Kept = $state.raw({ table: '', seen: [], skipped: false });
  #looked = ''; // the moment looked at last: each is asked about once
  stop = $state<StopId | null>(null); // that speaks
  throws = $state<Card | undefined>();

  constructor(table: Table, storage: Storage) {
    this.#table = table;
    this.#storage = storage;
    this.#kept = read(storage, table.feed.info?.id ?? '');
  }

  /** Which one speaks, of those that have come. */
  get number(): number {
    const { seen } = this.#kept;
    return this.stop === null || seen.includes(this.stop) ? seen.length : seen.length + 1;
  }

  get missed(): readonly Taught[] {
    return STOPS.filter(isTaught).filter((id) => !this.#kept.seen.includes(id));
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      this.#storage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // Private windows may refuse storage; the lesson goes on while the page is open.
    }
  }

  #saw(id: StopId): void {
    if (!this.#kept.seen.includes(id)) this.#keep({ seen: [...this.#kept.seen, id] });
  }

  /** Looks at the table as it stands now: whether a stop comes, and else what could be played. */
  look(): void {
    const { view, myTurn, feed } = this.#table;
    if (view === null || this.#kept.skipped) return;
    const moment = `${feed.seq} ${view.hash}`;
    if (moment === this.#looked) return;
    this.#looked = moment;
    const now = myTurn ? this.#moment(view) : null;
    if (now !== null && this.stop !== null && comes(this.stop, now)) return;
    this.goOn(false); // its matter is over
    if (isScored(view)) {
      this.stop = 'sheet';
      return this.#saw('sheet');
    }
    if (this.#kept.seen.includes('sheet')) this.#keep({ seen: [] });
    if (now === null) return;
    this.throws = thrownBy(now.advice?.play ?? '') as Card | undefined;
    this.stop = nextStop(now, this.#kept.seen);
    this.#table.advice = this.stop === null ? now.advice : null;
  }

  #moment(view: View): Moment {
    const advice = this.#table.adviceNow();
    const after = advice === null ? null : this.#table.judge(advice.play).after;
    return { view, side: this.#table.people.mySide, advice, after };
  }

  /** What the stop says has been read; what could be played now is shown, if it is wanted. */
  goOn(advise: boolean): void {
    if (this.stop === null) return;
    this.#saw(this.stop);
    this.stop = null;
    this.#table.advice = advise ? this.#table.adviceNow() : null;
  }

  skip(): void {
    this.#keep({ skipped: true });
    this.stop = null;
    this.#table.advice = null;
  }
}
