// The first steps: one hand on a fixed deal, its stops as they come to somebody who follows what
// they say, or to who does not; skipped, taken up again, repeated; the ways to it and on from it;
// and the way from a refusal to its rule.
// Not here: the deal itself (tests/server/test_lesson.py), the mapping (tests/clauses.test.ts).
// Invariant: all through the real server, by taps.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TableLook } from '../src/api';
import type { OwnGame } from '../src/games';
import { m } from '../src/messages';
import { fair, lesson } from '../src/messages/late';
import { STOPS } from '../src/lesson/stops';
import { faults } from './axe';
import { PHONE, type Manner, type Size } from './browser';
import { Chooser } from './choice';
import { act, message, moment, view } from './clicks';
import { dealTable } from './dealt';
import { firstOf, setUp } from './setup';

const { server, person } = setUp();

const UPRIGHT: Size = { width: 390, height: 844 };
const LAPTOP: Size = { width: 1366, height: 625 };
const SMALLEST: Size = { width: 320, height: 568 };

/** The left upper corner of a card, which always shows. */
const CORNER = { position: { x: 10, y: 14 } };

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);

async function begin(size: Size, manner: Manner = 'hasty', likes: object = {}) {
  const one = await person(size, manner);
  const { page } = one;
  await page.addInitScript((own) => {
    const kept = JSON.parse(localStorage.getItem('canasta.settings') ?? '{}') as object;
    localStorage.setItem('canasta.settings', JSON.stringify({ ...kept, paceMs: 0, ...own }));
  }, likes);
  await page.goto(server.address);
  await action(page, 'lesson').click();
  await page.locator('button.own').nth(10).waitFor();
  return one;
}

/** The stop that speaks once the table has settled; null if none does. */
async function stopNow(page: Page): Promise<string | null> {
  await page.locator('section[data-stop], [data-advice], [data-sheet]').first().waitFor();
  const stop = page.locator('[data-stop]');
  return (await stop.count()) === 0 ? null : stop.first().getAttribute('data-stop');
}

/** Does what is advised, by taps, up to the end or to a stop; says which stops came. */
async function follow(page: Page, chooser: Chooser, until?: string): Promise<string[]> {
  const came: string[] = [];
  for (let i = 0; i < 200; i++) {
    if ((await moment(page)) === 'game_end') await page.locator('[data-sheet]').waitFor();
    const stop = await stopNow(page);
    if (stop !== null) {
      came.push(stop);
      const says = await page.locator('[data-says]').innerText();
      expect(says.startsWith(`${lesson.stop(came.length)} `), says).toBe(true);
      if (stop === 'sheet' || stop === until) return came;
      expect(await page.locator('[data-taught]').count(), stop).toBe(1);
      await action(page, 'go-on').click();
      await page.locator('[data-advice]').waitFor();
      continue;
    }
    await act(page, chooser);
  }
  throw new Error(`no end after ${came.join(' ')}`);
}

test.each(
  firstOf([
    [UPRIGHT, 'hasty'],
    [LAPTOP, 'usual'],
  ] as const),
)(
  'who follows the suggestions meets all stops, goes out and wins (%j, %s)',
  async (size, manner) => {
    const { page, errors } = await begin(size, manner);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const came = await follow(page, await Chooser.make('book'));
    expect([...came].sort()).toEqual([...STOPS].sort());
    expect(await view(page)).toMatchObject({ phase: 'game_end', end: 'out', out_seat: 0 });
    const sheet = page.locator('[data-sheet]');
    expect(await sheet.locator('[data-fixed-deal]').innerText()).toBe(fair.fixed);
    expect(await sheet.locator('[data-deal-check]').count()).toBe(0);
    expect(await sheet.locator('[data-knows]').innerText()).toBe(lesson.knows);
    expect(await sheet.locator('[data-missed]').count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

/** What a finger that points at it would not meet, of what is played with. */
function covered(): string[] {
  const played = 'button.own, .buttons .button, [data-stock], [data-pile]';
  const said = 'section[data-stop], [data-advice]';
  return [...document.querySelectorAll<HTMLElement>(`${played}, ${said}`)].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = one.matches('.own') ? [0.18, 0.14] : [0.5, 0.5];
    const hit = document.elementFromPoint(left + x * width, top + y * height);
    return one.contains(hit) ? [] : [`${one.outerHTML.slice(0, 60)}: ${hit?.outerHTML}`];
  });
}

const SIZES: Size[] = [
  ...[SMALLEST, UPRIGHT, LAPTOP],
  ...[{ width: 844, height: 390 }, { width: 768, height: 1024 }, { width: 900, height: 560 }],
];

const LIKES = firstOf([{ leftHanded: true, large: true }, {}]);

test.each(LIKES)('what is played with is in sight at a stop and behind it (%j)', async (like) => {
  const { page } = await begin(SMALLEST, 'hasty', like);
  const chooser = await Chooser.make('book');
  const inSight = (when: string) =>
    expect.poll(() => page.evaluate(covered), { message: when }).toEqual([]);
  for (const id of STOPS.filter((one) => one !== 'sheet')) {
    expect(await stopNow(page)).not.toBe(null);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const when = `${id}, ${size.width} by ${size.height}`;
      await inSight(when);
      const more = page.locator('section[data-stop] [data-action="more"]');
      expect(await more.count(), when).toBeLessThanOrEqual('large' in like ? 1 : 0);
    }
    expect(await page.locator('.buttons .button').count()).toBeGreaterThan(1);
    await action(page, 'go-on').click();
    await page.locator('[data-advice]').waitFor();
    await inSight(`advice after ${id}`);
    while ((await stopNow(page)) === null) await act(page, chooser);
  }
});

