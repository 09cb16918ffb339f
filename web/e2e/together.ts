// Several people at one table, each in a browser of their own: whoever is to act acts.
// Not here: what to play (choice.ts), what is clicked (clicks.ts).
// Invariant: nobody acts out of turn.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Chooser } from './choice';
import { act, hash, momentNow, nextHand, type Moment } from './clicks';

export async function inviteOf(page: Page): Promise<string> {
  await page.locator('[data-action="menu"]').click();
  const link = await page.locator('[data-invite]').inputValue();
  await page.locator('[data-action="close"]').click();
  return link;
}

/** By an invitation, to a seat that is free. */
export async function sit(page: Page, link: string, seat: number, name: string): Promise<void> {
  await page.goto(link);
  await page.locator('input[name="name"]').fill(name);
  await page.locator(`[data-sit="${seat}"]`).click();
  await page.locator('main.table').waitFor();
}

/** The first of the pages that has something to do: to act, or to go on after a scored hand. */
export async function ready(pages: readonly Page[]): Promise<{ i: number; now: Moment }> {
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    for (const [i, page] of pages.entries()) {
      const now = await momentNow(page);
      if (now !== null) return { i, now };
    }
    await pages[0]?.waitForTimeout(20);
  }
  throw new Error('nobody is to act');
}

/** Both act whenever it is their turn, `acts` times altogether, hand after hand. */
export async function actTogether(
  pages: readonly Page[],
  chooser: Chooser,
  acts: number,
): Promise<number[]> {
  const done = pages.map(() => 0);
  for (let all = 0; all < acts;) {
    const { i, now } = await ready(pages);
    const page = pages[i];
    if (page === undefined || now === 'game_end') break;
    if (now === 'scored') {
      await nextHand(page);
      continue;
    }
    await act(page, chooser);
    done[i] = (done[i] ?? 0) + 1;
    all++;
  }
  return done;
}

/** Waits until a person is to act, so that no bot moves on its own, and tells both hashes. */
export async function quiet(...pages: [Page, Page]): Promise<string[]> {
  await ready(pages);
  await expect
    .poll(async () => {
      const seqs = await Promise.all(
        pages.map((page) => page.evaluate(() => window.canasta?.seq())),
      );
      return new Set(seqs).size;
    })
    .toBe(1);
  return Promise.all(pages.map(hash));
}
