// What a finished hand was worth, in Chromium: opened at the sheet, stepped through, left again.
// Not here: whether plays are judged well (tests/analysis).
// Invariant: the hand was played by clicks at the real server, and nothing stands for the worker.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faults } from './axe';
import { DESKTOP, PHONE, type Size } from './browser';
import { Chooser } from './choice';
import { nextHand, openTable, playOn } from './clicks';
import { sideways } from './fits';
import { setUp } from './setup';

const { server, person } = setUp();

const TABLE = { rules: 'two_player', players: 2, overrides: '', bot: 'racer' };
const LONG_MS = 60_000; // for a worker that shares its processor with others
const all = (page: Page) => page.locator('[data-analysis]');
const costly = (page: Page) => page.locator('[data-costly]');
const held = (page: Page, how: 'shown' | 'hidden') => page.locator(`[data-held="${how}"]`);
const step = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-step]').getAttribute('data-step'));

/** A hand is played, so that some plays surely cost something, and its analysis opened. */
async function playAndOpen(size: Size): Promise<{ page: Page; errors: unknown[] }> {
  const { page, errors } = await person(size);
  await openTable(page, server.address, TABLE);
  await playOn(page, await Chooser.make('random'), 'scored');
  await page.locator('[data-action="analysis"]').click();
  await costly(page).first().waitFor({ timeout: LONG_MS });
  return { page, errors };
}

const done = (page: Page): Promise<void> =>
  page.locator('[data-luck] table').waitFor({ timeout: LONG_MS });

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as [string, Size][])('a hand is looked at, up to its worst play (%s)', async (_, size) => {
  const { page, errors } = await playAndOpen(size);
  expect(await page.locator('[data-progress]').count(), 'plays come while it works').toBe(1);
  await done(page);
  expect(await page.locator('[data-progress]').count()).toBe(0);

  // The worst play: there it stands what was better, and the table as it was.
  await costly(page).first().click();
  const worst = await step(page);
  expect(String(worst)).toBe(await costly(page).first().getAttribute('data-costly'));
  const told = await page.locator('[data-step]').innerText();
  for (const word of ['Played', 'Better', '±', 'of the game']) expect(told).toContain(word);
  expect(told).not.toMatch(/undefined|NaN|\b([2-9TJQKA][cdhs])+\b/);

  // What was seen then is the own hand alone, what there was is every hand.
  expect([await held(page, 'shown').count(), await held(page, 'hidden').count()]).toEqual([1, 1]);
  await page.locator('[name="sees"][value="all"]').check({ force: true });
  expect([await held(page, 'shown').count(), await held(page, 'hidden').count()]).toEqual([2, 0]);
  await page.locator('[name="sees"][value="then"]').check({ force: true });
  expect(await held(page, 'hidden').count()).toBe(1);

  // By keys along the curve.
  await page.locator('[data-curve]').focus();
  for (const [key, to] of [
    ['ArrowRight', worst + 1],
    ['ArrowLeft', worst],
    ['Home', 0],
    ['ArrowRight', 1],
  ] as const) {
    await page.keyboard.press(key);
    expect(await step(page), key).toBe(to);
  }
  await page.keyboard.press('End');
  const last = await page.locator('[data-curve]').getAttribute('aria-valuemax');
  expect(String(await step(page))).toBe(last);
  const place = await page.locator('[data-curve]').getAttribute('aria-valuetext');
  expect(place).toMatch(/at its end: \d+%/);

  // Luck and play add up to what the hand brought.
  const sums = await page.locator('[data-luck] .number').allInnerTexts();
  const numbers = sums.map((one) => Number(one.replace('−', '-').replace(/[+,]/g, '')));
  const total = numbers.pop();
  expect(numbers.reduce((sum, one) => sum + one)).toBe(total);

  expect(await faults(page, 'analysis')).toEqual([]);
  expect(await page.evaluate(sideways)).toEqual([]);
  expect(errors).toEqual([]);
});

test('it can be left while it works, and then nothing works any more', async () => {
  const { page } = await playAndOpen(DESKTOP);
  expect(page.workers().length).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await all(page).count()).toBe(0);
  await nextHand(page); // the sheet is still there
});
