// Plays at a table by clicking what a person would click. Not here: what to play (choice.ts).
// Invariant: nothing is sent but by clicks; the hook of the page is only read.
import type { Locator, Page } from 'playwright-core';
import type { Card, View } from '../src/engine/types';
import type { Choice, Chooser, Lay, Record_ } from './choice';

/** One hand, and no second one after a tie. */
export const ONE_HAND = 'rounds = 1; tie_rule = shared';

/** One that is soon over, of two people. */
export const SOON_OVER = `${ONE_HAND}; out_canastas = 0`;

/** How often a page is asked whether something has come; each frame would keep it busy. */
const POLL_MS = 25;

/** The left upper corner, which always shows. */
const CORNER = { x: 10, y: 14 };

export function view(page: Page): Promise<View | null> {
  return page.evaluate(() => window.canasta?.view() ?? null);
}

export function hash(page: Page): Promise<string> {
  return page.evaluate(() => window.canasta?.hash() ?? '');
}

export function record(page: Page): Promise<Record_> {
  return page.evaluate(() => {
    if (window.canasta === undefined) throw new Error('the page has no table');
    return window.canasta.record();
  });
}

export async function message(page: Page): Promise<string> {
  return (await page.locator('[data-message]').innerText()).trim();
}

const action = (page: Page, name: string): Locator => page.locator(`[data-action="${name}"]`);

async function tapOwn(page: Page, card: Card, chosen: boolean): Promise<void> {
  const copies = page.locator(`button.own[data-card="${card}"][aria-pressed="${chosen}"]`);
  await copies.first().click({ position: CORNER });
}

function selected(page: Page): Promise<Card[]> {
  const chosen = page.locator('button.own[aria-pressed="true"]');
  return chosen.evaluateAll((own) => own.map((one) => one.getAttribute('data-card') ?? ''));
}

