// What is no text can be told from what lies beside it: fields, edges of controls, selected cards,
// lit places and the focus, by the pixels of the screen. Not here: text (axe.test.ts).
// Invariant: nothing is taken from a style sheet; a theme is what the page makes of it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { moment, openOptions, selectCards } from './clicks';
import { dealTable } from './dealt';
import { setUp } from './setup';
import { stackedTable } from './stacked';
import { HAND_AND_FOOT } from './tables';

const setup = setUp();
const { server, person } = setup;

const LEAST = 3;
interface Look {
  theme: string;
  system?: 'light' | 'dark';
  large?: boolean;
}
const LOOKS: Look[] = [
  { theme: 'dark' },
  { theme: 'light', large: true },
  { theme: 'contrast' },
];

interface Seen {
  name: string;
  box: { left: number; top: number; right: number; bottom: number };
}

/** Whole on the screen, and not covered in its middle. */
function boxesOf(selector: string): Seen[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((one, i) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    const inside = left >= 8 && top >= 8 && right <= innerWidth - 8 && bottom <= innerHeight - 8;
    const shows = [1, height / 2, height - 1].every((y) => {
      const hit = document.elementFromPoint(left + width / 2, top + y);
      return hit !== null && (one.contains(hit) || hit.contains(one));
    });
    if (!inside || width === 0 || !shows || !one.checkVisibility()) return [];
    const name = `${selector} ${i} ${one.innerText.slice(0, 20).replaceAll('\n', ' ')}`;
    return [{ name, box: { left, top, right, bottom } }];
  });
}

declare global {
  interface Window {
    pictures?: ImageData[];
  }
}

/** A blank page that looks at pictures of another one. */
class Eye {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The last two pictures are kept. */
  async see(page: Page): Promise<void> {
    const picture = (await page.screenshot()).toString('base64');
    await this.#page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const now = context?.getImageData(0, 0, image.width, image.height);
      window.pictures = [...(window.pictures ?? []), ...(now === undefined ? [] : [now])].slice(-2);
    }, picture);
  }

  /** Of each box the least, over its sides, of the contrast between what is just outside and
      anything on the way in. With `sides` of them only so many must do. */
  edges(seen: Seen[], sides: number, out: number): Promise<{ name: string; least: number }[]> {
    return this.#page.evaluate(
      ({ seen: all, sides: enough, out: OUT }) => {
        const picture = window.pictures?.at(-1);
        if (picture === undefined) return [];
        const IN = 5;
        const part = (value: number): number => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        };
        const light = (x: number, y: number): number => {
          const at = 4 * (Math.round(y) * picture.width + Math.round(x));
          const [r = 0, g = 0, b = 0] = picture.data.subarray(at, at + 3);
          return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
        };
        const ratio = (one: number, other: number): number =>
          (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        return all.map(({ name, box }) => {
          const { left, top, right, bottom } = box;
          const side = (at: (share: number, depth: number) => [number, number]): number =>
            Math.max(
              ...[0.35, 0.5, 0.65].map((share) => {
                const outside = light(...at(share, -OUT));
                const depths = Array.from({ length: OUT + IN }, (_, i) => i - OUT + 1);
                return Math.max(...depths.map((d) => ratio(outside, light(...at(share, d)))));
              }),
            );
          const found = [
            side((share, d) => [left + d, top + share * (bottom - top)]),
            side((share, d) => [right - 1 - d, top + share * (bottom - top)]),
            side((share, d) => [left + share * (right - left), top + d]),
            side((share, d) => [left + share * (right - left), bottom - 1 - d]),
          ].sort((a, b) => b - a);
          return { name, least: found[enough - 1] ?? 0 };
        });
      },
      { seen, sides, out },
    );
  }

  /** How many pixels around a box differ clearly between the last two pictures. */
  changed({ box }: Seen, least: number): Promise<number> {
    return this.#page.evaluate(
      ({ box: { left, top, right, bottom }, least: enough }) => {
        const [before, after] = window.pictures ?? [];
        if (before === undefined || after === undefined) return 0;
        const part = (value: number): number => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        };
        const light = ({ data, width }: ImageData, x: number, y: number): number => {
          const [r = 0, g = 0, b = 0] = data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3);
          return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
        };
        let count = 0;
        for (let y = Math.max(0, Math.floor(top) - 8); y < bottom + 8; y++) {
          for (let x = Math.max(0, Math.floor(left) - 8); x < right + 8; x++) {
            const [one, other] = [light(before, x, y), light(after, x, y)];
            if ((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= enough) count++;
          }
        }
        return count;
      },
      { box, least },
    );
  }
}

