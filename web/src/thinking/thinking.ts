// Asks the worker beside the page. Not here: what it can be asked (calls.ts).
// Invariant: nothing is fetched before the first question; one is thought about at a time, and one
// that is dropped, overtaken by the next, or for which no worker can be had, is answered by null.
import { fetchPlayers } from '../engine/page';
import type { Answered, Asked, CallName, Reply } from './calls';

export interface Beside extends Pick<Worker, 'postMessage' | 'terminate'> {
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface Sources {
  module: () => Promise<WebAssembly.Module>;
  worker: () => Beside;
}

const OF_THE_PAGE: Sources = {
  module: fetchPlayers,
  worker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
};

interface Waiting {
  id: number;
  settle: (answer: Reply['answer']) => void;
}

export class Thinking {
  readonly #sources: Sources;
  #worker: Beside | null = null;
  #waiting: Waiting | null = null;
  #asked = 0;

  constructor(sources = OF_THE_PAGE) {
    this.#sources = sources;
  }

  ask<Name extends CallName>(call: Name, ...asked: Asked<Name>): Promise<Answered<Name> | null> {
    this.drop();
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting = { id, settle: (answer) => resolve(answer as Answered<Name> | null) };
      this.#send(id, { id, call, asked }).catch(() => this.#settle({ id, answer: null }));
    });
  }

  /** The question that is thought about is no longer wanted: only a worker's end ends a thought. */
  drop(): void {
    if (this.#waiting !== null) this.end();
  }

  /** The worker is needed no more; another question would make another one. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    if (this.#waiting !== null) this.#settle({ id: this.#waiting.id, answer: null });
  }

  async #send(id: number, question: object): Promise<void> {
    const module = await this.#sources.module();
    if (this.#waiting?.id !== id) return;
    this.#worker ??= this.#open(module);
    this.#worker.postMessage(question);
  }

  #open(module: WebAssembly.Module): Beside {
    const worker = this.#sources.worker();
    worker.onmessage = ({ data }) => this.#settle(data);
    // One that was ended may still fail, when another one is at work.
    worker.onerror = () => this.#worker === worker && this.end();
    worker.postMessage(module);
    return worker;
  }

  #settle({ id, answer }: Reply): void {
    if (this.#waiting?.id !== id) return;
    const { settle } = this.#waiting;
    this.#waiting = null;
    settle(answer);
  }
}
