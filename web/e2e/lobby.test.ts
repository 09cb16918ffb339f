// The start page: one tap to the first own card, what may be chosen behind one line and is
// remembered, games to continue, how long a game is under each rule set, where its maker sits.
// Not here: inviting others (two_people.test.ts), the rules in words (melds_by_hand.test.ts), the
// parts by themselves (tests/start.test.ts).
// Invariant: what the page says of a game is what its table then plays.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { RuleSet } from '../src/api';
import { shortTarget } from '../src/lengths';
import { points } from '../src/messages/words.en';
import { DESKTOP, PHONE, type Size } from './browser';
import { moment, ONE_HAND, openOptions, openTable, view } from './clicks';
import { setUp } from './setup';
import { stackedTable } from './stacked';

const setup = setUp();
const { server, person } = setup;

const SMALL: Size = { width: 320, height: 568 };
const SIZES: Size[] = [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1366, 625],
  [1440, 900],
  [2560, 1440],
  [3840, 2160],
].map(([width = 0, height = 0]) => ({ width, height }));

const action = (page: Page, name: string) => page.locator(`[data-action="${name}"]`);

const option = (page: Page, name: string, value: string | number) =>
  page.locator(`input[name="${name}"][value="${value}"]`);

const values = (page: Page, name: string): Promise<string[]> =>
  page
    .locator(`input[name="${name}"]`)
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

const words = (page: Page, value: string): Promise<string> =>
  page.locator('label.choice', { has: option(page, 'length', value) }).innerText();

async function openStart(page: Page): Promise<void> {
  await page.goto(server.address);
  await page.locator('[data-action="start"]:enabled').waitFor();
}

async function start(page: Page): Promise<void> {
  await action(page, 'start').click();
  await page.locator('main.table').waitFor();
}

interface Key {
  table: string;
  seat: number;
  token: string;
  invite: string;
}

/** A table made without a page. */
async function tableOf(wish: object): Promise<Key & Record<string, unknown>> {
  const body = { rules: 'samba', players: 4, overrides: '', name: 'Anna', deal: 'now', ...wish };
  const answer = await fetch(`${server.address}v1/tables`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { ...body, ...((await answer.json()) as Key), at: Date.now() };
}

/** As a browser that has these games, the first the last one visited. */
async function withGames(page: Page, games: readonly object[]): Promise<void> {
  await page.goto(server.address);
  await page.evaluate((all) => localStorage.setItem('canasta.games', all), JSON.stringify(games));
  await page.reload();
  await page.locator('[data-action="start"]:enabled').waitFor();
}

/** Whether the whole of it is in the window, without scrolling. */
async function isInView(page: Page, wanted: string): Promise<boolean> {
  return page.locator(wanted).evaluate((one) => {
    const { top, left, bottom, right } = one.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && scrollY === 0;
  });
}

test.each([SMALL, DESKTOP])(
  'somebody new is one tap away from the first own card ($width × $height)',
  async (size) => {
    const { page, errors } = await person(size);
    await openStart(page);
    expect(await isInView(page, '[data-action="start"]')).toBe(true);
    const { x = 0, y = 0, width = 0, height = 0 } =
      (await action(page, 'start').boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.locator('button.own').nth(10).waitFor();
    const cards = await page.locator('button.own').evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().bottom <= innerHeight && scrollY === 0),
    );
    expect(cards).toEqual(Array(cards.length).fill(true));
    expect(await view(page)).toMatchObject({ player_count: 4, target: 5000, me: 0 });
    expect(errors).toEqual([]);
  },
);

async function expectInFirstScreen(page: Page, more: string[], what: string): Promise<void> {
  for (const one of ['[data-action="start"]', '[data-action="options"]', ...more])
    expect(await isInView(page, one), `${what}: ${one}`).toBe(true);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wider, what).toBe(false);
}

