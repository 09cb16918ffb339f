// Takes the pictures of the README: a table in real play, wide, on a phone, and moving.
// `npm run pictures`.
// Not here: checks. Invariant: the table is one that a player of this page came to by clicking.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import type { View } from '../src/engine/types';
import { DESKTOP, launch, person, PHONE, type Manner, type Size } from './browser';
import { act, moment, nextHand, openTable, selectCards, view } from './clicks';
import { Chooser } from './choice';
import { film } from './film';
import { Server } from './server';

const FOLDER = join(import.meta.dirname, '../../docs/images');
const TRIES = 600;
const PACE_MS = 600;
const TURNS = 3; // of a film


/** A table worth looking at: melds of all sides, a canasta, a hand to choose from. */
function worthIt(now: View | null): boolean {
  if (now === null || now.phase !== 'meld' || now.hand.length < 6 || now.pile.count < 2)
    return false;
  const sides = now.sides.filter((side) => side.seats.length > 0);
  const own = now.sides[now.side_of[now.me] ?? 0]?.melds.length ?? 0;
  const canastas = sides.reduce((sum, side) => sum + side.canastas, 0);
  return own >= 3 && sides.every((side) => side.melds.length >= 2) && canastas >= 1;
}

/** Plays by clicking until there is something to see, and shows it. */
async function shown(
  [size, rules, players, manner]: readonly [Size, string, number, Manner],
  show: (page: Page, chooser: Chooser) => Promise<unknown>,
): Promise<void> {
  const server = new Server();
  await server.start();
  const browser = await launch();
  try {
    const { page } = await person(browser, size, manner);
    const pace_ms = manner === 'hasty' ? 0 : PACE_MS;
    if (manner === 'usual')
      await page.addInitScript(() =>
        localStorage.setItem('canasta.settings', '{"askDiscard":false}'),
      );
    await openTable(page, server.address, { rules, players, overrides: '', pace_ms });
    const chooser = await Chooser.make();
    for (let i = 0; i < TRIES; i++) {
      const now = await moment(page);
      if (now === 'game_end') {
        await page.locator('[data-action="rematch"]').click();
        await page.waitForFunction(() => window.canasta?.view()?.phase !== 'game_end');
      } else if (now === 'scored') await nextHand(page);
      else if (worthIt(await view(page))) break;
      else await act(page, chooser);
    }
    await show(page, chooser);
  } finally {
    await browser.close();
    await server.stop();
  }
}

function picture(name: string, size: Size, rules: string, players: number): Promise<void> {
  return shown([size, rules, players, 'hasty'], async (page) => {
    const hand = (await view(page))?.hand ?? [];
    await selectCards(page, hand.slice(-1));
    await page.mouse.move(2, 2);
    await page.screenshot({ path: join(FOLDER, name) });
  });
}

mkdirSync(FOLDER, { recursive: true });
test.each([
  ['table-desktop.png', DESKTOP, 'classic_pagat', 4],
  ['table-phone.png', PHONE, 'classic_pagat', 4],
  ['samba-desktop.png', DESKTOP, 'samba', 4],
  ['three-sides-desktop.png', DESKTOP, 'six_hand_3sides', 6],
  ['hand-and-foot-phone.png', PHONE, 'hand_and_foot', 4],
] as const)('%s', picture);

test('table.webp', () =>
  shown([{ width: 960, height: 600 }, 'classic_pagat', 4, 'usual'], (page, chooser) =>
    film(page, join(FOLDER, 'table.webp'), async () => {
      for (let turns = 0; turns < TURNS; ) {
        if ((await moment(page)) !== 'turn') return;
        const { kind } = await act(page, chooser);
        if (kind === 'discard') turns += 1;
      }
      await moment(page);
    }),
  ));
