import { launch, person, DESKTOP, PHONE } from './browser';
import { Chooser } from './choice';
import { Server } from './server';
import { act, moment, newGame, hurryBots, nextHand, view, selectCards, record } from './clicks';
const server = new Server(); await server.start();
const browser = await launch();
for (const [name, size] of [['desktop', DESKTOP], ['phone', PHONE]] as const) {
  const p = await person(browser, size);
  const shot = (what: string) => p.page.screenshot({ path: `/tmp/w/g-${name}-${what}.png` });
  try {
    await p.page.goto(server.address); await p.page.locator('h1').waitFor(); await shot('lobby');
    await newGame(p.page, server.address, 'classic_pagat', 'full', 'Anna'); await hurryBots(p.page);
    await p.page.locator('[data-action="menu"]').click(); await shot('menu'); await p.page.locator('[data-action="close"]').click();
    const chooser = await Chooser.make();
    let staged = false, scored = false, sel = false;
    for (let i = 0; i < 300 && !(staged && scored && sel); i++) {
      const now = await moment(p.page);
      if (now !== 'turn') { if (!scored) await shot('score'); scored = true; if (now === 'game_end') break; await nextHand(p.page); continue; }
      const c = chooser.choose(await record(p.page));
      if (c.kind === 'open' && !staged) {
        staged = true;
        if (c.take) { await selectCards(p.page, c.take); await p.page.locator('[data-action="take"]').click(); }
        for (const g of c.groups.slice(0, 1)) { await selectCards(p.page, g.cards); await p.page.locator('[data-action="stage"]').click(); }
        await p.page.locator('[data-action="confirm"]').click();
        const v = await view(p.page);
        if (v?.hand.length) { const o = p.page.locator('button.own').first(); if (await o.count()) await o.click({ position: { x: 8, y: 12 } }); }
        await shot('staged');
        if (await p.page.locator('[data-action="undo-all"]').count()) await p.page.locator('[data-action="undo-all"]').click();
        await moment(p.page); await p.page.waitForTimeout(200);
        continue;
      }
      if (c.kind === 'lay' && !sel && i > 25) { sel = true; await selectCards(p.page, c.group.cards); await shot('select'); }
      await act(p.page, chooser);
    }
    await moment(p.page); await shot('play');
    if (name === 'phone') { await p.page.locator('[data-action="log"]').click(); await shot('log'); await p.page.locator('[data-action="close"]').click(); }
    await p.page.locator('[data-action="menu"]').click(); const link = await p.page.locator('[data-invite]').inputValue();
    const q = await person(browser, size); await q.page.goto(link); await q.page.locator('[data-sit]').first().waitFor(); await q.page.screenshot({ path: `/tmp/w/g-${name}-join.png` }); await q.context.close();
  } catch (e) { console.log('ERR', e); await shot('err'); }
  console.log(p.errors); await p.context.close();
}
await browser.close(); await server.stop();
