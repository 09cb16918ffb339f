// People at a table in browsers of their own: who comes, looks on, goes, reminds and agrees, and a
// person with two devices.
// Not here: playing (two_people.test.ts), a whole evening (evening.test.ts).
// Invariant: what one does the others see without a reload.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { Chooser } from './choice';
import { act, hash, moment, momentNow, openOptions, openTable, view } from './clicks';
import { setUp } from './setup';
import { inviteOf, sit } from './together';

const { server, person } = setUp('leave', ['--absence', '500', '--archive-deserted-days', '20']);
const SMALL: Size = { width: 320, height: 568 };

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);
const note = (page: Page) => page.locator('main.table [data-notes]');

async function newTable(page: Page, change: () => Promise<void> = async () => {}): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem('canasta.settings', '{"paceMs":0,"takeBackMs":0,"askDiscard":false}'),
  );
  await page.goto(server.address);
  await openOptions(page);
  await page.locator('input[name="name"]').fill('Anna');
  await page.locator('input[name="company"][value="people"]').check();
  await change();
  await action(page, 'start').click();
  await page.locator('[data-gathering]').waitFor();
}

/** Every card of the own hand lies within the window, whatever else is said. */
async function handShows(page: Page, { width, height }: Size): Promise<void> {
  const boxes = await page.locator('button.own').evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
  expect(boxes.length).toBeGreaterThanOrEqual(11);
  for (const box of boxes) {
    expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(width);
    expect(box.bottom).toBeLessThanOrEqual(height);
  }
}

test('who comes, looks on, and what all must agree to', async () => {
  const anna = await person(DESKTOP);
  await newTable(anna.page, async () => {
    await anna.page.locator('input[name="watch"][value="live"]').check();
    await anna.page.locator('input[name="open"]').check();
  });
  const ben = await person(SMALL);
  await ben.page.goto(server.address);
  await ben.page.locator('[data-open-table]').click();
  await sit(ben.page, ben.page.url(), 2, 'Ben');
  expect(await action(ben.page, 'deal').count()).toBe(0);
  await action(anna.page, 'deal').click();
  for (const { page } of [anna, ben]) await page.locator('button.own').first().waitFor();

  const link = await inviteOf(anna.page);
  const cora = await person(PHONE);
  await sit(cora.page, link, 1, 'Cora');
  expect(await cora.page.locator('[data-onlooker="coming"]').innerText()).toContain('next hand on');
  expect((await view(cora.page))?.hand).toEqual([]);
  await expect
    .poll(() => anna.page.locator('[data-seat="1"]').innerText())
    .toContain('Cora comes next');

  await action(anna.page, 'menu').click();
  const watch = await anna.page.locator('[data-link="watch"]').inputValue();
  await action(anna.page, 'renew-sit').click();
  await expect.poll(() => anna.page.locator('[data-invite]').inputValue()).not.toBe(link);
  await action(anna.page, 'close').click();
  const dan = await person(PHONE);
  await dan.page.goto(link);
  await expect.poll(() => dan.page.locator('[role="alert"]').innerText()).toContain('new one');
  await dan.page.goto(watch);
  expect(await dan.page.locator('[data-onlooker="watch"]').innerText()).toContain('looking on');
  expect(await dan.page.locator('button.own').count()).toBe(0);

  await action(anna.page, 'menu').click();
  await action(anna.page, 'pause').click();
  await expect.poll(() => anna.page.locator('dialog [data-notes]').innerText()).toContain('1 of 2');
  await action(anna.page, 'close').click();
  await expect.poll(() => note(ben.page).innerText()).toContain('Anna would like a pause');
  await handShows(ben.page, SMALL);
  await action(ben.page, 'agree').click();
  for (const { page } of [anna, ben, dan])
    await expect.poll(() => note(page).innerText()).toContain('pauses');
  await handShows(ben.page, SMALL);
  await action(ben.page, 'resume').click();
  await expect.poll(() => note(anna.page).innerText()).toBe('');

  await action(anna.page, 'menu').click();
  await action(anna.page, 'watch-hand').click();
  const later = anna.page.locator('[data-link="watch"]');
  await expect.poll(() => later.inputValue()).not.toBe(watch);
  await dan.page.goto(await later.inputValue());
  const looks = dan.page.locator('[data-onlooker="watch"]');
  await expect.poll(() => looks.innerText()).toContain('nothing of it before');
  expect((await view(dan.page))?.phase).toBe('start');
  expect(await dan.page.locator('[data-gathering]').count()).toBe(0);
  await expect
    .poll(() => cora.page.locator('[data-onlooker="coming"]').innerText())
    .toContain('once it is over');
  for (let i = 0; i < 2; i++) await anna.page.locator('[data-free="1"]').click();
  await expect.poll(() => anna.page.locator('[data-people]').innerText()).not.toContain('Cora');

  await expect.poll(() => cora.page.locator('[role="alert"]').innerText()).toContain('no seat');
  await action(cora.page, 'anew').click();
  await expect.poll(() => cora.page.locator('[role="alert"]').innerText()).toContain('new one');
  await cora.page.goto(await anna.page.locator('[data-invite]').inputValue());
  await cora.page.locator('[data-sit="1"]').click();
  await cora.page.locator('[data-onlooker="coming"]').waitFor();
  for (let i = 0; i < 2; i++) await anna.page.locator('[data-free="1"]').click();
  await action(cora.page, 'anew').click();
  await cora.page.locator('[data-sit="1"]').waitFor();
  await dan.page.locator('[data-action="menu"]').click();
  for (const name of ['leave', 'pause']) expect(await action(dan.page, name).count()).toBe(0);
  expect([...anna.errors, ...ben.errors, ...cora.errors, ...dan.errors]).toEqual([]);
});

