// Whole games by dragging alone, and what a pulled card does and does not. Not here: taps, keys.
// Invariant: nothing is tapped where the test says so; the mouse and the finger are the browser's.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Manner, type Size } from './browser';
import { Chooser } from './choice';
import { ONE_HAND, openTable, playOn, selectCards, view } from './clicks';
import { dealTable, type Dealt } from './dealt';
import { at, Dragger, finger, mouse, pull as pullBy, type Point } from './drags';
import { ALL, setUp } from './setup';

const { server, person } = setUp();
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const BEFORE_DRAW = [DEAL];
const TURN = [DEAL, '0 draw gets 8c'];

const deal = (events: string[], size: Size = DESKTOP, manner?: Manner): Promise<Dealt> =>
  dealTable(person, server.address, { size, rules: 'classic_pagat', events }, manner);
const plays = ({ sent }: Dealt): unknown[] =>
  sent.filter((frame) => frame['t'] === 'cmd').map((frame) => frame['play']);
const order = (page: Page): Promise<string[]> =>
  page
    .locator('button.own')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card') ?? ''));

const corner = (page: Page, card: string): Promise<Point> =>
  at(page, `button.own[data-card="${card}"]`, 0.15, 0.15);

const pull = (page: Page, from: Point, to: Point): Promise<void> =>
  pullBy(mouse(page), from, () => Promise.resolve(to));

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
  const by = finger(page);
  await by.down(from);
  await by.move({ x: from.x + dx / 2, y: from.y + dy / 2 });
  await by.move({ x: from.x + dx, y: from.y + dy });
  await by.up();
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

test('but no button that a sheet lies on by then', async () => {
  const dealt = await deal(BEFORE_DRAW, PHONE);
  const { page } = dealt;
  await page.evaluate(() => {
    const sheet = document.body.appendChild(document.createElement('dialog'));
    addEventListener('pointerup', () => sheet.showModal());
  });
  await slip(page, await at(page, '[data-action="draw"]', 0.5, 0.5), 18, 10);
  await page.locator('dialog[open]').waitFor();
  await page.waitForTimeout(300);
  expect(plays(dealt)).toEqual([]);
});

declare global {
  interface Window {
    taps?: number;
  }
}

/** Counts what is pressed at the table and let go where it was pressed. */
function countTaps(): void {
  const SLIP = 24; // pixels
  window.taps = 0;
  let down = { x: 0, y: 0 };
  addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (down = { x, y }), true);
  const up = ({ clientX, clientY, target }: PointerEvent): void => {
    const there = target instanceof Element && target.closest('main.table') !== null;
    const slip = Math.hypot(clientX - down.x, clientY - down.y);
    if (there && slip <= SLIP) window.taps = (window.taps ?? 0) + 1;
  };
  addEventListener('pointerup', up, true);
}

/** Packets are picked up soon, and nobody waits for three canastas. */
const SOON_OVER = `${ONE_HAND}; reserve_packets = 5; out_canastas = 0; out_needs = none`;

const HANDS = [
  ['a hand of Samba', 'samba', ONE_HAND, DESKTOP, mouse],
  ['a hand of Classic with a finger', 'classic_pagat', ONE_HAND, PHONE, finger],
] as const;
const LONG_HANDS = [
  ['a game of Classic', 'classic_pagat', 'rounds = 2; tie_rule = shared', DESKTOP, mouse],
  ['a hand of Hand and Foot', 'hand_and_foot', SOON_OVER, DESKTOP, mouse],
] as const;
const TRIED = ALL ? [...HANDS, ...LONG_HANDS] : HANDS;

test.each(TRIED)('%s by dragging alone', async (_, rules, overrides, size, by) => {
  const { page, errors } = await person(size);
  await page.addInitScript(countTaps);
  const bot = rules === 'hand_and_foot' ? 'racer' : 'book'; // with whom a hand ends sooner
  await openTable(page, server.address, { rules, players: 4, overrides, bot });
  const dragger = new Dragger(page, by(page));
  const played = await playOn(page, await Chooser.make(), 'game_end', (_page, choice) =>
    dragger.perform(choice),
  );
  expect(played.acts).toBeGreaterThan(1); // others may go out soon
  expect(await page.evaluate(() => window.taps)).toBe(0);
  expect(errors).toEqual([]);
});

const staged = (page: Page, group: number): Promise<(string | null)[]> =>
  page
    .locator(`[data-group="${group}"] button.card`)
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));

