// One server and one browser for the tests of a file. Not here: pages.
// Invariant: both are ended when the file is done, whatever happened in it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch, person, type Person, type Size } from './browser';
import { Server } from './server';

export interface Setup {
  server: Server;
  /** A person with a browser of their own. */
  person: (size: Size) => Promise<Person>;
}

export function setUp(options: string[] = []): Setup {
  const server = new Server(options);
  let browser: Browser | null = null;
  beforeAll(async () => {
    await server.start();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });
  return {
    server,
    person: (size) => {
      if (browser === null) throw new Error('the browser is started before the tests');
      return person(browser, size);
    },
  };
}
