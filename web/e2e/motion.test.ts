// Cards fly from where they were to where they belong. Not here: which (tests/moves.test.ts).
// Invariant: what is measured is what the browser animates.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { selectCards } from './clicks';
import { dealTable, type Dealt } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';

interface Flown {
  from: { x: number; y: number };
  to: { x: number; y: number };
  duration: number;
}

declare global {
  interface Window {
    flown?: Flown[];
  }
}

/** Notes every card that sets out from now on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const flown: Flown[] = (window.flown = []);
    const place = (frame?: ComputedKeyframe): { x: number; y: number } => {
      const [x = NaN, y = NaN] = String(frame?.['transform']).match(/-?[\d.]+(?=px)/g) ?? [];
      return { x: Number(x), y: Number(y) };
    };
    const list = document.querySelector('.flights');
    if (list === null) throw new Error('nothing flies on this page');
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        const [flight] = node instanceof Element ? node.getAnimations() : [];
        const effect = flight?.effect;
        if (!(effect instanceof KeyframeEffect)) continue;
        const frames = effect.getKeyframes();
        const duration = Number(effect.getTiming().duration);
        flown.push({ from: place(frames[0]), to: place(frames.at(-1)), duration });
      }
    }).observe(list, { childList: true });
  });
}

const flown = (page: Page): Promise<Flown[]> => page.evaluate(() => window.flown ?? []);

async function middle(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const { x = 0, y = 0 } = (await page.locator(selector).first().boundingBox()) ?? {};
  return { x, y };
}

async function near(page: Page, place: { x: number; y: number }, selector: string): Promise<void> {
  const lies = await middle(page, selector);
  expect(Math.abs(place.x - lies.x), `${selector}: across`).toBeLessThan(8);
  expect(Math.abs(place.y - lies.y), `${selector}: down`).toBeLessThan(20);
}

async function seated(size: Size = DESKTOP, like = '{}'): Promise<Dealt> {
  const events = [DEAL, '0 draw gets 8c'];
  const deal = { size, rules: 'classic_pagat', events };
  const dealt = await dealTable(person, server.address, deal, 'usual');
  await dealt.page.evaluate((liked) => localStorage.setItem('canasta.settings', liked), like);
  await dealt.page.reload();
  await dealt.page.locator('button.own').first().waitFor();
  await watch(dealt.page);
  return dealt;
}

const discard = (seq: number, seat: number, ...events: string[]): Record<string, unknown> => ({
  ...{ t: 'ev', seq, kind: 'play', seat, events },
});

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('a card that another seat throws flies from its badge to the pile (%s)', async (_, size) => {
  const { page, tell } = await seated(size);
  tell(discard(10, 0, '0 discard 8c'));
  await expect.poll(() => flown(page)).toHaveLength(1);
  await near(page, (await flown(page))[0]?.to ?? { x: 0, y: 0 }, '[data-pile] .picture');

  tell(discard(11, 1, '1 draw gets ?', '1 discard 4s'));
  await expect.poll(() => flown(page)).toHaveLength(3);
  const [, drawn, thrown] = await flown(page);
  if (drawn === undefined || thrown === undefined) throw new Error('two set out');
  await near(page, drawn.from, '[data-stock] .picture');
  await near(page, drawn.to, '[data-seat="1"] .mini');
  await near(page, thrown.from, '[data-seat="1"] .mini');
  await near(page, thrown.to, '[data-pile] .picture');
  for (const { duration } of await flown(page)) {
    expect(duration).toBeGreaterThanOrEqual(120);
    expect(duration).toBeLessThanOrEqual(350);
  }
  await expect.poll(() => page.locator('.flight').count()).toBe(0);
});

test('the own discard sets out when it is thrown, not when it is sent', async () => {
  const { page, sent } = await seated();
  const before = await middle(page, 'button.own[data-card="4c"]');
  await selectCards(page, ['4c']);
  await page.locator('[data-action="discard"]').click();
  await expect.poll(() => flown(page)).toHaveLength(1);
  expect(Math.abs(((await flown(page))[0]?.from.x ?? 0) - before.x)).toBeLessThan(8);
  expect(sent.filter((frame) => frame['t'] === 'cmd')).toEqual([]);
});

test('melds of a whole turn fly at once, and a tap ends it', async () => {
  const { page, tell } = await seated(DESKTOP, '{"speed":"slow"}');
  tell(discard(10, 0, '0 discard 8c'));
  const lays = ['Jc', 'Jd', 'Jh', 'Jc', 'Jd', 'Jh', 'Js'].map((card) => `1 lay ${card}`);
  tell(discard(11, 1, '1 draw gets ?', ...lays, '1 open', '1 discard 4s'));
  await expect.poll(() => flown(page)).toHaveLength(10);
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointerdown')));
  expect(await page.locator('.flight').count()).toBe(0);
});

test.each([
  ['cards do not move at all', '{"speed":"none"}', 'no-preference'],
  ['the browser asks for less motion', '{}', 'reduce'],
] as const)('nothing flies where %s', async (_, like, reducedMotion) => {
  const { page, tell } = await seated(DESKTOP, like);
  await page.emulateMedia({ reducedMotion });
  tell(discard(10, 0, '0 discard 8c'));
  await page.locator('[data-pile][aria-label*="eight of clubs"]').waitFor();
  expect(await flown(page)).toEqual([]);
});

test('what was missed is not played again when the line comes back', async () => {
  const { page, tell } = await seated();
  tell({ t: 'welcome', v: 1, seat: 0, table: 'T', n: 0, resumed: true });
  tell(discard(10, 0, '0 discard 8c'));
  tell({ t: 'seats', seats: [] });
  await page.locator('[data-pile][aria-label*="eight of clubs"]').waitFor();
  expect(await flown(page)).toEqual([]);
  tell(discard(11, 1, '1 draw gets ?', '1 discard 4s'));
  await expect.poll(() => flown(page)).toHaveLength(2);
});
