// Long tables on a phone: everything that lies there can be scrolled to above the own hand.
// Not here: what can be done with the melds. Invariant: what is measured is what a person sees.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Size } from './browser';
import { selectCards } from './clicks';
import { dealTable, type Deal } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();

const PHONES: Size[] = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 667, height: 375 },
];

const melds = (seat: number, ranks: string): string[] =>
  [...ranks].flatMap((rank) => ['c', 'd', 'h'].map((suit) => `${seat} lay ${rank}${suit}`));

/** A turn that lays the whole hand, picks up the packet and goes on. */
function packetTurn(seat: number, first: string, second: string, opens: boolean): string[] {
  const own = seat === 0;
  const begun = [...melds(seat, first), ...(opens ? [`${seat} open`] : [])];
  const packet = own ? '9c9d9hTcTdThJcJdJhQcQdQsKc' : '?'.repeat(13);
  return [
    `${seat} draw gets ${own ? 'AcAd' : '??'}`,
    ...begun.slice(0, -1),
    `${begun.at(-1)} gets ${packet} packet stock 0`,
    ...melds(seat, second),
    `${seat} discard Kc`,
  ];
}

const HAND_AND_FOOT: Omit<Deal, 'size'> = {
  rules: 'hand_and_foot',
  start: 'view seat 0 dealer 3 played 0 totals 0,0',
  events: [
    'deal 1 dealer 3 turned 9d hand 0:4c4d4h5c5d5h6c6d6h7c7d7hAh',
    ...packetTurn(0, '4567A', '', true),
    ...packetTurn(1, '4567A', '9TJ', true),
    ...packetTurn(2, '89TJQ', 'K45', false),
    ...packetTurn(3, '8QK67', '45A', false),
    '0 draw gets 8c8d',
  ],
};

const sequence = (seat: number, suit: string, ranks: string): string[] =>
  [...ranks].map((rank) => `${seat} lay ${rank}${suit} S`);

const sambaTurn = (seat: number, lays: string[]): string[] => [
  `${seat} draw gets ${seat === 0 ? '5s9c' : '??'}`,
  ...[...lays, ...(seat < 2 ? [`${seat} open`] : []), `${seat} discard 9c`],
];

const SAMBA: Omit<Deal, 'size'> = {
  rules: 'samba',
  start: 'view seat 0 dealer 3 played 0 totals 0,0',
  events: [
    'deal 1 dealer 3 turned 9d hand 0:5h6h7h8h5c6c7c8cAcAdAh4sKs4d4c',
    ...sambaTurn(0, [...sequence(0, 'h', '5678'), ...sequence(0, 'c', '5678'), ...melds(0, 'A')]),
    ...sambaTurn(1, [...sequence(1, 'd', '45678'), ...sequence(1, 's', '45678'), ...melds(1, 'K')]),
    ...sambaTurn(2, [...sequence(2, 'd', '4567'), ...sequence(2, 's', '4567'), ...melds(2, 'K')]),
    ...sambaTurn(3, [...sequence(3, 'c', '4567'), ...sequence(3, 'h', '4567'), ...melds(3, 'Q')]),
    '0 draw gets 4h4h',
  ],
};

const begins = (seat: number): string => (seat < 6 ? ` then ${seat} gets -` : '');

const THREE_SIDES: Omit<Deal, 'size'> = {
  rules: 'six_hand_3sides',
  players: 6,
  start: 'view seat 0 dealer 5 played 0 totals 0,0,0',
  events: [
    `deal 1 dealer 5 turned 9d hand 0:4c4d4hQcQdQhKcKdKh8c8s9c7d${begins(0)}`,
    ...['4QK', '5JA', '5JA', '679', '67TQ', '67TQ'].flatMap((ranks, seat) => [
      `${seat} draw gets ${seat === 0 ? '8d' : '?'}`,
      ...[...melds(seat, ranks), ...(seat < 3 ? [`${seat} open`] : [])],
      `${seat} discard 9c${begins(seat + 1)}`,
    ]),
    '0 draw gets 8h',
  ],
};

interface Seen {
  lastMeld: number; // lower end of the lowest meld
  onTop: boolean; // nothing lies over its middle
  ownTop: number;
  ownBottom: number;
  overlap: number; // how far a part of the own panel reaches into the next one
  screen: number;
}

