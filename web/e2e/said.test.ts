// Whatever is said in the message's room can be read whole: it fits, or *More* opens all of it.
// Not here: what is said when. Invariant: the sentences are the catalogue's, with long numbers.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { m } from '../src/messages';
import { engineReasons, serverReasons } from '../src/messages/reasons.en';
import type { Size } from './browser';
import { dealTable } from './dealt';
import { seldom, setUp } from './setup';
import { HANDS } from './tables';

const { server, person } = setUp();

const SIZES: Size[] = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 568, height: 320 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
];
const LETTERS = [16, 32];
/** Where letters twice as large have the least room. */
const LARGEST: Size[] = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
];

const n = { have: 12_345, need: 12_345 };
const need = { points: 12_345, canasta: 'natural' } as const;
const NAME = 'Wilhelmina-Charlotte-Ann'; // as long as a name can be

/** What stands there while nothing is refused. */
const STANDING = [
  ...[m.hint.drawOnly, m.hint.draw, m.hint.askFirst, m.hint.meld],
  ...[m.hint.opening({ points: 120, canasta: 'no' }), m.hint.selectFirst],
];
const REFUSED = [...Object.values(engineReasons), ...Object.values(serverReasons)].map((said) =>
  said(n),
);
const LONG = [
  ...[m.hint.opening(need), m.hint.cannotOpen(n.have, n.need), m.hint.special('all_pairs', n.have)],
  ...[m.hint.waitFor(NAME), m.hint.waitAnswer(NAME), m.hint.sureCanasta('queen of diamonds')],
  ...[m.hint.takeOrEnd, m.hint.onlyEnd, m.status.paused, m.status.saving, ...REFUSED],
  // As long as it gets, with what helps behind it.
  ...REFUSED.filter((one) => one.length > 80).map((one) => m.sentences([one, m.hint.clearTray])),
];

/** What cannot be read: neither whole in its room nor with *More* in sight. Every sentence is put
    into the room in turn, as a browser lays it out. */
async function unread(texts: readonly string[]): Promise<string[]> {
  const [words, room] = ['[data-message]', '.message .lines'].map((one) =>
    document.querySelector<HTMLElement>(one),
  );
  const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
  const node = words?.firstChild;
  if (!words || !room || !node) return ['there is no message'];
  const before = node.textContent;
  const bad: string[] = [];
  for (const text of texts) {
    node.textContent = text;
    await frame();
    await frame();
    const more = document.querySelector<HTMLElement>('.message .more');
    const [all, seen] = [words.getBoundingClientRect(), room.getBoundingClientRect()];
    const fits = all.top >= seen.top - 1 && all.bottom <= seen.bottom + 1;
    const at = more?.getBoundingClientRect();
    const hit = at && document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    const offered = at !== undefined && hit === more && at.bottom <= innerHeight;
    if (fits === offered) bad.push(`${fits ? 'a needless More' : 'cut off'}: ${text}`);
  }
  node.textContent = before;
  return bad;
}

const places = (page: Page): Promise<string[]> =>
  page.locator('.table button:not(.more), [data-seat], [data-score]').evaluateAll((all) =>
    all.map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [left, top, width, height].map(Math.round).join(' ');
    }),
  );

async function letters(page: Page, standard: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } });
}

const table = (size: Size) => {
  const [, dealing] = HANDS[0] ?? [];
  if (dealing === undefined) throw new Error('there is no hand of 26');
  return dealTable(person, server.address, { ...dealing, size });
};

seldom('every message fits its room, or More is there; those of every turn fit', async () => {
  const { page } = await table({ width: 320, height: 568 });
  for (const font of LETTERS)
    for (const size of font > 16 ? LARGEST : SIZES) {
      await letters(page, font);
      await page.setViewportSize(size);
      await page.waitForTimeout(200);
      const where = `${size.width} by ${size.height}, letters of ${font}`;
      expect(await page.evaluate(unread, [...LONG, ...STANDING]), where).toEqual([]);
      if (font > 16) continue;
      for (const text of STANDING) {
        await page.locator('[data-message]').evaluate((one, said) => {
          if (one.firstChild !== null) one.firstChild.textContent = said;
        }, text);
        await page.waitForTimeout(60);
        expect(await page.locator('.message .more').count(), `${where}: ${text}`).toBe(0);
      }
    }
});

test.each(SIZES)('More opens all of a hint and moves nothing ($width by $height)', async (size) => {
  const { page } = await table(size);
  await page.locator('[data-action="hint"]').click();
  const text = page.locator('[data-advice] .text .text');
  await text.waitFor();
  const second = page.locator('[data-advice] [data-second]');
  const thought = (): Promise<string | null> => second.getAttribute('data-second');
  await expect.poll(thought, { timeout: 60_000 }).toMatch(/stands|differs/); // nothing follows
  const room = page.locator('[data-advice] .lines');
  const heights = async (): Promise<number[]> => [
    (await text.boundingBox())?.height ?? 0,
    (await room.boundingBox())?.height ?? 0,
  ];
  const [all = 0, seen = 0] = await heights();
  const more = page.locator('[data-advice] .more');
  expect(await more.count()).toBe(all > seen + 1 ? 1 : 0);
  if (all <= seen + 1) return;
  const before = await places(page);
  await more.click();
  await expect.poll(() => text.evaluate((one) => one.matches(':popover-open'))).toBe(true);
  const box = await text.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return { inside, whole: one.scrollHeight <= one.clientHeight + 1 };
  });
  expect(box).toEqual({ inside: true, whole: true });
  expect(await places(page)).toEqual(before);
  await page.keyboard.press('Escape');
  await expect.poll(() => text.evaluate((one) => one.matches(':popover-open'))).toBe(false);
});

/** The words at a table, by what they stand on. */
const WORDS = {
  message: '[data-message]',
  score: '[data-score] .total',
  button: '.buttons .button',
  name: '[data-seat] .name',
  count: '[data-seat] .count b',
};
type Least = Record<keyof typeof WORDS, number>;

test.each([
  [{ width: 320, height: 568 }, { message: 1.15, score: 1.15, button: 1.05, name: 1, count: 1 }],
  [{ width: 360, height: 640 }, { message: 1.3, score: 1.3, button: 1.2, name: 1.1, count: 1.1 }],
  [{ width: 390, height: 844 }, { message: 1.3, score: 1.3, button: 1.3, name: 1.3, count: 1.3 }],
] as [Size, Least][])('letters grow with those of the browser (%o)', async (size, least) => {
  const { page } = await table(size);
  const sizes = (): Promise<Record<string, number>> =>
    page.evaluate(
      (words) =>
        Object.fromEntries(
          Object.entries(words).map(([name, selector]) => {
            const one = document.querySelector(selector);
            return [name, one === null ? 0 : parseFloat(getComputedStyle(one).fontSize)];
          }),
        ),
      WORDS,
    );
  const before = await sizes();
  await letters(page, 32);
  await page.waitForTimeout(200);
  const after = await sizes();
  for (const name of Object.keys(WORDS) as (keyof Least)[])
    expect((after[name] ?? 0) / (before[name] ?? 0), name).toBeGreaterThan(
      least[name] - 0.01,
    );
});
