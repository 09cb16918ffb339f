// On one's turn everything needed is in sight: inside the screen, uncovered, with its words whole.
// Not here: what can be done with it. Invariant: what is measured is what a finger would meet.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Size } from './browser';
import { dealTable } from './dealt';
import { tooSmall } from './fits';
import { setUp } from './setup';
import {
  FIVE_PEOPLE,
  HAND_AND_FOOT,
  HANDS,
  manyPeople,
  PACKETS,
  SAMBA,
  THREE_SIDES,
  type Dealing,
} from './tables';

const { server, person } = setUp();

const SIZES: Size[] = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 568, height: 320 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 900, height: 560 }, // hardly room for people around a table
  { width: 1280, height: 800 },
  { width: 1366, height: 625 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
];

/** What is named here, and where on each a finger would point. */
function outOfSight(): string[] {
  const faults: string[] = [];
  const MIDDLE = [[0.5, 0.5]];
  const ALONG = [...MIDDLE, [0.2, 0.5], [0.8, 0.5]];
  const CORNERS = [...MIDDLE, [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
  const look = (selector: string, points: number[][], least = 1): void => {
    const all = [...document.querySelectorAll<HTMLElement>(selector)];
    if (all.length < least) faults.push(`${selector}: ${all.length} of ${least}`);
    for (const one of all) {
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      const name = `${selector} ${one.dataset['card'] ?? one.dataset['meld'] ?? one.innerText}`;
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        faults.push(`${name}: beyond the screen, ${[left, top, right, bottom].join(' ')}`);
      for (const [x = 0, y = 0] of points) {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        if (!one.contains(hit)) faults.push(`${name}: covered by ${hit?.outerHTML.slice(0, 90)}`);
      }
    }
  };
  const whole = (selector: string): void => {
    for (const one of document.querySelectorAll<HTMLElement>(selector))
      if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
        faults.push(`${selector} ${one.innerText.replaceAll('\n', ' ')}: cut off`);
  };
  const said = ({ classList, innerText }: HTMLElement): string =>
    `${classList[0]} ${(innerText ?? '').replaceAll('\n', ' ')}`;
  /** Whether all that stands in a box of this kind has a place of its own. */
  const apart = (box: string, parts: string): void => {
    for (const one of document.querySelectorAll<HTMLElement>(box)) {
      const all = [...one.querySelectorAll<HTMLElement>(parts)]
        .filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1)
        .map((part) => ({ part, at: part.getBoundingClientRect() }));
      all.forEach(({ part, at }, i) => {
        for (const other of all.slice(i + 1)) {
          const { left, top, right, bottom } = other.at;
          const across = Math.min(at.right, right) - Math.max(at.left, left);
          const along = Math.min(at.bottom, bottom) - Math.max(at.top, top);
          const within = part.contains(other.part) || other.part.contains(part);
          if (!within && across > 1 && along > 1)
            faults.push(`${box}: ${said(part)} over ${said(other.part)}`);
        }
      });
    }
  };
  const hook = window.canasta?.view();
  const [RANK, SUIT] = [
    [0.18, 0.14],
    [0.24, 0.5],
  ];
  look('button.own', [RANK ?? [], SUIT ?? []], hook?.hand.length);
  look('.message .lines', MIDDLE);
  look('.buttons .button', ALONG);
  look('[data-stock]', CORNERS);
  look('[data-pile]', CORNERS);
  look(
    '[data-meld]',
    MIDDLE,
    hook?.sides.reduce((sum, side) => sum + side.melds.length, 0),
  );
  look('[data-seat]', CORNERS, (hook?.seat_count ?? 0) - 1);
  look('[data-seat] .count', MIDDLE);
  look('[data-seat] .chip.away', ALONG, 0);
  look('[data-seat] .chip', MIDDLE, 0);
  look('[data-packets]', MIDDLE, hook?.packets.filter((count) => count > 0).length);
  look('[data-score]', CORNERS, 2);
  look('.bar .about', ALONG);
  look('.bar button', MIDDLE, 3);
  apart('[data-seat]', '.name, .count b, .chip, .stack, .seated, .clock');
  apart('.middle', '.caption, .told, .picture');
  apart('.tile', '.head b, .marks svg, i, .seal');
  whole('[data-score]');
  const message = document.querySelector('[data-message]')?.getBoundingClientRect();
  const lines = document.querySelector('.message .lines')?.getBoundingClientRect();
  if ((message?.bottom ?? 0) > (lines?.bottom ?? 0) + 1) look('.message .more', ALONG);
  whole('.buttons .button');
  if (document.documentElement.scrollHeight > innerHeight) faults.push('the page can be scrolled');
  return faults;
}

async function inSight(page: Page, when: string): Promise<void> {
  const faults = async (): Promise<string[]> =>
    (await Promise.all([page.evaluate(outOfSight), page.evaluate(tooSmall)])).flat();
  await expect.poll(faults, { message: when, timeout: 3000 }).toEqual([]);
}

/** Presses two cards of a hand, and counts those that are selected then; by a program, as one by
    one they would be tapped some hundred times. */
async function pressTwo(): Promise<number> {
  const own = [...document.querySelectorAll<HTMLElement>('button.own')];
  if (own.length < 3) return 0;
  for (const card of own.slice(0, 2)) card.click();
  await new Promise(requestAnimationFrame);
  return own.filter((card) => card.ariaPressed === 'true').length;
}

/** More than four sides, or six people, have room on a phone of today and on what is larger. */
const A_PHONE = 390 * 844;
const sizesFor = ({ players = 4, start = '' }: Dealing): Size[] => {
  const few = players <= 6 && start.split(',').length <= 4;
  return SIZES.filter(({ width, height }) => few || width * height >= A_PHONE);
};

const TABLES: [string, Dealing][] = [
  ...HANDS,
  ['packets and many melds', HAND_AND_FOOT],
  ['sequences', SAMBA],
  ['six people, three sides', THREE_SIDES],
  ['five people, one at rest', FIVE_PEOPLE],
  ['six people, each with a packet', PACKETS],
  ['five, each alone', manyPeople(5, 'individual')],
  ['six, each alone', manyPeople(6, 'individual')],
  ['seven, each alone', manyPeople(7, 'individual')],
  ['eight, each alone', manyPeople(8, 'individual')],
  ['eight in four pairs', manyPeople(8, 'four_pairs')],
];

test.each(TABLES)('%s: all in sight at every size', async (_, dealing) => {
  const { page } = await dealTable(person, server.address, {
    ...dealing,
    size: { width: 320, height: 568 },
  });
  for (const size of sizesFor(dealing)) {
    await page.setViewportSize(size);
    await inSight(page, `${size.width} by ${size.height}`);
    const selected = await page.evaluate(pressTwo);
    if (selected === 0) continue;
    expect(selected).toBe(2);
    await inSight(page, `${size.width} by ${size.height}, two selected`);
    expect(await page.evaluate(pressTwo)).toBe(0);
  }
});

test.each(['large', 'leftHanded'])('so it is as somebody likes it: %s', async (like) => {
  const size = { width: 320, height: 568 };
  const { page } = await dealTable(person, server.address, { ...HAND_AND_FOOT, size });
  await page.evaluate((key) => {
    const settings = JSON.parse(localStorage.getItem('canasta.settings') ?? '{}') as object;
    localStorage.setItem('canasta.settings', JSON.stringify({ ...settings, [key]: true }));
  }, like);
  await page.reload();
  for (const one of SIZES) {
    await page.setViewportSize(one);
    await inSight(page, `${one.width} by ${one.height}`);
  }
});

/** Screens as they are at 200 %: half as many pixels of the page, each twice as large. */
const ZOOMED: Size[] = [
  { width: 683, height: 384 },
  { width: 720, height: 450 },
];

const FULL = TABLES.filter(([name]) => /26|many melds|six people, each/.test(name));

test.each(FULL)('%s: so it is at 200 percent', async (_, dealing) => {
  const size = { width: 320, height: 568 };
  const { page } = await dealTable(person, server.address, { ...dealing, size });
  for (const one of ZOOMED) {
    await page.setViewportSize(one);
    await inSight(page, `${one.width} by ${one.height}, zoomed`);
  }
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  for (const one of SIZES) {
    await page.setViewportSize(one);
    await inSight(page, `${one.width} by ${one.height}, letters twice as large`);
  }
  const text = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  expect(parseFloat(text)).toBeGreaterThanOrEqual(32);
});
