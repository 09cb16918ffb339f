// Measures the page over a hand: how far anything jumps, and how long a tap takes until it is seen,
// with the processor slowed down four times. `npm run bench` prints it; not a check.
// Invariant: the page is as people have it, and what is measured is the browser's own account.
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { DESKTOP, launch, person, PHONE, type Size } from './browser';
import { Chooser } from './choice';
import { ONE_HAND, openTable, playOn } from './clicks';
import { Server } from './server';
import { shifts, watchShifts } from './shifts';

const SLOWER = 4;

interface Seen {
  taps: number[]; // ms from a tap to the picture that shows what it did
  work: number[]; // ms of the page's own work for it
}

declare global {
  interface Window {
    seen?: Seen;
  }
}

function observe(): void {
  const seen: Seen = (window.seen = { taps: [], work: [] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (!['pointerup', 'click', 'keydown'].includes(entry.name)) continue;
      seen.taps.push(entry.duration);
      seen.work.push(entry.processingEnd - entry.processingStart);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

function share(all: readonly number[], part: number): string {
  const sorted = [...all].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);
}

async function hand(page: Page, address: string): Promise<Seen> {
  await openTable(page, address, { rules: 'classic_pagat', players: 4, overrides: ONE_HAND });
  await page.locator('button.own').first().waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await watchShifts(page);
  await page.evaluate(observe);
  await playOn(page, await Chooser.make(), 'game_end');
  return page.evaluate(() => window.seen ?? { taps: [], work: [] });
}

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as [string, Size][])('%s', async (name, size) => {
  const server = new Server();
  await server.start();
  const browser = await launch();
  try {
    const { page } = await person(browser, size, 'usual');
    await page.addInitScript(() =>
      localStorage.setItem('canasta.settings', '{"takeBackMs":0,"askDiscard":false}'),
    );
    const { taps, work } = await hand(page, server.address);
    const { all, unasked } = await shifts(page);
    const [least, most] = [share(taps, 0.5), share(taps, 0.95)];
    console.log(
      `${name}: shift ${all.toFixed(4)}, unasked ${unasked.toFixed(4)}; ` +
        `${taps.length} inputs over 16 ms, to the picture p50 ${least} p95 ${most} ms, ` +
        `own work p50 ${share(work, 0.5)} p95 ${share(work, 0.95)} ms (processor / ${SLOWER})`,
    );
  } finally {
    await browser.close();
    await server.stop();
  }
});
