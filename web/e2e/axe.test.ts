// No screen has a fault that axe-core finds. Not here: what a person with a screen reader hears.
// Invariant: the rules of WCAG 2.2 AA and axe's own best practices, on the page as people have it;
// in the themes after the first those about colours, since nothing else is different there.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faults as faultsOf } from './axe';
import { DESKTOP, PHONE } from './browser';
import { Chooser } from './choice';
import { checkDeal, SOON_OVER, openTable, playOn } from './clicks';
import { dealTable } from './dealt';
import { firstOf, setUp } from './setup';
import { HAND_AND_FOOT } from './tables';

const { server, person } = setUp();
const THEMES = ['dark', 'light', 'contrast'] as const;
const SIZES = firstOf([
  ['desktop', DESKTOP, THEMES],
  ['phone', PHONE, THEMES.slice(0, 1)], // its colours are the same
] as const);

/** Faults of a screen in a theme. */
function faults(page: Page, theme: (typeof THEMES)[number], what: string): Promise<string[]> {
  return faultsOf(page, `${theme} ${what}`, theme === THEMES[0] ? null : 'cat.color');
}

/** As somebody likes it; the page of a table goes on where it stood. */
async function dress(page: Page, theme: string): Promise<void> {
  const like = { theme, takeBackMs: 0, askDiscard: false };
  await page.evaluate(
    (liked) => localStorage.setItem('canasta.settings', JSON.stringify(liked)),
    like,
  );
  await page.reload();
}

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`).first();

test.each(SIZES)('pages before a table (%s)', async (_, size, themes) => {
  const { page } = await person(size);
  await page.goto(server.address);
  const all: string[] = [];
  for (const theme of themes) {
    await page.goto(server.address);
    await dress(page, theme);
    await action(page, 'start').waitFor();
    all.push(...(await faults(page, theme, 'start')));
    await page.locator('[aria-expanded="false"]').first().click();
    all.push(...(await faults(page, theme, 'choices')));
    for (const hash of ['#house', '#which']) {
      await page.goto(`${server.address}${hash}`);
      await page.locator('h1').waitFor();
      await page.waitForTimeout(500);
      all.push(...(await faults(page, theme, hash)));
    }
  }
  expect(all).toEqual([]);
});

test.each(SIZES)('a table, and what opens over it (%s)', async (_, size, themes) => {
  const { page } = await dealTable(person, server.address, { ...HAND_AND_FOOT, size });
  const all: string[] = [];
  for (const theme of themes) {
    await dress(page, theme);
    await page.locator('button.own').first().waitFor();
    all.push(...(await faults(page, theme, 'table')));
    for (const name of ['menu', 'rules', ...(size === PHONE ? ['log'] : [])]) {
      await action(page, name).click();
      await page.locator('dialog[open]').waitFor();
      all.push(...(await faults(page, theme, name)));
      await action(page, 'close').click();
    }
  }
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  all.push(...(await faults(page, THEMES[0], 'keys')));
  expect(all).toEqual([]);
});

test.each(SIZES)('a score sheet with a deal that was checked (%s)', async (_, size, themes) => {
  const { page } = await person(size);
  const wish = { rules: 'two_player', players: 2, overrides: SOON_OVER, bot: 'racer' };
  await openTable(page, server.address, wish);
  await playOn(page, await Chooser.make(), 'game_end');
  const all: string[] = [];
  for (const theme of themes) {
    await dress(page, theme);
    await page.locator('[data-sheet]').waitFor();
    await checkDeal(page);
    all.push(...(await faults(page, theme, 'score')));
  }
  expect(all).toEqual([]);
});
