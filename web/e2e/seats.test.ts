// People at the table: faces where they sit, who thinks, what is said and where it stands.
// Not here: who may say what (people.test.ts), what a screen needs (in_sight.test.ts).
// Invariant: what is measured is what a person would see.
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { dealTable, type Dealt } from './dealt';
import { setUp } from './setup';
import { HANDS, THREE_SIDES, type Dealing } from './tables';

const { server, person } = setUp();
const SIZES: Size[] = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1366, height: 625 },
  { width: 2560, height: 1440 },
];
const FULL = HANDS.slice(1, 2).map(([, dealing]) => dealing);
const NAMES = ['Anna', 'Bruno', 'Clara', 'David', 'Eva', 'Finn'];

/** Bruno is a person who is there, Clara one who is away. */
function seat(dealt: Dealt, count: number): void {
  const who = (i: number): string => (i < 3 ? 'human' : 'bot');
  const seats = NAMES.slice(0, count).map((name, i) => ({ name, who: who(i), present: i < 2 }));
  dealt.tell({ t: 'seats', seats });
}

/** Bubbles that are not whole on the screen, or lie on something that is needed. */
function misplaced(): string[] {
  const needed =
    '[data-meld], .own, [data-stock], [data-pile], .button, [data-message], [data-score]';
  return [...document.querySelectorAll<HTMLElement>('[data-bubble]')].flatMap((bubble) => {
    const box = bubble.getBoundingClientRect();
    const { left, top, right, bottom } = box;
    const faults: string[] = [];
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) faults.push('beyond');
    if (bubble.scrollWidth > bubble.clientWidth + 1) faults.push('cut off');
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!bubble.contains(hit)) faults.push(`covered by ${hit?.className}`);
    for (const one of document.querySelectorAll(needed)) {
      const it = one.getBoundingClientRect();
      const apart = it.left >= right || it.right <= left || it.top >= bottom || it.bottom <= top;
      if (!apart) faults.push(`on ${one.className}`);
    }
    return faults.map((fault) => `${bubble.dataset['bubble']}: ${fault}`);
  });
}

test.each<[string, Dealing]>([
  ...FULL.map((dealing): [string, Dealing] => ['four', dealing]),
  ['six', THREE_SIDES],
])(
  'what is said stands at the seat and covers nothing, at every size (%s people)',
  async (_, it) => {
    const dealt = await dealTable(person, server.address, { ...it, size: PHONE });
    const { page, tell } = dealt;
    const count = it.players ?? 4;
    seat(dealt, count);
    const others = Array.from({ length: count - 1 }, (_, i) => i + 1);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const seat of others) tell({ t: 'said', seat, what: seat % 2 ? 'well_played' : 'clap' });
      await expect.poll(() => page.locator('[data-bubble]').count()).toBe(others.length);
      await expect
        .poll(() => page.evaluate(misplaced), { message: JSON.stringify(size), timeout: 3000 })
        .toEqual([]);
    }
    expect(await page.locator('[data-seat="1"] [data-bubble]').innerText()).toBe('Well played');
    await expect.poll(() => page.locator('[data-bubble]').count(), { timeout: 8_000 }).toBe(0);
  },
);

test('it is heard once, and neither seen nor heard of who is muted', async () => {
  const [four] = FULL;
  if (four === undefined) throw new Error('no table');
  const dealt = await dealTable(person, server.address, { ...four, size: DESKTOP });
  const { page, tell } = dealt;
  seat(dealt, 4);
  tell({ t: 'said', seat: 1, what: 'good_luck' });
  await page.locator('[data-seat="1"] [data-bubble]').waitFor();
  expect(await page.locator('[data-bubble]').getAttribute('aria-hidden')).toBe('true');
  expect(await page.locator('[role="status"] [data-said="1"]').innerText()).toBe(
    'Bruno: Good luck',
  );
  expect(await page.getByText('Good luck').count()).toBe(2); // seen once, heard once
  await page.locator('[data-action="menu"]').click();
  await page.locator('[data-mute="1"]').click();
  await page.locator('[data-action="close"]').click();
  tell({ t: 'said', seat: 1, what: 'hello' });
  tell({ t: 'said', seat: 2, what: 'hello' });
  await page.locator('[data-seat="2"] [data-bubble]').waitFor();
  expect(await page.locator('[data-seat="1"] [data-bubble]').count()).toBe(0);
});

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['phone on its side', { width: 844, height: 390 }],
])('everybody has a face, and who thinks has three dots (%s)', async (_, size) => {
  const events = ['deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c', '0 draw gets 8c'];
  const deal = { size, rules: 'classic_pagat', events };
  const dealt = await dealTable(person, server.address, deal);
  const { page, tell } = dealt;
  seat(dealt, 4);
  const face = (seat: number) => page.locator(`[data-seat="${seat}"] .seated`);
  await expect.poll(() => face(1).innerText()).toBe('B');
  expect(await face(2).locator('.away [data-avatar]').innerText()).toBe('C');
  expect(await face(3).locator('[data-face="book"]').count()).toBe(1);
  expect(await page.locator('[data-seat] .dots').count()).toBe(0);
  tell({ t: 'ev', seq: 10, kind: 'play', seat: 0, events: ['0 discard 4c'] });
  await expect.poll(() => face(1).locator('.dots').isVisible()).toBe(true);
  expect(await page.locator('[data-seat] .dots').count()).toBe(1);
  expect(await page.locator('[data-seat="1"]').getAttribute('aria-current')).toBe('true');
});

test('news in the own turn leaves the hint in reach, and goes with the next tap', async () => {
  const [four] = FULL;
  if (four === undefined) throw new Error('no table');
  const dealt = await dealTable(person, server.address, { ...four, size: DESKTOP });
  const { page, tell } = dealt;
  const news = page.locator('[data-news]');
  for (const [i, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    const who = i % 2 === 0 ? 'human' : 'bot';
    const seats = NAMES.slice(0, 4).map((name, place) => ({
      ...{ name, who: place === 0 ? 'human' : who, present: true },
    }));
    tell({ t: 'seats', seats });
    await news.waitFor();
    const free = await page.locator('[data-action="hint"]').evaluate((hint) => {
      const { left, top, width, height } = hint.getBoundingClientRect();
      return [0.1, 0.5, 0.9].every((part) =>
        hint.contains(document.elementFromPoint(left + width * part, top + height / 2)),
      );
    });
    expect(free, JSON.stringify(size)).toBe(true);
    for (let all = 0; all < 3; all++)
      await page.locator('button.own').first().click({ position: { x: 10, y: 14 } });
    await expect.poll(() => news.count()).toBe(0);
  }
});
