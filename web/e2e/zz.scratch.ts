import { launch, person, DESKTOP, PHONE } from './browser';
import { Chooser } from './choice';
import { Server } from './server';
import { act, moment, newGame, hurryBots, nextHand, view } from './clicks';
const which = process.argv[2] ?? 'desktop';
const turns = Number(process.argv[3] ?? 40);
const game = process.argv[4] ?? 'classic_pagat';
const server = new Server(); await server.start();
const browser = await launch();
const p = await person(browser, which === 'phone' ? PHONE : DESKTOP);
try {
  await newGame(p.page, server.address, game, 'short', 'Anna');
  await p.page.screenshot({ path: `/tmp/w/shot-${which}-first.png` });
  await hurryBots(p.page);
  const chooser = await Chooser.make();
  for (let i = 0; i < turns; i++) {
    const now = await moment(p.page);
    if (now !== 'turn') {  if (now === 'game_end') { console.log('game over at', i); await p.page.locator('[data-action="rematch"]').click(); await p.page.waitForFunction(() => window.canasta?.view()?.phase !== 'game_end'); continue; } await nextHand(p.page); continue; }
    await act(p.page, chooser);
  }
  await moment(p.page);
  await p.page.waitForTimeout(400);
  await p.page.screenshot({ path: `/tmp/w/shot-${which}.png` });
} catch (e) { console.log('ERR', e); console.log(JSON.stringify(await view(p.page)).slice(0, 1500)); console.log(await p.page.evaluate(() => ({ hash: window.canasta?.hash(), seq: window.canasta?.seq(), sending: window.canasta?.sending(), rec: window.canasta?.record().events.slice(-12), text: document.querySelector('[data-message]')?.textContent, off: document.querySelector('[data-offline]')?.textContent }))); await p.page.screenshot({ path: `/tmp/w/shot-${which}-err.png` }); }
console.log('errors', p.errors, (await view(p.page))?.phase);
await browser.close(); await server.stop();
