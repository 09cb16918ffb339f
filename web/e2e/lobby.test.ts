// The start page: how long a game is under each rule set, and where its maker sits.
// Not here: inviting others (two_people.test.ts), the rules in words (melds_by_hand.test.ts).
// Invariant: what the page says of a game is what its table then plays.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { RuleSet } from '../src/api';
import { shortTarget } from '../src/lengths';
import { points } from '../src/messages/words.en';
import { DESKTOP, PHONE } from './browser';
import { view } from './clicks';
import { setUp } from './setup';

const { server, person } = setUp();

const option = (page: Page, name: string, value: string | number) =>
  page.locator(`input[name="${name}"][value="${value}"]`);

const values = (page: Page, name: string): Promise<string[]> =>
  page
    .locator(`input[name="${name}"]`)
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

const words = (page: Page, value: string): Promise<string> =>
  page.locator('label.choice', { has: option(page, 'length', value) }).innerText();

async function start(page: Page): Promise<void> {
  await page.locator('[data-action="start"]').click();
  await page.locator('main.table').waitFor();
}

test('each rule set has its own short game and its own target', async () => {
  const answer = await fetch(`${server.address}v1/rules`);
  const sets = ((await answer.json()) as { rulesets: RuleSet[] }).rulesets;
  const { page, errors } = await person(DESKTOP);
  await page.goto(server.address);
  for (const set of sets) {
    await option(page, 'rules', set.name).check();
    for (const [i, players] of set.players.entries()) {
      const what = `${set.name} for ${players}`;
      const target = set.targets[i] ?? 0;
      expect(set.rounds[i], what).toBe(0);
      if (set.players.length > 1) await option(page, 'players', players).check();
      expect(await values(page, 'length'), what).toEqual(['hand', 'short', 'full']);
      expect(await words(page, 'short'), what).toContain(`to ${points(shortTarget(target))}`);
      expect(await words(page, 'full'), what).toContain(`to ${points(target)}`);
      expect(await values(page, 'seat'), what).toHaveLength(players);
    }
  }
  expect(sets.length).toBeGreaterThanOrEqual(29);
  expect(errors).toEqual([]);
});

test('a page longer than the screen lies on felt down to its end, and is no wider', async () => {
  for (const size of [PHONE, DESKTOP]) {
    const { page } = await person(size);
    await page.goto(server.address);
    await option(page, 'rules', 'samba').waitFor();
    const found = await page.evaluate(() => {
      const root = document.documentElement;
      return {
        ground: getComputedStyle(root).backgroundColor,
        longer: root.scrollHeight > root.clientHeight,
        wider: root.scrollWidth > root.clientWidth,
      };
    });
    expect(found).toEqual({ ground: 'rgb(11, 51, 38)', longer: true, wider: false });
  }
});

test('the game that was chosen is the one that is played', async () => {
  const { page } = await person(PHONE);
  await page.goto(server.address);
  await option(page, 'rules', 'relaxed').check();
  await option(page, 'players', 6).check(); // its form for six goes to 10,000
  await option(page, 'length', 'short').check();
  await start(page);
  expect(await view(page)).toMatchObject({ target: 6000, rounds: 0, player_count: 6 });
  await page.goto(server.address);
  expect(await page.locator('[data-game]').first().innerText()).toContain('to 6,000');

  await option(page, 'rules', 'hand_and_foot').check();
  await option(page, 'length', 'full').check();
  await start(page);
  expect(await view(page)).toMatchObject({ target: 20000, rounds: 0 });
});

test('the maker of a table sits where he likes, in the first seat if he does not say', async () => {
  const { page } = await person(PHONE);
  await page.goto(server.address);
  await option(page, 'rules', 'classic_pagat').check();
  expect(await option(page, 'seat', 0).isChecked()).toBe(true);
  await option(page, 'seat', 2).check();
  await start(page);
  expect((await view(page))?.me).toBe(2);
  const names = await page.locator('[data-seat] .name').allInnerTexts();
  expect(names).toEqual(['Rook', 'Domino', 'Gizmo']);

  await page.goto(server.address);
  await option(page, 'rules', 'classic_pagat').check();
  await option(page, 'seat', 3).check();
  await option(page, 'rules', 'two_player').check(); // it has no fourth seat
  expect(await option(page, 'seat', 0).isChecked()).toBe(true);
  await start(page);
  expect((await view(page))?.me).toBe(0);
});

test('the server gives no seat that the table does not have', async () => {
  const ask = (seat: unknown): Promise<Response> => {
    const body = JSON.stringify({ rules: 'two_player', seat });
    return fetch(`${server.address}v1/tables`, { method: 'POST', body });
  };
  expect(await (await ask(1)).json()).toMatchObject({ seat: 1 });
  for (const seat of [2, 6, -1, 'one']) {
    const answer = await ask(seat);
    expect([answer.status, (await answer.json()) as unknown]).toMatchObject([
      400,
      { error: 'FORMAT' },
    ]);
  }
});
