// A slip of the finger costs nothing: what has just come does not answer a finger that was already
// on its way, a discard can be taken back, and what was put together survives a reload.
// Not here: playing as it is meant. Invariant: the page is as people have it, in its own time.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { openTable, selectCards, view } from './clicks';
import { dealTable, type Dealt } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();
const RULES = 'classic_pagat';
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const TURN = [DEAL, '0 draw gets 8c'];

const deal = (events: string[], size: Size = DESKTOP): Promise<Dealt> =>
  dealTable(person, server.address, { size, rules: RULES, events }, 'usual');
const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);
const plays = ({ sent }: Dealt): unknown[] =>
  sent.filter((frame) => frame['t'] === 'cmd').map((frame) => frame['play']);

/** Two taps at one place, whatever lies there then; timed in the page, where no test slows it. */
async function doubleTap(page: Page, name: string, apart: number): Promise<void> {
  await action(page, name).click({ trial: true }); // it answers
  await page.evaluate(
    async ([button, ms]) => {
      const first = document.querySelector(`[data-action="${button}"]`);
      if (first === null) throw new Error('no button');
      const { x, y, width, height } = first.getBoundingClientRect();
      const tap = (): void => {
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        hit?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
      };
      tap();
      await new Promise((resolve) => setTimeout(resolve, ms));
      tap();
    },
    [name, apart] as const,
  );
}

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('on a %s', (_, size) => {
  test.each([60, 120, 250])('a double tap on Draw, %i ms apart, throws nothing', async (ms) => {
    const { page } = await person(size, 'usual');
    await openTable(page, server.address, { rules: RULES, players: 4, overrides: '' });
    await page.waitForFunction(() => window.canasta?.view()?.seat === window.canasta?.view()?.me);
    const [card = ''] = (await view(page))?.hand.slice(-1) ?? [];
    await selectCards(page, [card]);
    await doubleTap(page, 'draw', ms);
    await page.waitForTimeout(1600); // longer than a discard can be taken back
    const now = await view(page);
    expect([now?.seat, now?.phase]).toEqual([now?.me, 'meld']);
  });

  test('a double tap on Undo throws nothing', async () => {
    const dealt = await deal(TURN, size);
    const { page } = dealt;
    await selectCards(page, ['Kc', 'Kd', 'Kh']);
    await action(page, 'stage').click();
    await selectCards(page, ['4c']);
    await action(page, 'undo').click({ clickCount: 2, delay: 30 });
    await page.waitForTimeout(1400);
    expect(plays(dealt)).toEqual([]);
  });
});

test('a discard lies on the pile for a moment, and comes back when it is taken back', async () => {
  const dealt = await deal(TURN);
  const { page } = dealt;
  await selectCards(page, ['4c']);
  await action(page, 'discard').click();
  expect(await page.locator('button.own[data-card="4c"]').count()).toBe(0);
  expect(await page.locator('[data-pile] .caption').innerText()).toContain('2');
  await action(page, 'take-back').click();
  expect(await page.locator('button.own[data-card="4c"]').count()).toBe(1);
  await page.waitForTimeout(1300);
  expect(plays(dealt)).toEqual([]);

  await action(page, 'discard').click(); // it is selected still
  await expect.poll(() => plays(dealt)).toEqual(['discard 4c']);
  await page.waitForTimeout(1300);
  expect(plays(dealt)).toHaveLength(1);
});

test('throwing a wild card is asked about once; it can be kept', async () => {
  const dealt = await deal(TURN);
  const { page } = dealt;
  await selectCards(page, ['2c']);
  await page.locator('[data-pile]').click();
  expect(await page.locator('[data-choosing="discard"]').innerText()).toContain('wild');
  await action(page, 'keep').click();
  expect(await page.locator('[data-choosing]').count()).toBe(0);
  expect(await page.locator('button.own[data-card="2c"]').getAttribute('aria-pressed')).toBe(
    'true',
  );
  await action(page, 'discard').click();
  await action(page, 'throw').click();
  await expect.poll(() => plays(dealt)).toEqual(['discard 2c']);
});

test('so is a card that would complete an own canasta, unless that is switched off', async () => {
  const six = ['Qh', 'Qc', 'Qd', 'Qh', 'Qs', 'Qc'].map((card) => `2 lay ${card}`);
  const events = [
    ...[DEAL, '0 draw gets 8c', '0 discard 8c', '1 draw gets ?', '1 discard 4s'],
    ...['2 draw gets ?', ...six, '2 open', '2 discard 5s', '3 draw gets ?', '3 discard 6s'],
    '0 draw gets 8d',
  ];
  const dealt = await deal(events);
  await selectCards(dealt.page, ['Qs']);
  await action(dealt.page, 'discard').click();
  expect(await dealt.page.locator('[data-choosing="discard"]').innerText()).toContain('canasta');

  await dealt.page.evaluate(() =>
    localStorage.setItem('canasta.settings', '{"askDiscard":false,"takeBackMs":0}'),
  );
  await dealt.page.reload();
  await selectCards(dealt.page, ['Qs']);
  await action(dealt.page, 'discard').click();
  await expect.poll(() => plays(dealt)).toEqual(['discard Qs']);
});

