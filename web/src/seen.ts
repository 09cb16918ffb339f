// How far somebody has followed a hand on this device, so that whoever comes back hears what was
// done in his name meanwhile. Not here: turns.
// Invariant: storage that refuses, or holds something else, counts as "nothing seen".
const KEY = 'canasta.seen';
const MOST = 20; // tables, the latest

export interface Seen {
  hand: number;
  turns: number; // of that hand
}

type Rows = [table: string, seen: Seen][];

function isSeen(value: unknown): value is Seen {
  const seen = value as Partial<Seen> | null;
  return typeof seen?.hand === 'number' && typeof seen.turns === 'number';
}

function rows(storage: Storage): Rows {
  try {
    const all = JSON.parse(storage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(all)
      ? (all as Rows).filter((row) => Array.isArray(row) && isSeen(row[1]))
      : [];
  } catch {
    return [];
  }
}

/** Null for a table that was never followed here. */
export function readSeen(storage: Storage, table: string): Seen | null {
  return rows(storage).find(([id]) => id === table)?.[1] ?? null;
}

export function writeSeen(storage: Storage, table: string, seen: Seen): void {
  const others = rows(storage).filter(([id]) => id !== table);
  try {
    storage.setItem(KEY, JSON.stringify([[table, seen], ...others].slice(0, MOST)));
  } catch {
    // Private windows may refuse storage; then he is told nothing.
  }
}
