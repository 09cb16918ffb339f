// Asking a worker: one question at a time, and null wherever there is no answer.
// Not here: a worker in a browser (e2e/hints.test.ts).
// Invariant: what stands for it answers by the module, later, and never once it was ended.
import { beforeAll, expect, test } from 'vitest';
import { calls, type Position, type Question, type Reply } from '../src/thinking/calls';
import { Thinking, type Beside } from '../src/thinking/thinking';
import { BUILD_MS, newPlayers, playersModule, prepareEngine } from './engine_support';

beforeAll(prepareEngine, BUILD_MS);

const position: Position = {
  start: {
    rules: 'classic_pagat',
    overrides: '',
    seats: 4,
    view: 'view seat 0 dealer 3 played 0 totals 0,0',
  },
  events: ['deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c', '0 draw gets 8c'],
};

class Workshop {
  opened = 0;
  ended = 0;
  messages: unknown[] = [];

  open = (): Beside => {
    this.opened++;
    let over = false;
    const worker: Beside = {
      onmessage: null,
      onerror: null,
      postMessage: (message: unknown) => {
        this.messages.push(message);
        if (message instanceof WebAssembly.Module) return;
        const { id, call, asked } = message as Question & { call: 'choose' };
        void newPlayers().then((players) => {
          const answer = calls[call](players, ...asked);
          const event = { data: { id, answer } } as MessageEvent<Reply>;
          if (!over) worker.onmessage?.(event);
        });
      },
      terminate: () => {
        over = true;
        this.ended++;
      },
    };
    return worker;
  };
}

const made = (): { shop: Workshop; thinking: Thinking } => {
  const shop = new Workshop();
  return { shop, thinking: new Thinking({ module: playersModule, worker: shop.open }) };
};

test('one worker, made for the first question, answers them all', async () => {
  const { shop, thinking } = made();
  expect(shop.opened).toBe(0);
  const first = await thinking.ask('choose', position, 'book', 1n);
  expect(first).toMatch(/^(meld|open|discard) /);
  expect(await thinking.ask('choose', position, 'book', 1n)).toBe(first);
  expect([shop.opened, shop.ended, shop.messages.length]).toEqual([1, 0, 3]);
  thinking.end();
  expect(shop.ended).toBe(1);
  expect(await thinking.ask('choose', position, 'book', 1n)).toBe(first);
  expect(shop.opened).toBe(2);
});

test('what is dropped, overtaken or asked as the table is left has no answer', async () => {
  const { shop, thinking } = made();
  const overtaken = thinking.ask('choose', position, 'book', 1n);
  const next = thinking.ask('choose', position, 'random', 2n);
  expect(await overtaken).toBeNull();
  expect(await next).not.toBeNull();
  const dropped = thinking.ask('choose', position, 'book', 1n);
  await Promise.resolve();
  await Promise.resolve();
  thinking.drop();
  expect(await dropped).toBeNull();
  const last = thinking.ask('choose', position, 'book', 1n);
  thinking.end();
  expect(await last).toBeNull();
  thinking.drop();
  expect(shop.opened - shop.ended).toBe(0);
});

test('nobody hears of a worker that cannot be had', async () => {
  const failing = (): never => {
    throw new Error('there is none');
  };
  const { shop } = made();
  for (const sources of [
    { module: () => Promise.reject(new Error('not fetched')), worker: shop.open },
    { module: playersModule, worker: failing },
  ])
    expect(await new Thinking(sources).ask('choose', position, 'book', 1n)).toBeNull();
  const broken = new Thinking({
    module: playersModule,
    worker: () => {
      const worker = shop.open();
      const error = new Event('error') as ErrorEvent;
      worker.postMessage = () => void setTimeout(() => worker.onerror?.(error));
      return worker;
    },
  });
  expect(await broken.ask('choose', position, 'book', 1n)).toBeNull();
});
