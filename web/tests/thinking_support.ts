// A worker for tests without a browser: it answers by the module, later, and never once it was
// ended. Not here: a worker in a browser (e2e/hints.test.ts). Invariant: what it is told is kept.
import type { Players } from '../src/engine/players';
import { calls, type Question, type Reply } from '../src/thinking/calls';
import { Thinking, type Beside } from '../src/thinking/thinking';
import { newPlayers, playersModule } from './engine_support';

type Call = (players: Players, ...asked: unknown[]) => Reply['answer'];

export class Workshop {
  opened = 0;
  ended = 0;
  messages: unknown[] = [];
  workers: Beside[] = [];
  until = Promise.resolve(); // nothing is answered before

  open = (): Beside => {
    this.opened++;
    let over = false;
    const worker: Beside = {
      onmessage: null,
      onerror: null,
      postMessage: (message: unknown) => {
        this.messages.push(message);
        if (message instanceof WebAssembly.Module) return;
        const { id, call, asked } = message as Question;
        void this.until.then(newPlayers).then((players) => {
          const answer = (calls[call] as Call)(players, ...asked);
          const event = { data: { id, answer } } as MessageEvent<Reply>;
          if (!over) worker.onmessage?.(event);
        });
      },
      terminate: () => {
        over = true;
        this.ended++;
      },
    };
    this.workers.push(worker);
    return worker;
  };
}

export const made = (): { shop: Workshop; thinking: Thinking } => {
  const shop = new Workshop();
  return { shop, thinking: new Thinking({ module: playersModule, worker: shop.open }) };
};
