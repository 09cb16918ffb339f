// One server and one browser for the tests of a file, and people who leave with each test.
// Not here: pages. Invariant: all are ended when the file is done, whatever happened in it; what
// `./check --long` alone tries has another test beside it that is tried always.
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { launch, person, type Manner, type Person, type Size } from './browser';
import { Server } from './server';

/** Everything is tried, as `./check --long` does it. */
export const ALL = process.env['CANASTA_E2E_ALL'] === '1';

/** A test of `--long`. */
export const seldom = test.runIf(ALL);

/** The first of them always, the others in `--long`. */
export function firstOf<T>(all: readonly T[]): readonly T[] {
  return ALL ? all : all.slice(0, 1);
}

export interface Setup {
  server: Server;
  /** A person with a browser of their own. */
  person: (size: Size, manner?: Manner) => Promise<Person>;
}

/** With `stay` people are there until the file is done: for tests that run side by side. */
export function setUp(
  until: 'leave' | 'stay' = 'leave',
  options: string[] = [],
  ownPage?: boolean,
): Setup {
  const server = new Server(options, ownPage);
  let browser: Browser | null = null;
  const present: Person[] = [];
  beforeAll(async () => {
    await server.start();
    browser = await launch();
  });
  afterEach(async () => {
    if (until === 'leave') for (const one of present.splice(0)) await one.context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });
  return {
    server,
    person: async (size, manner) => {
      if (browser === null) throw new Error('the browser is started before the tests');
      const one = await person(browser, size, manner);
      present.push(one);
      return one;
    },
  };
}
