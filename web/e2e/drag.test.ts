// A whole hand by dragging alone, and what a pulled card does and does not. Not here: taps, keys.
// Invariant: nothing is clicked where the test says so; the mouse and the finger are the browser's.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { view } from './clicks';
import { dealTable, type Dealt } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const BEFORE_DRAW = [DEAL];
const TURN = [DEAL, '0 draw gets 8c'];

const deal = (events: string[], size: Size = DESKTOP): Promise<Dealt> =>
  dealTable(person, server.address, { size, rules: 'classic_pagat', events });
const plays = ({ sent }: Dealt): unknown[] =>
  sent.filter((frame) => frame['t'] === 'cmd').map((frame) => frame['play']);
const order = (page: Page): Promise<string[]> =>
  page
    .locator('button.own')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card') ?? ''));

interface Point {
  x: number;
  y: number;
}

async function at(page: Page, selector: string, x: number, y: number): Promise<Point> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

const corner = (page: Page, card: string): Promise<Point> =>
  at(page, `button.own[data-card="${card}"]`, 0.15, 0.15);

async function pull(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('a card is drawn, groups are laid and a card is thrown by dragging (%s)', async (_, size) => {
  const fresh = await deal(BEFORE_DRAW, size);
  const hand = await at(fresh.page, '.area-hand', 0.5, 0.5);
  await pull(fresh.page, await at(fresh.page, '[data-stock] .picture', 0.5, 0.5), hand);
  await expect.poll(() => plays(fresh)).toEqual(['draw']);

  const dealt = await deal(TURN, size);
  const { page } = dealt;
  const ours = await at(page, '.ours', 0.7, 0.6);
  for (const [i, group] of [
    ['Kc', 'Kd', 'Kh'],
    ['Qc', 'Qd', 'Qs'],
  ].entries()) {
    const [first = '', ...others] = group;
    await pull(page, await corner(page, first), ours);
    for (const card of others)
      await pull(page, await corner(page, card), await at(page, `[data-group="${i}"]`, 0.3, 0.5));
    expect(await page.locator(`[data-group="${i}"] button.card`).count()).toBe(3);
  }
  await pull(page, await corner(page, '4c'), await at(page, '[data-pile] .picture', 0.5, 0.5));
  await expect.poll(() => plays(dealt)).toEqual(['open KcKdKh QcQdQs; discard 4c']);
});

test('what is dropped where nothing is meant goes back, and nothing is sent', async () => {
  const dealt = await deal(TURN);
  const { page } = dealt;
  const before = await order(page);
  await pull(page, await corner(page, '4c'), await at(page, '[data-seat="2"]', 0.5, 0.5));
  await pull(page, await corner(page, '4c'), await at(page, '[data-stock]', 0.5, 0.5));
  expect(await order(page)).toEqual(before);
  expect(await page.locator('button.own[aria-pressed="true"]').count()).toBe(0);
  expect(plays(dealt)).toEqual([]);
});

test('while a card is pulled over the pile, the pile says that it would go there', async () => {
  const { page } = await deal(TURN);
  const from = await corner(page, '4c');
  const to = await at(page, '[data-pile] .picture', 0.5, 0.5);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  expect(await page.locator('[data-pile][data-over]').count()).toBe(1);
  await page.mouse.move(from.x, from.y, { steps: 5 });
  expect(await page.locator('[data-pile][data-over]').count()).toBe(0);
  await page.mouse.up();
});

/** A finger comes down, slips and goes up again. */
async function slip(page: Page, from: Point, dx: number, dy: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  type Kind = 'touchStart' | 'touchMove' | 'touchEnd';
  const touch = (type: Kind, touchPoints: Point[]): Promise<unknown> =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: from.x + dx / 2, y: from.y + dy / 2 }]);
  await touch('touchMove', [{ x: from.x + dx, y: from.y + dy }]);
  await touch('touchEnd', []);
}

test.each([
  [0, 0],
  [12, 4],
  [0, 22],
  [-20, -10],
])('a finger that slips by %i, %i still taps the card it came down on', async (dx, dy) => {
  const { page } = await deal(TURN, PHONE);
  await slip(page, await corner(page, '9s'), dx, dy);
  const chosen = page.locator('button.own[aria-pressed="true"]');
  await expect.poll(() => chosen.count()).toBe(1);
  expect(await chosen.getAttribute('data-card')).toBe('9s');
  await page.waitForTimeout(500); // no click comes behind
  expect(await chosen.count()).toBe(1);
});

test('a button counts a finger that slips, too', async () => {
  const dealt = await deal(BEFORE_DRAW, PHONE);
  await slip(dealt.page, await at(dealt.page, '[data-action="draw"]', 0.5, 0.5), 18, 10);
  await expect.poll(() => plays(dealt)).toEqual(['draw']);
  expect((await view(dealt.page))?.phase).toBe('draw');
});
