// The worker beside the page in which computer players think. Not here: what they can be asked
// (calls.ts), who asks (thinking.ts). Invariant: the first message is the module, each one behind
// it a question, and each question has one reply.
import { loadPlayers, type Players } from '../engine/players';
import { calls, type Question, type Reply } from './calls';

type Call = (players: Players, ...asked: unknown[]) => Reply['answer'];

async function reply(loaded: Promise<Players>, { id, call, asked }: Question): Promise<Reply> {
  try {
    return { id, answer: (calls[call] as Call)(await loaded, ...asked) };
  } catch (error) {
    console.error(error);
    return { id, answer: null };
  }
}

function begin({ data: module }: MessageEvent<WebAssembly.Module>): void {
  const loaded = loadPlayers(module);
  addEventListener('message', ({ data }: MessageEvent<Question>) => {
    void reply(loaded, data).then((answer) => postMessage(answer));
  });
}

addEventListener('message', begin, { once: true });