test('until when a table is kept, and what its maker has left before', async () => {
  const anna = await person(DESKTOP);
  await newTable(anna.page);
  await action(anna.page, 'deal').click();
  await moment(anna.page);
  await newTable(anna.page);
  const ben = await person(PHONE);
  await ben.page.goto(await inviteOf(anna.page));
  expect(await ben.page.locator('[data-deserted]').innerText()).toContain('left 1 hand at');
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const until = `ept until ${day.format(Date.now() + 20 * 86_400_000)}`;
  await action(anna.page, 'menu').click();
  expect(await anna.page.locator('[data-people] [data-kept]').innerText()).toContain(until);
  await anna.page.goto(server.address);
  await expect.poll(() => anna.page.locator('[data-game] [data-kept]').count()).toBe(2);
  expect(await anna.page.locator('[data-kept]').first().innerText()).toContain(until);
  expect([...anna.errors, ...ben.errors]).toEqual([]);
});

test('who takes longer than the table allows is played for, once, and is told so', async () => {
  const { page, errors } = await person(SMALL);
  await openTable(page, server.address, {
    ...{ rules: 'two_player', players: 2, overrides: '', clock: 1 },
  });
  await expect.poll(() => note(page).innerText()).toContain('plays this one turn for you');
  expect(errors).toEqual([]);
});

test('who thinks long is reminded, and who has gone loses the seat', async () => {
  const anna = await person(DESKTOP);
  await newTable(anna.page, async () => {
    await anna.page.locator('input[name="clock"][value="30"]').check();
  });
  const ben = await person(PHONE);
  await sit(ben.page, await inviteOf(anna.page), 2, 'Ben');
  await action(anna.page, 'deal').click();
  const pages = [anna.page, ben.page];
  await expect.poll(async () => (await Promise.all(pages.map(momentNow))).some(Boolean)).toBe(true);
  const annaActs = (await momentNow(anna.page)) !== null;
  const [acting, other] = annaActs ? [anna.page, ben.page] : [ben.page, anna.page];
  await action(other, 'menu').click();
  await other.locator(`[data-nudge="${annaActs ? 0 : 2}"]`).click();
  await action(other, 'close').click();
  await expect.poll(() => note(acting).innerText()).toContain('reminds you');
  await act(acting, await Chooser.make());
  await expect.poll(() => note(acting).innerText()).toBe('');

  await ben.context.close();
  await expect.poll(() => anna.page.locator('[data-seat="2"]').innerText()).toContain('away');
  await action(anna.page, 'menu').click();
  expect(await anna.page.locator('[data-people]').innerText()).toContain('30 seconds');
  await expect
    .poll(async () => {
      const free = anna.page.locator('[data-free="2"]');
      if ((await free.count()) > 0) await free.click();
      return free.count();
    })
    .toBe(0);
  expect(await anna.page.locator('[data-people] li').nth(2).innerText()).toContain('computer');
  expect(anna.errors).toEqual([]);
});

test('one person on two devices, by a code', async () => {
  const phone = await person(PHONE);
  await newTable(phone.page);
  await action(phone.page, 'deal').click();
  await moment(phone.page);
  await phone.page.locator('.brand').click();
  await phone.page.locator('[data-you] summary').click();
  await action(phone.page, 'make-code').click();
  const code = await phone.page.locator('[data-code]').innerText();

  const tablet = await person(DESKTOP);
  await tablet.page.goto(server.address);
  await tablet.page.locator('[data-you] summary').click();
  await tablet.page.locator('input[name="code"]').fill('wrong234');
  await action(tablet.page, 'use-code').click();
  await expect.poll(() => tablet.page.locator('[role="alert"]').innerText()).toContain('not good');
  await phone.page.locator('input[name="own-name"]').fill('Computer');
  await action(phone.page, 'rename').click();
  await expect
    .poll(() => phone.page.locator('[role="alert"]').innerText())
    .toContain('no computer player’s');
  await tablet.page.locator('input[name="code"]').fill(code.toUpperCase());
  await action(tablet.page, 'use-code').click();
  await expect.poll(() => tablet.page.locator('[data-person]').innerText()).toContain('Anna');
  expect(await tablet.page.locator('[data-playing-as]').innerText()).toContain('Anna');
  await tablet.page.locator('[data-game]').click();
  await moment(tablet.page);
  expect((await view(tablet.page))?.hand).toHaveLength(11);
  await phone.page.goBack();
  await phone.page.locator('main.table').waitFor();
  expect(await hash(phone.page)).toBe(await hash(tablet.page));

  await tablet.page.locator('.brand').click();
  await tablet.page.locator('[data-you] summary').click();
  await tablet.page.locator('[data-end]').click();
  await expect.poll(() => tablet.page.locator('[data-device]').count()).toBe(1);
  await expect.poll(() => phone.page.locator('[role="alert"]').count()).toBe(1);

  const [file] = await Promise.all([
    tablet.page.waitForEvent('download'),
    action(tablet.page, 'my-data').click(),
  ]);
  expect(file.suggestedFilename()).toBe('canasta-me.json');
  await action(tablet.page, 'delete-me').click();
  await action(tablet.page, 'delete-me').click();
  await expect.poll(() => tablet.page.locator('[data-person]').innerText()).toContain('not know');
  expect(await tablet.page.locator('[data-game]').count()).toBe(0);
  expect([...phone.errors, ...tablet.errors]).toEqual([]);
});

