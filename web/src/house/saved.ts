// The house rules this browser keeps, by their codes. Not here: what a code says.
// Invariant: unreadable storage counts as empty, never as an error; a name is kept once.
const KEY = 'canasta.house';
const MOST = 50;

export interface SavedSet {
  name: string;
  code: string;
}

function isSet(value: unknown): value is SavedSet {
  if (typeof value !== 'object' || value === null) return false;
  const set = value as Record<string, unknown>;
  return typeof set['name'] === 'string' && typeof set['code'] === 'string';
}

export function readSaved(storage: Storage): SavedSet[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isSet) : [];
  } catch {
    return [];
  }
}

function write(storage: Storage, sets: readonly SavedSet[]): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(sets.slice(0, MOST)));
    return true;
  } catch {
    return false; // private windows may refuse storage
  }
}

/** Keeps a set; one of the same name is replaced. False if nothing can be kept here. */
export function save(storage: Storage, set: SavedSet): boolean {
  return write(storage, [set, ...readSaved(storage).filter((old) => old.name !== set.name)]);
}

export function forget(storage: Storage, name: string): void {
  write(
    storage,
    readSaved(storage).filter((old) => old.name !== name),
  );
}
