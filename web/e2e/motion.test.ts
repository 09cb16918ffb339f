// Cards fly from where they were to where they belong. Not here: which (tests/moves.test.ts).
// Invariant: what is measured is what the browser animates.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { selectCards } from './clicks';
import { dealTable, type Deal, type Dealt } from './dealt';
import { setUp } from './setup';
import { melds } from './tables';

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

async function seated(
  size: Size = DESKTOP,
  like = '{}',
  other: Partial<Deal> = {},
): Promise<Dealt> {
  const events = [DEAL, '0 draw gets 8c'];
  const deal = { size, rules: 'classic_pagat', events, ...other };
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

/** Bruno has six jacks, and it is his turn again. */
const SIX_JACKS = [
  DEAL,
  ...['0 draw gets 8c', '0 discard 8c', '1 draw gets ?'],
  ...['Jc', 'Jd', 'Js', 'Js', 'Jc', 'Jh'].map((card) => `1 lay ${card}`),
  ...['1 open', '1 discard 4s', '2 draw gets ?', '2 discard 5s', '3 draw gets ?', '3 discard 6s'],
  ...['0 draw gets 8d', '0 discard 8d'],
];

test.each([
  ['natural', 'Jd', '.d, .h', DESKTOP],
  ['mixed', '2c J', '.c, .s', DESKTOP],
  ['natural', 'Jd', '.d, .h', { width: 768, height: 1024 }],
] as const)('a fan closes into a %s canasta as %s comes to it', async (kind, card, top, size) => {
  const { page, tell } = await seated(size, '{"speed":"slow"}', { events: SIX_JACKS });
  await page.waitForFunction(() => // all lies where it will lie
    [...document.querySelectorAll('.item')].every((one) => one.getAnimations().length === 0),
  );
  const fan = page.locator('[data-side="1"] [data-meld="0"] .slot');
  const slots = await fan.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  expect(slots).toHaveLength(6);
  const seen = page.locator('[data-side="1"] [data-meld="0"]');
  // While cards come, by the page itself: a busy machine may ask when all have come.
  const whileFlying = await seen.evaluateHandle((one) => {
    const told: { opacity: string } = { opacity: '' };
    const flights = document.querySelector('.flights') ?? document.body;
    new MutationObserver(() => {
      if (flights.childElementCount > 0 && told.opacity !== '0')
        told.opacity = getComputedStyle(one).opacity;
    }).observe(flights, { childList: true });
    return told;
  });
  tell(discard(10, 1, '1 draw gets ?', `1 lay ${card}`, '1 discard 7s'));
  await expect.poll(() => flown(page)).toHaveLength(9);
  const pile = await middle(page, '[data-side="1"] [data-meld="0"] svg.card');
  const came = (await flown(page)).filter(({ to }) => Math.abs(to.x - pile.x) < 3);
  expect(came.length).toBeGreaterThanOrEqual(7); // the fan and the card that completes it
  const from = came.map((one) => Math.round(one.from.x));
  for (const x of slots) expect(from).toContain(Math.round(x));
  for (const { duration } of came) expect(duration).toBe(350);
  const opacity = (): Promise<string> => seen.evaluate((one) => getComputedStyle(one).opacity);
  const { opacity: before } = await whileFlying.jsonValue();
  expect(before).toBe('0'); // the pile is seen when the cards have come
  await expect.poll(() => page.locator('.flight').count()).toBe(0);
  expect(await opacity()).toBe('1');
  expect(await seen.locator(`.squared .seal.${kind}`).count()).toBe(1);
  expect(await fan.count()).toBe(1);
  expect(await seen.locator('svg.card').and(page.locator(top)).count()).toBe(1);
});

test('a canasta that was completed while the line was away lies there squared up', async () => {
  const { page, tell } = await seated(DESKTOP, '{}', { events: SIX_JACKS });
  tell({ t: 'welcome', v: 1, seat: 0, table: 'T', n: 0, resumed: true });
  tell(discard(10, 1, '1 draw gets ?', '1 lay Jd', '1 discard 7s'));
  tell({ t: 'seats', seats: [] });
  await page.locator('[data-side="1"] [data-meld="0"] .squared').waitFor();
  expect(await flown(page)).toEqual([]);
});

test('a packet that is picked up flies to the hand, of another seat to its badge', async () => {
  const first = 'deal 1 dealer 3 turned 9d hand 0:4c4d4h5c5d5h6c6d6h7c7d7hAh';
  const packet = '9c9d9hTcTdThJcJdJhQcQdQsKc';
  const { page, tell } = await seated(DESKTOP, '{}', {
    rules: 'hand_and_foot',
    start: 'view seat 0 dealer 3 played 0 totals 0,0',
    events: [first, '0 draw gets AcAd'],
  });
  const own = await middle(page, '.ours [data-packets]');
  const theirs = await middle(page, '[data-seat="1"] [data-packets]');
  const at = (place: { x: number; y: number }, one: Flown): boolean =>
    Math.hypot(one.from.x - place.x, one.from.y - place.y) < 8;
  tell(discard(10, 0, ...melds(0, '4567A'), `0 open gets ${packet} packet stock 0`));
  const hand = page.locator('button.own');
  await expect.poll(() => hand.count()).toBe(13);
  const mine = (await flown(page)).filter((one) => at(own, one));
  expect(mine).toHaveLength(13);
  const box = await page.locator('.area-hand').boundingBox();
  for (const { to } of mine) expect(to.y).toBeGreaterThan((box?.y ?? Infinity) - 8);
  await expect.poll(() => page.locator('.flight').count()).toBe(0);

  tell(discard(11, 0, '0 discard Kc'));
  const lays = melds(1, '4567A');
  const opened = `1 open gets ${'?'.repeat(13)} packet stock 0`;
  tell(discard(12, 1, '1 draw gets ??', ...lays, opened));
  await expect
    .poll(async () => (await flown(page)).filter((one) => at(theirs, one)).length)
    .toBe(6);
});
