// A whole game of Classic in a real browser, by clicking, from the start page to the winner.
// Not here: other rule sets. Invariant: every number the page shows at the end is the engine's.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP } from './browser';
import { Chooser } from './choice';
import { hurryBots, moment, newGame, nextHand, playOn, selectCards, view } from './clicks';
import { setUp } from './setup';
import { shifts, watchShifts } from './shifts';

const { server, person } = setUp();

async function rematch(page: Page): Promise<void> {
  await page.locator('[data-action="rematch"]').click();
  await page.waitForFunction(() => {
    const now = window.canasta?.view(); // a game that is over may have ended in its first hand
    return now?.hand_number === 1 && now.phase !== 'game_end';
  });
}

test('a game of classic_pagat to 3,000 is played to its end by clicking', async () => {
  const { page, errors } = await person(DESKTOP);
  await newGame(page, server.address, 'classic_pagat', 'short', 'Anna');
  await hurryBots(page);
  const chooser = await Chooser.make();
  await page.locator('button.own').first().waitFor();
  await watchShifts(page);
  const first = await playOn(page, chooser, 'scored');
  expect((await shifts(page)).what).toEqual([]); // nothing has jumped
  const dealer = (await view(page))?.dealer ?? -1;
  let { openings } = first;
  if ((await view(page))?.phase === 'scored') {
    await nextHand(page);
    expect((await view(page))?.dealer).toBe((dealer + 1) % 4);
    const rest = await playOn(page, chooser, 'game_end');
    openings += rest.openings;
    first.hands += rest.hands;
  }
  const end = await view(page);
  if (end === null) throw new Error('no view');

  expect(end.phase).toBe('game_end');
  expect(end.winners).toHaveLength(1);
  const totals = end.sides.map((side) => side.total);
  expect(Math.max(...totals)).toBeGreaterThanOrEqual(3000);
  expect(totals[end.winners[0] ?? -1]).toBe(Math.max(...totals));
  expect(end.hand_number).toBe(first.hands); // one hand can be enough

  const sheet = page.locator('[data-sheet="game_end"]');
  await sheet.waitFor();
  const own = end.side_of[end.me];
  const hand = end.scores?.map((score) => score.total) ?? [];
  const best = hand[0] === hand[1] ? 'even' : String(hand.indexOf(Math.max(...hand)));
  const moment = sheet.locator(`[data-moment="${best}"]`);
  const words = { even: 'even', [String(own)]: 'The hand is yours' }[best] ?? 'They win the hand';
  expect(await moment.innerText()).toContain(words);
  expect(await moment.locator('.part').count()).toBe(
    (end.scores ?? []).flatMap(({ total: _, ...kinds }) =>
      Object.values(kinds).filter((points) => points !== 0),
    ).length,
  );
  const title = await page.locator('dialog h2').innerText();
  expect(title).toMatch(end.winners[0] === own ? /^You won/ : /^They won/);
  for (const total of totals) {
    const shown = new Intl.NumberFormat('en').format(total).replace('-', '−');
    expect(await sheet.locator('tr.total').innerText()).toContain(shown);
  }
  expect(errors).toEqual([]);

  await rematch(page);
  expect((await view(page))?.sides.map((side) => side.total)).toEqual([0, 0]);

  // Now and then the partner opens first in every hand of a game: then play another one.
  for (let games = 0; openings === 0 && games < 6; games++) {
    if (games > 0) await rematch(page);
    openings += (await playOn(page, chooser, 'game_end')).openings;
  }
  expect(openings).toBeGreaterThan(0);
});

test('a refused play says why and changes nothing', async () => {
  const { page } = await person(DESKTOP);
  await newGame(page, server.address, 'classic_pagat', 'hand', 'Clara');
  await hurryBots(page);
  expect(await moment(page)).toBe('turn');
  const before = await view(page);
  // The partner may have melded by now: only a card of another rank can never take the pile.
  const card = before?.hand.find((one) => one.charAt(0) !== before.pile.rank) ?? '';

  await selectCards(page, [card]);
  await page.locator('[data-action="take"]').click();
  await expect
    .poll(() => page.locator('[role="alert"][data-message]').innerText())
    .toMatch(/\w{3,}.*\.$/);
  await selectCards(page, []);

  await page.locator('[data-stock]').click();
  await expect.poll(async () => (await view(page))?.phase).toBe('meld');
  const held = (await view(page))?.hand ?? [];
  const now = await view(page);
  const melded = now?.sides[now.side_of[now.me] ?? 0]?.melds.map((meld) => meld.rank) ?? [];
  const odd = held.find((one) => !/^[23X]/.test(one) && !melded.includes(one.charAt(0))) ?? '';
  await selectCards(page, [odd]);
  await page.locator('[data-action="stage"]').click();
  await expect
    .poll(() => page.locator('[role="alert"][data-message]').innerText())
    .toMatch(/needs at least three cards|at least 3 cards/);
  expect((await view(page))?.hand).toEqual(held);
});
