// The WebAssembly build says what the native build says, event by event, over whole games.
// Not here: whether the rules are right (tests/ in C proves that of the native build).
// Invariant: every expectation is printed by tests/wasm/seat_stream.c or stated here by hand.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../src/engine/engine';
import type { Judgement, Target, View } from '../src/engine/types';
import {
  BUILD_MS,
  GAMES,
  LOOKER,
  type SeatStream,
  gameName,
  newEngine,
  newPlayers,
  playNatively,
  prepareEngine,
} from './engine_support';

const PHASES = ['start', 'draw', 'meld', 'answer', 'hand_end', 'scored', 'game_end'];
const RANKS = [...'456789TJQKA'];

// The alphabet of step.h, written down a second time so that a shifted number shows.
const PLACES = Array.from({ length: 40 }, (_, i) => i + 1);
const STEPS = [
  ...['draw', 'open', 'ask', 'yes', 'no', 'take-pair', 'take-two', 'take-joker', 'take-top'],
  ...[...RANKS, '3'].map((rank) => `lay-${rank}`),
  ...RANKS.map((rank) => `two-${rank}`),
  ...RANKS.map((rank) => `joker-${rank}`),
  ...[...RANKS, '3', '2', 'X', '3r'].map((kind) => `discard-${kind}`),
  ...['pass', 'declare', 'lay-out', 'two-3', 'joker-3', 'new'],
  ...['two-W', 'joker-W', 'two-2', 'joker-2'],
  ...PLACES.map((place) => `to-${place}`),
  'pick',
  ...PLACES.slice(1).map((place) => `join-${place}`),
  ...RANKS.flatMap((rank) => [...'cdhs'].map((suit) => `seq-${rank}${suit}`)),
  ...['swap-two', 'swap-joker', 'steal-two', 'steal-joker'].flatMap((swap) =>
    RANKS.map((rank) => `${swap}-${rank}`),
  ),
  ...['two', 'joker'].flatMap((wild) => ['low', 'high'].map((end) => `${wild}-S-${end}`)),
];

const COLD_START = {
  rules: 'classic_pagat',
  overrides: '',
  seats: 4,
  view: 'view seat 0 dealer 2 played 0 totals 0,0',
};

beforeAll(prepareEngine, BUILD_MS);

const viewed = (view: string) => ({ ...COLD_START, view });

async function replayed({ start, told }: SeatStream, events: number): Promise<Engine> {
  const engine = await newEngine();
  expect(engine.start(start)).toEqual({ ok: true });
  for (const { event } of told.slice(1, events + 1)) {
    expect(engine.event(event ?? '')).toEqual({ ok: true });
  }
  return engine;
}

describe.each(GAMES)('$rules seed $seed seat $seat', (game) => {
  let stream: SeatStream;
  beforeAll(() => {
    stream = playNatively(game);
  });

  test(`every event gives the native hash, steps and view: ${gameName(game)}`, async () => {
    const engine = await newEngine();
    expect(engine.start(stream.start)).toEqual({ ok: true });
    for (const { event, hash, game: truth, view } of stream.told) {
      if (event !== null) expect(engine.event(event), event).toEqual({ ok: true });
      expect(engine.hash(), event ?? 'start').toBe(hash);
      const seen = engine.view();
      expect(seen, event ?? 'start').toEqual(JSON.parse(view));
      expect(seen.hash).toBe(hash);
      expect(seen.phase).toBe(PHASES[truth.phase]);
      expect(seen.seat).toBe(truth.seat);
      expect(seen.stock).toBe(truth.stock);
      expect(seen.pile.count).toBe(truth.pile);
      expect(seen.hand_counts).toEqual(truth.hands);
      expect(seen.steps).toEqual(truth.steps.map((number) => STEPS[number]));
      if (game.seat !== LOOKER) expect(seen.hand.length).toBe(truth.hands[game.seat]);
    }
  });

  test('every damaged event is refused and changes nothing', async () => {
    const engine = await newEngine();
    engine.start(stream.start);
    for (const { event, hash, refused } of stream.told) {
      if (event !== null) engine.event(event);
      for (const line of refused) {
        const refusal = { ok: false, message: expect.stringMatching(/./) };
        expect(engine.event(line), line).toEqual(refusal);
      }
      if (refused.length > 0) expect(engine.hash()).toBe(hash);
    }
  });

  test('every judgement is the native one, and judging changes nothing', async () => {
    const engine = await newEngine();
    const codes = new Set<string>();
    engine.start(stream.start);
    for (const { event, hash, judged } of stream.told) {
      if (event !== null) engine.event(event);
      for (const { play, verdict } of judged) {
        const said = engine.judge(play);
        expect(said, play).toEqual(JSON.parse(verdict) as Judgement);
        codes.add(said.code);
      }
      if (judged.length > 0) expect(engine.hash()).toBe(hash);
    }
    // The plays are worth judging only if they are accepted and refused for many reasons.
    if (game.seat !== LOOKER) expect(codes).toContain('OK');
    expect(codes.size).toBeGreaterThan(game.seat === LOOKER ? 1 : 8);
  });
});

