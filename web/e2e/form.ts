// The form of house rules as a person works it, and hands played until they are scored.
// Not here: which rules are set, and what is looked at.
// Invariant: every field is found by its title.
import type { Page } from 'playwright-core';
import type { Chooser } from './choice';
import { act, momentNow } from './clicks';

export const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);
export const row = (page: Page, param: string) => page.locator(`[data-param="${param}"]`);

/** Opens the group that holds a switch by looking for it, as a person would. */
export async function find(page: Page, words: string): Promise<void> {
  await page.locator('input[name="search"]').fill(words);
}

export async function setNumber(
  page: Page, words: string, param: string, value: number,
): Promise<void> {
  await find(page, words);
  const field = row(page, param).locator('input[type="number"]');
  await field.fill(String(value));
  await field.press('Enter');
  await field.blur();
}

export const sheet = (page: Page): Promise<string> => page.locator('[data-sheet]').innerText();
export const changes = (page: Page): Promise<string[]> =>
  page.locator('[data-change]').allInnerTexts();

/** All act whenever it is their turn, until the hand is scored. */
export async function playHand(pages: readonly Page[], chooser: Chooser): Promise<number[]> {
  const done = pages.map(() => 0);
  for (const until = Date.now() + 300_000; Date.now() < until;) {
    for (const [i, page] of pages.entries()) {
      const now = await momentNow(page);
      if (now === 'scored' || now === 'game_end') return done;
      if (now !== 'turn') continue;
      await act(page, chooser);
      done[i] = (done[i] ?? 0) + 1;
    }
    await pages[0]?.waitForTimeout(20);
  }
  throw new Error('the hand does not end');
}