test('what lies in the tray is there after a reload', async () => {
  const { page } = await deal(TURN);
  await selectCards(page, ['Kc', 'Kd', '2c']);
  await action(page, 'stage').click();
  await selectCards(page, ['Qc', 'Qd', 'Qs']);
  await action(page, 'stage').click();
  const count = (): Promise<string> => page.locator('[data-count]').innerText();
  const before = await count();
  await page.reload();
  await page.locator('[data-group="1"]').waitFor();
  expect(await count()).toBe(before);
  expect(await page.locator('[data-group="0"] button.card').count()).toBe(3);
  expect(await page.locator('button.own').count()).toBe(6);
  await action(page, 'undo').click(); // what was put together last
  expect(await page.locator('[data-group]').count()).toBe(1);
});

test('a discard that was advised can be taken back, too, and no hint stays beside it', async () => {
  const dealt = await deal(TURN);
  const { page } = dealt;
  await action(page, 'hint').click();
  await action(page, 'follow').click();
  await action(page, 'take-back').waitFor();
  expect(await page.locator('[data-advice]').count()).toBe(0);
  await action(page, 'take-back').click();
  await page.waitForTimeout(1400);
  expect(plays(dealt)).toEqual([]);

  await action(page, 'hint').click();
  await page.locator('[data-advice]').waitFor();
  await selectCards(page, ['4c']);
  await action(page, 'discard').click();
  await action(page, 'take-back').waitFor();
  expect(await page.locator('[data-advice]').count()).toBe(0);
});

test('a second tap on the stock, before its card has come, does nothing', async () => {
  const dealt = await deal([DEAL]);
  const { page, tell } = dealt;
  const stock = page.locator('[data-stock]');
  await stock.click();
  await expect.poll(() => plays(dealt)).toEqual(['draw']);
  tell({ t: 'ack', n: dealt.sent.at(-1)?.['n'], seq: 10 });
  await page.waitForFunction(() => window.canasta?.sending() === false);
  await stock.click();
  await page.waitForTimeout(300);
  expect(plays(dealt)).toEqual(['draw']);
  expect(await page.locator('[data-message][role="alert"]').count()).toBe(0);
});

test('Escape gives up what is pulled, and a second finger pulls nothing', async () => {
  const dealt = await deal(TURN);
  const { page } = dealt;
  const card = await page.locator('button.own[data-card="4c"]').boundingBox();
  const pile = await page.locator('[data-pile]').boundingBox();
  if (card === null || pile === null) throw new Error('no card, or no pile');
  await page.mouse.move(card.x + 12, card.y + 16);
  await page.mouse.down();
  await page.mouse.move(pile.x + 30, pile.y + 40, { steps: 5 });
  await page.locator('.own.dragged').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.own.dragged').waitFor({ state: 'detached' });
  await page.mouse.up();
  await page.waitForTimeout(1400);
  expect(plays(dealt)).toEqual([]);
  expect(await page.locator('.own.selected').count()).toBe(0);

  await page.locator('button.own[data-card="5d"]').evaluate((one) => {
    const at = { pointerId: 7, isPrimary: false, pointerType: 'touch', buttons: 1, bubbles: true };
    for (const [name, y] of [['pointerdown', 0], ['pointermove', -90], ['pointerup', -90]] as const)
      one.dispatchEvent(new PointerEvent(name, { ...at, clientX: 0, clientY: y }));
  });
  expect(await page.locator('.own.selected, .own.dragged').count()).toBe(0);
});

test('a sheet that is closed by Escape gives the focus back', async () => {
  const { page } = await deal(TURN);
  for (const name of ['menu', 'rules']) {
    await action(page, name).focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-action')))
      .toBe(name);
  }
});

test('a sheet that is opened as another one closes stays open', async () => {
  const { page } = await deal(TURN);
  await action(page, 'menu').click();
  await page.locator('dialog[open]').waitFor();
  await page.evaluate(() => {
    document.querySelector('dialog')?.close();
    document.querySelector<HTMLElement>('[data-action="rules"]')?.click();
  });
  await page.waitForTimeout(1000);
  expect(await page.locator('dialog[open] h2').innerText()).toContain('rules');
});

