// One page at a table that the test itself deals: the partner's question, the tray, order, keys.
// Not here: a server's part in it; the WebSocket is answered by the test.
// Invariant: the engine in the page takes every line, so the dealt table is a possible one.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { view } from './clicks';
import { dealTable, type Dealt } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();

const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const MELDS = ['Jc', 'Jd', 'Jh', 'Js', 'Jc', 'Jd', 'Jh'].map((card) => `2 lay ${card}`);
const TO_THE_QUESTION = [
  ...[
    '0 draw gets 8c',
    '0 discard 8c',
    '1 draw gets ?',
    '1 discard 4s',
    '2 draw gets ?',
    ...MELDS,
    '2 open',
    '2 discard 5s',
  ],
  ...[
    '3 draw gets ?',
    '3 discard 6s',
    '0 draw gets 8d',
    '0 discard 8d',
    '1 draw gets ?',
    '1 discard 7s',
    '2 draw gets ?',
    '2 ask',
  ],
];

const deal = (size: Size, events: string[]): Promise<Dealt> =>
  dealTable(person, server.address, { size, rules: 'classic_pagat', events: [DEAL, ...events] });

const order = (page: Page): Promise<string[]> =>
  page
    .locator('button.own')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card') ?? ''));

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('the partner’s question is answered by one tap (%s)', async (_, size) => {
  const { page, sent } = await deal(size, TO_THE_QUESTION);
  const question = page.locator('[role="alertdialog"]');
  expect(await question.innerText()).toContain('Clara (computer) asks: “May I go out?”');
  expect(await page.title()).toBe('Your turn – Canasta');
  const box = await question.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(size.height);
  await page.locator('[data-answer="yes"]').click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play: 'yes', at: 9 });
});

test('both sides, their minimum, the canasta and the pile are shown in words', async () => {
  const { page } = await deal(DESKTOP, TO_THE_QUESTION);
  expect(await page.locator('[data-score="0"]').innerText()).toMatch(
    /US\s+1,200\s+min 50 · melded/,
  );
  expect(await page.locator('[data-score="1"]').innerText()).toMatch(/THEM\s+−40\s+minimum 15/);
  expect(await page.locator('[data-side="0"] [data-meld="0"]').getAttribute('aria-label')).toBe(
    'Jacks, 7 cards, natural canasta',
  );
  expect(await page.locator('[data-pile]').getAttribute('aria-label')).toContain(
    'seven of spades on top',
  );
  expect(await page.locator('[data-seat="3"]').innerText()).toContain('drew a card');
  expect(await page.locator('.log li').first().innerText()).toBe(
    'You drew the eight of clubs and discarded the eight of clubs.',
  );
});

/** Where a card of the hand lies once it has stopped moving. */
async function atRest(page: Page, card: string): Promise<{ x: number; y: number }> {
  const place = page.locator(`button.own[data-card="${card}"]`);
  for (let before = await place.boundingBox(); ;) {
    await page.waitForTimeout(150);
    const now = await place.boundingBox();
    if (now !== null && now.x === before?.x && now.y === before.y) return now;
    before = now;
  }
}

