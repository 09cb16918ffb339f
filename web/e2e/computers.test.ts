// Who is played by a computer, by which and how well: said wherever a name stands.
// Not here: how they play. Invariant: a person who is there is never marked.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from './browser';
import { act, hurryBots, moment, momentNow, openOptions, openTable, playOn, view } from './clicks';
import { Chooser } from './choice';
import { dealTable } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp('leave', ['--grace', '300']);

const badges = (page: Page): Promise<string[]> =>
  page.locator('[data-seat]').evaluateAll((all) => all.map((one) => one.textContent ?? ''));

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('the usual player is Oona; names, log, score sheet and list say so (%s)', async (_, size) => {
  const { page, errors } = await person(size);
  await page.goto(server.address);
  await openOptions(page);
  expect(await page.locator('input[name="bot"][value="level:5"]').isChecked()).toBe(true);
  await page.locator('input[name="rules"][value="classic_pagat"]').check();
  await page.locator('input[name="length"][value="hand"]').check();
  await page.locator('[data-action="start"]').click();
  await page.locator('main.table').waitFor();
  await hurryBots(page);
  const words = page.locator('[data-seat] .words');
  expect(await words.allInnerTexts()).toEqual(Array(3).fill('Oona · level 5'));
  const inside = await words.evaluateAll((all) =>
    all.map((one) => {
      const seat = one.closest('[data-seat]')?.getBoundingClientRect();
      return one.getBoundingClientRect().right <= (seat?.right ?? 0);
    }),
  );
  expect(inside).toEqual([true, true, true]);
  for (const text of await badges(page)) expect(text).toContain('computer player Oona (level 5)');

  expect(await moment(page)).toBe('turn');
  await playOn(page, await Chooser.make(), 'game_end');
  const left = await page.locator('.left li').allInnerTexts();
  expect(left.filter((line) => line.includes('Oona · level 5'))).toHaveLength(3);
  expect(left.find((line) => line.startsWith('You'))).not.toContain('Oona');
  await page.locator('[data-action="look"]').click();
  if (size === PHONE) await page.locator('[data-action="log"]').click();
  expect(await page.locator('.legend').innerText()).toContain('the computer plays: Oona (level 5)');
  const lines = await page.locator('.log li').evaluateAll((all) =>
    all.map((one) => {
      const bot = one.querySelector('[data-bot]') !== null;
      return { text: one.textContent?.trim() ?? '', bot };
    }),
  );
  expect(lines.length).toBeGreaterThan(4);
  for (const { text, bot } of lines) expect(bot, text).toBe(!text.startsWith('You '));

  await page.goto(server.address);
  await expect
    .poll(() => page.locator('[data-game]').first().innerText())
    .toMatch(/Finished: (you|they) won.*Oona plays along/s);
  expect(errors).toEqual([]);
});

test('the maker of a table chooses who plays the other seats', async () => {
  const { page } = await person(PHONE);
  await page.goto(server.address);
  await openOptions(page);
  await page.locator('input[name="bot"][value="level:1"]').check();
  expect(await page.locator('[data-about]').innerText()).toMatch(/Ebbe\s+level 1 of 8\s+Still/);
  await page.locator('input[name="rules"][value="two_player"]').check();
  const order = page.waitForRequest((request) => request.method() === 'POST');
  await page.locator('[data-action="start"]').click();
  expect((await order).url()).toContain('/v1/tables');
  expect((await order).postDataJSON()).toMatchObject({ bot: 'level:1' });
  await page.locator('main.table').waitFor();
  expect(await page.locator('[data-seat] .words').allInnerTexts()).toEqual(['Ebbe · level 1']);
  expect(await page.locator('[data-seat] [data-face="level:1"]').count()).toBe(1);
});

test.each([
  ['random', 'Pip (beginner)'],
  ['racer', 'Max (quick)'],
  ['book', 'Vera (careful)'],
])('a table that names %s shows a person', async (bot, who) => {
  const { page } = await person(PHONE);
  const wish = { rules: 'two_player', players: 2, overrides: '', bot };
  await openTable(page, server.address, wish);
  expect((await badges(page)).join()).toContain(`computer player ${who}`);
  const face = page.locator(`[data-seat] [data-face="${bot}"]`);
  expect(await face.locator('ellipse').count()).toBe(1);
});

test('who was invited sees before sitting down who plays which seat', async () => {
  const { page } = await person(DESKTOP);
  const wish = { rules: 'two_player', players: 2, overrides: '', bot: 'racer' };
  await openTable(page, server.address, wish);
  await page.locator('[data-action="menu"]').click();
  const link = await page.locator('[data-invite]').inputValue();
  const guest = await person(PHONE);
  await guest.page.goto(link);
  const seats = guest.page.locator('main.join li');
  expect(await seats.last().innerText()).toContain('Free: computer player Max (quick)');
  expect(await seats.first().innerText()).not.toContain('computer');
});

test('who is away keeps the name, and is marked once the computer has played', async () => {
  const { page } = await person(PHONE);
  await openTable(page, server.address, { rules: 'two_player', players: 2, overrides: '' });
  const key = await page.evaluate(() => localStorage.getItem('canasta.games') ?? '');
  type Key = { table?: string; invite?: string };
  const [{ table = '', invite = '' } = {}] = JSON.parse(key) as Key[];
  const body = JSON.stringify({ invite, name: 'Berta' });
  const url = `${server.address}v1/tables/${table}/seats/1`;
  const seat = (await (await fetch(url, { method: 'POST', body })).json()) as { token: string };
  const badge = page.locator('[data-seat="1"]');
  await expect.poll(() => badge.innerText()).toContain('Berta');
  expect(await badge.innerText()).toContain('away');
  expect(await badge.locator('[data-bot]').count()).toBe(0);
  await moment(page);
  const chooser = await Chooser.make();
  while ((await momentNow(page)) !== null) await act(page, chooser);
  await badge.locator('[data-bot]').waitFor();
  expect(await badge.locator('.words').innerText()).toBe('Oona · level 5');
  expect(await badge.textContent()).toContain('away: the computer player Oona (level 5) stands in');

  // Berta comes: the mark goes.
  const berta = await person(PHONE);
  const game = { table, invite, seat: 1, name: 'Berta', rules: 'two_player', overrides: '', at: 0 };
  await berta.page.addInitScript(
    (own) => localStorage.setItem('canasta.games', JSON.stringify([own])),
    { ...game, ...seat },
  );
  await berta.page.goto(`${server.address}#t=${table}`);
  await berta.page.locator('main.table').waitFor();
  await expect.poll(() => badge.locator('[data-bot]').count()).toBe(0);
  expect(await badge.innerText()).not.toContain('away');
});

test('six at a table: on a phone every badge still marks a computer', async () => {
  const start = 'view seat 0 dealer 5 played 0 totals 0,0,0';
  const events = ['deal 1 dealer 5 turned 9d hand 0:4c4d4hQcQdQhKcKdKh8c8s9c7d then 0 gets -'];
  const deal = { size: PHONE, rules: 'six_hand_3sides', players: 6, start, events };
  const { page } = await dealTable(person, server.address, deal);
  expect((await view(page))?.hand_counts).toHaveLength(6);
  const marks = page.locator('[data-seat] [data-bot]');
  expect(await marks.count()).toBe(5);
  for (const one of await marks.all()) {
    expect(await one.locator('svg').isVisible()).toBe(true);
    expect(await one.getAttribute('title')).toContain('computer');
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    PHONE.width,
  );
  // A side that is called by its names marks those of a computer.
  expect(await page.locator('[data-side] h2 [data-bot]').count()).toBe(4);
});
