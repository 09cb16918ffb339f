// Hints in Chromium: asked for, read, followed, put away, and tables that go without them.
// Not here: whether they are good plays. Invariant: all that is played is played by clicks.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadPlayers } from '../src/engine/players';
import type { Thought } from '../src/engine/types';
import { calls } from '../src/thinking/calls';
import { DESKTOP, PHONE, type Size } from './browser';
import { moment, momentNow, ONE_HAND, openOptions, openTable, selectCards, view } from './clicks';
import { dealTable } from './dealt';
import { setUp } from './setup';
import { shifts, watchShifts } from './shifts';

const { server, person } = setUp();

const MOST_HINTS = 400;
const hint = (page: Page) => page.locator('[data-action="hint"]');
const panel = (page: Page) => page.locator('[data-advice]');
const parts = (page: Page): Promise<string[]> =>
  page.locator('[data-advised] b').allInnerTexts();
const reasons = (page: Page): Promise<string[]> => panel(page).locator('ul li').allInnerTexts();

/** What the search makes of the hint that lies there: `none` while nothing comes of it. */
const second = (page: Page): Promise<string | null> =>
  page.locator('[data-second]').getAttribute('data-second');
const thoughtOver = (page: Page): Promise<void> =>
  page.locator('[data-second="differs"], [data-second="stands"]').waitFor();
const compared = (page: Page): Promise<string> => page.locator('[data-compared]').innerText();

/** What was said to a screen reader of late. */
const aloud = (page: Page): Promise<string[]> => page.locator('[data-live] p').allInnerTexts();

/** Lines of the panel that *More* lies upon, and buttons that its edge cuts. */
const covered = (page: Page): Promise<string[]> =>
  panel(page).evaluate((whole) => {
    const edge = whole.getBoundingClientRect();
    const end = whole.querySelector('.lines')?.getBoundingClientRect().bottom ?? 0;
    const isSeen = (line: DOMRect): boolean => line.top < end - 2;
    const meets = (a: DOMRect, b: DOMRect): boolean =>
      Math.max(a.left, b.left) < Math.min(a.right, b.right) &&
      Math.max(a.top, b.top) < Math.min(a.bottom, b.bottom) - 1;
    const cut = [...whole.querySelectorAll('button')].filter((button) => {
      const box = button.getBoundingClientRect();
      return box.top < edge.top || box.bottom > edge.bottom || box.right > edge.right;
    });
    const more = whole.querySelector('[data-action="more"]')?.getBoundingClientRect();
    const lines = more === undefined ? [] : [...whole.querySelectorAll('.text li')];
    const under = lines.filter((line) => {
      const words = document.createRange();
      words.selectNodeContents(line);
      const boxes = [...words.getClientRects()].filter(isSeen);
      return boxes.some((box) => more !== undefined && meets(box, more));
    });
    return [...cut, ...under].map((one) => one.textContent);
  });

/** Asks, reads, does it, and waits until the table has moved. */
async function follow(page: Page): Promise<string[]> {
  await hint(page).click();
  await panel(page).waitFor();
  const said = [...(await parts(page)), ...(await reasons(page))];
  const seq = await page.evaluate(() => window.canasta?.seq() ?? 0);
  await page.locator('[data-action="follow"]').click();
  await page.waitForFunction(
    (before) => (window.canasta?.seq() ?? 0) > before && window.canasta?.sending() === false,
    seq,
  );
  expect(await panel(page).count(), 'a hint that was followed goes away').toBe(0);
  return said;
}