test('a card of the tray is pulled back to the hand, a wild one to another group', async () => {
  const { page } = await deal(TURN);
  const dragger = new Dragger(page, mouse(page));
  for (const card of ['Kc', 'Kd', '2c']) {
    const lies = (await page.locator('[data-group]').count()) > 0;
    await dragger.card(lies ? '[data-group="0"]' : '[data-new-meld]', card);
  }
  await dragger.card('[data-new-meld]', 'Qc');
  await dragger.card('[data-group="1"]', 'Qd');
  await dragger.thing('[data-group="0"] [aria-label*="two"]', '[data-group="1"]');
  expect([(await staged(page, 0)).length, (await staged(page, 1)).length]).toEqual([2, 3]);
  await dragger.thing('[data-group="1"] [aria-label*="two"]', '.area-hand');
  expect([(await staged(page, 0)).length, (await staged(page, 1)).length]).toEqual([2, 2]);
  expect(await order(page)).toContain('2c');
  await dragger.card('[data-group="1"]', 'Kh'); // no queen
  expect(await page.locator('[role="alert"][data-message]').count()).toBe(1);
  expect(await order(page)).toContain('Kh');
  expect(await page.locator('button.own[aria-pressed="true"]').count()).toBe(0);
});

test('cards of one suit become a sequence as they are put together', async () => {
  const events = [
    'deal 1 dealer 3 turned 9d hand 0:5h6h7h8hQcQdQsKcKcKdKhKsKs2cX',
    '0 draw gets 9h4c',
  ];
  const { page } = await dealTable(person, server.address, { size: PHONE, rules: 'samba', events });
  const dragger = new Dragger(page, finger(page));
  await dragger.card('[data-new-meld]', '5h');
  for (const card of ['6h', '7h']) await dragger.card('[data-group="0"]', card);
  expect(await staged(page, 0)).toHaveLength(3);
});

const SAMBA = [
  'deal 1 dealer 3 turned 9d hand 0:5h6h7h8hQcQdQsKcKcKdKhKsKs2cX',
  ...['0 draw gets 9h4c', '0 lay 5h S', '0 lay 6h S', '0 lay 7h S', '0 lay Kc', '0 lay Kd'],
  ...['0 lay Kh', '0 new', '0 lay Kc', '0 lay Ks', '0 lay Ks', '0 open'],
];
const TO_THE_KING = [
  ...['0 discard 4c', '1 draw gets ??', '1 discard 4d', '2 draw gets ??', '2 discard 5s'],
  ...['3 draw gets ??', '3 discard Kd'],
];
const samba = (...events: string[]): Promise<Dealt> =>
  dealTable(person, server.address, {
    ...{ size: DESKTOP, rules: 'samba', events: [...SAMBA, ...events] },
  });

test('the pile is pulled onto the meld it is for; to the hand, and then it is asked', async () => {
  const onto = await samba(...TO_THE_KING);
  await new Dragger(onto.page, mouse(onto.page)).thing('[data-pile] .picture', '[data-meld="2"]');
  await expect.poll(() => plays(onto)).toEqual(['take #3']);

  const asked = await samba(...TO_THE_KING);
  const dragger = new Dragger(asked.page, mouse(asked.page));
  await dragger.thing('[data-pile] .picture', '.area-hand');
  await dragger.card('[data-take-meld="1"]');
  await expect.poll(() => plays(asked)).toEqual(['take #2']);
});

test('melds are joined by pulling one onto the other', async () => {
  const dealt = await samba();
  await new Dragger(dealt.page, mouse(dealt.page)).thing('[data-meld="1"]', '[data-meld="2"]');
  await expect.poll(() => plays(dealt)).toEqual(['join #2 #3']);
});

test('a discard is pulled back from the pile, and nothing is sent', async () => {
  const dealt = await deal(TURN, DESKTOP, 'usual');
  const { page } = dealt;
  const like = '{"takeBackMs":3000}'; // a busy machine pulls slowly
  await page.evaluate((liked) => localStorage.setItem('canasta.settings', liked), like);
  await page.reload();
  await page.locator('button.own').first().waitFor();
  await page.waitForTimeout(500); // what has just come is dead for a moment, and moves
  const dragger = new Dragger(page, mouse(page));
  await dragger.card('[data-pile] .picture', '4c');
  await page.locator('[data-action="take-back"]').waitFor();
  await dragger.thing('[data-pile] .picture', '.area-hand');
  await expect.poll(() => order(page)).toContain('4c');
  await page.waitForTimeout(3600); // longer than a discard can be taken back
  expect(plays(dealt)).toEqual([]);
});

/** Pulls something, and says what is lit while it is held. */
async function lit(page: Page, from: Point): Promise<(string | null)[]> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 60, { steps: 3 });
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('button, .area-hand')].flatMap((one) => {
      const { borderStyle, borderColor, outlineStyle } = getComputedStyle(one);
      const shows =
        outlineStyle === 'dashed' ||
        (one.matches('[data-lit]') && `${borderStyle} ${borderColor}` !== 'none rgba(0, 0, 0, 0)');
      const name = one.attributes.getNamedItem('data-action')?.value;
      const place = ['data-pile', 'data-new-meld', 'data-meld'].find((mark) =>
        one.hasAttribute(mark),
      );
      return shows ? [name ?? place ?? one.classList[0] ?? ''] : [];
    }),
  );
  await page.mouse.move(2, 2);
  await page.mouse.up();
  expect(await page.locator('[data-pulled-from]').count()).toBe(0);
  return found;
}

