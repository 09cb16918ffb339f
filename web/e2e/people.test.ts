// People at a table, as each of them sees the others: invitations on every device, who did what,
// who comes and goes, phrases, faces, the clock.
// Not here: seats, votes and devices (company.test.ts); what the server tells
// (tests/server/test_people.py). Invariant: what is said of somebody holds as it was then.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Size } from './browser';
import { Chooser } from './choice';
import { act, moment, momentNow, openTable } from './clicks';
import { setUp } from './setup';
import { inviteOf, sit } from './together';

const { server, person } = setUp('leave', ['--grace', '300', '--absence', '60000']);
const SMALL: Size = { width: 320, height: 568 };

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);
const notes = (page: Page) => page.locator('main.table [data-notes]').first();
const log = (page: Page) => page.locator('.log ol').first();

/** A table that waits for the deal, as its maker finds it in the list of his games. */
async function newTable(page: Page, join = 'now', watch: false | 'hand' = false): Promise<void> {
  await page.goto(server.address);
  const table = await page.evaluate(
    async (body) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const key = (await (await fetch('/v1/tables', init)).json()) as Record<string, unknown>;
      localStorage.setItem('canasta.games', JSON.stringify([{ ...body, ...key, at: 0 }]));
      return String(key['table']);
    },
    {
      ...{ rules: 'classic_pagat', players: 4, overrides: '', name: 'Anna', pace_ms: 0 },
      ...{ join, watch, deal: 'later' },
    },
  );
  await page.goto(`${server.address}#t=${table}`);
  await page.locator('[data-gathering]').waitFor();
}

/** What is in the clipboard, by pasting it into a field. */
async function pasted(page: Page): Promise<string> {
  const other = await page.context().newPage();
  await other.goto(`${server.address}healthz`);
  await other.evaluate(() => document.body.append(document.createElement('input')));
  await other.locator('input').press('Control+V');
  const text = await other.locator('input').inputValue();
  await other.close();
  return text;
}

/** As over plain HTTP at another computer, where pages have no clipboard. */
async function withoutClipboard(page: Page, copies = true): Promise<void> {
  await page.addInitScript((allowed) => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    if (!allowed) document.execCommand = () => false;
  }, copies);
}

test('a link is copied where the page has no clipboard, or stands selected', async () => {
  const anna = await person(SMALL);
  await withoutClipboard(anna.page);
  await newTable(anna.page);
  const link = await anna.page.locator('[data-link="gather"]').inputValue();
  await anna.page.locator('[data-copy="gather"]').click();
  await expect.poll(() => anna.page.locator('[data-copy="gather"]').innerText()).toBe('Copied');
  expect(await pasted(anna.page)).toBe(link);

  const ben = await person(SMALL);
  await withoutClipboard(ben.page, false);
  await newTable(ben.page);
  await ben.page.locator('[data-copy="gather"]').click();
  await expect.poll(() => ben.page.locator('[data-gathering]').innerText()).toContain('by hand');
  expect(await ben.page.locator('[data-copy="gather"]').innerText()).toBe('Copy link');
  const chosen = ben.page.locator('[data-link="gather"]').evaluate((field) => {
    const { value, selectionStart, selectionEnd } = field as HTMLInputElement;
    return [document.activeElement === field, value.slice(selectionStart ?? 0, selectionEnd ?? 0)];
  });
  expect(await chosen).toEqual([true, await ben.page.locator('[data-link="gather"]').inputValue()]);
  expect([...anna.errors, ...ben.errors]).toEqual([]);
});

test('where the device has a sheet to share by, it is asked', async () => {
  const { page, errors } = await person(PHONE);
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: (data: ShareData) => {
        document.body.dataset['shared'] = JSON.stringify(data);
        return Promise.resolve();
      },
      canShare: () => true,
    });
  });
  await newTable(page);
  const link = await page.locator('[data-link="gather"]').inputValue();
  await page.locator('[data-share="gather"]').click();
  await expect.poll(() => page.evaluate(() => document.body.dataset['shared'] ?? '')).toBe(
    JSON.stringify({ title: 'Canasta', text: 'Come and play Canasta with me:', url: link }),
  );
  expect(errors).toEqual([]);
});

test('a QR code leads to the address that others reach, never to localhost', async () => {
  const anna = await person(SMALL);
  await newTable(anna.page);
  expect(await anna.page.locator('[data-qr-of]').count()).toBe(0);
  expect(await anna.page.locator('[data-local]').innerText()).toContain('./play --lan');

  const ben = await person(SMALL);
  await ben.page.route('**/v1/lan', (route) =>
    route.fulfill({ json: { addresses: ['http://192.168.1.5:8080/'] } }),
  );
  await newTable(ben.page);
  const link = ben.page.locator('[data-link="gather"]');
  await expect.poll(() => link.inputValue()).toContain('http://192.168.1.5:8080/#t=');
  expect(await ben.page.locator('[data-local]').count()).toBe(0);
  await ben.page.locator('[data-qr-of="gather"]').click();
  const picture = ben.page.getByRole('img', { name: 'QR code of the link: To sit down' });
  await picture.waitFor();
  const box = await picture.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(200);
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= SMALL.width).toBe(true);
  await ben.page.keyboard.press('Escape');
  await expect.poll(() => ben.page.locator('[data-qr]').count()).toBe(0);
  expect([...anna.errors, ...ben.errors]).toEqual([]);
});

