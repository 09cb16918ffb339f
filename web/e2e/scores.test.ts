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

test('a sheet says why a game ends below the points that win', async () => {
  const cards = 'AcAcAdAdAhAhAsKcKdKhKs'.match(/../g) ?? [];
  const left = ['c', 'd', 'h'].map((suit, i) => {
    return `${i + 1}:${[...'4455667788T'].map((rank) => rank + suit).join('')}`;
  });
  const events = [
    `deal 2 dealer 3 turned 9d hand 0:${cards.join('')}`,
    ...['0 draw gets 5s', ...cards.map((card) => `0 lay ${card}`), '0 open', '0 discard 5s'],
    `score 0: ${left.join(' ')}`,
  ];
  for (const [total, isSaid] of [[900, true], [4900, false]] as const) {
    const start = `view seat 0 dealer 3 played 1 totals ${total},0`;
    const { page } = await dealTable(person, server.address, {
      ...{ rules: 'classic_pagat', overrides: 'lead_target = 1000', events, start },
      size: { width: 360, height: 740 },
    });
    const said = await page.locator('[data-sheet="game_end"] .ending').innerText();
    expect(said.includes('1,000 points are enough'), said).toBe(isSaid);
  }
});