test('a stop fits its place at the smallest size, moves nothing, and is said once', async () => {
  const { page } = await begin(SMALLEST);
  const chooser = await Chooser.make('book');
  const boxes = () =>
    page
      .locator('.area-pile, .area-hand, .area-say, .ours, .theirs')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const before = await boxes();
  for (const id of STOPS.filter((one) => one !== 'sheet')) {
    const says = page.locator('section [data-says]');
    await says.waitFor();
    expect(await page.locator('section [data-action="more"]').count(), id).toBe(0);
    const words = (await says.innerText()).replace(/^Stop \d\s*/, '');
    await expect.poll(() => page.locator('[data-live] p').last().innerText()).toBe(words);
    expect(await boxes()).toEqual(before);
    await action(page, 'go-on').click();
    expect(await boxes()).toEqual(before);
    while ((await stopNow(page)) === null) await act(page, chooser);
  }
});

test('a stop stays, whatever is tapped, until it is read or played past', async () => {
  const { page } = await begin(UPRIGHT);
  const stop = page.locator('section[data-stop]');
  const standing = () => stop.getAttribute('data-stop', { timeout: 2000 });
  expect(await stopNow(page)).toBe('threes');
  const card = page.locator('button.own').first();
  for (const pressed of ['true', 'false', 'true']) {
    await card.click(CORNER);
    await expect.poll(() => card.getAttribute('aria-pressed')).toBe(pressed);
    expect(await standing()).toBe('threes');
  }
  await action(page, 'take').click(); // is refused, and that is read first
  await stop.waitFor({ state: 'detached' });
  expect(await page.locator('[data-message].problem').count()).toBe(1);
  await card.click(CORNER);
  expect(await standing()).toBe('threes');
  await action(page, 'menu').click();
  await action(page, 'close').click();
  await page.reload();
  expect(await standing()).toBe('threes');
  await page.locator('[data-stock]').click();
  await expect.poll(standing).toBe('minimum');
  await page.locator('button.own').first().click(CORNER);
  expect(await standing()).toBe('minimum');
  await page.locator('[data-pile]').click();
  await stop.waitFor({ state: 'detached' });
});

/** Draws and throws the first card, turn by turn: the stops that came. */
async function playOtherwise(page: Page): Promise<string[]> {
  const came: (string | null)[] = [];
  while ((await moment(page)) === 'turn') {
    came.push(await stopNow(page));
    await page.locator('[data-stock]').click();
    await expect.poll(async () => (await view(page))?.phase).not.toBe('draw');
    if ((await moment(page)) !== 'turn') break;
    came.push(await stopNow(page));
    await page.locator('button.own').first().click(CORNER);
    await page.locator('[data-pile]').click();
    await expect.poll(async () => (await view(page))?.phase).not.toBe('meld');
  }
  return came.filter((id) => id !== null);
}

test('who plays otherwise is not held up, and is told what did not come up', async () => {
  const { page, errors } = await begin(UPRIGHT);
  const came = await playOtherwise(page);
  expect(came.slice(0, 2)).toEqual(['threes', 'minimum']);
  expect(new Set(came).size).toBe(came.length);
  const sheet = page.locator('[data-sheet]');
  await sheet.waitFor();
  const missed = STOPS.filter((id) => id !== 'sheet' && !came.includes(id));
  expect(missed.length).toBeGreaterThan(0);
  const told = sheet.locator('[data-missed]');
  await told.first().waitFor();
  expect(
    await told.evaluateAll((all) => all.map((one) => one.getAttribute('data-missed'))),
  ).toEqual(missed);
  expect(await sheet.locator('[data-says]').innerText()).toContain(lesson.stop(came.length + 1));
  expect(await sheet.locator('[data-knows]').count()).toBe(0);
  expect(await faults(page, 'what did not come up')).toEqual([]);
  await sheet.locator('[data-missed="canasta"]').click();
  const mark = page.locator('[data-rules-text] mark');
  await mark.waitFor();
  expect(await mark.innerText()).toContain('canasta');
  await page.locator('dialog:has([data-rules-text]) [data-action="close"]').click();
  expect(await sheet.isVisible()).toBe(true);
  expect(errors).toEqual([]);
});