const CONTROLS = [
  '.button:not(.quiet):not(:disabled)',
  'input:not([type="radio"], [type="checkbox"], [type="range"])',
  ...['select', '.choice', '.bot:is(label, button)', '.chips button', '.toggle i', '.hint'],
];

/** `out`: how many pixels around it still belong to it. */
async function edgesOf(
  eye: Eye,
  page: Page,
  selectors: string[],
  { sides = 4, out = 4 } = {},
): Promise<string[]> {
  await eye.see(page);
  const all: string[] = [];
  for (const selector of selectors) {
    const seen = await page.evaluate(boxesOf, selector);
    for (const { name, least } of await eye.edges(seen, sides, out))
      if (least < LEAST) all.push(`${name}: ${least.toFixed(2)}`);
  }
  return all;
}

/** Each is given the focus by a key, as it shows only then. */
async function focusOf(eye: Eye, page: Page, selectors: string[]): Promise<string[]> {
  const all: string[] = [];
  for (const selector of selectors) {
    const [seen] = await page.evaluate(boxesOf, selector);
    if (seen === undefined) throw new Error(`there is no ${selector} in sight`);
    await page.locator(selector).first().focus();
    await page.keyboard.press('Shift+Tab');
    await eye.see(page);
    await page.keyboard.press('Tab');
    await eye.see(page);
    const { left, top, right, bottom } = seen.box;
    const around = (right - left + bottom - top) * (selector.includes('.own') ? 0.8 : 2); // a fan
    const changed = await eye.changed(seen, LEAST);
    if (changed < around) all.push(`${selector}: focus changes ${changed} pixels of ${around}`);
  }
  return all;
}

async function dress(page: Page, { theme, system, large = false }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: system ?? null });
  const like = { theme, large, takeBackMs: 0, askDiscard: false };
  await page.evaluate(
    (liked) => localStorage.setItem('canasta.settings', JSON.stringify(liked)),
    like,
  );
  await page.reload();
}

test.each(LOOKS)('the pages before a table: %o', async (look) => {
  const { page, context } = await person({ width: 1100, height: 1600 });
  const eye = new Eye(await context.newPage());
  await page.goto(server.address);
  await dress(page, look);
  await openOptions(page);
  const faults = await edgesOf(eye, page, CONTROLS);
  faults.push(...(await focusOf(eye, page, ['[data-action="start"]', 'input[type="search"]'])));
  await page.goto(`${server.address}#house`);
  await page.locator('select').first().waitFor();
  faults.push(...(await edgesOf(eye, page, CONTROLS)));
  faults.push(...(await focusOf(eye, page, ['select'])));
  expect(faults).toEqual([]);
});

test.each(LOOKS)('a table, and what lies over it: %o', async (look) => {
  const size = { width: 1366, height: 768 };
  const { page } = await dealTable(person, server.address, { ...HAND_AND_FOOT, size });
  const eye = new Eye(await page.context().newPage());
  await dress(page, look);
  await page.locator('button.own').first().waitFor();
  const cards = await page.evaluate(() => window.canasta?.view()?.hand.slice(0, 2) ?? []);
  await selectCards(page, cards);
  const faults = await edgesOf(eye, page, [...CONTROLS, '.new']);
  faults.push(...(await edgesOf(eye, page, ['.meld.ready'], { out: 7 })));
  faults.push(...(await edgesOf(eye, page, ['.own.selected .lift'], { sides: 3, out: 7 })));
  const focused = ['button.own[tabindex="0"]', '[data-action="discard"]', 'button[data-meld="0"]'];
  faults.push(...(await focusOf(eye, page, focused)));
  await page.locator('[data-action="menu"]').click();
  await page.locator('dialog[open] .button').first().waitFor();
  faults.push(...(await edgesOf(eye, page, CONTROLS)));
  expect(faults).toEqual([]);
});