/** The cards of the first list that are not in the second, copy by copy. */
function without(cards: readonly Card[], others: readonly Card[]): Card[] {
  const left = [...others];
  return cards.filter((card) => {
    const i = left.indexOf(card);
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

/** Taps cards until these are selected; again, as a person would, those that moved away under the
    finger. */
export async function selectCards(page: Page, cards: readonly Card[]): Promise<void> {
  let shown = await selected(page);
  for (let tries = 0; tries < 3; tries++) {
    const extra = without(shown, cards);
    const missing = without(cards, shown);
    if (extra.length + missing.length === 0) return;
    for (const card of extra) await tapOwn(page, card, true);
    for (const card of missing) await tapOwn(page, card, false);
    shown = await selected(page);
  }
  if (shown.length !== cards.length || without(cards, shown).length > 0)
    throw new Error(`tapped ${cards.join(' ')}, selected ${shown.join(' ')}`);
}

/** Picks one of several ways that the page offers, if it does. */
async function chooseOf(page: Page, wanted: string): Promise<void> {
  const ways = page.locator('[data-choosing]');
  if (await ways.isVisible()) await ways.locator(wanted).first().click();
}

async function take(page: Page, cards: readonly Card[], place: number | null): Promise<void> {
  await selectCards(page, cards);
  await action(page, 'take').click();
  const count = `[data-take-cards="${cards.length}"]`;
  await chooseOf(page, place === null ? count : `${count}[data-take-meld="${place}"]`);
}

/** Puts all cards of one meld into the tray. */
async function stage(page: Page, group: Lay, takePlace: number | null): Promise<void> {
  await selectCards(page, group.cards);
  await action(page, 'stage').click();
  await chooseOf(page, group.place === takePlace ? '[data-place="take"]' : newPlace(group));
}

const newPlace = (group: Lay): string => `[data-place="new"][data-kind="${group.kind}"]`;

/** Lays cards: onto a meld by tapping it, as a new one by the button. */
async function lay(page: Page, group: Lay): Promise<void> {
  await selectCards(page, group.cards);
  if (!group.began) return page.locator(`button[data-meld="${group.place}"]`).click();
  await action(page, 'lay').click();
  await chooseOf(page, newPlace(group));
}

async function join(page: Page, melds: readonly number[]): Promise<void> {
  await selectCards(page, []);
  for (const meld of melds) await page.locator(`button[data-meld="${meld}"]`).click();
  await action(page, 'join').click();
}

async function open(page: Page, choice: Extract<Choice, { kind: 'open' }>): Promise<void> {
  if (choice.take !== null) await take(page, choice.take.cards, null);
  for (const group of choice.groups) await stage(page, group, choice.take?.place ?? null);
  await action(page, 'confirm').click();
}

/** A way of making a choice on the page. */
export type Perform = (page: Page, choice: Choice) => Promise<void>;

async function perform(page: Page, choice: Choice): Promise<void> {
  switch (choice.kind) {
    case 'draw':
      return page.locator('[data-stock]').click();
    case 'pick':
    case 'ask':
    case 'pass':
    case 'declare':
    case 'lay-out':
      return action(page, choice.kind).click();
    case 'yes':
    case 'no':
      return page.locator(`[data-answer="${choice.kind}"]`).click();
    case 'take':
      return take(page, choice.cards, choice.place);
    case 'lay':
      return lay(page, choice.group);
    case 'join':
      return join(page, choice.melds);
    case 'discard':
      await selectCards(page, [choice.card]);
      return action(page, 'discard').click();
    case 'open':
      return open(page, choice);
  }
}

/** Waits until the page has taken in the answer to what was clicked. */
async function settled(page: Page, seq: number, choice: Choice): Promise<void> {
  try {
    await page.waitForFunction(
      (before) => (window.canasta?.seq() ?? 0) > before && window.canasta?.sending() === false,
      seq,
      { timeout: 15_000, polling: POLL_MS },
    );
  } catch {
    throw new Error(`nothing came of ${JSON.stringify(choice)}: ${await message(page)}`);
  }
}

export async function act(page: Page, chooser: Chooser, by: Perform = perform): Promise<Choice> {
  const seq = await page.evaluate(() => window.canasta?.seq() ?? 0);
  const choice = chooser.choose(await record(page));
  await by(page, choice);
  await settled(page, seq, choice);
  return choice;
}

export type Moment = 'turn' | 'scored' | 'game_end';

function whatNow(): Moment | null {
  const now = window.canasta?.view();
  if (now === null || now === undefined || window.canasta?.sending() === true) return null;
  if (now.phase === 'scored' || now.phase === 'game_end') return now.phase;
  return now.seat === now.me && ['draw', 'meld', 'answer'].includes(now.phase) ? 'turn' : null;
}

/** Where the table stands, for the message of a test that waits in vain. */
function stateNow(): string {
  const hook = window.canasta;
  const now = hook?.view();
  const { phase, seat, me, hand_number, turn_number } = now ?? {};
  const line = document.querySelector('[data-offline]') === null ? 'online' : 'offline';
  return JSON.stringify({
    ...{ phase, seat, me, hand_number, turn_number, line },
    ...{ seq: hook?.seq(), sending: hook?.sending(), events: hook?.record().events.slice(-3) },
  });
}

/** What this person has to do just now, null if nothing. */
export function momentNow(page: Page): Promise<Moment | null> {
  return page.evaluate(whatNow);
}

/** Waits until this person has something to do. */
export async function moment(page: Page, timeout = 60_000): Promise<Moment> {
  try {
    const handle = await page.waitForFunction(whatNow, undefined, { timeout, polling: POLL_MS });
    return (await handle.jsonValue()) as Moment;
  } catch (error) {
    throw new Error(`nothing to do at this table: ${await page.evaluate(stateNow)}`, {
      cause: error,
    });
  }
}

export interface Played {
  acts: number;
  hands: number;
  takes: number;
  openings: number;
}

/** Plays until the hand or the game is over. */
export async function playOn(
  page: Page,
  chooser: Chooser,
  until: 'scored' | 'game_end',
  by: Perform = perform,
  most = 4000,
): Promise<Played> {
  const played: Played = { acts: 0, hands: 0, takes: 0, openings: 0 };
  while (played.acts < most) {
    const now = await moment(page);
    if (now === 'game_end' || now === until) {
      await page.locator('[data-sheet]').waitFor(); // it comes when the last cards lie
      return { ...played, hands: played.hands + 1 };
    }
    if (now === 'scored') {
      played.hands++;
      await nextHand(page);
      continue;
    }
    const choice = await act(page, chooser, by);
    played.acts++;
    if (choice.kind === 'open') played.openings++;
    if (choice.kind === 'take' || (choice.kind === 'open' && choice.take !== null)) played.takes++;
  }
  throw new Error(`not finished after ${most} acts`);
}

export async function nextHand(page: Page): Promise<void> {
  const hand = (await view(page))?.hand_number ?? 0;
  await action(page, 'next').click();
  await page.waitForFunction(
    (before) => (window.canasta?.view()?.hand_number ?? 0) > before,
    hand,
    { polling: POLL_MS },
  );
}

/** What *Check this deal* finds, in the order in which it is said. */
export async function checkDeal(page: Page): Promise<string> {
  await action(page, 'check-deal').click();
  const found = page.locator('[data-finding]');
  await found.nth(4).waitFor();
  return (await found.evaluateAll((all) => all.map((one) => one.getAttribute('data-state')))).join(
    ' ',
  );
}

/** On the start page: the line that opens all choices, unless it is open. */
export async function openOptions(page: Page): Promise<void> {
  const line = action(page, 'options');
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
  await page.locator('input[name="rules"]').first().waitFor();
}

/** From the start page to a new table. */
export async function newGame(
  page: Page,
  address: string,
  game: string,
  length: 'hand' | 'short' | 'full',
  name: string,
): Promise<void> {
  await page.goto(address);
  await openOptions(page);
  await page.locator('input[name="name"]').fill(name);
  await page.locator(`input[name="rules"][value="${game}"]`).check();
  await page.locator(`input[name="length"][value="${length}"]`).check();
  await action(page, 'start').click();
  await page.locator('main.table').waitFor();
}

export interface Wish {
  rules: string;
  players: number;
  overrides: string;
  bot?: string;
  hints?: boolean;
  clock?: number; // seconds
  pace_ms?: number;
}

/** Straight to a new table whose bots do not wait unless that is wished, as from the list of one's
    own games. */
export async function openTable(page: Page, address: string, wish: Wish): Promise<void> {
  const body = { pace_ms: 0, ...wish, name: 'Anna', join: 'now', deal: 'now' };
  const answer = await page.request.post(`${address}v1/tables`, { data: body });
  const key = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok()) throw new Error(JSON.stringify(key));
  const table = String(key['table']);
  const remember = ([id, game]: readonly [string, object]): void => {
    if (sessionStorage.getItem(`known ${id}`) !== null) return;
    sessionStorage.setItem(`known ${id}`, 'yes');
    localStorage.setItem('canasta.games', JSON.stringify([game]));
  };
  const args = [table, { ...body, ...key, at: 0 }] as const;
  if (page.url() === 'about:blank') await page.addInitScript(remember, args);
  else await page.evaluate(remember, args);
  await page.goto(`${address}#t=${table}`);
  await page.locator('main.table').waitFor();
}

/** The slider of the bots' pace, moved to its left end. */
export async function hurryBots(page: Page): Promise<void> {
  await action(page, 'menu').click();
  await page.locator('#pace').focus();
  await page.keyboard.press('Home');
  await action(page, 'close').click();
}
