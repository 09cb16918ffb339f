// On the smallest phone no screen is scrolled sideways, and every control is as large as a
// fingertip at least. Not here: the table itself (in_sight.test.ts).
// Invariant: whatever a person opens is looked at as it is opened.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Size } from './browser';
import { Chooser } from './choice';
import { checkDeal, SOON_OVER, openOptions, openTable, playOn } from './clicks';
import { dealTable } from './dealt';
import { sideways, tooSmall } from './fits';
import { setUp } from './setup';
import { HAND_AND_FOOT } from './tables';

const { server, person } = setUp();

const SMALLEST: Size = { width: 320, height: 568 };
const SIZES: Size[] = [SMALLEST, { width: 568, height: 320 }, { width: 1280, height: 800 }];

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`).first();

/** As it is, with large print, and with letters twice as large. */
const LETTERS = [16, 20, 32];

async function fits(page: Page, what: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const letters = (standard: number): Promise<unknown> =>
    client.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } });
  for (const size of SIZES)
    for (const font of LETTERS) {
      await page.setViewportSize(size);
      await letters(font);
      const faults = async (): Promise<string[]> =>
        [await page.evaluate(sideways), await page.evaluate(tooSmall)].flat();
      const message = `${what}, ${size.width} by ${size.height}, letters of ${font}`;
      await expect.poll(faults, { message, timeout: 3000 }).toEqual([]);
    }
  await letters(16);
  await page.setViewportSize(SMALLEST);
}

test('the pages before a table', async () => {
  const { page } = await person(SMALLEST);
  await page.goto(server.address);
  await page.locator('[data-action="start"]:enabled').waitFor();
  await fits(page, 'start page');
  await openOptions(page);
  await fits(page, 'choices');
  for (const hash of ['#house', '#which']) {
    await page.goto(`${server.address}${hash}`);
    await page.locator('h1').waitFor();
    await fits(page, hash);
  }
});

test('what opens over a table', async () => {
  const deal = { ...HAND_AND_FOOT, size: SMALLEST };
  const { page } = await dealTable(person, server.address, deal);
  for (const name of ['menu', 'rules', 'log']) {
    await action(page, name).click();
    await page.locator('dialog[open]').waitFor();
    await fits(page, name);
    await action(page, 'close').click();
  }
});

test('the people who gather, and the sheet of a game with its deal checked', async () => {
  const { page } = await person(SMALLEST);
  await page.goto(server.address);
  await openOptions(page);
  await page.locator('input[name="company"], input[name="people"]').last().check();
  await action(page, 'start').click();
  await page.locator('[data-gathering]').waitFor();
  await fits(page, 'gathering');
  await action(page, 'menu').click();
  await page.locator('dialog[open]').waitFor();
  await fits(page, 'menu of who gather');
  await openTable(page, server.address, {
    ...{ rules: 'two_player', players: 2, overrides: SOON_OVER, bot: 'racer' },
  });
  await playOn(page, await Chooser.make(), 'game_end');
  await page.locator('[data-sheet]').waitFor();
  await fits(page, 'score sheet');
  await checkDeal(page);
  await fits(page, 'score sheet, checked');
});
