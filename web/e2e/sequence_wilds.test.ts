// Wilds in sequences, by a person's own taps: laid at the end that is asked for, drawn in their
// places, and taken out again for the natural whose place they have.
// Not here: which ends have room (the engine). Invariant: what is tapped is what is sent.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from './browser';
import { selectCards } from './clicks';
import { answers, dealTable } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();

const BEGUN = {
  rules: 'samba',
  overrides: 'sequence_wilds = 2; swap_wild = own',
  events: [
    'deal 1 dealer 3 turned 9d hand 0:5h6h7h8hThQcQdQsKcKdKs2cX4s4c',
    ...['0 draw gets TsTd', '0 lay 6h S', '0 lay 7h S', '0 lay 8h S'],
    ...['0 lay Qc', '0 lay Qd', '0 lay Qs', '0 open'],
  ],
};

const sequence = (page: Page) => page.locator('[data-side="0"] button[data-meld="0"]');
const label = (page: Page): Promise<string | null> => sequence(page).getAttribute('aria-label');

/** The ranks of the sequence as they are drawn, from left to right; a joker is a star. */
const row = (page: Page): Promise<string> =>
  sequence(page)
    .locator('svg.card use:first-of-type')
    .evaluateAll((all) => {
      const left = (one: Element): number => one.getBoundingClientRect().left;
      const ranks = all.sort((a, b) => left(a) - left(b)).map((one) => one.getAttribute('href'));
      return ranks.map((name) => name?.replace(/^#g-/, '').replace('#s-star', '*')).join('');
    });

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('a wild is laid at the end that is asked for, and swapped again (%s)', async (_, size) => {
  const dealt = await dealTable(person, server.address, { size, ...BEGUN });
  const { page } = dealt;
  await selectCards(page, ['2c']);
  await sequence(page).click();
  const ways = page.locator('[data-choosing="end"] button');
  expect(await ways.allInnerTexts()).toEqual([
    'Below the sequence of hearts, six to eight',
    'Above the sequence of hearts, six to eight',
    '✕',
  ]);
  for (const way of await ways.all())
    expect((await way.boundingBox())?.width).toBeGreaterThanOrEqual(24); // wide enough for a finger
  await ways.nth(0).click();
  await answers(dealt, 'meld S#1:2c-', '0 to 1', '0 lay 2c S low');
  expect(await row(page)).toBe('2678');
  expect(await label(page)).toBe(
    'Sequence of hearts, five to eight, 4 cards, 1 wild, the two of clubs as the five of hearts',
  );
  await selectCards(page, ['X', 'Th']); // there is one place for both
  await sequence(page).click();
  await answers(dealt, 'meld S:-XTh', '0 lay X S high', '0 lay Th S');
  expect(await row(page)).toBe('2678*T');
  await selectCards(page, ['5h']);
  expect(await label(page)).toContain('Put the selected card in the place of a wild one');
  await sequence(page).click();
  await answers(dealt, 'swap 5h 2', '0 swap 5h 2');
  expect(await row(page)).toBe('5678*T');
  expect(await page.locator('button.own[data-card="2c"]').count()).toBe(1);
});
