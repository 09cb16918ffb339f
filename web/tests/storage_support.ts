// A storage as browsers have one, for tests. Not here: tests.
// Invariant: as in a browser, all values are texts.
export class MemoryStorage implements Storage {
  #values = new Map<string, string>();
  get length(): number {
    return this.#values.size;
  }
  clear = (): void => this.#values.clear();
  getItem = (key: string): string | null => this.#values.get(key) ?? null;
  key = (i: number): string | null => [...this.#values.keys()][i] ?? null;
  removeItem = (key: string): void => void this.#values.delete(key);
  setItem = (key: string, value: string): void => void this.#values.set(key, value);
}
