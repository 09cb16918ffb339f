// Plays that few hands ask for, at a real table with a chosen deck: laying out the three that was
// held (S13), declaring a special hand (S21), passing where nothing may be discarded (S14).
// Not here: what a computer player comes to (rule_sets.test.ts).
// Invariant: a play is offered when it is possible, and then only.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { moment, nextHand, selectCards, view } from './clicks';
import { at, mouse, pull } from './drags';
import { setUp } from './setup';
import { stackedTable } from './stacked';

const setup = setUp();

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);
const message = (page: Page) => page.locator('[data-message]');

/** Waits until a button is there, or until the page has settled without it. */
const offered = (page: Page, name: string, there: boolean) =>
  expect.poll(() => action(page, name).count()).toBe(there ? 1 : 0);

/** On a phone the button is tapped, on a wide screen a card is dropped on it. */
async function does(page: Page, name: string): Promise<void> {
  if (page.viewportSize()?.width === PHONE.width) return action(page, name).click();
  await action(page, name).click({ trial: true }); // it answers
  const button = (): ReturnType<typeof at> => at(page, `[data-action="${name}"]`);
  await pull(mouse(page), await at(page, 'button.own', 0.15, 0.15), button);
}

async function draw(page: Page): Promise<void> {
  await moment(page);
  await page.locator('[data-stock]').click();
  await expect.poll(async () => (await view(page))?.phase).toBe('meld');
}

async function discard(page: Page, card: string): Promise<void> {
  await selectCards(page, [card]);
  await action(page, 'discard').click();
  await expect.poll(async () => (await view(page))?.seat).toBe(1);
}

/** What the log says of the own turns: folded away on small screens. */
async function logLine(page: Page): Promise<string> {
  const folded = action(page, 'log');
  const open = (await folded.count()) > 0;
  if (open) await folded.click();
  const line = await page.locator('.log li').first().innerText();
  if (open) await action(page, 'close').click();
  return line;
}

const SCREENS: [string, Size][] = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
];

// A side without melds may hold one three each; it stays in the hand until it is laid out.
const WITH_THREE = '3d4c5d6h7s8c9dThJsQcKdAh8s';
const WITHOUT_THREE = '4h4c5d6h7s8c9dThJsQcKdAh8s';
const american = (size: Size, hand: string, draws: string) =>
  stackedTable(setup, { size, rules: 'modern_american', hand, draws });

async function laysOut(page: Page, three: string, replacement: string): Promise<void> {
  await offered(page, 'lay-out', true);
  await does(page, 'lay-out');
  await expect.poll(async () => (await view(page))?.threes[0]).toEqual([three]);
  await offered(page, 'lay-out', false);
  const hand = (await view(page))?.hand ?? [];
  expect(hand).toContain(replacement);
  expect(hand).not.toContain(three);
  expect(await page.locator(`button.own[data-card="${three}"]`).count()).toBe(0);
  expect(await page.locator('[data-side="0"] .threes').getAttribute('aria-label')).toBe(
    '1 three laid out: three of diamonds',
  );
}

test.each(SCREENS)('the three held is laid out before drawing (%s)', async (_, size) => {
  const page = await american(size, WITH_THREE, 'KcQd');
  await moment(page);
  expect((await view(page))?.phase).toBe('draw');
  await laysOut(page, '3d', 'Kc');
  expect((await view(page))?.phase).toBe('draw');
  await draw(page);
  expect((await view(page))?.hand).toHaveLength(14);
  await offered(page, 'lay-out', false);
  await discard(page, '4c');
  expect(await logLine(page)).toContain('laid out the three held back');
});

test('the three held is laid out after drawing, and only in the own turn', async () => {
  const page = await american(DESKTOP, WITH_THREE, 'KcQd');
  await draw(page);
  await laysOut(page, '3d', 'Qd');
  expect((await view(page))?.phase).toBe('meld');

  const kept = await american(DESKTOP, WITH_THREE, 'KcQd');
  await draw(kept);
  await discard(kept, '4c');
  await offered(kept, 'lay-out', false);
  expect(await kept.locator('[data-held-three]').innerText()).toContain('three');
  expect((await view(kept))?.hand).toContain('3d');
});

test('without a three in the hand there is none to lay out', async () => {
  const page = await american(DESKTOP, WITHOUT_THREE, 'KcQd');
  await moment(page);
  await offered(page, 'lay-out', false);
  await draw(page);
  await offered(page, 'lay-out', false);
});

const SIX_PAIRS = '4c4d5c5d6c6d8c8d9c9dTcTdJc';

test.each(SCREENS)('a special hand is declared and scored (%s)', async (_, size) => {
  const page = await american(size, SIX_PAIRS, 'Jd');
  await moment(page);
  await offered(page, 'declare', false);
  await draw(page);
  await offered(page, 'declare', true);
  expect(await action(page, 'declare').innerText()).toBe('Declare pairs: 2,500');
  expect(await message(page).innerText()).toContain('Your cards are a special hand: pairs, 2,500.');
  await does(page, 'declare');
  const sheet = page.locator('[data-sheet="scored"]');
  await sheet.waitFor();
  expect(await sheet.innerText()).toContain('You declared a special hand: pairs.');
  expect(await sheet.locator('tr', { hasText: 'Special hand' }).innerText()).toMatch(/2,500/);
  expect((await view(page))?.sides[0]?.total).toBe(2500);
  await nextHand(page);
  await offered(page, 'declare', false);
});

test('cards that are no special hand cannot be declared', async () => {
  const page = await american(DESKTOP, SIX_PAIRS, 'Qd');
  await draw(page);
  await offered(page, 'discard', true);
  await offered(page, 'declare', false);
});

// House rules under which no three is ever discarded: the hand is nothing but black threes.
const passing = (size: Size, draws: string) =>
  stackedTable(setup, {
    ...{ size, rules: 'classic_pagat', overrides: 'hand_size = 3; discard_threes = none' },
    ...{ hand: '3c3c3s', turned: '9d', draws },
  });

test.each(SCREENS)('who may discard nothing passes (%s)', async (_, size) => {
  const page = await passing(size, '3s');
  await moment(page);
  await offered(page, 'pass', false);
  await draw(page);
  await offered(page, 'pass', true);
  expect(await message(page).innerText()).toContain('You hold no card that may be discarded');
  await selectCards(page, ['3s']);
  await action(page, 'discard').click();
  expect(await page.locator('[role="alert"]').innerText()).toBe(
    'This three can never be discarded.',
  );
  await does(page, 'pass');
  await expect.poll(async () => (await view(page))?.seat).toBe(1);
  const now = await view(page);
  expect(now?.hand).toEqual(['3c', '3c', '3s', '3s']);
  expect([now?.pile.count, now?.pile.top]).toEqual([1, '9d']);
  expect(await message(page).innerText()).toBe('Gizmo (computer) is playing.');
  await offered(page, 'pass', false);
  expect(await logLine(page)).toContain('passed');
});

test('who holds a card to discard cannot pass', async () => {
  const page = await passing(DESKTOP, 'Kh');
  await draw(page);
  await offered(page, 'discard', true);
  await offered(page, 'pass', false);
  await discard(page, 'Kh');
  expect((await view(page))?.pile.top).toBe('Kh');
});
