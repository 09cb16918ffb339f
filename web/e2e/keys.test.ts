// Whole hands by keys alone and by words alone, and what keys tell who does not see the table.
// Not here: taps and drags. Invariant: the mouse is not touched.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Card, View } from '../src/engine/types';
import { DESKTOP } from './browser';
import { Chooser, type Choice } from './choice';
import { ONE_HAND, openTable, playOn, selectCards, view } from './clicks';
import { answers, dealTable, type Dealt } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();
const RULES = { rules: 'two_player', players: 2, overrides: ONE_HAND };
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const TURN = [DEAL, '0 draw gets 8c'];

const deal = (events: string[]): Promise<Dealt> =>
  dealTable(person, server.address, { size: DESKTOP, rules: 'classic_pagat', events });

const focused = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((attribute) => document.activeElement?.getAttribute(attribute) ?? null, name);

const MOST_PRESSES = 40;

async function pressUntil(page: Page, key: string, there: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < MOST_PRESSES; i++) {
    if (await there()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}

async function selectByKeys(page: Page, cards: readonly Card[]): Promise<void> {
  await page.keyboard.press('Escape');
  for (const card of cards) {
    const key = card.charAt(0).replace('T', '0').toLowerCase();
    const there = async (): Promise<boolean> =>
      (await focused(page, 'data-card')) === card &&
      (await focused(page, 'aria-pressed')) === 'false';
    await pressUntil(page, key, there);
    await page.keyboard.press('Space');
  }
}

/** Walks to one of several ways, if there are any. */
async function choose(page: Page, selector: string): Promise<void> {
  if ((await page.locator('[data-choosing]').count()) === 0) return;
  const there = (): Promise<boolean> =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  await pressUntil(page, 'Tab', there);
  await page.keyboard.press('Enter');
}

const KEYS = { draw: 'd', pick: 'g', ask: 'o', pass: 'n', declare: 'c', 'lay-out': 'c' } as const;

async function byKeys(page: Page, choice: Choice): Promise<void> {
  const { keyboard } = page;
  switch (choice.kind) {
    case 'yes':
    case 'no':
      await pressUntil(
        page,
        'Tab',
        async () => (await focused(page, 'data-answer')) === choice.kind,
      );
      return keyboard.press('Enter');
    case 'take':
      await selectByKeys(page, choice.cards);
      await keyboard.press('p');
      return choose(page, `[data-take-meld="${choice.place}"], [data-take]`);
    case 'lay': {
      await selectByKeys(page, choice.group.cards);
      await keyboard.press('l');
      const { began, place } = choice.group;
      return choose(page, began ? '[data-place="new"]' : `[data-place="${place}"]`);
    }
    case 'discard':
      await selectByKeys(page, [choice.card]);
      return keyboard.press('t');
    case 'open':
      if (choice.take !== null) {
        await selectByKeys(page, choice.take.cards);
        await keyboard.press('p');
      }
      for (const group of choice.groups) {
        await selectByKeys(page, group.cards);
        await keyboard.press('s');
        await choose(page, `[data-place="${group.place === choice.take?.place ? 'take' : 'new'}"]`);
      }
      return keyboard.press('c');
    case 'join':
      throw new Error('no melds are joined by these rules');
    default:
      return keyboard.press(KEYS[choice.kind]);
  }
}

function wordsOf(choice: Choice, now: View): string {
  switch (choice.kind) {
    case 'take':
      return choice.cards.length > 0
        ? `take ${choice.cards.join('')}`
        : (now.takes.find((one) => one.meld === choice.place)?.play ?? 'take');
    case 'lay': {
      const meld = now.sides[now.side_of[now.me] ?? 0]?.melds[choice.group.place];
      const cards = choice.group.cards.join('');
      return choice.group.began ? `meld ${cards}` : `meld ${meld?.name}:${cards}`;
    }
    case 'discard':
      return `discard ${choice.card}`;
    case 'open': {
      const { take, groups } = choice;
      const others = groups.filter((group) => group.place !== take?.place);
      const more = groups.find((group) => group.place === take?.place)?.cards ?? [];
      const taking = take === null ? '' : `take ${[...take.cards, ...more].join('')}; `;
      return `${taking}open ${others.map((group) => group.cards.join('')).join(' ')}`.trim();
    }
    case 'join':
      throw new Error('no melds are joined by these rules');
    default:
      return choice.kind;
  }
}

async function byWords(page: Page, choice: Choice): Promise<void> {
  const now = await view(page);
  if (now === null) throw new Error('no table');
  const line = page.locator('[data-words] input');
  if ((await line.count()) === 0) await page.keyboard.press('/');
  await line.fill(wordsOf(choice, now));
  await page.keyboard.press('Enter');
}

test.each([
  ['keys', byKeys],
  ['words', byWords],
] as const)('a whole hand by %s alone', async (_, by) => {
  const { page, errors } = await person(DESKTOP);
  await openTable(page, server.address, RULES);
  await page.locator('button.own').first().waitFor();
  await page.keyboard.press('Tab');
  const played = await playOn(page, await Chooser.make('book'), 'game_end', async (at, choice) => {
    await by(at, choice);
    // The focus never falls to nothing.
    expect(await at.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });
  expect(played.acts).toBeGreaterThan(8);
  expect(errors).toEqual([]);
  // What is read out as the sheet opens.
  const won = await page.locator('[data-moment] p').first().textContent();
  const about = await page.locator('dialog[open]').getAttribute('aria-describedby');
  expect(await page.locator(`[id="${about ?? ''}"]`).textContent()).toBe(won);
});

test('the keys are shown by ?, and a hint is asked for by H', async () => {
  const { page } = await deal(TURN);
  await page.keyboard.press('?');
  const shown = await page.locator('[data-keys]').innerText();
  for (const words of ['Draw', 'Throw the selected card', 'Shift W', 'Play by words'])
    expect(shown).toContain(words);
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await page.locator('[data-advice]').waitFor();
});

test('a key asks, the page answers aloud', async () => {
  const { page } = await deal(TURN);
  const live = page.locator('[data-live] p').last();
  const answers = {
    H: 'You hold',
    P: 'Discard pile, 1 card, nine of diamonds on top',
    M: 'Us: no melds',
    N: 'Them: no melds',
    O: '50',
    S: 'Us 1,200',
    C: 'Bruno 11 cards',
    W: 'It is your turn',
    L: 'Nothing has happened',
  };
  for (const [key, words] of Object.entries(answers)) {
    await page.keyboard.press(`Shift+${key}`);
    await expect.poll(() => live.textContent(), { message: key }).toContain(words);
  }
});

test('with Shift an arrow moves the card, which keeps the focus; its place is said', async () => {
  const { page } = await deal(TURN);
  await page.locator('button.own').first().focus();
  for (const said of ['Four of clubs, 2 of 12.', 'Four of clubs, 3 of 12.']) {
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => page.locator('[data-live] p').last().textContent()).toBe(said);
    expect(await focused(page, 'data-card')).toBe('4c');
  }
  expect(await page.locator('button.own').nth(2).getAttribute('data-card')).toBe('4c');
});

test('a key that can do nothing says why', async () => {
  const { page } = await deal(TURN);
  await page.keyboard.press('p');
  await expect.poll(() => page.locator('[role="alert"]').textContent()).toContain('Not at this');
  await page.keyboard.press('x');
  await expect
    .poll(() => page.locator('[data-live] p').last().textContent())
    .toBe('You hold no jokers.');
});

test('a throw that waits is told, and that it was taken back', async () => {
  const table = { size: DESKTOP, rules: 'classic_pagat', events: TURN };
  const { page, sent } = await dealTable(person, server.address, table, 'usual');
  for (const key of ['4', 'Space', 't', 'u']) await page.keyboard.press(key);
  await expect
    .poll(() => page.locator('[data-live] p').allTextContents())
    .toEqual(['You throw the four of clubs; U takes it back.', 'You take the four of clubs back.']);
  expect(sent.filter((frame) => 'play' in frame)).toEqual([]);
});

test('the card that was drawn and the own turn are said, each once', async () => {
  const { page, tell } = await deal([DEAL]);
  const turn = page.locator('[data-turn]');
  expect(await turn.getAttribute('aria-live')).toBe('assertive');
  expect(await turn.textContent()).toContain('Your turn.');
  tell({ t: 'ev', seq: 10, kind: 'play', seat: 0, events: ['0 draw gets 8c'] });
  await expect
    .poll(() => page.locator('[data-live] p').last().textContent())
    .toBe('You drew the eight of clubs.');
  expect((await turn.textContent())?.trim()).toBe('');
  expect(await page.locator('main [aria-live="polite"]').count()).toBe(1);
});

test('a line that is begun while the last one is on its way stays', async () => {
  const dealt = await deal([DEAL]);
  const { page } = dealt;
  await page.keyboard.press('/');
  const line = page.locator('[data-words] input');
  await line.fill('draw');
  await page.keyboard.press('Enter');
  await line.fill('discard 4');
  await answers(dealt, 'draw', '0 draw gets 8c');
  await page.waitForFunction(() => window.canasta?.sending() === false);
  expect(await line.inputValue()).toBe('discard 4');
});

test('a refused line stays, with the reason under it; what can be said is offered', async () => {
  const { page, sent } = await deal(TURN);
  await page.keyboard.press('/');
  const line = page.locator('[data-words] input');
  await line.fill('discard 3h');
  await page.keyboard.press('Enter');
  await page.locator('[data-words-says].problem').waitFor();
  expect(await line.inputValue()).toBe('discard 3h');
  // It is announced once, and once more when it comes again.
  const alerts = page.locator('main [role="alert"]');
  expect(await alerts.count()).toBe(1);
  await alerts.evaluate((one) => one.setAttribute('data-heard', ''));
  await page.keyboard.press('Enter');
  await page.locator('[role="alert"]:not([data-heard])').waitFor();
  expect(await alerts.count()).toBe(1);
  await line.fill('throw it away');
  await page.keyboard.press('Enter');
  await expect.poll(() => alerts.textContent()).toContain('for instance “discard 4c”');
  const offers = await page
    .locator('#spoken option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(offers).toContain('discard 4c');
  await page.keyboard.press('Escape');
  expect(await page.locator('[data-words]').count()).toBe(0);
  await selectCards(page, ['4c']);
  await page.keyboard.press('/');
  await line.fill('DISCARD 4C');
  await page.keyboard.press('Enter');
  await expect.poll(() => sent.at(-1)).toMatchObject({ play: 'discard 4c' });
});

/** What has the focus, as a test can say it. */
const focus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { tagName, dataset } = document.activeElement as HTMLElement;
    return dataset['id'] ?? dataset['action'] ?? tagName.toLowerCase();
  });

