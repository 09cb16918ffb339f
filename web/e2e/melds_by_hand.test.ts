// One page at a table that the test itself deals, under rules beyond Classic: several melds of a
// rank, a person who rests, wilds that are swapped, and the rules in words.
// Not here: whole hands (rule_sets.test.ts). Invariant: what is tapped is what is sent.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { openOptions, selectCards } from './clicks';
import { dealTable, type Dealt } from './dealt';
import { at, mouse, pull } from './drags';
import { setUp } from './setup';

const { server, person } = setUp();

const SAMBA = [
  'deal 1 dealer 3 turned 9d hand 0:5h6h7h8hQcQdQsKcKcKdKhKsKs2cX',
  ...['0 draw gets 9h4c', '0 lay 5h S', '0 lay 6h S', '0 lay 7h S', '0 lay Kc', '0 lay Kd'],
  ...['0 lay Kh', '0 new', '0 lay Kc', '0 lay Ks', '0 lay Ks', '0 open'],
];

const samba = (size: Size, ...events: string[]): Promise<Dealt> =>
  dealTable(person, server.address, { size, rules: 'samba', events: [...SAMBA, ...events] });

const meld = (page: Page, i: number) => page.locator(`button[data-meld="${i}"]`);
const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('several melds of one rank are told apart, chosen and joined (%s)', async (_, size) => {
  const { page, sent } = await samba(size);
  expect(await meld(page, 0).getAttribute('aria-label')).toBe(
    'Sequence of hearts, five to seven, 3 cards',
  );
  expect(await meld(page, 2).getAttribute('aria-label')).toBe('Kings, second meld, 3 cards');

  await selectCards(page, ['2c']);
  expect(await page.locator('button.ready').count()).toBe(2);
  await action(page, 'lay').click();
  expect(await page.locator('[data-message]').innerText()).toContain('Where to?');
  expect(await page.locator('[data-place]').count()).toBe(2);
  await meld(page, 2).click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play: 'meld K#3:2c', at: 9 });
});

test('melds are joined by tapping both', async () => {
  const { page, sent } = await samba(DESKTOP);
  await meld(page, 1).click();
  expect(await page.locator('[data-message]').innerText()).toContain('join');
  await meld(page, 2).click();
  await action(page, 'join').click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play: 'join #2 #3', at: 9 });
});

test('a sequence lies in its order, and new melds have a place of their own', async () => {
  const { page, sent } = await samba(DESKTOP, '0 to 1', '0 lay 8h S');
  expect(await meld(page, 0).getAttribute('aria-label')).toContain('five to eight');
  await selectCards(page, ['Qc', 'Qd', 'Qs']);
  await page.locator('[data-new-meld]').click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ play: 'meld QcQdQs' });
});

test('a take asks for the meld where there are two', async () => {
  const { page, sent } = await samba(
    PHONE,
    ...['0 discard 4c', '1 draw gets ??', '1 discard 4d', '2 draw gets ??', '2 discard 5s'],
    ...['3 draw gets ??', '3 discard Kd'],
  );
  await page.locator('[data-pile]').click();
  expect(await page.locator('[data-take]').count()).toBe(2);
  await page.locator('[data-take-meld="2"]').click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ play: 'take #3' });
});

test('one who rests sees the table and a note, and no hand', async () => {
  const { page } = await dealTable(person, server.address, {
    size: PHONE,
    rules: 'five_hand',
    players: 5,
    person: 2,
    start: 'view seat none dealer 3 played 0 totals 0,0',
    events: ['deal 1 dealer 3 turned 9h then 0 gets -'],
  });
  expect(await page.locator('[data-resting]').innerText()).toContain('You rest');
  const names = await page.locator('[data-seat] .name').allInnerTexts();
  expect(names).toEqual(['Anna', 'David', 'Bruno', 'Eva']);
  expect(await page.locator('button.own').count()).toBe(0);
  expect(await page.locator('[data-seat="0"]').getAttribute('aria-current')).toBe('true');
});