test('behind it stands a real game, by its rules and with its computers', async () => {
  const { page, errors } = await begin(SMALLEST);
  await playOtherwise(page);
  await page.locator('[data-sheet]').waitFor();
  const lessons = page.url();
  const [first, second] = await page.locator('dialog footer button').allInnerTexts();
  expect([first, second]).toEqual([lesson.game, lesson.again]);
  await action(page, 'real-game').click();
  await page.waitForURL((url) => url.href !== lessons);
  await expect.poll(async () => (await view(page))?.phase).toBe('draw');
  await page.locator('button.own').nth(10).waitFor();
  expect(await page.locator('[data-stop]').count()).toBe(0);
  const table = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('t') ?? '';
  const look = (id: string) =>
    page.evaluate(async (at) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`/v1/tables/${at}/look`, { method: 'POST', headers, body: '{}' });
      const { rules, overrides, bot, seats, lesson: teaches } = (await answer.json()) as TableLook;
      return { rules, overrides, bot, players: seats.length, teaches };
    }, id);
  const old = await look(new URLSearchParams(new URL(lessons).hash.slice(1)).get('t') ?? '');
  expect(old.teaches).toBe(true);
  expect(await look(table)).toEqual({ ...old, overrides: '', teaches: undefined });
  expect(errors).toEqual([]);
});

test('a stranger is told whose it is, and begins one of his own', async () => {
  const { page } = await begin(UPRIGHT);
  const invite = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('canasta.games') ?? '[]') as OwnGame[])[0]?.invite,
  );
  for (const link of [page.url(), `${page.url()}&k=${invite}`]) {
    const { page: other, errors } = await person(SMALLEST);
    await other.goto(link);
    const own = other.locator('main.waiting [data-action="lesson"]');
    await own.waitFor();
    expect(await other.locator('[role="alert"]').innerText()).toBe(m.reasons.LESSON());
    expect(await other.locator('[data-sit]').count()).toBe(0);
    await own.click();
    expect(await stopNow(other)).toBe('threes');
    expect(other.url()).not.toContain(new URL(link).hash);
    expect(errors).toEqual([]);
  }
});

test('first steps from a running game ask once, and the game waits', async () => {
  const { page, errors } = await person(UPRIGHT, 'usual');
  await page.goto(server.address);
  await action(page, 'start').click();
  await page.locator('button.own').nth(10).waitFor();
  const game = page.url();
  const hand = (await view(page))?.hand;
  await action(page, 'menu').click();
  await action(page, 'lesson').click();
  const said = page.locator('[data-leaves]');
  expect(await said.innerText()).toBe(lesson.waits);
  const middle = await said.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(middle).toBe(true);
  expect(page.url()).toBe(game);
  expect(await faults(page, 'asked once')).toEqual([]);
  expect(await action(page, 'lesson').innerText()).toBe(lesson.begin);
  await action(page, 'lesson').click();
  await page.waitForURL((url) => url.href !== game);
  expect(await stopNow(page)).toBe('threes');
  await page.goto(game);
  await page.locator('button.own').nth(10).waitFor();
  expect((await view(page))?.hand.toSorted()).toEqual(hand?.toSorted());
  expect(errors).toEqual([]);
});

test('from a game with people it is said that a computer stands in', async () => {
  const { page, tell } = await dealTable(person, server.address, {
    ...{ rules: 'classic_pagat', size: SMALLEST },
    events: ['deal 1 dealer 3 turned 9d hand 0:4c4d4h7c7dTsJhJsQdKcKd'],
  });
  const seats = ['Anna', 'Ben', 'Clara', 'David'].map((name, i) => ({
    ...{ name, present: i < 2, who: i < 2 ? 'human' : 'bot' },
  }));
  tell({ t: 'seats', seats });
  await page.locator('[data-seat="1"]', { hasText: 'Ben' }).waitFor();
  await action(page, 'menu').click();
  await action(page, 'lesson').click();
  expect(await page.locator('[data-leaves]').innerText()).toBe(lesson.standsIn);
});

