// No screen has a fault that axe-core finds. Not here: what a person with a screen reader hears.
// Invariant: the rules of WCAG 2.2 AA and axe's own best practices, on the page as people have it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faults } from './axe';
import { DESKTOP, PHONE, type Size } from './browser';
import { act, checkDeal, moment, ONE_HAND, openTable, playOn } from './clicks';
import { Chooser } from './choice';
import { setUp } from './setup';

const { server, person } = setUp();
const SIZES: [string, Size][] = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
];

const THEMES = ['dark', 'light', 'contrast'] as const;

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

test.each(SIZES)('pages before a table (%s)', async (_, size) => {
  const { page } = await person(size);
  await page.goto(server.address);
  const all: string[] = [];
  for (const theme of THEMES) {
    await page.goto(server.address);
    await dress(page, theme);
    await action(page, 'start').waitFor();
    all.push(...(await faults(page, `${theme} start`)));
    await page.locator('[aria-expanded="false"]').first().click();
    all.push(...(await faults(page, `${theme} choices`)));
    for (const hash of ['#house', '#which']) {
      await page.goto(`${server.address}${hash}`);
      await page.locator('h1').waitFor();
      await page.waitForTimeout(500);
      all.push(...(await faults(page, `${theme} ${hash}`)));
    }
  }
  expect(all).toEqual([]);
});

test.each(SIZES)('a table, what opens over it, and its score sheet (%s)', async (_, size) => {
  const { page } = await person(size);
  await openTable(page, server.address, {
    ...{ rules: 'classic_pagat', players: 4, overrides: ONE_HAND },
  });
  const chooser = await Chooser.make();
  for (let i = 0; i < 12 && (await moment(page)) === 'turn'; i++) await act(page, chooser);
  const all: string[] = [];
  for (const theme of THEMES) {
    await dress(page, theme);
    await moment(page);
    await page.locator('button.own').first().waitFor();
    all.push(...(await faults(page, `${theme} table`)));
    for (const name of ['menu', 'rules', ...(size === PHONE ? ['log'] : [])]) {
      await action(page, name).click();
      await page.locator('dialog[open]').waitFor();
      all.push(...(await faults(page, `${theme} ${name}`)));
      await action(page, 'close').click();
    }
  }
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  all.push(...(await faults(page, 'keys')));
  await action(page, 'close').click();
  await playOn(page, chooser, 'game_end');
  await checkDeal(page);
  all.push(...(await faults(page, 'contrast score')));
  for (const theme of ['light', 'dark']) {
    await dress(page, theme);
    await page.locator('[data-sheet]').waitFor();
    all.push(...(await faults(page, `${theme} score`)));
  }
  expect(all).toEqual([]);
});
