// Asking a worker: one question at a time, and null wherever there is no answer.
// Not here: a worker in a browser (e2e/hints.test.ts).
// Invariant: each case asks a worker of its own.
import { beforeAll, expect, test, vi } from 'vitest';
import type { Position } from '../src/thinking/calls';
import { Thinking } from '../src/thinking/thinking';
import { BUILD_MS, playersModule, prepareEngine } from './engine_support';
import { made } from './thinking_support';

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

test('a worker that fails when it is ended already ends no other one', async () => {
  const { shop, thinking } = made();
  let answer = (): void => undefined;
  shop.until = new Promise((resolve) => (answer = resolve));
  const first = thinking.ask('choose', position, 'book', 1n);
  await vi.waitFor(() => expect(shop.opened).toBe(1));
  const second = thinking.ask('choose', position, 'book', 1n);
  await vi.waitFor(() => expect(shop.opened).toBe(2));
  shop.workers[0]?.onerror?.(new Event('error') as ErrorEvent);
  answer();
  expect(await first).toBeNull();
  expect(await second).not.toBeNull();
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
