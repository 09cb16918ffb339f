// The analysis in the page: the module's JSON, what is made of it, hands on the table again.
// Not here: whether plays are judged well (tests/analysis).
// Invariant: the records are those of tests/records, and the program's answer is the one wanted.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { Replay } from '../src/analysis/replay';
import { stepWords } from '../src/analysis/saying';
import { readTold, type HandTold } from '../src/analysis/told';
import { accountOf, chancesOf, dearest, stairsOf, sumOf } from '../src/analysis/worth';
import type { Told } from '../src/engine/analyser';
import { isHiddenDraw } from '../src/turns';
import { BUILD_MS, newEngine, newPlayers, prepareEngine } from './engine_support';

beforeAll(prepareEngine, BUILD_MS);

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const canasta = process.env['CANASTA_BIN'] ?? here('../../build/canasta');
const pathOf = (name: string) => here(`../../tests/records/${name}.record`);
const [PLAYOUTS, SEED] = [40, 7n];
const SOME = 60; // moments

/** As the page does it; the JSON after each moment. */
async function analysed(name: string, hand: number): Promise<{ told: Told; texts: string[] }> {
  const { analyser } = await newPlayers();
  const record = readFileSync(pathOf(name), 'utf8');
  const told = analyser.begin(record, { hand, playouts: PLAYOUTS, seed: SEED });
  const texts: string[] = [];
  for (let more = analyser.goOn(); more !== ''; more = analyser.goOn())
    texts.push((texts.at(-1) ?? '') + more);
  return { told, texts };
}

function commanded(name: string, hand: number): string {
  const options = ['--hand', hand, '--playouts', PLAYOUTS, '--seed', SEED, '--json'].map(String);
  const output = execFileSync(canasta, ['analyse', pathOf(name), ...options], { encoding: 'utf8' });
  return output.slice(0, output.indexOf('\n') + 1);
}

test.each([
  ['two_player', 1],
  ['two_player', 2],
  ['classic_pagat', 1],
] as const)('the module says what the command says, byte by byte (%s, %i)', async (name, hand) => {
  const { texts } = await analysed(name, hand);
  expect(texts.at(-1)).toBe(commanded(name, hand));
});

test('each moment is told as soon as it was looked at', async () => {
  const { told, texts } = await analysed('two_player', 1);
  const last = readTold(texts.at(-1) ?? '') as HandTold;
  expect(texts.length).toBe(told.length - 3); // without start, deal, score
  texts.forEach((text, i) =>
    expect(readTold(text)?.moments).toEqual(last.moments.slice(0, i + 1)),
  );
  expect(readTold('')).toBeNull();
});

test('a record that is not right, or has no such hand, is refused', async () => {
  const { analyser } = await newPlayers();
  const record = readFileSync(pathOf('two_player'), 'utf8');
  const plan = { hand: 1, playouts: PLAYOUTS, seed: SEED };
  expect(() => analyser.goOn()).toThrow('no analysis');
  expect(() => analyser.begin('soup', plan)).toThrow('is expected here');
  expect(() => analyser.goOn()).toThrow('no analysis');
  expect(() => analyser.begin(record, { ...plan, hand: 99 })).toThrow('hands');
  expect(() => analyser.begin(record, { ...plan, playouts: 1 })).toThrow('plays out');
  expect(() => analyser.begin('#'.repeat(5_000), plan)).toThrow('that long');
});

// The hand told again

const TABLES = [
  ['two_player', 2],
  ['samba', 4],
  ['hand_and_foot', 4],
  ['modern_american', 4],
  ['cutthroat_3', 3],
  ['relaxed', 5],
] as const;

/** A hand by players who do all sorts of things. */
function recordOf(rules: string, players: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'canasta-'));
  const table = ['--rules', rules, '--players', players, '--deals', 1, '--seed', 5].map(String);
  const options = [...table, '--threads', '1', '--record', folder];
  execFileSync(canasta, ['match', 'racer', 'random', ...options], { stdio: 'ignore' });
  const [name = ''] = readdirSync(folder).sort();
  const record = readFileSync(join(folder, name), 'utf8');
  rmSync(folder, { recursive: true });
  return record;
}