/** What is seen when the page is scrolled to its end. */
const atTheEnd = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const melds = [...document.querySelectorAll('[data-meld]')];
    const boxes = melds.map((meld) => meld.getBoundingClientRect());
    const lastMeld = Math.max(...boxes.map((box) => box.bottom));
    const last = boxes.findLastIndex((box) => box.bottom === lastMeld);
    const { left = 0, top = 0, width = 0, height = 0 } = boxes[last] ?? {};
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const own = document.querySelector('.own.panel');
    const parts = [...(own?.children ?? [])].map((part) => part.getBoundingClientRect());
    const gaps = parts.slice(1).map((part, i) => (parts[i]?.bottom ?? 0) - part.top);
    const { top: ownTop = 0, bottom: ownBottom = 0 } = own?.getBoundingClientRect() ?? {};
    const onTop = melds[last]?.contains(hit) ?? false;
    const screen = window.innerHeight;
    return { lastMeld, onTop, ownTop, ownBottom, overlap: Math.max(...gaps), screen };
  });

/** A table whose hand has found its places, and whose page knows how high it is. */
async function longTable(size: Size, deal: Omit<Deal, 'size'>): Promise<Page> {
  const { page } = await dealTable(person, server.address, { ...deal, size });
  await page.waitForFunction(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('button.own')];
    const places = new Set(cards.map((card) => card.style.transform));
    const own = document.querySelector<HTMLElement>('.own.panel');
    const table = document.querySelector<HTMLElement>('main.table');
    const told = table?.style.getPropertyValue('--own-height');
    return places.size > 1 && told === `${own?.offsetHeight}px`;
  });
  return page;
}

async function reachable(page: Page): Promise<void> {
  const seen = await atTheEnd(page);
  expect(seen.lastMeld).toBeLessThanOrEqual(seen.ownTop);
  expect(seen.onTop).toBe(true);
  expect(seen.ownTop).toBeGreaterThan(0);
  expect(seen.ownBottom).toBeLessThanOrEqual(seen.screen);
  expect(seen.overlap).toBeLessThanOrEqual(0);
}

const LONG: [string, Omit<Deal, 'size'>, string[]][] = [
  ['many melds of a side', HAND_AND_FOOT, ['9c', '9d', '9h']],
  ['sequences', SAMBA, ['4c', '4d', '4s']],
  ['three sides', THREE_SIDES, ['8c', '8d', '8h']],
];
const cases = PHONES.flatMap((size) =>
  LONG.map(([name, deal, cards]) => [name, size.width, size.height, deal, cards] as const),
);

test.each(cases)('%s, %i by %i: the last meld is reached', async (...one) => {
  const [, width, height, deal, cards] = one;
  const page = await longTable({ width, height }, deal);
  await reachable(page);
  await selectCards(page, cards); // now there is a place for a new meld, too
  await reachable(page);
  await page.locator('[data-action="stage"]').click();
  await page.locator('[data-group="0"], [data-choosing]').waitFor(); // in the tray, or a question
  await reachable(page);
});

/** How far the focused meld reaches under the own hand: 0 or less when all of it is in sight. */
const hidden = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const own = document.querySelector('.own.panel');
    const { bottom = Infinity } = document.activeElement?.getBoundingClientRect() ?? {};
    return bottom - (own?.getBoundingClientRect().top ?? 0);
  });

test('melds that are walked to by keys stop above the own hand', async () => {
  const page = await longTable({ width: 320, height: 568 }, HAND_AND_FOOT);
  const melds = page.locator('button[data-meld]');
  for (let i = 0, count = await melds.count(); i < count; i++) {
    await melds.nth(i).focus();
    await expect.poll(() => hidden(page), { message: `meld ${i}` }).toBeLessThanOrEqual(0);
  }
});

test('the meld that was walked to stays in sight when the own hand grows', async () => {
  const page = await longTable({ width: 320, height: 568 }, HAND_AND_FOOT);
  const meld = page.locator('button[data-meld]').first();
  await meld.focus();
  await expect.poll(() => hidden(page)).toBeLessThanOrEqual(0);
  const lies = (await meld.boundingBox())?.y ?? 0;
  const hand = page.locator('.own.panel > .hand');
  const room = (await page.locator('.own.panel').boundingBox())?.y ?? 0;
  const grown = room - lies; // enough to cover the whole meld where it lies now
  await hand.evaluate((it, more) => (it.style.marginTop = `${more}px`), grown);
  await page.waitForFunction((top) => {
    const own = document.querySelector('.own.panel');
    return (own?.getBoundingClientRect().top ?? top) < top;
  }, room);
  await expect.poll(() => hidden(page)).toBeLessThanOrEqual(0);
});
