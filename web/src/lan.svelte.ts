// The address by which other devices reach this page. At the server's own computer the page is at
// "localhost", which leads nobody else here: there the server is asked.
// Not here: links (route.ts). Invariant: what is not known is not made up.
import { api } from './api';
import { isLocalOnly } from './route';

export class Lan {
  readonly #page: string;
  readonly #ask: () => Promise<string[]>;
  readonly local: boolean; // the page is at an address of this computer alone
  #asked = false;

  /** The page for other devices; the own address as long as no better one is known. */
  base = $state('');

  constructor(page: string, ask: () => Promise<string[]> = api.lan) {
    this.#page = page;
    this.#ask = ask;
    this.local = isLocalOnly(new URL(page).hostname);
    this.base = page;
  }

  /** False where nobody else can open a link to this page. */
  get reachable(): boolean {
    return !isLocalOnly(new URL(this.base).hostname);
  }

  /** Asks once where others find this page. */
  async find(): Promise<void> {
    if (!this.local || this.#asked) return;
    this.#asked = true;
    const [first] = await this.#ask().catch(() => []);
    if (first === undefined) return;
    const { pathname, search } = new URL(this.#page);
    this.base = new URL(pathname + search, first).href;
  }
}

let here: Lan | null = null;

/** That of this page. */
export function lan(): Lan {
  here ??= new Lan(location.href.replace(/#.*$/, ''));
  return here;
}