test.each(TABLES)('a hand is told again as each seat saw it (%s, %i)', async (rules, seats) => {
  const { analyser } = await newPlayers();
  const told = analyser.begin(recordOf(rules, seats), { hand: 1, playouts: PLAYOUTS, seed: SEED });
  const engine = await newEngine();
  for (let person = 0; person < seats; person++) {
    const replay = new Replay(engine, { rules, overrides: '', seats }, told, person);
    expect(replay.view(replay.steps).scores, 'it ends with the score').not.toBeNull();
    for (let step = 0; step < replay.steps; step++) {
      const view = replay.view(step);
      const hands = replay.hands(step);
      expect(hands.map((hand) => hand.length)).toEqual(view.hand_counts);
      if (view.persons.includes(person)) expect(hands[view.me]).toEqual(view.hand);
      else expect(view.hand, 'who rests holds nothing').toEqual([]);
    }
    expect(replay.begins.length).toBe(replay.turns.length);
    expect(replay.begins).toEqual([...replay.begins].sort((a, b) => a - b));
    for (const turn of replay.turns)
      if (replay.view(0).persons[turn.seat] !== person) expect(isHiddenDraw(turn)).toBe(true);
  }
});

// What it comes to

test('luck and play are stairs from nothing to the score', async () => {
  const { texts } = await analysed('classic_pagat', 1);
  const hand = readTold(texts.at(-1) ?? '') as HandTold;
  for (const side of [0, 1]) {
    const { bars, zero, end } = stairsOf(accountOf([hand], side));
    let at = zero;
    for (const { points, from, width } of bars) {
      expect(points < 0 ? from + width : from).toBeCloseTo(at);
      at = points < 0 ? from : from + width;
    }
    expect(at).toBeCloseTo(end);
    expect(accountOf([hand, hand], side).ahead).toBe(2 * accountOf([hand], side).ahead);
  }
});

test('the dearest plays are those that surely lost, by what they lost of the game', async () => {
  const { texts } = await analysed('two_player_random', 1);
  const hand = readTold(texts.at(-1) ?? '') as HandTold;
  const plays = dearest([hand]);
  expect(plays.length).toBe(3);
  const lost = plays.map(({ decision }) => decision.lost.chance);
  expect(lost).toEqual([...lost].sort((a, b) => b - a));
  for (const { moments } of [hand])
    for (const { decision } of moments)
      if (decision?.surely === true && decision.lost.chance > (lost.at(-1) ?? 0))
        expect(plays.map((play) => play.decision)).toContain(decision);
  for (const { step, seat, decision } of plays) {
    expect(hand.moments[step]).toMatchObject({ seat, decision });
    expect(decision.lost.chance).toBeGreaterThan(2 * decision.lost.chance_error);
  }
  expect(chancesOf(hand, 0).length).toBe(hand.moments.length + 1);
  expect(sumOf(hand.seats ?? []).decisions).toBe(
    hand.moments.filter(({ decision }) => decision !== null).length,
  );
});

test.each(TABLES)('every step of a record has words (%s, %i)', async (rules, seats) => {
  const { analyser } = await newPlayers();
  const plan = { hand: 1, playouts: 20, seed: SEED };
  const told = analyser.begin(recordOf(rules, seats), plan);
  const replay = new Replay(await newEngine(), { rules, overrides: '', seats }, told, 0);
  let text = '';
  for (let i = 0; i < SOME; i++) text += analyser.goOn();
  for (const [i, { step, seat, decision }] of (readTold(text)?.moments ?? []).entries())
    for (const one of [step, decision?.best ?? step]) {
      const words = stepWords(one, seat, replay.view(i));
      expect(words, one).toMatch(/^[A-Z][a-z]/);
      expect(words, one).not.toMatch(/[#+]|undefined|\b([2-9TJQKA][cdhs])+\b/);
    }
});
