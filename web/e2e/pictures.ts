// Takes the pictures of the README: a table in real play, wide and on a phone. `npm run pictures`.
// Not here: checks. Invariant: the table is one that a player of this page came to by clicking.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { DESKTOP, launch, person, PHONE, type Size } from './browser';
import { act, hurryBots, moment, newGame, nextHand, selectCards, view } from './clicks';
import { Chooser } from './choice';
import { Server } from './server';

const FOLDER = join(import.meta.dirname, '../../docs/images');
const TRIES = 600;

/** A table worth looking at: melds of both sides, a canasta, a hand to choose from. */
function worthIt(now: Awaited<ReturnType<typeof view>>): boolean {
  if (now === null || now.phase !== 'meld' || now.hand.length < 6 || now.pile.count < 2)
    return false;
  const own = now.side_of[now.me] ?? 0;
  const [melds = 0, others = 0] = [now.sides[own]?.melds.length, now.sides[1 - own]?.melds.length];
  const canastas = now.sides.reduce((sum, side) => sum + side.canastas, 0);
  return melds >= 2 && others >= 2 && canastas >= 1;
}

async function picture(name: string, size: Size): Promise<void> {
  const server = new Server();
  await server.start();
  const browser = await launch();
  try {
    const { page } = await person(browser, size);
    await newGame(page, server.address, 'classic_pagat', 'full', 'Anna');
    await hurryBots(page);
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
    const hand = (await view(page))?.hand ?? [];
    await selectCards(page, hand.slice(-1));
    await page.mouse.move(2, 2);
    await page.screenshot({ path: join(FOLDER, name) });
  } finally {
    await browser.close();
    await server.stop();
  }
}

mkdirSync(FOLDER, { recursive: true });
test('desktop', () => picture('table-desktop.png', DESKTOP));
test('phone', () => picture('table-phone.png', PHONE));