test('an invitation shows who sits where and with whom, and the score', async () => {
  const anna = await person(DESKTOP);
  await newTable(anna.page);
  const ben = await person(SMALL);
  await ben.page.goto(await inviteOf(anna.page));
  const seats = ben.page.locator('.seats li');
  await seats.nth(3).waitFor();
  const sides = await seats.evaluateAll((all) => all.map((one) => one.getAttribute('data-side')));
  expect(sides).toEqual(['0', '1', '0', '1']);
  expect(await seats.nth(2).innerText()).toContain('Plays with Anna');
  expect(await ben.page.locator('[data-round] [data-avatar="0"]').innerText()).toBe('A');
  expect(await ben.page.locator('[data-round]').innerText()).toContain('Anna');
  const { scrollWidth, clientWidth } = await ben.page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  const ofTable = ben.page.locator('[data-score], [data-hand]');
  expect(await ofTable.count()).toBe(0); // nothing is dealt yet
  await action(anna.page, 'deal').click();
  await anna.page.locator('button.own').first().waitFor();
  await ben.page.reload();
  expect(await ben.page.locator('[data-hand]').innerText()).toBe('Hand 1');
  const score = ben.page.locator('[data-score] li');
  await expect.poll(() => score.first().innerText()).toMatch(/^Anna & Pixel\s+0$/);
  expect(await score.nth(1).innerText()).toMatch(/^Gizmo & Rook\s+0$/);
  await action(ben.page, 'rules').click();
  await ben.page.locator('dialog').waitFor();
  expect([...anna.errors, ...ben.errors]).toEqual([]);
});

/** Acts for Anna until the log says it. */
async function playUntil(page: Page, words: string): Promise<void> {
  const chooser = await Chooser.make();
  for (let acts = 0; acts < 60; acts++) {
    if ((await log(page).innerText()).includes(words)) return;
    if ((await momentNow(page)) === 'turn') await act(page, chooser);
    else await page.waitForTimeout(50);
  }
  throw new Error(`the log never says "${words}": ${await log(page).innerText()}`);
}

test('who sits down, goes and comes back is told, and what was done in whose name', async () => {
  const anna = await person(DESKTOP);
  await newTable(anna.page);
  const ben = await person(PHONE);
  await sit(ben.page, await inviteOf(anna.page), 2, 'Ben');
  await expect.poll(() => notes(anna.page).innerText()).toContain('Ben sits down.');
  await action(anna.page, 'deal').click();
  await ben.page.locator('button.own').first().waitFor();
  await ben.page.goto(`${server.address}healthz`);
  await playUntil(anna.page, 'The computer for Ben');
  await expect.poll(() => notes(anna.page).innerText()).toContain('The computer plays for Ben.');

  const told = (await log(anna.page).innerText()).split('\n').filter((one) => one.includes('Ben'));
  expect(told.at(-1)).toMatch(/^The computer for Ben (drew|took) /);
  await anna.page.reload();
  await expect.poll(() => log(anna.page).innerText()).toContain(told.at(-1) ?? '');

  await ben.page.goBack();
  await ben.page.locator('main.table').waitFor();
  await expect
    .poll(() => notes(ben.page).innerText())
    .toContain('While you were away the computer');
  await expect.poll(() => notes(anna.page).innerText()).toContain('Ben is back.');
  await ben.page.reload();
  await ben.page.locator('main.table').waitFor();
  await ben.page.waitForTimeout(300);
  expect(await notes(ben.page).innerText()).not.toContain('While you were away');

  await action(ben.page, 'menu').click();
  await action(ben.page, 'leave').click();
  await action(ben.page, 'leave').click();
  await expect.poll(() => notes(anna.page).innerText()).toContain('Ben has left.');
  const dora = await person(PHONE);
  await sit(dora.page, await inviteOf(anna.page), 2, 'Dora');
  await expect.poll(() => anna.page.locator('[data-seat="2"]').innerText()).toContain('Dora');
  const after = await log(anna.page).innerText();
  expect(after).toContain(told.at(-1));
  expect(after).not.toContain('Dora');
  expect([...anna.errors, ...ben.errors, ...dora.errors]).toEqual([]);
}, 120_000);