test('in a pause nobody is asked to play, and the own hand can be looked through', async () => {
  const { page, errors } = await person(DESKTOP);
  await newTable(page);
  await action(page, 'deal').click();
  await moment(page);
  const buttons = page.locator('.actions .buttons button');
  expect(await buttons.count()).toBeGreaterThan(0);
  await action(page, 'menu').click();
  await action(page, 'pause').click();
  await action(page, 'close').click();
  await expect.poll(() => note(page).innerText()).toContain('The table pauses');
  expect(await page.locator('[data-message]').innerText()).toContain('The table pauses');
  expect(await buttons.count()).toBe(0);
  expect(await page.locator('[data-stock]').isDisabled()).toBe(true);
  expect(await page.locator('.me b, .dots, .lit, [data-lit]').count()).toBe(0);
  expect(await page.title()).toBe('Canasta');
  await page.locator('button.own').first().click({ position: { x: 10, y: 14 } });
  expect(await page.locator('button.own[aria-pressed="true"]').count()).toBe(1);
  expect(await page.locator('.lit, [data-lit]').count()).toBe(0);
  await action(page, 'resume').click();
  await expect.poll(() => buttons.count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

test('two of one name are told apart, and who goes is waited for at first', async () => {
  const anna = await person(DESKTOP);
  await newTable(anna.page);
  const ben = await person(PHONE);
  await sit(ben.page, await inviteOf(anna.page), 1, 'Anna');
  await expect.poll(() => note(anna.page).innerText()).toContain('Anna 2 sits down.');
  await action(anna.page, 'menu').click();
  expect(await anna.page.locator('[data-people] li').nth(1).innerText()).toContain('Anna 2');
  expect(await anna.page.locator('[data-people] li').nth(1).innerText()).not.toContain('Free');
  expect(await anna.page.locator('[data-people] li').first().innerText()).toContain(
    'You owner of the table',
  );
  await action(anna.page, 'close').click();
  await action(anna.page, 'deal').click();
  const pages = [anna.page, ben.page];
  await expect.poll(async () => (await Promise.all(pages.map(momentNow))).some(Boolean)).toBe(true);
  const chooser = await Chooser.make();
  while ((await momentNow(anna.page)) !== null) await act(anna.page, chooser);
  await moment(ben.page);
  const seat = anna.page.locator('[data-seat="1"]');
  expect(await seat.locator('.dots').count()).toBe(1);
  await ben.context.close();
  await expect.poll(() => seat.innerText()).toContain('away');
  expect(await seat.innerText()).toContain('Anna 2');
  expect(await seat.locator('[data-bot], .dots').count()).toBe(0);
  expect(await anna.page.locator('[data-message]').innerText()).toBe('Waiting for Anna 2.');
  expect(anna.errors).toEqual([]);
});

test('leaving is asked for in words of its own, and a double tap does not leave', async () => {
  const { page, errors } = await person(SMALL);
  await openTable(page, server.address, { rules: 'two_player', players: 2, overrides: '' });
  await action(page, 'menu').click();
  const leave = action(page, 'leave');
  await leave.waitFor();
  await page.waitForTimeout(500);
  const box = await leave.boundingBox();
  if (box === null) throw new Error('no button');
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  expect(await leave.innerText()).toBe('Yes, leave');
  await page.waitForTimeout(500);
  expect(await page.locator('main.table').count()).toBe(1);
  await action(page, 'stay').click();
  expect(await leave.innerText()).toBe('Leave the table');

  expect(await page.locator('[data-say-panel]').count()).toBe(0);
  const sizes = await page.locator('dialog input[type="checkbox"]').evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return `${width} ${height}`;
    }),
  );
  expect(sizes.length).toBeGreaterThan(5);
  expect(new Set(sizes)).toEqual(new Set(['20 20']));
  expect(errors).toEqual([]);
});
