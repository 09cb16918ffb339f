// A line that stalls without a close: noticed, said, and plays made meanwhile are played once.
// Not here: timers one by one (tests/net.test.ts), servers that end (server.test.ts).
// Invariant: only the line between the browser and the server is touched.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BadLine } from './badline';
import { PHONE } from './browser';
import { moment, openTable, record, view } from './clicks';
import { setUp } from './setup';

const { server, person } = setUp();
const line = new BadLine(() => server.port);

const NOTICED_MS = 4_000;
const CALM_MS = 7_000; // by then the line is known to answer quickly

beforeAll(() => line.start());
afterAll(() => line.stop());

const offline = (page: Page) => page.locator('[data-offline]');

/** A table with somebody who thinks about how to begin the turn. */
async function thinking(): Promise<{ page: Page; errors: string[] }> {
  const { page, errors } = await person(PHONE);
  await openTable(page, line.address, { rules: 'two_player', players: 2, overrides: '' });
  expect(await moment(page)).toBe('turn');
  return { page, errors };
}

/** How long it takes until the page says so. */
async function noticed(page: Page): Promise<number> {
  const before = Date.now();
  line.stall();
  await offline(page).waitFor({ timeout: 10_000 });
  return Date.now() - before;
}

async function ownDraws(page: Page): Promise<number> {
  const me = (await view(page))?.me;
  const { events } = await record(page);
  return events.filter((event) => event.startsWith(`${me} draw`)).length;
}

test('a stall is said within four seconds though nobody does anything, and passes', async () => {
  const { page, errors } = await thinking();
  for (let i = 0; i < 3; i++) {
    await page.waitForTimeout(CALM_MS + 700 * i); // at any time between two signs of life
    const took = await noticed(page);
    console.log(`noticed after ${took} ms`);
    expect(took).toBeLessThan(NOTICED_MS);
    line.flow();
    await offline(page).waitFor({ state: 'detached', timeout: 15_000 });
  }
  await page.waitForTimeout(6_000);
  expect(await offline(page).count(), 'a line that is well').toBe(0);
  expect(errors).toEqual([]);
});

test('a play that is tapped while the line stalls is played after it, and once', async () => {
  const { page, errors } = await thinking();
  const before = await ownDraws(page);
  line.stall();
  await page.locator('[data-stock]').click();
  await offline(page).waitFor({ timeout: NOTICED_MS });
  expect(await ownDraws(page), 'nothing can have passed').toBe(before);
  await page.waitForTimeout(3_000); // attempts to come back are under way
  line.flow(); // the first line's command passes now, too
  await page.waitForFunction(() => window.canasta?.sending() === false, undefined, {
    timeout: 20_000,
  });
  await offline(page).waitFor({ state: 'detached' });
  await page.waitForTimeout(1_000);
  expect(await ownDraws(page)).toBe(before + 1);
  expect(await moment(page), 'and the turn goes on').toBe('turn');
  expect(errors).toEqual([]);
});
