// One hand by tapping under the rule sets that differ most on the page (CANASTA_E2E_ALL=1: all,
// with every number of players, on a wide screen and on a phone). Not here: what the rules are,
// games of several hands.
// Invariant: every play is one that a person could tap, and the page never reports an error.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, type Person, type Size } from './browser';
import { Chooser } from './choice';
import { checkDeal, hash, ONE_HAND, openTable, playOn, view, type Wish } from './clicks';
import { PROGRAM } from './server';
import { ALL, setUp } from './setup';

interface RuleSet {
  name: string;
  players: number[];
  forms: Record<string, string>; // by players: the rule set that is meant
}

const SEED = BigInt(process.env['CANASTA_E2E_SEED'] ?? 20251);
const ONLY = process.env['CANASTA_E2E_RULES']?.split(','); // to look for a fault in some of them

const { server, person } = setUp('stay', ['--new-tables', '1000', '--new-persons', '1000']);
const list = (...of: string[]): RuleSet[] => {
  const told = execFileSync(PROGRAM, ['rules', 'list', ...of, '--json'], { encoding: 'utf8' });
  return (JSON.parse(told) as { rulesets: RuleSet[] }).rulesets;
};
const sets = [...list(), ...list('--clubs')];

/** A number below `most` that depends on the seed and on what is played. */
function pick(what: string, most: number): number {
  let mixed = SEED;
  for (const letter of what)
    mixed = BigInt.asUintN(64, (mixed ^ BigInt(letter.charCodeAt(0))) * 1099511628211n);
  return Number((mixed >> 20n) % BigInt(most));
}

/** Pages that nobody plays on just now; a hand takes one and leaves it for the next. */
const free: { size: Size; one: Person }[] = [];

async function pageOf(size: Size): Promise<Person> {
  const i = free.findIndex((known) => known.size === size);
  return i < 0 ? person(size) : (free.splice(i, 1)[0]?.one ?? person(size));
}

/** Plays one hand to its score; the way of playing is chosen by the seed. */
async function playHand(wish: Wish, size: Size): Promise<void> {
  const player = pick(`${wish.rules}/${wish.players}`, 3) === 0 ? 'random' : 'racer';
  const what = `${player}, ${size.width} wide, seed ${SEED}`;
  const one = await pageOf(size);
  const { page, errors } = one;
  await openTable(page, server.address, wish);
  const seats = (await view(page))?.seat_count ?? 0;
  const chooser = await Chooser.make(player, SEED);
  await playOn(page, chooser, 'game_end');
  const end = await view(page);
  expect(end?.phase, what).toBe('game_end');
  expect(end?.scores, what).toHaveLength(end?.sides.length ?? -1);
  expect(await page.locator('.left li').count(), what).toBe(seats);
  expect(await hash(page), what).toBe(end?.hash);
  // Every card that was shown had its proof; this page came when the hand had been dealt.
  expect(await page.locator('[data-fair-alarm]').count(), what).toBe(0);
  expect(await checkDeal(page), what).toMatch(/^proven unknown unknown proven (proven|unknown)$/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, what).toBeLessThanOrEqual(size.width);
  expect(errors, what).toEqual([]);
  free.push({ size, one }); // not after a fault
}

// A form is played under the name that leads to it.
const forms = sets.flatMap((set) => Object.values(set.forms));
// Others differ little on the page from one of these; Classic has a game elsewhere.
const KINDS = ['forum', 'samba', 'pennies', 'uruguay', 'floaters'];
const isWanted = ({ name }: RuleSet): boolean =>
  ONLY?.includes(name) ?? (!forms.includes(name) && (ALL || KINDS.includes(name)));
const chosen = <T>(all: readonly T[], by: string): readonly T[] => {
  const at = pick(by, all.length);
  return ALL ? all : all.slice(at, at + 1);
};
const tables = sets.filter(isWanted).flatMap(({ name, players }) =>
  chosen(players, name).flatMap((count) =>
    chosen([DESKTOP, PHONE], `${name}/${count}`).map(
      (size) => [name, count, size.width, size] as const,
    ),
  ),
);

describe.concurrent('one hand', () => {
  // The others are racers: their hands end sooner.
  test.each(tables)('%s for %i, %i pixels wide', (rules, players, _, size) =>
    playHand({ rules, players, overrides: ONE_HAND, bot: 'racer' }, size),
  );
});

test('the tables that are played are all there are', async () => {
  const answer = await fetch(`${server.address}v1/rules`);
  const { rulesets } = (await answer.json()) as { rulesets: RuleSet[] };
  const names = (all: RuleSet[]) => all.map(({ name, players }) => `${name} ${players.join()}`);
  expect(names(sets)).toEqual(names(rulesets));
  expect(sets.length).toBeGreaterThanOrEqual(29 + 12);
});
