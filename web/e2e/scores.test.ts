// The totals above a table on a phone: nothing of them is cut.
// Not here: what they are. Invariant: what is measured is what a person sees.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dealTable } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();

const opening = (seat: number, suits: string): string[] => [
  `${seat} draw gets ${seat === 0 ? '5s' : '?'}`,
  ...[...'AKQ'].flatMap((rank) => [...suits].map((suit) => `${seat} lay ${rank}${suit}`)),
  `${seat} open`,
  `${seat} discard ${seat === 0 ? '5s' : '6c'}`,
];
const DEAL = 'deal 3 dealer 3 turned 9d hand 0:AcAdAhKcKdKhQcQdQh4c4d';

/** The words of each side, and whether all of them can be seen within it. */
async function sides(page: Page): Promise<{ said: string; whole: boolean }[]> {
  return page.locator('[data-score]').evaluateAll((all) =>
    all.map((side) => {
      const box = side.getBoundingClientRect();
      const parts = [...side.children].map((part) => {
        const words = document.createRange();
        words.selectNodeContents(part);
        const { left, right } = words.getBoundingClientRect();
        const own = part.getBoundingClientRect();
        return left >= own.left - 0.5 && right <= own.right + 0.5 && own.right <= box.right;
      });
      return { said: side.textContent ?? '', whole: parts.every(Boolean) };
    }),
  );
}

test.each([
  [360, '4985,4760'],
  [360, '-1240,-1385'],
  [320, '4985,4760'],
])('a phone of %i pixels shows who has which total: %s', async (width, totals) => {
  const start = `view seat 0 dealer 3 played 2 totals ${totals}`;
  const table = { rules: 'classic_pagat', start, size: { width, height: 740 } };
  const events = [DEAL, ...opening(0, 'cdh'), ...opening(1, 'sdh')];
  for (const told of [[DEAL], events]) {
    const { page } = await dealTable(person, server.address, { ...table, events: told });
    const shown = await sides(page);
    expect(shown.map(({ said }) => /Us|Them/.exec(said)?.[0])).toEqual(['Us', 'Them']);
    expect(shown.filter(({ whole }) => !whole)).toEqual([]);
  }
});
