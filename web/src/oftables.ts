// What this device keeps of a table from one visit to the next: how far its person has followed
// the hand, so that whoever comes back hears what was done in his name; and who is muted.
// Not here: turns, phrases. Invariant: storage that refuses, or holds something else, counts as
// "nothing kept"; the latest tables alone are kept.
const MOST = 20;

type Rows<T> = [table: string, kept: T][];

class OfTables<T> {
  readonly #key: string;
  readonly #is: (value: unknown) => value is T;

  constructor(key: string, is: (value: unknown) => value is T) {
    this.#key = key;
    this.#is = is;
  }

  #rows(storage: Storage): Rows<T> {
    try {
      const all = JSON.parse(storage.getItem(this.#key) ?? '[]') as unknown;
      return Array.isArray(all)
        ? (all as Rows<T>).filter((row) => Array.isArray(row) && this.#is(row[1]))
        : [];
    } catch {
      return [];
    }
  }

  /** Null for a table of which nothing is kept. */
  read(storage: Storage, table: string): T | null {
    return this.#rows(storage).find(([id]) => id === table)?.[1] ?? null;
  }

  write(storage: Storage, table: string, value: T): void {
    const others = this.#rows(storage).filter(([id]) => id !== table);
    try {
      storage.setItem(this.#key, JSON.stringify([[table, value], ...others].slice(0, MOST)));
    } catch {
      // Private windows may refuse storage; then it holds while the page is open.
    }
  }
}

interface Seen {
  hand: number;
  turns: number; // of that hand
}

export const seenOf = new OfTables<Seen>('canasta.seen', (value): value is Seen => {
  const seen = value as Partial<Seen> | null;
  return typeof seen?.hand === 'number' && typeof seen.turns === 'number';
});

export type Muted = [place: number, name: string];

const isMuted = (value: unknown): value is Muted =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string';

export const mutedOf = new OfTables<Muted[]>(
  'canasta.muted',
  (value): value is Muted[] => Array.isArray(value) && value.every(isMuted),
);