test('the focus never falls to nothing, and walking keys come to the hand', async () => {
  const { page } = await person(DESKTOP, 'usual');
  const { keyboard } = page;
  await openTable(page, server.address, { rules: 'classic_pagat', players: 4, overrides: '' });
  const ids = await page.locator('button.own').evaluateAll((all) =>
    all.map((one) => (one as HTMLElement).dataset['id'] ?? ''),
  );
  expect(await focus(page)).not.toBe('body');
  for (const [key, i] of [['End', -1], ['Home', 0], ['Space', 0]] as const) {
    await page.mouse.click(640, 300); // on the felt
    await keyboard.press(key);
    expect(await focus(page), key).toBe(ids.at(i));
  }
  await page.waitForFunction(() => window.canasta?.view()?.seat === window.canasta?.view()?.me);
  await page.locator('[data-action="draw"]:enabled').focus();
  await page.waitForTimeout(500); // it does not answer at once
  await keyboard.press('Enter');
  await page.waitForFunction(() => window.canasta?.view()?.phase === 'meld');
  await expect.poll(() => focus(page)).toMatch(/^\d+$/);

  await keyboard.press('Escape');
  await keyboard.press('Space');
  await keyboard.press('t');
  await page.locator('[data-action="take-back"]').focus();
  await page.locator('[data-action="take-back"]').waitFor({ state: 'detached' });
  await expect.poll(() => focus(page)).toMatch(/^\d+$/);
});