test('a table that is made late leads nobody back who has gone elsewhere', async () => {
  const { page } = await person(DESKTOP, 'usual');
  let made = (): void => undefined;
  const released = new Promise<void>((resolve) => (made = resolve));
  await page.route('**/v1/tables', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(server.address);
  const asked = page.waitForRequest('**/v1/tables');
  await action(page, 'start').click();
  await asked;
  await page.evaluate(() => (location.hash = '#which'));
  const answered = page.waitForResponse('**/v1/tables');
  made();
  await (await answered).finished();
  await page.waitForFunction(() => localStorage.getItem('canasta.games') !== null); // it is kept
  expect(await page.evaluate(() => location.hash)).toBe('#which');
});

test('the way back of a phone puts away a sheet, and leaves the table only then', async () => {
  const { page } = await person(PHONE, 'usual');
  await page.goto(server.address);
  await page.locator('[data-action="start"]').click();
  const sheet = page.locator('dialog[open]');
  const open = (): Promise<boolean> => page.locator('main.table').isVisible();
  await page.locator('button.own').first().waitFor();
  await action(page, 'rules').click();
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  expect(await open()).toBe(true);
  for (const way of ['button', 'Escape']) {
    await action(page, 'menu').click();
    await sheet.waitFor();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await sheet.locator('[data-action="close"]').first().click();
    await sheet.waitFor({ state: 'detached' });
    await page.waitForFunction(() => history.state === null);
  }
  await page.goBack();
  await page.locator('[data-action="start"]').waitFor();
  expect(await open()).toBe(false);
  await page.goForward();
  await page.locator('button.own').first().waitFor();
  expect(await sheet.count()).toBe(0);
});

test('a discard that can be taken back lies there after a reload, and is sent then', async () => {
  const dealt = await deal(TURN);
  const { page } = dealt;
  await page.evaluate(() => localStorage.setItem('canasta.settings', '{"takeBackMs":3000}'));
  await page.reload();
  await selectCards(page, ['4c']);
  await action(page, 'discard').click();
  await action(page, 'take-back').waitFor();
  const pile = page.locator('[data-pile]');
  expect(await pile.getAttribute('aria-label')).toContain('four of clubs');
  await page.reload();
  await action(page, 'take-back').waitFor();
  expect(await page.locator('button.own[data-card="4c"]').count()).toBe(0);
  expect(plays(dealt)).toEqual([]);
  await expect.poll(() => plays(dealt), { timeout: 5000 }).toEqual(['discard 4c']);
  expect(await action(page, 'take-back').count()).toBe(0); // no answer has come
});

test('Take back comes where no finger was, and is at no place of Discard', async () => {
  const { page } = await deal(TURN, PHONE);
  await selectCards(page, ['4c']);
  const before = await action(page, 'discard').boundingBox();
  await action(page, 'discard').click();
  const after = await action(page, 'take-back').boundingBox();
  if (before === null || after === null) throw new Error('no button');
  const apart = after.x + after.width <= before.x || before.x + before.width <= after.x;
  expect(apart || after.y + after.height <= before.y).toBe(true);
});

test('a card that is pulled to the pile before the draw hears about throwing', async () => {
  const { page } = await deal([DEAL]);
  const box = async (selector: string): Promise<{ x: number; y: number }> => {
    const found = await page.locator(selector).boundingBox();
    if (found === null) throw new Error(selector);
    return { x: found.x + 14, y: found.y + 20 };
  };
  const [card, pile] = [await box('button.own[data-card="4c"]'), await box('[data-pile]')];
  await page.waitForTimeout(500);
  await page.mouse.move(card.x, card.y);
  await page.mouse.down();
  await page.mouse.move(pile.x, pile.y, { steps: 5 });
  await page.mouse.up();
  await page.locator('[data-message][role="alert"]').waitFor();
  expect(await page.locator('[data-message]').innerText()).toContain('first draw');
});

test('who leaves a table comes to the start page, and no way leads back', async () => {
  const { page } = await person(PHONE, 'usual');
  await page.goto(server.address);
  for (const reloads of [false, true, false]) {
    await action(page, 'start').click();
    await action(page, 'menu').click();
    if (reloads) {
      await page.reload();
      await action(page, 'menu').click();
    }
    const leave = page.locator('dialog[open] [data-action="leave"]');
    await leave.click();
    await page.waitForTimeout(400); // it means something else now
    await leave.click();
    await action(page, 'start').waitFor();
    await page.goBack();
    await page.waitForTimeout(300);
    expect(page.url()).not.toContain('#t=');
    await page.goto(server.address);
  }
});

test('a page that is loaded anew as its sheet opens is the same page', async () => {
  const { page } = await person(PHONE, 'usual');
  await page.goto(server.address);
  await action(page, 'start').click();
  await action(page, 'menu').waitFor();
  // What a browser makes of a reload in this very moment: the sheet's mark, and no entry for it.
  await page.evaluate(() => history.replaceState({ sheets: true }, ''));
  await page.reload();
  await action(page, 'menu').click();
  expect(page.url()).toContain('#t=');
  await page.locator('dialog[open]').waitFor();
  await page.goBack();
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  expect(page.url()).toContain('#t=');
});

test('the page that comes after a table has the focus', async () => {
  const { page } = await person(DESKTOP, 'usual');
  await page.goto(server.address);
  await action(page, 'start').click();
  await page.locator('button.own').first().waitFor();
  await page.locator('.brand').focus();
  await page.keyboard.press('Enter');
  await action(page, 'start').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
});