test('play to the right is shown, and told', async () => {
  const { page } = await dealTable(person, server.address, {
    size: DESKTOP,
    rules: 'online',
    start: 'view seat 0 dealer 1 played 0 totals 0,0',
    events: ['deal 1 dealer 1 turned 9h hand 0:4c5d7h9sQcQdQsKcKdKh2c'],
  });
  expect(await page.locator('.seats').getAttribute('class')).toContain('ccw');
  const seats = await page
    .locator('[data-seat]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-seat')));
  expect(seats).toEqual(['1', '2', '3']);
  expect(await page.locator('.seats').textContent()).toContain('Play goes to the right');
});

test('the rules of the table are one tap away, and are text only', async () => {
  const { page } = await samba(DESKTOP);
  await page.route(/\/v1\/rules\/samba\/explain\?players=4/, (route) =>
    route.fulfill({ contentType: 'text/plain', body: '## A <b>title</b>\n- one <img src=x>\n' }),
  );
  await action(page, 'rules').click();
  const sheet = page.locator('[data-rules-text]');
  await expect.poll(() => sheet.locator('h3').textContent()).toBe('A <b>title</b>');
  expect(await sheet.locator('li').textContent()).toBe('one <img src=x>');
  expect(await sheet.locator('b, img').count()).toBe(0);
});

test('the start page offers every rule set, its players and its rules', async () => {
  const { page, errors } = await person(PHONE);
  await page.goto(server.address);
  await openOptions(page);
  const hand = page.locator('input[name="rules"][value="hand_and_foot"]');
  await hand.check();
  const players = page.locator('input[name="players"]');
  expect(
    await players.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
  ).toEqual(['2', '3', '4', '5', '6']);
  await page.locator('input[name="players"][value="6"]').check();
  await action(page, 'rules').click();
  await expect.poll(() => page.locator('[data-rules-text] h3').count()).toBeGreaterThan(4);
  await action(page, 'close').click();
  await action(page, 'start').click();
  await page.locator('main.table').waitFor();
  expect(await page.locator('[data-seat]').count()).toBe(5);
  expect(await page.evaluate(() => window.canasta?.view()?.hand_counts.length)).toBe(6);
  expect(errors).toEqual([]);
});

const SWAPS = {
  rules: 'classic_pagat',
  overrides: 'swap_wild = any; min_table = any:15',
  events: [
    ...['deal 1 dealer 3 turned 9d hand 0:4c5d7hQcQdQsKcKdKh2cX', '0 draw gets 8c', '0 lay Qc'],
    ...['0 lay Qd', '0 lay 2c Q', '0 lay X Q', '0 open', '0 discard 4c', '1 draw gets ?'],
    ...['1 lay Kd', '1 lay Ks', '1 lay 2d K', '1 open', '1 discard 5s', '2 draw gets ?'],
    ...['2 discard 5s', '3 draw gets ?', '3 discard 6s', '0 draw gets 8d'],
  ],
};

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('a wild is taken out of another side’s meld by a tap there (%s)', async (_, size) => {
  const { page, sent } = await dealTable(person, server.address, { size, ...SWAPS });
  const theirs = page.locator('[data-side="1"] [data-meld="0"]');
  expect(await theirs.getAttribute('role')).toBe('img');
  await selectCards(page, ['Kh']);
  expect(await theirs.getAttribute('aria-label')).toContain('in the place of a wild one');
  await theirs.click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play: 'steal Kh 2', at: 9 });
});

test('of several wilds the button asks which', async () => {
  const { page, sent } = await dealTable(person, server.address, { size: DESKTOP, ...SWAPS });
  await selectCards(page, ['Qs']);
  await action(page, 'swap').click();
  expect(await page.locator('[data-swap]').count()).toBe(2);
  await page.locator('[data-swap="swap Qs X"]').click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ play: 'swap Qs X' });
});

test('a card is pulled onto a meld that gives a wild for it', async () => {
  const { page, sent } = await dealTable(person, server.address, { size: DESKTOP, ...SWAPS });
  const card = await at(page, 'button.own[data-card="Kh"]');
  await pull(mouse(page), card, () => at(page, '[data-side="1"] [data-gives]'));
  await expect.poll(() => sent.at(-1)).toMatchObject({ play: 'steal Kh 2' });
});