test('while something is pulled, just the places are lit where it can go', async () => {
  const { page } = await deal(TURN);
  expect(await lit(page, await corner(page, '4c'))).toEqual(['data-pile', 'data-new-meld']);
  const fresh = await deal(BEFORE_DRAW);
  const stock = await at(fresh.page, '[data-stock] .picture');
  expect(await lit(fresh.page, stock)).toEqual(['area-hand']);
  expect(await lit(fresh.page, await corner(fresh.page, '4c'))).toEqual(['data-new-meld']);
});

test('what cannot be thrown does not look as if it were', async () => {
  const dealt = await deal(BEFORE_DRAW);
  const { page } = dealt;
  const from = await corner(page, '4c');
  const to = await at(page, '[data-pile] .picture');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  expect(await page.locator('[data-pile][data-over], [data-pile][data-lit]').count()).toBe(0);
  await page.mouse.up();
  await page.locator('[role="alert"][data-message]').waitFor();
  expect(await order(page)).toContain('4c');
  expect(plays(dealt)).toEqual([]);
});

test('what is let go on its way flies back to where it lay', async () => {
  const { page } = await deal(BEFORE_DRAW, DESKTOP, 'usual');
  const stock = await at(page, '[data-stock] .picture');
  await pull(page, stock, await at(page, '[data-seat="2"]'));
  const box = await page.locator('.flight').boundingBox();
  expect(box).not.toBeNull();
  await expect.poll(() => page.locator('.flight').count()).toBe(0);
});

const TO_THE_QUESTION = [
  ...[DEAL, '0 draw gets 8c', '0 discard 8c', '1 draw gets ?', '1 discard 4s', '2 draw gets ?'],
  ...['Jc', 'Jd', 'Jh', 'Js', 'Jc', 'Jd', 'Jh'].map((card) => `2 lay ${card}`),
  ...['2 open', '2 discard 5s', '3 draw gets ?', '3 discard 6s', '0 draw gets 8d', '0 discard 8d'],
  ...['1 draw gets ?', '1 discard 7s', '2 draw gets ?', '2 ask'],
];
const PASSING = {
  rules: 'classic_pagat',
  overrides: 'hand_size = 3; discard_threes = none',
  events: ['deal 1 dealer 3 turned 9d hand 0:3c3c3s', '0 draw gets 3s'],
};

test('a card that is dropped on an answer gives it, and comes back to the hand', async () => {
  const asked = await deal(TO_THE_QUESTION);
  await new Dragger(asked.page, mouse(asked.page)).card('[data-answer="no"]', '4c');
  await expect.poll(() => plays(asked)).toEqual(['no']);
  expect(await order(asked.page)).toContain('4c');
  expect(await asked.page.locator('button.own[aria-pressed="true"]').count()).toBe(0);

  const passing = await dealTable(person, server.address, { size: PHONE, ...PASSING });
  await new Dragger(passing.page, finger(passing.page)).card('[data-action="pass"]');
  await expect.poll(() => plays(passing)).toEqual(['pass']);
});

test('a side opens with the pile: it is pulled to the hand, and once more to confirm', async () => {
  const events = ['deal 1 dealer 3 turned Ks hand 0:4c5d7h9sQcQdQsKcKdKh2c'];
  const dealt = await deal(events);
  const { page } = dealt;
  const dragger = new Dragger(page, mouse(page));
  await dragger.thing('[data-pile] .picture', '.area-hand');
  expect(await staged(page, 0)).toEqual([]);
  expect(await page.locator('[data-group="take"] button.card').count()).toBe(2);
  await dragger.card('[data-group="take"]', 'Kh');
  await dragger.card('[data-new-meld]', 'Qc');
  for (const card of ['Qd', 'Qs']) await dragger.card('[data-group="0"]', card);
  await dragger.thing('[data-pile] .picture', '.area-hand');
  await expect.poll(() => plays(dealt)).toEqual(['take KcKdKh; open QcQdQs']);
});

test('the first cards of the hand take the pile, and others can be pulled there', async () => {
  const dealt = await deal(['deal 1 dealer 3 turned Ks hand 0:4c5d7h9sQcQdQsKcKdKh2c']);
  const { page } = dealt;
  const group = { kind: 'rank', began: true, last: false } as const;
  await new Dragger(page, mouse(page)).perform({
    kind: 'open',
    take: { cards: ['Kh', 'Kd'], place: 0 },
    groups: [
      { ...group, place: 0, cards: ['Kc'] },
      { ...group, place: 1, cards: ['Qc', 'Qd', 'Qs'] },
    ],
  });
  await expect.poll(() => plays(dealt)).toEqual(['take KhKdKc; open QcQdQs']);
});

test('all selected cards come along with one of them', async () => {
  const { page } = await deal(TURN);
  await selectCards(page, ['Kc', 'Kd', 'Kh']);
  const dragger = new Dragger(page, mouse(page));
  await dragger.card('[data-new-meld]', 'Kd');
  expect(await staged(page, 0)).toHaveLength(3);
});