test('phrases are heard for a moment, one person can be muted, and all', async () => {
  const anna = await person(SMALL);
  await newTable(anna.page);
  const ben = await person(PHONE);
  await sit(ben.page, await inviteOf(anna.page), 2, 'Ben');
  const say = async (what: string): Promise<void> => {
    await action(ben.page, 'menu').click();
    await ben.page.locator(`[data-say="${what}"]:enabled`).click();
    await ben.page.locator('dialog').waitFor({ state: 'detached' });
    await ben.page.locator(`main.table [data-said="2"]`).first().waitFor(); // the own one
  };
  const heard = anna.page.locator('main.table [data-said]');
  await say('well_played');
  await expect.poll(() => heard.first().innerText()).toBe('Ben: Well played');
  await expect.poll(() => heard.count(), { timeout: 8_000 }).toBe(0);
  await say('clap');
  await expect.poll(() => heard.first().innerText()).toContain('Applause');
  await action(anna.page, 'menu').click();
  await anna.page.locator('[data-mute="2"]').click();
  await expect.poll(() => anna.page.locator('[data-said]').count()).toBe(0);
  await say('hello');
  expect(await anna.page.locator('[data-said]').count()).toBe(0);
  await anna.page.locator('[data-mute="2"]').click();
  await anna.page.locator('input[name="mute-said"]').check();
  await say('good_luck');
  expect(await anna.page.locator('[data-said]').count()).toBe(0);
  await anna.page.reload();
  await action(anna.page, 'menu').click();
  expect(await anna.page.locator('input[name="mute-said"]').isChecked()).toBe(true);
  expect([...anna.errors, ...ben.errors]).toEqual([]);
}, 60_000);

test('a clock shows the seconds left, and says when they run out', async () => {
  const { page, errors } = await person(PHONE);
  await openTable(page, server.address, {
    ...{ rules: 'two_player', players: 2, overrides: '', clock: 12 },
  });
  await moment(page);
  await action(page, 'menu').click();
  const clock = page.locator('[data-people] [data-clock]');
  await clock.waitFor();
  const before = Number(await clock.getAttribute('data-clock'));
  expect(before).toBeGreaterThan(6);
  await expect
    .poll(async () => Number(await clock.getAttribute('data-clock')))
    .toBeLessThan(before);
  await action(page, 'close').click();
  await expect.poll(() => notes(page).innerText(), { timeout: 6_000 }).toContain('10 seconds left');
  await expect
    .poll(() => notes(page).innerText(), { timeout: 15_000 })
    .toContain('plays this one turn for you');
  await expect.poll(() => notes(page).innerText(), { timeout: 10_000 }).not.toContain('this one');
  expect(errors).toEqual([]);
}, 60_000);

test.each([
  ['small phone', SMALL, ''],
  ['desktop', DESKTOP, ' left'],
])('the minutes left of a game are in sight, and its last hand (%s)', async (_, size, is) => {
  const { page, errors } = await person(size);
  await page.clock.install();
  await openTable(page, server.address, {
    ...{ rules: 'classic_pagat', players: 4, overrides: 'time_limit = 90', pace_ms: 5000 },
  });
  const left = page.locator('[data-time-left]');
  const whole = (): Promise<boolean> =>
    left.evaluate((one) => {
      const room = one.closest('p')?.getBoundingClientRect();
      return one.getBoundingClientRect().right <= (room?.right ?? 0) + 0.5;
    });
  await expect.poll(() => left.innerText()).toBe(`90 min${is}`);
  expect(await whole()).toBe(true);
  await page.clock.fastForward(89 * 60_000);
  await expect.poll(() => left.innerText()).toBe(`1 min${is}`);
  await page.clock.fastForward(60_000);
  await expect.poll(() => left.innerText()).toBe('last hand');
  expect(await whole()).toBe(true);
  await expect.poll(() => notes(page).innerText()).toContain('this hand is the last one');
  expect(errors).toEqual([]);
});

test('the answer to a wish in the menu is in sight, however far one has scrolled', async () => {
  const anna = await person(SMALL);
  await newTable(anna.page);
  const ben = await person(PHONE);
  await sit(ben.page, await inviteOf(anna.page), 2, 'Ben');
  await ben.context.close();
  await action(anna.page, 'menu').click();
  for (let i = 0; i < 2; i++) await anna.page.locator('[data-free="2"]').click();
  const answer = anna.page.locator('dialog [data-note="refused"]');
  await answer.waitFor();
  expect(await answer.innerText()).toContain('try again');
  const box = await answer.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(SMALL.height);
  const onTop = await answer.evaluate((note) => {
    const { x, y, width, height } = note.getBoundingClientRect();
    const found = document.elementFromPoint(x + width / 2, y + height / 2);
    return found !== null && note.contains(found);
  });
  expect(onTop).toBe(true);
  expect(anna.errors).toEqual([]);
});

test('who waits for a seat is told of a pause', async () => {
  const anna = await person(DESKTOP);
  await newTable(anna.page, 'next', 'hand');
  await action(anna.page, 'deal').click();
  await anna.page.locator('button.own').first().waitFor();
  const cora = await person(PHONE);
  await sit(cora.page, await inviteOf(anna.page), 1, 'Cora');
  await cora.page.locator('[data-onlooker="coming"]').waitFor();
  await action(anna.page, 'menu').click();
  await action(anna.page, 'pause').click();
  await expect.poll(() => notes(cora.page).innerText()).toContain('The table pauses');
  await action(anna.page, 'close').click();
  await action(anna.page, 'resume').click();
  await expect.poll(() => notes(cora.page).innerText()).not.toContain('pauses');
  expect([...anna.errors, ...cora.errors]).toEqual([]);
});
