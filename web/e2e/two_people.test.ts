// Two people, two browsers, one table: joining by the link, reloading, and a server that dies.
// Not here: a whole game. Invariant: both pages agree with the server's hashes throughout.
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from './browser';
import { Chooser } from './choice';
import { hash, hurryBots, moment, newGame, view } from './clicks';
import { setUp } from './setup';
import { actTogether, inviteOf, quiet } from './together';

const { server, person } = setUp();

test('two people at one table, a reload and a crash of the server', async () => {
  const anna = await person(DESKTOP);
  await newGame(anna.page, server.address, 'classic_pagat', 'short', 'Anna');
  await hurryBots(anna.page);

  const ben = await person(PHONE);
  await ben.page.goto(await inviteOf(anna.page));
  await ben.page.locator('input[name="name"]').fill('Ben');
  expect(await ben.page.locator('[data-sit]').count()).toBe(3);
  await ben.page.locator('[data-sit="2"]').click();
  await ben.page.locator('main.table').waitFor();
  expect((await view(ben.page))?.me).toBe(2);
  await expect.poll(() => anna.page.locator('[data-seat="2"] .name').innerText()).toBe('Ben');
  expect(await ben.page.evaluate(() => location.hash)).not.toContain('k=');

  const chooser = await Chooser.make();
  const acts = await actTogether([anna.page, ben.page], chooser, 14);
  expect(Math.min(...acts)).toBeGreaterThan(0);

  const before = await quiet(anna.page, ben.page);
  await ben.page.reload();
  await ben.page.locator('main.table').waitFor();
  expect(await hash(ben.page)).toBe(before[1]);

  const told: string[] = [];
  anna.page.on('websocket', (line) => {
    line.on('framereceived', ({ payload }) => {
      told.push(String(payload).slice(0, 12));
    });
  });
  await server.kill();
  await expect
    .poll(() => anna.page.locator('[data-offline]').innerText())
    .toMatch(/Connection lost/);
  await server.start();
  await expect.poll(() => anna.page.locator('[data-offline]').count(), { timeout: 30_000 }).toBe(0);
  expect(await hash(anna.page)).toBe(before[0]);
  await expect.poll(() => told).toContain('{"t":"seats"');
  expect(told[0]).toBe('{"t":"welcom');
  expect(told).not.toContain('{"t":"snap",');
  await anna.page.reload();
  await anna.page.locator('main.table').waitFor();
  expect(await hash(anna.page)).toBe(before[0]);

  await expect.poll(() => ben.page.locator('[data-offline]').count(), { timeout: 30_000 }).toBe(0);
  const more = await actTogether([anna.page, ben.page], chooser, 8);
  expect((more[0] ?? 0) + (more[1] ?? 0)).toBe(8);
  expect([...anna.errors, ...ben.errors]).toEqual([]);
});

test('a command sent while the server is down is played once it is back', async () => {
  const { page, errors } = await person(DESKTOP);
  await newGame(page, server.address, 'classic_pagat', 'short', 'Cora');
  await hurryBots(page);
  expect(await moment(page)).toBe('turn');
  const count = (await view(page))?.hand.length ?? 0;
  await server.kill();
  await expect.poll(() => page.locator('[data-offline]').count()).toBe(1);
  await page.locator('[data-stock]').click();
  await server.start();
  await expect.poll(async () => (await view(page))?.phase, { timeout: 30_000 }).toBe('meld');
  expect((await view(page))?.hand.length).toBe(count + 1);
  expect(errors).toEqual([]);
});

test('my games leads back to the table; a wrong link says so', async () => {
  const { page } = await person(PHONE);
  await newGame(page, server.address, 'two_player', 'full', 'Dina');
  const before = await hash(page);
  await page.locator('.brand').click();
  await page.locator('[data-game]').click();
  await page.locator('main.table').waitFor();
  expect(before).toMatch(/^[0-9a-f]{16}$/);
  await page.goto(`${server.address}#t=AAAAAAAAAA&k=${'A'.repeat(32)}`);
  await page.reload();
  await expect
    .poll(() => page.locator('[role="alert"]').innerText())
    .toMatch(/no such table|not valid/);
});
