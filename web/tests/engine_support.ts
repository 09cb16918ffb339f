// What the engine's tests share: the module, and games played natively as one seat is told of them.
// Not here: tests. Invariant: a missing program fails loudly, it never skips a test.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, type Start, loadEngine } from '../src/engine/engine';
import { compileEngine } from '../src/engine/module';
import { loadPlayers, type Players } from '../src/engine/players';
import { loadRules, type Rules } from '../src/engine/rules';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const wasmFile = process.env['CANASTA_WASM'] ?? here('../public/engine.wasm');
const streamProgram =
  process.env['CANASTA_SEAT_STREAM'] ?? here('../../build/tests/wasm/seat_stream');

let module: Promise<WebAssembly.Module> | undefined;

// The build does nothing when the module is newer than every source.
export function prepareEngine(): Promise<WebAssembly.Module> {
  if (process.env['CANASTA_WASM'] === undefined) {
    execFileSync(here('../../wasm/build'), [wasmFile], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return (module = compileEngine(readFileSync(wasmFile)));
}

export const BUILD_MS = 120_000; // for `beforeAll(prepareEngine, BUILD_MS)`

export async function newEngine(): Promise<Engine> {
  if (module === undefined) throw new Error('call prepareEngine first');
  return loadEngine(await module);
}

/** The module for questions about rules, which is made beside the other one. */
export async function newRules(): Promise<Rules> {
  return loadRules(readFileSync(join(dirname(wasmFile), 'rules.wasm')));
}

/** The one with all computer players, likewise. */
export function playersModule(): Promise<WebAssembly.Module> {
  return compileEngine(readFileSync(join(dirname(wasmFile), 'players.wasm')));
}

export async function newPlayers(): Promise<Players> {
  return loadPlayers(await playersModule());
}

export const LOOKER = 255;

export interface Game {
  rules: string;
  overrides: string;
  seats: number;
  players: string; // "racer,random", going round the seats
  seed: number;
  seat: number;
  events: number; // at most
}

// What the game itself says, which no view can: the phase, every hand's size, the legal steps.
export interface Truth {
  phase: number;
  seat: number;
  stock: number;
  pile: number;
  hands: number[];
  steps: number[]; // by number; empty unless the seat is to act
}

// One thing a seat is told, and what the native engine says after it.
export interface Told {
  event: string | null; // null: the start
  hash: string;
  game: Truth;
  view: string; // JSON
  judged: { play: string; verdict: string }[];
  placed: { groups: string; cards: string; targets: string }[]; // JSON
  refused: string[]; // damaged events that cannot follow here
}

export interface SeatStream {
  start: Start;
  told: Told[];
}

function parseGame(text: string): Truth {
  const [left = '', right = ''] = text.split(':');
  const numbers = (part: string) => part.split(' ').filter(Boolean).map(Number);
  const [phase = -1, seat = -1, stock = -1, pile = -1, ...hands] = numbers(left);
  return { phase, seat, stock, pile, hands, steps: numbers(right) };
}

const played = new Map<Game, SeatStream>();

export function playNatively(game: Game): SeatStream {
  const stream = played.get(game) ?? parseStream(game);
  played.set(game, stream);
  return stream;
}

function parseStream({ rules, overrides, seats, players, seed, seat, events }: Game): SeatStream {
  const args = [rules, overrides, seats, players, seed, seat, events].map(String);
  const output = execFileSync(streamProgram, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  let view = '';
  const told: Told[] = [];
  for (const line of output.trimEnd().split('\n')) {
    const gap = line.indexOf(' ');
    const [name, rest] = [line.slice(0, gap), line.slice(gap + 1)];
    if (name === 'start') view = rest;
    if (name === 'start' || name === 'event') {
      const event = name === 'event' ? rest : null;
      told.push({ event, hash: '', game: parseGame(''), view: '', judged: [], placed: [],
        refused: [] });
      continue;
    }
    const last = told.at(-1);
    if (last === undefined) throw new Error(`a line before the start: ${line}`);
    if (name === 'hash') last.hash = rest;
    else if (name === 'game') last.game = parseGame(rest);
    else if (name === 'view') last.view = rest;
    else if (name === 'judge') last.judged.push({ play: rest, verdict: '' });
    else if (name === 'verdict') last.judged.at(-1)!.verdict = rest;
    else if (name === 'place') {
      const [groups = '', cards = ''] = rest.split('|');
      last.placed.push({ groups, cards, targets: '' });
    } else if (name === 'targets') last.placed.at(-1)!.targets = rest;
    else if (name === 'refuse') last.refused.push(rest);
    else throw new Error(`an unknown line: ${line}`);
  }
  return { start: { rules, overrides, seats, view }, told };
}

const MIXED = 'racer,random,racer';
const four = { rules: 'classic_pagat', overrides: '', seats: 4, players: MIXED, events: 1200 };
const two = { rules: 'two_player', overrides: '', seats: 2, players: 'racer', events: 1200 };
const other = { overrides: '', seats: 4, players: MIXED, events: 500 };

// Whole games and the first 1200 events of longer ones, from every kind of seat. Random players
// hardly ever go out, so their hands end with the stock; racers go out, and ask before it.
export const GAMES: Game[] = [
  { ...four, seed: 1, seat: 0 },
  { ...four, seed: 2, seat: 3, players: 'racer' },
  { ...four, seed: 3, seat: 1, overrides: 'target = 500' },
  { ...four, seed: 4, seat: LOOKER, overrides: 'rounds = 2' },
  { ...four, seed: 5, seat: 2, players: 'random', overrides: 'rounds = 3' },
  { ...two, seed: 6, seat: 0 },
  { ...two, seed: 7, seat: 1, players: 'racer,random' },
  { ...two, seed: 8, seat: 1, players: 'random', overrides: 'rounds = 3' },
  { ...other, rules: 'samba', seed: 9, seat: 0 },
  { ...other, rules: 'modern_american', seed: 10, seat: 1 },
  { ...other, rules: 'hand_and_foot', seed: 11, seat: 2 },
  { ...other, rules: 'online', seats: 2, seed: 12, seat: 1 },
  { ...other, rules: 'pennies', seats: 6, seed: 13, seat: 4 },
  { ...other, rules: 'cutthroat_3', seats: 3, seed: 14, seat: 2 },
  { ...other, rules: 'relaxed', seats: 5, seed: 15, seat: LOOKER },
];

export function gameName({ rules, overrides, players, seed, seat }: Game): string {
  const place = seat === LOOKER ? 'looking on' : `seat ${seat}`;
  return `${rules}${overrides && ` with ${overrides}`}, ${players}, seed ${seed}, ${place}`;
}