test('skipped it is a hand like any other, also after a reload', async () => {
  const { page } = await begin(UPRIGHT);
  expect(await stopNow(page)).toBe('threes');
  await action(page, 'skip').click();
  await page.locator('[data-stop]').waitFor({ state: 'detached' });
  await page.locator('[data-stock]').click();
  await page.reload();
  await page.locator('button.own').nth(11).waitFor();
  await page.waitForTimeout(500);
  expect(await page.locator('[data-stop], [data-advice]').count()).toBe(0);
  await page.locator('button.own').first().click(CORNER);
  await page.locator('[data-pile]').click();
  expect(await moment(page)).toBe('turn');
  expect(await page.locator('[data-stop], [data-advice]').count()).toBe(0);
});

test('a reload in the midst goes on where it was', async () => {
  const { page } = await begin(UPRIGHT);
  const chooser = await Chooser.make('book');
  const [first, second] = await follow(page, chooser, 'minimum');
  expect([first, second]).toEqual(['threes', 'minimum']);
  await page.reload();
  expect(await stopNow(page)).toBe('minimum');
  const says = await page.locator('[data-says]').innerText();
  expect(says).toContain(lesson.stop(2));
  await action(page, 'go-on').click();
  await page.reload();
  await page.locator('[data-advice]').waitFor();
  expect(await stopNow(page)).toBe(null);
});

test('it is repeated at its end, from the menu, and from the start page', async () => {
  const { page, errors } = await begin(UPRIGHT);
  const chooser = await Chooser.make('book');
  await follow(page, chooser);
  const first = page.url();
  await action(page, 'rematch').click();
  await page.locator('[data-sheet]').waitFor({ state: 'detached' });
  expect((await follow(page, chooser, 'minimum')).length).toBe(2);
  expect(page.url()).toBe(first);
  await action(page, 'menu').click();
  await action(page, 'lesson').click();
  await action(page, 'lesson').click();
  await page.waitForURL((url) => url.href !== first);
  await page.locator('button.own').nth(10).waitFor();
  expect(await stopNow(page)).toBe('threes');
  await page.goto(server.address);
  const resume = page.locator('[data-action="continue"]');
  await resume.waitFor();
  expect(await resume.innerText()).toContain(m.lesson.title);
  expect(await action(page, 'lesson').count()).toBe(0); // it is behind the line that opens
  await action(page, 'options').click();
  await action(page, 'lesson').click();
  await page.locator('button.own').nth(10).waitFor();
  expect(await stopNow(page)).toBe('threes');
  expect(errors).toEqual([]);
});

test('a refusal leads to the sentence of this table that says the rule', async () => {
  const deal = {
    ...{ rules: 'classic_pagat', overrides: 'min_table = any:70', size: PHONE },
    events: ['deal 1 dealer 3 turned 9d hand 0:4c4d4h7c7dTsJhJsQdKcKd', '0 draw gets 8s'],
  };
  const { page } = await dealTable(person, server.address, deal);
  for (const card of ['4c', '4d', '4h']) await page.locator(`[data-card="${card}"]`).click(CORNER);
  await action(page, 'stage').click();
  await action(page, 'confirm').click();
  await expect.poll(() => message(page)).toContain('must count at least 70');
  await action(page, 'rule').click();
  const mark = page.locator('[data-rules-text] mark');
  await mark.waitFor();
  expect(await mark.innerText()).toMatch(/^Your side’?'?s first melds .* 70/);
  await expect
    .poll(() =>
      mark.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    )
    .toBe(true);
  expect(await faults(page, 'a marked rule')).toEqual([]);
  await action(page, 'close').click();
  await action(page, 'rules').click();
  await page.locator('[data-rules-text] h3').first().waitFor();
  expect(await mark.count()).toBe(0);
});

test('somebody new finds it in the first screen, at every size', async () => {
  const sizes = [[320, 568], [360, 640], [844, 390], [768, 1024], [1366, 625], [3840, 2160]];
  for (const [width = 0, height = 0] of sizes) {
    const { page } = await person({ width, height });
    await page.goto(server.address);
    await page.locator('[data-action="start"]:enabled').waitFor();
    const seen = await page.locator('[data-action="start"], [data-action="lesson"]').evaluateAll(
      (all) =>
        all.map((one) => {
          const { top, bottom, left, right } = one.getBoundingClientRect();
          return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        }),
    );
    expect(seen, `${width} x ${height}`).toEqual([true, true]);
  }
});

test('no stop has a fault that axe-core finds', async () => {
  for (const size of [UPRIGHT, LAPTOP]) {
    const { page } = await begin(size);
    for (const theme of ['dark', 'light', 'contrast']) {
      await page.evaluate((wanted) => {
        localStorage.setItem('canasta.settings', JSON.stringify({ theme: wanted }));
      }, theme);
      await page.reload();
      expect(await stopNow(page)).toBe('threes');
      expect(await faults(page, `threes ${size.width} ${theme}`)).toEqual([]);
    }
  }
});