test('at every size button and game to continue are in the first screen', async () => {
  const games = [];
  for (const rules of ['samba', 'classic_pagat', 'hand_and_foot', 'uruguay', 'joker'])
    games.push(await tableOf({ rules }));
  const { page, errors } = await person(SMALL);
  const atEverySize = async (more: string[], what: string): Promise<void> => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectInFirstScreen(page, more, `${size.width} × ${size.height} with ${what}`);
    }
  };
  for (const count of [0, 1, 5]) {
    await withGames(page, games.slice(0, count));
    const shown = count === 0 ? [] : ['[data-action="continue"]'];
    if (count > 1) shown.push('[data-action="my-games"]');
    await expect.poll(() => page.locator('[data-game]').count()).toBe(count);
    if (count > 0)
      await expect.poll(() => page.locator('.score').first().innerText()).toBe('Us 0 – Them 0');
    await atEverySize(shown, `${count} games`);
  }
  const wish = '{"rules":"modern_american_cla"}';
  await page.evaluate((kept) => localStorage.setItem('canasta.wish', kept), wish);
  await page.reload();
  await expect.poll(() => page.locator('[data-game]').count()).toBe(5);
  await atEverySize([], 'the longest name');
  expect(errors).toEqual([]);
});

test('the button goes along while choices are made, and says what it will do', async () => {
  for (const size of [SMALL, { width: 844, height: 390 }, DESKTOP]) {
    const { page } = await person(size);
    await openStart(page);
    expect(await page.locator('input[name="rules"]').count()).toBe(0);
    await openOptions(page);
    expect(await action(page, 'options').getAttribute('aria-expanded')).toBe('true');
    await option(page, 'rules', 'two_player').check();
    await option(page, 'length', 'hand').check();
    await option(page, 'hints', 'off').check();
    await option(page, 'bot', 'level:1').check();
    const { y = -1 } = (await action(page, 'start').boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(size.height / 2);
    expect(await action(page, 'start').innerText()).toMatch(
      /^Play Canasta for Two\s+with one computer player, one hand$/,
    );
    const line = (await action(page, 'options').innerText()).replace(/\s+/g, ' ');
    for (const fact of ['Canasta for Two', 'one hand', 'Ebbe plays along', 'hints off'])
      expect(line).toContain(fact);
    await action(page, 'options').click();
    expect(await page.locator('input[name="rules"]').count()).toBe(0);
    await page.close();
  }
});

test('each rule set has its own short game and its own target', async () => {
  const answer = await fetch(`${server.address}v1/rules`);
  const sets = ((await answer.json()) as { rulesets: RuleSet[] }).rulesets;
  const { page, errors } = await person(DESKTOP);
  await openStart(page);
  await openOptions(page);
  for (const set of sets) {
    await option(page, 'rules', set.name).check();
    for (const [i, players] of set.players.entries()) {
      const what = `${set.name} for ${players}`;
      const target = set.targets[i] ?? 0;
      const rounds = set.rounds[i] ?? 0;
      if (set.players.length > 1) await option(page, 'players', players).check();
      const lengths = rounds > 0 ? ['hand', 'full'] : ['hand', 'short', 'full'];
      expect(await values(page, 'length'), what).toEqual(lengths);
      if (rounds === 0)
        expect(await words(page, 'short'), what).toContain(`to ${points(shortTarget(target))}`);
      const whole = rounds > 0 ? `${rounds} hands` : `to ${points(target)}`;
      expect(await words(page, 'full'), what).toContain(whole);
      expect(await values(page, 'seat'), what).toHaveLength(players);
    }
  }
  expect(sets.length).toBeGreaterThanOrEqual(29 + 12);
  expect(errors).toEqual([]);
});

test('games stand in groups, and are found by what is said of them', async () => {
  const { page } = await person(SMALL);
  await openStart(page);
  await openOptions(page);
  const groups = page.locator('[data-group] h3');
  expect(await groups.allInnerTexts()).toEqual([
    ...['Classic', 'For two', 'For three', 'For five and six', 'Samba and family'],
    ...['Cousins of Classic', 'Modern American', 'Hand and Foot', 'Clubs and families'],
  ]);
  const games = page.locator('label.game');
  const { rulesets } = (await (await fetch(`${server.address}v1/rules`)).json()) as {
    rulesets: RuleSet[];
  };
  expect(await games.count()).toBe(rulesets.length);
  expect(await games.locator('svg.card').count()).toBe(3 * rulesets.length);
  const look = page.locator('input[name="search"]');
  await look.fill('two player');
  expect(await values(page, 'rules')).toContain('two_player');
  await look.fill('the foot');
  expect((await values(page, 'rules'))[0]).toBe('hand_and_foot');
  await look.press('Enter'); // takes the first one, and begins no game
  expect(await action(page, 'start').innerText()).toContain('Play Hand and Foot');
  await look.fill('poker');
  expect(await page.locator('[data-no-game]').count()).toBe(1);
  await look.press('Enter');
  expect(await action(page, 'start').innerText()).toContain('Play Hand and Foot');
});

test('computer players are a row of eight faces, from weak to strong', async () => {
  const { page } = await person(SMALL);
  await openStart(page);
  await openOptions(page);
  const bots = await page.locator('label.bot').evaluateAll((all) =>
    all.map((one) => ({
      drawn: one.querySelector('[data-face]')?.innerHTML,
      value: one.querySelector('input')?.value ?? '',
      mark: one.querySelector('i')?.getBoundingClientRect().height ?? 0,
      box: one.getBoundingClientRect().toJSON() as Size,
    })),
  );
  expect(bots.map(({ value }) => value)).toEqual(bots.map((_, i) => `level:${i + 1}`));
  expect(bots.map(({ value }) => value)).toEqual(await values(page, 'bot'));
  expect(new Set(bots.map(({ drawn }) => drawn)).size).toBe(8);
  const marks = bots.map(({ mark }) => mark);
  expect(marks).toEqual([...new Set(marks)].sort((a, b) => a - b));
  for (const { box } of bots) expect(Math.min(box.width, box.height)).toBeGreaterThan(40);

  // By keys: each says its name and sentence, which stand below for the chosen one.
  await option(page, 'bot', 'level:1').check();
  await option(page, 'bot', 'level:1').focus();
  for (const { value } of bots) {
    expect(await option(page, 'bot', value).isChecked()).toBe(true);
    const about = page.locator('[data-about]');
    expect(await about.locator('[data-face]').getAttribute('data-face')).toBe(value);
    const told = await about.locator('.told > *').allInnerTexts();
    const [name = '', place = '', sentence = ''] = told;
    const said = `${name}, ${place}. ${sentence}`;
    expect(await page.getByRole('radio', { name: said, exact: true }).inputValue()).toBe(value);
    await page.keyboard.press('ArrowRight');
  }
  expect(await option(page, 'bot', 'level:1').isChecked()).toBe(true);
});

test('nobody reads the name of a source or a program', async () => {
  const { page } = await person(DESKTOP);
  await withGames(page, [await tableOf({ bot: 'racer' }), await tableOf({ rules: 'forum' })]);
  await openOptions(page);
  await expect.poll(() => page.locator('[data-game]').count()).toBe(2);
  const said = async (): Promise<string> =>
    page.evaluate(() => {
      const attributes = ['title', 'aria-label', 'placeholder', 'alt'];
      const marks = [...document.querySelectorAll('*')].flatMap((one) =>
        attributes.flatMap((name) => one.getAttribute(name) ?? []),
      );
      return [document.title, document.body.innerText, ...marks].join('\n');
    });
  const NAMES =
    /level:|\b(book|racer|random|pagat|cla|usp|wiki|forum|bicycle|us playing|league)\b|_/i;
  expect(await said()).toContain('Max plays along');
  expect(await said()).not.toMatch(NAMES);
  for (const rules of ['classic_pagat', 'modern_american_cla', 'wiki_play']) {
    await option(page, 'rules', rules).check();
    await action(page, 'rules').click();
    await page.locator('[data-rules-text] h3').nth(3).waitFor();
    expect(await said(), rules).not.toMatch(NAMES);
    await action(page, 'close').click();
  }
});

test('what was chosen is there again after house rules, questions and a reload', async () => {
  const { page, errors } = await person(PHONE);
  await openStart(page);
  expect(await page.locator('[data-playing-as]').innerText()).toBe('Playing as Guest');
  await action(page, 'change-name').click();
  await page.keyboard.type('Anna');
  await option(page, 'rules', 'relaxed').check();
  await option(page, 'players', 6).check();
  await option(page, 'seat', 4).check();
  await option(page, 'length', 'short').check();
  await option(page, 'bot', 'level:2').check();
  await option(page, 'hints', 'off').check();

  const isThere = async (): Promise<void> => {
    await page.locator('[data-action="start"]:enabled').waitFor();
    expect(await page.locator('[data-playing-as]').innerText()).toBe('Playing as Anna');
    expect(await action(page, 'start').innerText()).toMatch(/Relaxed Classic\s+.*to 6,000/);
    await openOptions(page);
    for (const [name, value] of [
      ...[['rules', 'relaxed'] as const, ['players', 6] as const, ['seat', 4] as const],
      ...[['length', 'short'] as const, ['bot', 'level:2'] as const, ['hints', 'off'] as const],
    ])
      expect(await option(page, name, value).isChecked(), name).toBe(true);
  };
  await action(page, 'house').click();
  await action(page, 'home').click();
  await isThere();
  await action(page, 'which').click();
  await action(page, 'back').click();
  await isThere();
  await page.reload();
  await isThere();
  await start(page);
  expect(await view(page)).toMatchObject({ target: 6000, player_count: 6, me: 4 });
  expect(errors).toEqual([]);
});

test('house rules of a link, and those kept here, are offered as one’s own', async () => {
  const grandmas = 'classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74';
  const three = 'classic_pagat~oc-3~p7ke';
  const { page, errors } = await person(PHONE);
  await page.addInitScript(
    (code) => localStorage.setItem('canasta.house', JSON.stringify([{ name: 'G', code }])),
    grandmas,
  );
  await page.goto(`${server.address}#play=${three}`);
  await page.locator('[data-action="start"]:enabled').waitFor();
  await openOptions(page);
  const own = page.locator('[data-group="yours"] input');
  const codes = await own.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(codes).toEqual([three, grandmas]);
  expect(await option(page, 'rules', three).isChecked()).toBe(true);
  await option(page, 'rules', grandmas).check();
  expect(await action(page, 'start').innerText()).toMatch(/Play Grandma's rules\s+.*to 3,000/);
  await start(page);
  expect(await view(page)).toMatchObject({ target: 3000 });

  // The game last played is at hand, whatever the link was.
  await openStart(page);
  expect(await action(page, 'start').innerText()).toContain("Play Grandma's rules");
  await page.goto(`${server.address}#play=classic_pagat~zz-9~1j74`);
  await page.reload();
  await expect.poll(() => page.locator('[role="alert"]').count()).toBe(1);
  expect(await action(page, 'start').innerText()).toContain("Play Grandma's rules");
  expect(errors).toEqual([]);
});

test('a page longer than the screen lies on felt down to its end, and is no wider', async () => {
  for (const size of [PHONE, DESKTOP]) {
    const { page } = await person(size);
    await openStart(page);
    await openOptions(page);
    const found = await page.evaluate(() => {
      const root = document.documentElement;
      return {
        ground: getComputedStyle(root).backgroundColor,
        longer: root.scrollHeight > root.clientHeight,
        wider: root.scrollWidth > root.clientWidth,
      };
    });
    expect(found).toEqual({ ground: 'rgb(11, 51, 38)', longer: true, wider: false });
  }
});

test('the game that was chosen is the one that is played', async () => {
  const { page } = await person(PHONE);
  await openStart(page);
  await openOptions(page);
  await option(page, 'rules', 'relaxed').check();
  await option(page, 'players', 6).check(); // its form for six goes to 10,000
  await option(page, 'length', 'short').check();
  await start(page);
  expect(await view(page)).toMatchObject({ target: 6000, rounds: 0, player_count: 6 });
  await openStart(page);
  expect(await page.locator('[data-game]').first().innerText()).toContain('to 6,000');

  await openOptions(page);
  await option(page, 'rules', 'hand_and_foot').check();
  await option(page, 'length', 'full').check();
  await start(page);
  expect(await view(page)).toMatchObject({ target: 20000, rounds: 0 });
});

test('the game to continue says score, date and whose turn it is, and leads there', async () => {
  const { page } = await person(PHONE);
  await openTable(page, server.address, { rules: 'two_player', players: 2, overrides: '' });
  await moment(page);
  const before = await view(page);
  await page.goto(server.address);
  const card = action(page, 'continue');
  await expect.poll(() => card.innerText()).toContain('Your turn');
  const said = await card.innerText();
  expect(said).toMatch(/Continue\s+Your turn\s+Canasta for Two\s+You 0 – \w+ 0\s+today/);
  expect(said).not.toContain('Anna');
  await card.click();
  await moment(page);
  expect((await view(page))?.hand).toEqual(before?.hand);
});

test('nothing moves under a finger while tables are asked how they stand', async () => {
  const games = [await tableOf({}), await tableOf({ rules: 'two_player', players: 2 })];
  for (const size of SIZES.slice(0, 4)) {
    const { page } = await person(size);
    await withGames(page, []);
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/look$/, async (route) => {
      await asked;
      await route.continue();
    });
    await withGames(page, games);
    const places = (): Promise<(number | undefined)[]> =>
      Promise.all(
        ['continue', 'start', 'options'].map(
          async (name) => (await action(page, name).boundingBox())?.y,
        ),
      );
    const before = await places();
    expect(await action(page, 'continue').innerText()).not.toContain('Us 0');
    answer();
    await expect.poll(() => action(page, 'continue').innerText()).toContain('Us 0 – Them 0');
    expect(await places()).toEqual(before);
    await page.close();
  }
});

test('a game that is over is not one to continue, and tells who won', async () => {
  const page = await stackedTable(setup, {
    size: DESKTOP,
    rules: 'modern_american',
    overrides: ONE_HAND,
    hand: '4c4d5c5d6c6d8c8d9c9dTcTdJc', // six pairs: with a seventh the hand is over
    draws: 'Jd',
  });
  await moment(page);
  await page.locator('[data-stock]').click();
  await action(page, 'declare').click();
  await page.locator('[data-sheet="game_end"]').waitFor();
  const { sides = [], winners } = (await view(page)) ?? {};
  expect(winners).toEqual([0]);
  const [us, them] = sides.map((side) => points(side.total));
  await page.goto(server.address);
  const game = page.locator('[data-state="finished"]');
  await expect.poll(() => game.innerText()).toContain('Finished: you won');
  const text = await game.innerText();
  expect(text).toContain(`Us ${us} – Them ${them}`);
  expect(text).not.toContain('Continue');
  expect(await action(page, 'continue').count()).toBe(0);
  await page.reload();
  await game.waitFor();
  expect(await action(page, 'continue').count()).toBe(0);

  await game.locator('.forget').click();
  expect(await page.locator('[data-game]').count()).toBe(0);
});

test('of a game that only the server knows of nobody is his own company', async () => {
  const anna = await person(DESKTOP);
  await openStart(anna.page);
  await start(anna.page);
  await anna.page.evaluate(() => localStorage.clear()); // the key stays, as a cookie
  await openStart(anna.page);
  await action(anna.page, 'change-name').click();
  await anna.page.locator('[data-you] summary').click();
  await anna.page.locator('input[name="own-name"]').fill('Annabel');
  await action(anna.page, 'rename').click();
  await expect.poll(() => anna.page.locator('[data-person]').innerText()).toContain('Annabel');
  await openStart(anna.page);
  await expect.poll(() => action(anna.page, 'continue').innerText()).toContain('Us 0 – Them 0');
  expect(await action(anna.page, 'continue').innerText()).not.toContain('Annabel');
});

test('the maker of a table sits where he likes, in the first seat if he does not say', async () => {
  const { page } = await person(PHONE);
  await openStart(page);
  await openOptions(page);
  expect(await option(page, 'seat', 0).isChecked()).toBe(true);
  await option(page, 'seat', 3).check();
  await option(page, 'rules', 'two_player').check(); // it has no fourth seat
  expect(await option(page, 'seat', 0).isChecked()).toBe(true);
  await option(page, 'rules', 'classic_pagat').check();
  await option(page, 'seat', 2).check();
  await start(page);
  expect((await view(page))?.me).toBe(2);
  const names = await page.locator('[data-seat] .name').allInnerTexts();
  expect(names).toEqual(['Rook', 'Domino', 'Gizmo']);

  await openStart(page);
  await openOptions(page);
  await option(page, 'rules', 'two_player').check();
  await start(page);
  expect((await view(page))?.me).toBe(0);
});

test('the server gives no seat that the table does not have', async () => {
  const ask = (seat: unknown): Promise<Response> => {
    const body = JSON.stringify({ rules: 'two_player', seat });
    return fetch(`${server.address}v1/tables`, { method: 'POST', body });
  };
  expect(await (await ask(1)).json()).toMatchObject({ seat: 1 });
  for (const seat of [2, 6, -1, 'one']) {
    const answer = await ask(seat);
    expect([answer.status, (await answer.json()) as unknown]).toMatchObject([
      400,
      { error: 'FORMAT' },
    ]);
  }
});

test('somebody new is nobody yet, and the console says nothing', async () => {
  const { page } = await person(DESKTOP);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await openStart(page);
  await expect.poll(() => page.locator('[data-person]').innerText()).toContain('does not know you');
  expect(said).toEqual([]);
});
