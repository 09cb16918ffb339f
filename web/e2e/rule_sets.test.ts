// One hand under each rule set, with each number of players it allows, by tapping; and a whole game
// under one that Classic's page could not have played. Not here: what the rules are.
// Invariant: every play is one that a person could tap, and the page never reports an error.
import { beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE } from './browser';
import { Chooser } from './choice';
import { hash, openTable, playOn, view, type Wish } from './clicks';
import { setUp } from './setup';

interface RuleSet {
  name: string;
  title: string;
  players: number[];
}

const SEED = BigInt(process.env['CANASTA_E2E_SEED'] ?? 20251);
const ONLY = process.env['CANASTA_E2E_RULES']?.split(','); // to look for a fault in some of them
const AT_ONCE = 3; // pages of the one browser

const { server, person } = setUp();
let sets: RuleSet[] = [];

beforeAll(async () => {
  const answer = await fetch(`${server.address}v1/rules`);
  sets = ((await answer.json()) as { rulesets: RuleSet[] }).rulesets;
});

/** A number below `most` that depends on the seed and on what is played. */
function pick(wish: Wish, most: number): number {
  let mixed = SEED;
  for (const letter of `${wish.rules}/${wish.players}`)
    mixed = BigInt.asUintN(64, (mixed ^ BigInt(letter.charCodeAt(0))) * 1099511628211n);
  return Number((mixed >> 20n) % BigInt(most));
}

/** Plays one hand to its score; the way of playing and the screen are chosen by the seed. */
async function playHand(wish: Wish): Promise<string> {
  const player = pick(wish, 3) === 0 ? 'random' : 'racer';
  const size = pick(wish, 2) === 0 ? DESKTOP : PHONE;
  const what = `${wish.rules} for ${wish.players}, ${player}, ${size.width} wide, seed ${SEED}`;
  const { context, page, errors } = await person(size);
  try {
    await openTable(page, server.address, wish);
    const seats = (await view(page))?.seat_count ?? 0;
    const chooser = await Chooser.make(player, SEED);
    await playOn(page, chooser, 'game_end');
    const end = await view(page);
    expect(end?.phase, what).toBe('game_end');
    expect(end?.scores, what).toHaveLength(end?.sides.length ?? -1);
    expect(await page.locator('.left li').count(), what).toBe(seats);
    expect(await hash(page), what).toBe(end?.hash);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, what).toBeLessThanOrEqual(size.width);
    expect(errors, what).toEqual([]);
    return what;
  } catch (error) {
    throw new Error(what, { cause: error });
  } finally {
    await context.close();
  }
}

/** Several at a time, each taking the next one as soon as it has finished. */
async function playAll(wishes: Wish[]): Promise<unknown[]> {
  const failed: unknown[] = [];
  const left = [...wishes];
  const work = async (): Promise<void> => {
    for (let wish = left.shift(); wish !== undefined; wish = left.shift())
      await playHand(wish).catch((error: unknown) => failed.push(error));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

test('one hand under each rule set, for each number of players', async () => {
  const overrides = 'rounds = 1';
  const wishes = sets.flatMap(({ name, players }) =>
    players.map((count) => ({ rules: name, players: count, overrides })),
  );
  expect(wishes.length).toBeGreaterThanOrEqual(35);
  const wanted = wishes.filter(({ rules }) => ONLY === undefined || ONLY.includes(rules));
  const failed = await playAll(wanted);
  for (const error of failed) console.error(error);
  expect(failed).toEqual([]);
});

test('a whole game of Samba to 3,000', async () => {
  const { page, errors } = await person(DESKTOP);
  const wish = { rules: 'samba', players: 4, overrides: 'target = 3000' };
  await openTable(page, server.address, wish);
  const played = await playOn(page, await Chooser.make(), 'game_end');
  const end = await view(page);
  const totals = end?.sides.map((side) => side.total) ?? [];
  expect(Math.max(...totals)).toBeGreaterThanOrEqual(3000);
  expect(end?.winners).toHaveLength(1);
  expect(played.acts).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});