test.each([
  ['phone', PHONE, 'two_player', 2],
  ['desktop', DESKTOP, 'samba', 4],
] as const)('a hand is played by hints alone (%s, %o, %s)', async (_, size, rules, players) => {
  const { page, errors } = await person(size);
  await openTable(page, server.address, { rules, players, overrides: ONE_HAND });
  const said: string[] = [];
  let hints = 0;
  while ((await moment(page)) === 'turn' && hints++ < MOST_HINTS)
    said.push(...(await follow(page)));
  expect(await moment(page)).toBe('game_end');
  const words = said.join(' / ').replaceAll('may I go out?', '');
  expect(words).not.toMatch(/\b([2-9TJQKA][cdhs])+\b|[#?+]|undefined|null/);
  expect(words).toContain('Draw from the stock');
  expect(words).toMatch(/Discard the \w+ of \w+/);
  expect(said.length).toBeGreaterThan(hints);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    size.width,
  );
  expect(errors).toEqual([]);
});

const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['laptop', { width: 1280, height: 800 }],
  ['narrow phone', { width: 320, height: 568 }],
  ['phone on its side', { width: 667, height: 375 }],
] as [string, Size][])('hint, hand and buttons are in sight together (%s)', async (_, size) => {
  const events = [DEAL, '0 draw gets 8c'];
  const { page, sent } = await dealTable(person, server.address, {
    size,
    rules: 'classic_pagat',
    events,
  });
  await hint(page).click();
  expect((await parts(page)).length).toBeGreaterThan(0);
  expect((await reasons(page)).length).toBeGreaterThan(0);
  const bottom = await page
    .locator('button.own')
    .evaluateAll((cards) => Math.max(...cards.map((card) => card.getBoundingClientRect().top)));
  expect(bottom).toBeLessThan(size.height);
  for (const place of [page.locator('[data-action="follow"]'), panel(page), hint(page)]) {
    const box = await place.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
  }
  expect(await covered(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    size.width,
  );

  // The cards stay free: something else is staged and discarded while the hint is read.
  await selectCards(page, ['Qc', 'Qd', 'Qs']);
  await page.locator('[data-action="stage"]').click();
  expect(await page.locator('[data-group="0"]').count()).toBe(1);
  expect(await panel(page).count()).toBe(1);
  await page.locator('[data-action="no-hint"]').click();
  expect(await panel(page).count()).toBe(0);
  expect(await page.locator('[data-group="0"]').count()).toBe(1);
  expect(sent.filter((frame) => frame['t'] === 'cmd')).toEqual([]);
});

test('the key H asks for the hint and puts it away, but not behind a sheet', async () => {
  const deal = { size: DESKTOP, rules: 'classic_pagat', events: [DEAL, '0 draw gets 8c'] };
  const { page } = await dealTable(person, server.address, deal);
  await page.keyboard.press('h');
  await panel(page).waitFor();
  await page.keyboard.press('h');
  expect(await panel(page).count()).toBe(0);
  await page.locator('[data-action="menu"]').click();
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('h');
  await page.locator('[data-action="close"]').click();
  expect(await panel(page).count()).toBe(0);
});

test('the partner’s question has a hint, too', async () => {
  const jacks = ['Jc', 'Jd', 'Jh', 'Js', 'Jc', 'Jd', 'Jh'].map((card) => `2 lay ${card}`);
  const first = ['0 draw gets 8c', '0 discard 8c', '1 draw gets ?', '1 discard 4s'];
  const opening = ['2 draw gets ?', ...jacks, '2 open', '2 discard 5s'];
  const round = ['3 draw gets ?', '3 discard 6s', '0 draw gets 8d', '0 discard 8d'];
  const events = [DEAL, ...first, ...opening, ...round, '1 draw gets ?', '1 discard 7s'];
  events.push('2 draw gets ?', '2 ask');
  const deal = { size: PHONE, rules: 'classic_pagat', events };
  const { page, sent } = await dealTable(person, server.address, deal);
  // The button stands at the question; where it stands otherwise its room stays, as nothing jumps.
  const room = await page.locator('.side .slot').boundingBox();
  expect(room?.width).toBeGreaterThanOrEqual(24);
  expect(await page.locator('.side [data-action="hint"]').count()).toBe(0);
  await hint(page).click();
  await thoughtOver(page); // it may take the answer's place
  const [answer = ''] = await parts(page);
  expect(answer).toMatch(/^Answer (yes|no)$/);
  await page.locator('[data-action="follow"]').click();
  const play = answer.replace('Answer ', '');
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play });
});