test('places where cards could go are the native ones; asking changes nothing', async () => {
  let found = 0;
  for (const game of GAMES) {
    const { start, told } = playNatively(game);
    const engine = await newEngine();
    engine.start(start);
    for (const { event, hash, placed } of told) {
      if (event !== null) engine.event(event);
      for (const { groups, cards, targets } of placed) {
        const said = engine.targets('', groups === '' ? [] : [groups], [cards]);
        expect(said, `${groups}|${cards}`).toEqual(JSON.parse(targets) as Target[]);
        found += said.length;
      }
      if (placed.length > 0) expect(engine.hash()).toBe(hash);
    }
  }
  expect(found).toBeGreaterThan(200);
});

test('the games together show every phase and every end, over thousands of events', () => {
  const streams = GAMES.map(playNatively);
  const told = streams.flatMap((stream) => stream.told);
  expect(told.length).toBeGreaterThan(3000);
  expect(told.flatMap(({ judged }) => judged).length).toBeGreaterThan(3000);
  expect(told.flatMap(({ refused }) => refused).length).toBeGreaterThan(3000);
  expect([...new Set(told.map(({ game }) => game.phase))].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const ends = new Set(told.map(({ view }) => (JSON.parse(view) as View).end));
  for (const end of ['none', 'out', 'stock'] as const) expect(ends).toContain(end);
});

describe('what cannot be is refused and changes nothing', () => {
  let stream: SeatStream;
  beforeAll(() => {
    stream = playNatively(GAMES[0]!);
  });

  test.each([
    ['an unknown rule set', { ...COLD_START, rules: 'poker' }],
    ['no rule set', { ...COLD_START, rules: '' }],
    ['an unknown parameter', { ...COLD_START, overrides: 'speed = 3' }],
    ['a value out of range', { ...COLD_START, overrides: 'target = 0' }],
    ['half an override', { ...COLD_START, overrides: 'target =' }],
    ['three seats', { ...COLD_START, seats: 3 }],
    ['five seats', { ...COLD_START, seats: 5 }],
    ['minus one seats', { ...COLD_START, seats: -1 }],
    ['an empty view', { ...COLD_START, view: '' }],
    ['a seat that is not there', viewed('view seat 4 dealer 2 played 0 totals 0,0')],
    ['a dealer that is not there', viewed('view seat 0 dealer 4 played 0 totals 0,0')],
    ['a total too few', viewed('view seat 0 dealer 2 played 0 totals 0')],
    ['a total too many', viewed('view seat 0 dealer 2 played 0 totals 0,0,0')],
    ['something behind the view', { ...COLD_START, view: `${COLD_START.view} 17` }],
    ['a line break', { ...COLD_START, view: `${COLD_START.view}\n` }],
    ['a view of 70 000 letters', { ...COLD_START, view: 'v'.repeat(70_000) }],
    ['a zero in a text', { ...COLD_START, rules: 'classic_pagat\0' }],
  ])('start: %s', async (_name, start) => {
    const engine = await replayed(stream, 40);
    const before = engine.view();
    const answer = engine.start(start);
    expect(answer.ok).toBe(false);
    expect(answer).toHaveProperty('message', expect.stringMatching(/./));
    expect(engine.view()).toEqual(before);
  });

  test.each([
    ['nothing', ''],
    ['no event', 'hello'],
    ['an unknown seat', '9 draw ?'],
    ['a card that is none', '0 discard 1z'],
    ['half a step', '0 discard'],
    ['two events', '0 draw ?\n1 draw ?'],
    ['a deal in mid-hand', 'deal 2 dealer 3 turned 5c hand 0:4c4d4h4s5c5d5h5s6c6d6h'],
    ['a score in mid-hand', 'score 0: 1: 2: 3:'],
    ['an answer nobody asked for', '0 yes'],
    ['a text longer than any event', `0 draw ${'?'.repeat(1100)}`],
    ['a text longer than the buffer', `0 draw ${'?'.repeat(70_000)}`],
    ['letters beyond ASCII', '0 discard K♥'],
  ])('event: %s', async (_name, line) => {
    const engine = await replayed(stream, 40);
    const before = engine.view();
    const answer = engine.event(line);
    expect(answer.ok, line).toBe(false);
    expect(answer).toHaveProperty('message', expect.stringMatching(/./));
    expect(engine.view()).toEqual(before);
  });

  test('an event a second time, one left out, and one of a later hand', async () => {
    const { told } = stream;
    for (const at of [1, 5, 20, 60, 150]) {
      const engine = await replayed(stream, at);
      const hash = engine.hash();
      const draws = told.slice(at + 1).filter(({ event }) => event?.includes(' draw'));
      const wrong = [told[at]!.event!, draws[3]!.event!, told.at(-1)!.event!];
      for (const line of wrong) {
        if (line === told[at + 1]!.event) continue;
        const { seat } = told[at]!.game;
        // Another seat's event can never follow; one of the same seat may be a fair play here.
        if (line.startsWith(`${seat} `)) continue;
        expect(engine.event(line).ok, `${line} after event ${at}`).toBe(false);
        expect(engine.hash()).toBe(hash);
      }
      expect(engine.event(told[at + 1]!.event!)).toEqual({ ok: true });
    }
  });

  test.each([
    ['nothing', ''],
    ['a verb there is not', 'dance'],
    ['a card there is not', 'discard 1z'],
    ['a group of letters', 'meld hello'],
    ['letters beyond ASCII', 'discard K♥'],
    ['a quote and a backslash', 'discard "\\'],
    ['four thousand cards', `meld ${'Kh'.repeat(4000)}`],
    ['more than the buffer', `meld ${'Kh'.repeat(40_000)}`],
    ['a zero in it', 'draw\0'],
  ])('play: %s', async (_name, play) => {
    const engine = await replayed(stream, 40);
    const hash = engine.hash();
    const { ok, code, after, message } = engine.judge(play);
    expect({ ok, code, after }).toEqual({ ok: false, code: 'SYNTAX', after: null });
    expect(message).not.toBe('');
    expect(engine.hash()).toBe(hash);
  });

  test('it tells how many packs and jokers are played with, as the rules have it', async () => {
    const engine = await newEngine();
    engine.start(COLD_START);
    expect(engine.pack()).toEqual({ packs: 2, jokers: 4 });
    engine.start({ ...COLD_START, overrides: 'decks = 3; jokers_total = 5' });
    expect(engine.pack()).toEqual({ packs: 3, jokers: 5 });
  });

  test('an engine that was never started has no view, no hash and judges nothing', async () => {
    const engine = await newEngine();
    expect(engine.event('0 draw ?').ok).toBe(false);
    for (const ask of [() => engine.view(), () => engine.hash(), () => engine.judge('draw')]) {
      expect(ask).toThrow('no table has been started');
    }
    expect(() => engine.pack()).toThrow('no table has been started');
  });
});

describe('a computer player in the page', () => {
  // One step of a longer play may leave a meld or an opening unfinished, and nothing else is wrong.
  const FAIR = ['OK', 'SIZE', 'NATURALS', 'MIN', 'NO_PURE', 'OPEN_FIRST', 'UNFINISHED'];

  test.each(GAMES.filter(({ seat }) => seat !== LOOKER))(
    'chooses a step from the view, the same for the same seed: $rules seed $seed',
    async (game) => {
      const { start, told } = playNatively(game);
      const engine = await newPlayers();
      engine.start(start);
      const plays = new Set<string>();
      for (const [seed, { event, game: truth }] of told.entries()) {
        if (event !== null) engine.event(event);
        if (truth.steps.length === 0) continue;
        for (const player of ['racer', 'random']) {
          const play = engine.choose(player, BigInt(seed) << 33n);
          expect(engine.choose(player, BigInt(seed) << 33n)).toBe(play);
          expect(FAIR, play).toContain(engine.judge(play).code);
          plays.add(play);
        }
      }
      expect(plays.size).toBeGreaterThan(10);
    },
  );

  test('another seed gives another choice', async () => {
    const { start, told } = playNatively(GAMES[0]!);
    const engine = await newPlayers();
    engine.start(start);
    const turn = told.findIndex(({ game }) => game.steps.length > 8);
    for (const { event } of told.slice(1, turn + 1)) engine.event(event!);
    for (const shift of [0n, 32n]) {
      const seeds = Array.from({ length: 40 }, (_, i) => BigInt(i) << shift);
      const chosen = new Set(seeds.map((seed) => engine.choose('random', seed)));
      expect(chosen.size).toBeGreaterThan(4);
    }
  });

  test('is refused where the seat is not to act or the name is unknown', async () => {
    const engine = await newPlayers();
    expect(() => engine.choose('racer', 1n)).toThrow('no table has been started');
    engine.start(COLD_START);
    expect(() => engine.choose('racer', 1n)).toThrow('not to act');
    expect(() => engine.choose('nobody', 1n)).toThrow('no player of that name');
  });
});
