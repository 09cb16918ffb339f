// What a finished hand was worth, in Chromium: opened at the sheet, stepped through, left again.
// Not here: whether plays are judged well (tests/analysis).
// Invariant: the hand was played by clicks at the real server, and nothing stands for the worker.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faults } from './axe';
import { DESKTOP, PHONE, type Size } from './browser';
import { Chooser } from './choice';
import { nextHand, openTable, playOn } from './clicks';
import { sideways, tooSmall } from './fits';
import { seldom, setUp } from './setup';
import { stackedTable } from './stacked';

const setup = setUp();
const { server, person } = setup;

const TABLE = { rules: 'two_player', players: 2, overrides: 'rounds = 2', bot: 'racer' };
const NARROW: Size = { width: 320, height: 568 };
const LONG_MS = 60_000; // for a worker that shares its processor with others
const all = (page: Page) => page.locator('[data-analysis]');
const costly = (page: Page) => page.locator('[data-costly]');
const held = (page: Page, how: 'shown' | 'hidden') => page.locator(`[data-held="${how}"]`);
const step = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-step]').getAttribute('data-step'));

/** A hand of jokers and twos, for a player by chance who squanders them. */
const STACK = {
  rules: 'classic_pagat',
  hand: 'XXX2c2d2hKcKdQcQdJc',
  turned: '4c',
  draws: '5c6c7c8c9c',
  bot: 'racer',
  pace: 0,
};

/** A hand is played by clicks, and its analysis opened. */
async function playAndOpen(size: Size): Promise<Page> {
  const page = await stackedTable(setup, { ...STACK, size });
  await playOn(page, await Chooser.make('random'), 'scored');
  await page.locator('[data-action="analysis"]').click();
  return page;
}

const firstCostly = (page: Page): Promise<void> =>
  costly(page).first().waitFor({ timeout: LONG_MS });
const done = (page: Page): Promise<void> =>
  page.locator('[data-luck] table').waitFor({ timeout: LONG_MS });

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as [string, Size][])('a hand is looked at, up to its worst play (%s)', async (_, size) => {
  const page = await playAndOpen(size);
  await firstCostly(page);
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
  expect([await held(page, 'shown').count(), await held(page, 'hidden').count()]).toEqual([1, 3]);
  await page.locator('[name="sees"][value="all"]').check({ force: true });
  expect([await held(page, 'shown').count(), await held(page, 'hidden').count()]).toEqual([4, 0]);
  await page.locator('[name="sees"][value="then"]').check({ force: true });
  expect(await held(page, 'hidden').count()).toBe(3);

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
});

test('it can be left while it works, and then nothing works any more', async () => {
  const page = await playAndOpen(DESKTOP);
  await page.locator('[data-board]').waitFor();
  expect(page.workers().length).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await all(page).count()).toBe(0);
  await nextHand(page); // the sheet is still there
});

seldom('after the game all hands are looked at, in every theme, down to the smallest', async () => {
  const { page, errors } = await person(DESKTOP);
  await openTable(page, server.address, TABLE);
  await playOn(page, await Chooser.make(), 'game_end');
  await page.locator('[data-action="analysis"]').click();
  await done(page);
  const most = async (): Promise<number> =>
    Number(await page.locator('[data-curve]').getAttribute('aria-valuemax'));
  const one = await most();
  await page.locator('[name="scope"][value="game"]').check({ force: true });
  await expect.poll(most, { timeout: LONG_MS }).toBeGreaterThan(one);
  await page.locator('[data-progress]').waitFor({ state: 'detached', timeout: LONG_MS });
  await page.keyboard.press('Home');
  const place = page.locator('[data-curve]');
  expect(await place.getAttribute('aria-valuetext')).toMatch(/^Hand 1, play 1 of \d+: \d+%$/);
  await place.click({ position: { x: ((await place.boundingBox())?.width ?? 0) - 2, y: 20 } });
  expect(await place.getAttribute('aria-valuetext')).toMatch(/^Hand 2, /);
  await page.keyboard.press('End');
  expect(await place.getAttribute('aria-valuetext')).toMatch(/^Hand 2, at its end: (0|50|100)%$/);

  // As a list: a turn of it leads to the table.
  await page.locator('[data-turns] summary').click();
  const turns = page.locator('[data-turns] li button');
  await turns.first().click();
  expect(await place.getAttribute('aria-valuenow')).toBe('0');
  expect(await turns.first().innerText()).toMatch(/drew|took/);

  for (const name of ['light', 'contrast']) {
    await page.evaluate((theme) => document.documentElement.classList.add(theme), name);
    expect(await faults(page, name, 'cat.color')).toEqual([]);
    await page.evaluate((theme) => document.documentElement.classList.remove(theme), name);
  }
  for (const size of [{ width: 844, height: 390 }, NARROW]) {
    await page.setViewportSize(size);
    expect(await page.evaluate(sideways)).toEqual([]);
    await expect.poll(() => page.evaluate(tooSmall)).toEqual([]); // once the table is laid out
  }
  expect(errors).toEqual([]);
});