test('a table whose maker wished it goes without hints; others have them', async () => {
  const { page } = await person(PHONE);
  for (const hints of ['off', 'allowed']) {
    await page.goto(server.address);
    await openOptions(page);
    const last = hints === 'off' ? 'allowed' : 'off';
    expect(await page.locator(`input[name="hints"][value="${last}"]`).isChecked()).toBe(true);
    await page.locator(`input[name="hints"][value="${hints}"]`).check();
    await page.locator('input[name="rules"][value="two_player"]').check();
    await page.locator('[data-action="start"]').click();
    await page.locator('main.table').waitFor();
    expect(await moment(page)).toBe('turn');
    expect(await hint(page).count(), hints).toBe(hints === 'off' ? 0 : 1);
    await page.keyboard.press('h');
    expect(await panel(page).count(), hints).toBe(hints === 'off' ? 0 : 1);
  }
});

test('there is no hint while somebody else is to act', async () => {
  const { page } = await person(DESKTOP);
  await openTable(page, server.address, { rules: 'two_player', players: 2, overrides: '' });
  await moment(page);
  await page.locator('[data-action="menu"]').click();
  await page.locator('#pace').fill('3000');
  await page.locator('[data-action="close"]').click();
  for (let i = 0; i < 20 && (await momentNow(page)) === 'turn'; i++) await follow(page);
  expect((await view(page))?.seat).toBe(1);
  expect(await hint(page).count()).toBe(0);
});

const TAKE = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9s9hQcQsKcKdKh2c';

test.each([
  ['phone', PHONE],
  ['narrow phone', { width: 320, height: 568 }],
  ['phone on its side', { width: 844, height: 390 }],
  ['desktop', DESKTOP],
] as [string, Size][])('a hint is thought over, and nothing moves (%s)', async (_, size) => {
  const deal = { size, rules: 'classic_pagat', events: [TAKE] };
  const { page, sent } = await dealTable(person, server.address, deal);
  await page.locator('button.own').first().waitFor();
  await watchShifts(page);
  await hint(page).click();
  expect(await parts(page)).toEqual(['Draw from the stock']);
  const first = (await aloud(page)).at(-1);
  expect(first).toMatch(/^Draw from the stock\. /);
  await thoughtOver(page);
  expect(await second(page)).toBe('stands');
  expect(await compared(page)).toMatch(
    /^About \d{2,} points better than to take the pile with two nines\.$/,
  );
  expect(await page.locator('[data-second]').innerText()).toMatch(/^about \+\d+$/);
  expect(await parts(page)).toEqual(['Draw from the stock']);
  expect(await covered(page)).toEqual([]);
  expect((await shifts(page)).what).toEqual([]);
  const heard = await aloud(page);
  expect(heard.slice(heard.indexOf(first ?? '') + 1)).toEqual([await compared(page)]);
  expect(sent.filter((frame) => frame['t'] === 'cmd')).toEqual([]);
});

const positionWith = (hand: string) => ({
  rules: 'classic_pagat',
  start: 'view seat 0 dealer 1 played 0 totals 0,0',
  events: [
    `deal 1 dealer 1 threes 1:3h 2:3d turned 9d hand 0:${hand}`,
    ...['2 draw gets ?', '2 discard Ac', '3 draw gets ?', '3 discard Ac', '0 draw gets 7s'],
    ...['0 discard 7s', '1 draw gets ?', '1 discard 7d', '2 draw gets ?', '2 discard 7c'],
    ...['3 draw gets ?', '3 discard 7h', '0 draw gets 7c'],
  ],
});
const ACE = positionWith('7sTcThTdTdJdQcAs2d2cX');

/** The first of positions much like each other in which a search would surely throw another card
 * than the hint, and something that was counted speaks for it: which one that is, the habits of the
 * players decide. */