test('cards are dragged, moved by buttons and walked through by keys', async () => {
  const { page } = await deal(DESKTOP, ['0 draw gets 8c']);
  const sorted = await order(page);
  expect(sorted).toEqual(['4c', '5d', '7h', '8c', '9s', 'Qc', 'Qd', 'Qs', 'Kc', 'Kd', 'Kh', '2c']);

  const from = await atRest(page, '4c');
  const to = await atRest(page, '9s');
  await page.mouse.move(from.x + 12, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 24, to.y + 40, { steps: 6 });
  await page.mouse.up();
  expect(await order(page)).toEqual(['5d', '7h', '8c', '9s', '4c', ...sorted.slice(5)]);
  expect(await page.locator('button.own[aria-pressed="true"]').count()).toBe(0);

  await page.locator('[data-card="5d"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await page.locator('button.own[aria-pressed="true"]').getAttribute('data-card')).toBe(
    '7h',
  );
  await page.locator('[data-action="left"]').click();
  expect((await order(page)).slice(0, 2)).toEqual(['7h', '5d']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sort by rank' }).click();
  expect(await order(page)).toEqual(sorted);
});

test('the tray counts and undoes; the tapped king is the one that is sent', async () => {
  const { page, sent } = await deal(PHONE, ['0 draw gets 8c']);
  const tap = async (...cards: string[]): Promise<void> => {
    for (const card of cards)
      await page.locator(`button.own[data-card="${card}"]`).click({ position: { x: 8, y: 12 } });
  };
  const count = (): Promise<string> => page.locator('[data-count]').innerText();
  await tap('Kd', 'Kh', '2c');
  await page.locator('[data-action="stage"]').click();
  expect(await count()).toBe('40 of 50 – 10 more');
  await page.locator('[data-action="confirm"]').click();
  expect(await page.locator('[role="alert"]').innerText()).toBe(
    'Your first melds count 40 points and must count at least 50.',
  );
  await tap('Kc');
  await page.locator('[data-add="0"]').click();
  expect(await count()).toBe('50 of 50 – enough');
  await page
    .locator('[data-group="0"] button[aria-label="Take the two of clubs back"]')
    .click({ position: { x: 8, y: 12 } });
  expect(await count()).toBe('30 of 50 – 20 more');
  await tap('Qc', 'Qd', 'Qs');
  await page.locator('[data-action="stage"]').click();
  await page.locator('[data-action="undo"]').click();
  expect(await count()).toBe('30 of 50 – 20 more');
  await tap('2c');
  await page.locator('[data-add="0"]').click();
  await page.locator('[data-action="confirm"]').click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play: 'open KdKhKc2c', at: 9 });
  expect((await view(page))?.hand).toHaveLength(12);
});

test('every button has a name, and the page fits the narrowest phone', async () => {
  const { page } = await deal({ width: 320, height: 568 }, ['0 draw gets 8c']);
  const nameless = await page
    .locator('button')
    .evaluateAll(
      (buttons) =>
        buttons.filter(
          (one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === '',
        ).length,
    );
  expect(nameless).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test.each([
  ['always', 'pile_inspection = always', PHONE, 26],
  ['always', 'pile_inspection = always', DESKTOP, 26],
  ['the last three', 'pile_inspection = top_n; pile_inspection_cards = 3', PHONE, 2],
  ['never', 'pile_inspection = never', PHONE, 0],
] as const)('as much of the pile is shown as may be looked at: %s', async (_, rule, size, most) => {
  const suits = ['c', 'd', 'h', 's', 's'];
  const cards = [4, 5, 6, 7, 8].flatMap((rank) => suits.map((suit) => `${rank}${suit}`));
  const thrown = cards.flatMap((card, i) => {
    const seat = (i + 1) % 4;
    return [`${seat} draw gets ${seat === 0 ? card : '?'}`, `${seat} discard ${card}`];
  });
  const { page } = await dealTable(person, server.address, {
    ...{ size, rules: 'classic_pagat', overrides: rule },
    events: [DEAL, '0 draw gets 8c', '0 discard 8c', ...thrown],
  });
  const lies = ['9d', '8c', ...cards.slice(0, -1)].reverse(); // the top card is the last one
  expect((await view(page))?.pile.beneath).toEqual(lies.slice(0, most));
  const look = page.locator('[data-action="look-through"]');
  expect(await look.count()).toBe(most === 0 ? 0 : 1);
  if (most === 0) return;
  const shown = page.locator('[data-through] li');
  await look.click();
  expect(await shown.count()).toBe(most);
  await shown.last().scrollIntoViewIfNeeded();
  expect(await shown.last().isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => shown.count()).toBe(0);
  await look.click();
  await page.goBack();
  await expect.poll(() => shown.count()).toBe(0);
  expect(await look.isVisible()).toBe(true); // still at the table
});
