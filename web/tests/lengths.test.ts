// The lengths of a game that the start page offers, for every rule set there is.
// Not here: the server's own list of them (e2e/lobby.test.ts).
// Invariant: targets are read from the rule files themselves; what is expected is written here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RuleSet } from '../src/api';
import { lengthOf, lengthsOf, shortTarget } from '../src/lengths';

const FOLDER = join(import.meta.dirname, '../../rulesets');

interface RuleFile {
  parent: string | undefined;
  text: string;
}

const files = new Map<string, RuleFile>(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.rules'))
    .map((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      const [, name = '', parent] = /^\[(\w+)(?: : (\w+))?\]/m.exec(text) ?? [];
      return [name, { parent, text }];
    }),
);

/** A number of a rule set, its own or its parent's. */
function numberOf(name: string | undefined, key: string): number {
  const file = files.get(name ?? '');
  if (file === undefined) throw new Error(`${key} is nowhere`);
  const own = new RegExp(`^${key}\\s*=\\s*(\\d+)`, 'm').exec(file.text)?.[1];
  return own === undefined ? numberOf(file.parent, key) : Number(own);
}

function ruleSet(target: number, rounds: number): RuleSet {
  const lengths = { targets: [target], rounds: [rounds] };
  const one = { name: 'one', title: 'One', about: '', club: false, parent: '' };
  return { ...one, players: [4], usual: 4, ...lengths };
}

const overridesOf = (set: RuleSet): string[] => lengthsOf(set, 4).map((one) => one.overrides);

/** By target: the short game. */
const SHORT: Record<number, number> = {
  5000: 3000,
  7500: 5000,
  8500: 5000,
  10000: 6000,
  12000: 7000,
  15000: 9000,
  20000: 12000,
};

test('every rule set has a short game of about 60 % in whole thousands', () => {
  expect(files.size).toBeGreaterThanOrEqual(29);
  for (const name of files.keys()) {
    const [target, rounds] = [numberOf(name, 'target'), numberOf(name, 'rounds')];
    expect(rounds, name).toBe(0);
    expect(shortTarget(target), `${name} to ${target}`).toBe(SHORT[target]);
    expect(lengthsOf(ruleSet(target, rounds), 4), name).toEqual([
      { length: 'hand', overrides: 'rounds = 1', target: 0, rounds: 1 },
      { length: 'short', overrides: `target = ${SHORT[target]}`, target: SHORT[target], rounds: 0 },
      { length: 'full', overrides: '', target, rounds: 0 },
    ]);
  }
});

test('a short game is shorter than the whole one, or there is none', () => {
  for (let target = 1; target <= 30000; target += 7) {
    const short = shortTarget(target);
    expect(short % 1000).toBe(0);
    expect(short).toBeLessThan(target);
    if (target >= 2000) expect(short).toBeGreaterThan(0);
  }
  expect(overridesOf(ruleSet(500, 0))).toEqual(['rounds = 1', '']);
  expect(overridesOf(ruleSet(1000, 0))).toEqual(['rounds = 1', '']);
});

test('a rule set that is played by rounds has no short game', () => {
  expect(overridesOf(ruleSet(5000, 4))).toEqual(['rounds = 1', '']);
  expect(lengthsOf(ruleSet(5000, 4), 4).at(-1)).toMatchObject({ target: 0, rounds: 4 });
  expect(overridesOf(ruleSet(5000, 1))).toEqual(['']);
});

test('the length goes by the number of players', () => {
  const lengths = { targets: [5000, 10000], rounds: [0, 0] };
  const set: RuleSet = { ...ruleSet(0, 0), players: [4, 6], ...lengths };
  expect(lengthsOf(set, 4).map((one) => one.target)).toEqual([0, 3000, 5000]);
  expect(lengthsOf(set, 6).map((one) => one.target)).toEqual([0, 6000, 10000]);
});

test('overrides of this page are known again, others are not', () => {
  for (const { length, target, overrides } of lengthsOf(ruleSet(10000, 0), 4))
    expect(lengthOf(overrides)).toEqual({ length, target: length === 'short' ? target : 0 });
  expect(lengthOf('rounds = 3')).toBeNull();
  expect(lengthOf('target = 3000; rounds = 2')).toBeNull();
});
