// A new user's evening: a private table by house rules, two people and two computers, a phone that
// dies, a server that is killed twice, and at the end every deal verified.
// Not here: what a deal's bytes are (tests/fair.test.ts).
// Invariant: the lost phone's storage is gone; nothing of it reaches the device that comes after.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from './browser';
import { Chooser } from './choice';
import { act, checkDeal, hash, momentNow, nextHand, openOptions, view } from './clicks';
import { PROGRAM } from './server';
import { setUp } from './setup';
import { actTogether, quiet, ready } from './together';

const { server, person } = setUp();

/** Two short hands: one pack, so that the stock is soon at its end. */
const HOUSE = ['rules', 'code', 'classic_pagat', 'decks=1', 'jokers_total=2', 'rounds=2'];

const program = (...words: string[]): string => execFileSync(PROGRAM, words, { encoding: 'utf8' });
const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);

/** The computers of the tables that are made here do not wait. */
const hurry = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    localStorage.setItem(
      'canasta.settings',
      '{"paceMs":0,"sound":false,"takeBackMs":0,"askDiscard":false}',
    ),
  );

async function makeTable(page: Page, code: string): Promise<string> {
  await page.goto(`${server.address}#play=${code}`);
  await openOptions(page);
  await page.locator('input[name="name"]').fill('Anna');
  await expect.poll(() => page.locator(`input[value="${code}"]`).isChecked()).toBe(true);
  await page.locator('input[name="company"][value="people"]').check();
  await action(page, 'start').click();
  await page.locator('[data-gathering]').waitFor();
  return page.locator('[data-link="gather"]').inputValue();
}

async function sitDown(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('input[name="name"]').fill('Ben');
  await page.locator('[data-sit="2"]').click();
  await page.locator('[data-gathering]').waitFor();
}

/** On the start page: an account made, or signed in to. */
async function account(page: Page, what: 'make-account' | 'sign-in'): Promise<void> {
  await page.locator('[data-you] summary').click();
  await page.locator('input[name="login"]').fill('ben.of-the-evening');
  await page.locator('input[name="password"]').fill('a phone may die');
  await action(page, what).click();
  await expect
    .poll(() => page.locator('[data-person]').innerText())
    .toContain('ben.of-the-evening');
}

async function crash(...pages: Page[]): Promise<void> {
  await server.kill();
  for (const page of pages) await page.locator('[data-offline]').waitFor();
  await server.start();
  for (const page of pages)
    await page.locator('[data-offline]').waitFor({ state: 'detached', timeout: 30_000 });
}

/** Plays until the hand is over for all. */
async function finishHand(pages: readonly Page[], chooser: Chooser): Promise<void> {
  for (;;) {
    const { i, now } = await ready(pages);
    const page = pages[i];
    if (page === undefined || now !== 'turn') break;
    await act(page, chooser);
  }
  for (const page of pages) await expect.poll(() => momentNow(page)).toMatch(/^(scored|game_end)$/);
}

/** What the program says of the record that this page downloads. */
async function verified(page: Page, folder: string, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    action(page, 'record').click(),
  ]);
  const file = join(folder, name);
  await download.saveAs(file);
  program('replay', file);
  return program('verify', file).trim();
}

test('an evening', async () => {
  const [anna, phone] = [await person(DESKTOP), await person(PHONE)];
  for (const { page } of [anna, phone]) await hurry(page);
  const code = program(...HOUSE).trim();
  await sitDown(phone.page, await makeTable(anna.page, code));
  await expect
    .poll(() => anna.page.locator('[data-gathering]').innerText())
    .toMatch(/Here: You and Ben/);
  expect(await action(phone.page, 'deal').count()).toBe(0);
  await phone.page.locator('.brand').click();
  await account(phone.page, 'make-account');
  await phone.page.locator('[data-game]').click();
  await phone.page.locator('[data-gathering]').waitFor();

  await action(anna.page, 'deal').click();
  const chooser = await Chooser.make();
  await actTogether([anna.page, phone.page], chooser, 3);
  const [, before] = await quiet(anna.page, phone.page);
  await phone.context.close();
  await crash(anna.page);

  const tablet = await person(DESKTOP);
  await tablet.page.goto(server.address);
  expect(await tablet.page.locator('[data-game]').count()).toBe(0);
  await account(tablet.page, 'sign-in');
  expect(await tablet.page.locator('[data-playing-as]').innerText()).toContain('Ben');
  await tablet.page.locator('input[name="new-password"]').fill('a phone has died');
  await action(tablet.page, 'change-password').click();
  await expect.poll(() => tablet.page.locator('input[name="new-password"]').inputValue()).toBe('');
  expect(await tablet.page.locator('[role="alert"]').count()).toBe(0);
  await tablet.page.locator('[data-game]').click();
  await tablet.page.locator('main.table').waitFor();
  expect((await view(tablet.page))?.me).toBe(2);
  const pages = [anna.page, tablet.page];
  await expect.poll(() => hash(tablet.page)).toBe(before);

  await finishHand(pages, chooser);
  expect(await checkDeal(anna.page)).toBe('proven proven proven proven proven');
  // The new device has seen neither the commitment nor its person's part, and says so.
  expect(await checkDeal(tablet.page)).toBe('proven unknown unknown proven proven');

  await nextHand(anna.page);
  await actTogether(pages, chooser, 2);
  await crash(...pages);
  await finishHand(pages, chooser);
  expect((await view(anna.page))?.phase).toBe('game_end');
  expect(await checkDeal(anna.page)).toBe('proven proven proven proven proven');
  expect(await checkDeal(tablet.page)).toBe('proven proven unknown proven proven');

  const folder = mkdtempSync(join(tmpdir(), 'canasta-evening-'));
  try {
    for (const [i, page] of pages.entries()) {
      const said = (await verified(page, folder, `${i}.record`)).split('\n');
      expect(said.slice(0, 2).map((line) => line.replace(/^.*?: |commitment .*, /g, ''))).toEqual([
        expect.stringMatching(/^hand 1: proven: deal 1 of table \w{10}, parts of 0 2$/),
        expect.stringMatching(/^hand 2: proven: deal 2 of table \w{10}, parts of 0 2$/),
      ]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const page of pages) expect(await page.locator('[data-fair-alarm]').count()).toBe(0);
  expect([...anna.errors, ...phone.errors, ...tablet.errors]).toEqual([]);
});