test.each([
  ['light', true],
  ['dark', false],
] as const)('the system that asks for %s has it', async (system, light) => {
  const { page } = await person({ width: 800, height: 600 });
  await page.goto(server.address);
  await dress(page, { theme: 'auto', system });
  const isLight = (): boolean => document.documentElement.classList.contains('light');
  await expect.poll(() => page.evaluate(isLight)).toBe(light);
});

test('the sheet of a hand, in each look', async () => {
  const page = await stackedTable(setup, {
    size: { width: 1366, height: 768 },
    rules: 'modern_american',
    hand: '4c4d5c5d6c6d8c8d9c9dTcTdJc', // six pairs: with a seventh the hand is over
    draws: 'Jd',
  });
  const eye = new Eye(await page.context().newPage());
  await moment(page);
  await page.locator('[data-stock]').click();
  await page.locator('[data-action="declare"]').click();
  await page.locator('[data-sheet]').waitFor(); // before the page is loaded anew
  const faults: string[] = [];
  for (const look of LOOKS) {
    await dress(page, look);
    await page.locator('[data-sheet]').waitFor();
    faults.push(...(await edgesOf(eye, page, CONTROLS)));
    faults.push(...(await focusOf(eye, page, ['dialog [data-action="next"]'])));
  }
  expect(faults).toEqual([]);
});

/** What has a line around it, by what it is. */
function outlined(selectors: Record<string, string>): Record<string, boolean[]> {
  const has = (one: Element): boolean => getComputedStyle(one).outlineStyle !== 'none';
  return Object.fromEntries(
    Object.entries(selectors).map(([name, selector]) => [
      name,
      [...new Set([...document.querySelectorAll(selector)].map(has))],
    ]),
  );
}

test.each(['light', 'dark'] as const)('colours that are forced (%s)', async (scheme) => {
  const size = { width: 1366, height: 768 };
  const { page, tell } = await dealTable(person, server.address, { ...HAND_AND_FOOT, size });
  const eye = new Eye(await page.context().newPage());
  await page.emulateMedia({ forcedColors: 'active', colorScheme: scheme });
  const cards = await page.evaluate(() => window.canasta?.view()?.hand.slice(0, 1) ?? []);
  await selectCards(page, cards);
  await page.mouse.move(1, 1);
  expect(
    await page.evaluate(outlined, {
      chosen: '.own[aria-pressed="true"] .lift',
      others: '.own[aria-pressed="false"] .lift',
      lit: '[data-pile].lit',
      unlit: '[data-stock]:not(.lit)',
    }),
  ).toEqual({ chosen: [true], others: [false], lit: [true], unlit: [false] });
  const paper = await page
    .locator('.tile')
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);
  expect(paper).toEqual(['rgb(253, 251, 244)']); // its suits keep their colours
  const faults = await edgesOf(eye, page, CONTROLS);
  faults.push(...(await focusOf(eye, page, ['button.own[tabindex="0"]', '[data-action="lay"]'])));
  tell({ t: 'ev', seq: 10, kind: 'play', seat: 0, events: ['0 discard 8c'] });
  await page.locator('[data-seat="1"][aria-current]').waitFor();
  const seats = { acts: '[data-seat="1"]', waits: '[data-seat="2"], [data-seat="3"]' };
  expect(await page.evaluate(outlined, seats)).toEqual({ acts: [true], waits: [false] });
  await page.goto(server.address);
  await openOptions(page);
  faults.push(...(await edgesOf(eye, page, [...CONTROLS, '[data-action="start"]'])));
  expect(faults).toEqual([]);
  expect(
    await page.evaluate(outlined, {
      chosen: 'label:has(:checked)',
      others: 'label:has(input[type="radio"]:not(:checked))',
    }),
  ).toEqual({ chosen: [true], others: [false] });
});
