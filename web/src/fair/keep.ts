// What this browser has seen and given of the deals of its tables: commitments, roots, own seeds.
// Not here: checking (check.ts). Invariant: bounded; unreadable storage counts as empty, and what
// was first seen of a deal is never replaced by what the server says later.
const PREFIX = 'canasta.fair.';
const MOST_TABLES = 30;
const MOST_DEALS = 60; // of a table; the latest are kept

export interface KeptDeal {
  deal: number;
  commit: string; // as it was seen before the deal; empty if it was not
  root: string | null; // as the deal brought it
  seed: string | null; // of one's own, whether the server has it or not
  given: boolean; // the server has said that it has it
}

interface KeptTable {
  at: number; // milliseconds since 1970 of the last change
  deals: KeptDeal[];
}

function isDeal(value: unknown): value is KeptDeal {
  if (typeof value !== 'object' || value === null) return false;
  const { deal, commit, root, seed, given } = value as Record<string, unknown>;
  const texts = [root, seed].every((one) => one === null || typeof one === 'string');
  return typeof deal === 'number' && typeof commit === 'string' && texts && given !== undefined;
}

function read(storage: Storage, key: string): KeptTable {
  try {
    const value = JSON.parse(storage.getItem(key) ?? '{}') as Partial<KeptTable> | null;
    const deals = Array.isArray(value?.deals) ? value.deals.filter(isDeal) : [];
    return { at: typeof value?.at === 'number' ? value.at : 0, deals };
  } catch {
    return { at: 0, deals: [] };
  }
}

function keysOf(storage: Storage): string[] {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
  return keys.filter((key) => key.startsWith(PREFIX));
}

/** Forgets the tables that have not changed for longest. */
function prune(storage: Storage): void {
  const tables = keysOf(storage).map((key) => ({ key, at: read(storage, key).at }));
  tables.sort((a, b) => b.at - a.at);
  for (const { key } of tables.slice(MOST_TABLES)) storage.removeItem(key);
}

export class Keep {
  readonly #storage: Storage;
  readonly #key: string;
  #deals: KeptDeal[];

  constructor(storage: Storage, table: string) {
    this.#storage = storage;
    this.#key = PREFIX + table;
    this.#deals = read(storage, this.#key).deals;
  }

  find(deal: number): KeptDeal | null {
    return this.#deals.find((one) => one.deal === deal) ?? null;
  }

  /** Keeps what is new of a deal; what is there stays. */
  see(deal: number, commit: string): KeptDeal {
    return this.find(deal) ?? this.put({ deal, commit, root: null, seed: null, given: false });
  }

  /** Keeps the root of a deal; one that is there stays. */
  seeRoot(deal: number, root: string): KeptDeal {
    const kept = this.see(deal, '');
    return kept.root === null ? this.put({ ...kept, root }) : kept;
  }

  put(change: KeptDeal): KeptDeal {
    const others = this.#deals.filter((one) => one.deal !== change.deal);
    this.#deals = [...others, change].sort((a, b) => a.deal - b.deal).slice(-MOST_DEALS);
    try {
      const table: KeptTable = { at: Date.now(), deals: this.#deals };
      this.#storage.setItem(this.#key, JSON.stringify(table));
      prune(this.#storage);
    } catch {
      // Private windows may refuse storage; what was seen is known while the page is open.
    }
    return change;
  }
}