async function differing(): Promise<{ at: typeof ACE; thought: Thought }> {
  const players = await loadPlayers(readFileSync(`${import.meta.dirname}/../dist/players.wasm`));
  for (const one of ['Jd', '9s', '8h', 'Qd', 'Kc', '5d'])
    for (const other of ['Qc', 'Jc', '6s', '9c', 'Kh', '8d', '4s', 'As']) {
      const at = positionWith(`7sTcThTdTd${one}${other}As2d2cX`);
      const start = { rules: at.rules, overrides: '', seats: 4, view: at.start };
      const thought = calls.think(players, { start, events: at.events });
      const isSure = thought.differs && thought.other?.sense === 'points';
      if (isSure && thought.counted.length > 0) return { at, thought };
    }
  throw new Error('a search agrees with every hint');
}

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('a better play takes the place of the hint, and says by how much (%s)', async (_, size) => {
  const { at, thought } = await differing();
  const { page, sent } = await dealTable(person, server.address, { size, ...at });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.locator('button.own').first().waitFor();
  expect(fetched.filter((path) => /players|worker/.test(path))).toEqual([]);
  let think = (): void => undefined; // not before the hint is read
  const isRead = new Promise<void>((resolve) => (think = resolve));
  await page.route(/players.*wasm/, (route) => isRead.then(() => route.continue()));
  await hint(page).click();
  const [first = ''] = await parts(page);
  think();
  expect(first).toMatch(/^Discard the \w+ of \w+$/);
  await thoughtOver(page);
  expect(await second(page)).toBe('differs');
  const [better = ''] = await parts(page);
  expect(better).toMatch(/^Discard the \w+ of \w+$/);
  expect(better).not.toBe(first);
  const [than = '', ...whys] = await reasons(page);
  expect(than).toMatch(/^About [1-9]\d*0 points better than to discard the \w+ of \w+\.$/);
  expect(than).toContain(first.replace('Discard', 'discard'));
  expect(whys).toEqual(expect.arrayContaining(thought.counted));
  expect((await aloud(page)).at(-1)).toContain(`${better}. ${than} ${whys.join(' ')}`);
  await page.locator('[data-action="no-hint"]').click();
  await hint(page).click();
  await thoughtOver(page);
  await page.locator('[data-action="follow"]').click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play: thought.hint.play });
  expect(fetched.filter((path) => path.endsWith('/players.wasm'))).toHaveLength(1);
});

test.each([['players.wasm'], ['worker-']])(
  'without %s the hint stays as it is, and nobody is told of an error',
  async (missing) => {
    const { page, sent } = await dealTable(person, server.address, { size: PHONE, ...ACE });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    let asked = 0;
    await page.context().route(
      (url) => url.pathname.includes(missing),
      (route) => {
        asked++;
        return route.abort();
      },
    );
    await hint(page).click();
    await expect.poll(() => asked).toBe(1);
    await expect.poll(() => second(page)).toBe('none');
    expect(await parts(page)).toEqual(['Discard the ace of spades']);
    expect((await reasons(page)).length).toBeGreaterThan(0);
    expect(await page.locator('[data-compared]').count()).toBe(0);
    expect(await page.locator('[role="alert"]').allInnerTexts()).toEqual([]);
    await page.locator('[data-action="follow"]').click();
    await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play: 'discard As' });
    expect(problems).toEqual([]);
  },
);

test('what was thought of another position is dropped', async () => {
  const deal = { size: PHONE, rules: 'classic_pagat', events: [TAKE] };
  const { page, tell } = await dealTable(person, server.address, deal);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/players\.wasm/, async (route) => {
    await released;
    await route.continue();
  });
  await hint(page).click();
  expect(await second(page)).toBe('thinks');
  tell({ t: 'ev', seq: 10, kind: 'play', seat: 0, events: ['0 draw gets 8c'] });
  await panel(page).waitFor({ state: 'detached' });
  release();
  await page.waitForTimeout(1_500);
  expect(await panel(page).count()).toBe(0);
  await hint(page).click();
  await thoughtOver(page);
  expect((await parts(page)).at(-1)).toMatch(/^Discard /);
});
