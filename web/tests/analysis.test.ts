// The analysis in the page: the module's JSON, what is made of it, hands on the table again.
// Not here: whether plays are judged well (tests/analysis).
// Invariant: the records are those of tests/records, and the program's answer is the one wanted.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { readTold, type HandTold } from '../src/analysis/told';
import type { Told } from '../src/engine/analyser';
import { BUILD_MS, newPlayers, prepareEngine } from './engine_support';

beforeAll(prepareEngine, BUILD_MS);

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const canasta = process.env['CANASTA_BIN'] ?? here('../../build/canasta');
const pathOf = (name: string) => here(`../../tests/records/${name}.record`);
const [PLAYOUTS, SEED] = [40, 7n];

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
] as const)('the module says what the command says, to the last byte (%s, %i)', async (name, hand) => {
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
