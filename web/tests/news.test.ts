// What is new among the people of a table, what they say, how they look, and their clock.
// Not here: votes and reminders (company.test.ts); the server's part (tests/server/test_people.py).
// Invariant: everything said goes away by itself.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AVATAR_COLOURS, avatarOf, initialsOf } from '../src/avatar';
import { Company } from '../src/company.svelte';
import type { DoerTold, SeatInfo, ServerFrame, Snapshot, TableInfo } from '../src/frames';
import { m } from '../src/messages';
import { turnParts, turnSentence } from '../src/narrate';
import { News } from '../src/news.svelte';
import { Said } from '../src/said.svelte';
import { seenOf } from '../src/oftables';
import { settings } from '../src/settings.svelte';
import { Lan } from '../src/lan.svelte';
import { qrOf, QUIET } from '../src/sharing';
import type { Table } from '../src/table.svelte';
import { BUILD_MS, newEngine, prepareEngine } from './engine_support';
import { MemoryStorage } from './storage_support';
import { beginTable, infoOf } from './table_support';

const BEN: SeatInfo = { name: 'Ben', who: 'human', present: true };
const GONE: SeatInfo = { ...BEN, present: false };
const CORA: SeatInfo = { ...BEN, name: 'Cora' };
const BOT: SeatInfo = { name: 'Pixel', who: 'bot', present: false };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('news', () => {
  const made = (...seats: SeatInfo[]): News => {
    const news = new News();
    news.begin([BEN, ...seats]);
    return news;
  };

  test('who sits down and who leaves is told once, and is gone after some seconds', () => {
    const news = made(BOT);
    news.seats([BEN, BEN], 0);
    expect(news.now).toEqual({ kind: 'joined', name: 'Ben' });
    news.seats([BEN, BEN], 0);
    vi.advanceTimersByTime(7_000);
    expect(news.now).toBeNull();
    news.seats([BEN, BOT], 0);
    expect(news.now).toEqual({ kind: 'left', name: 'Ben' });
  });

  test('who comes with the next hand is told, and one after the other', () => {
    const news = made(BOT, BOT);
    news.seats([BEN, { ...BOT, coming: 'Cora' }, BEN], 0);
    expect(news.now).toEqual({ kind: 'coming', name: 'Cora' });
    news.dismiss();
    expect(news.now).toEqual({ kind: 'joined', name: 'Ben' });
  });

  test('that a computer stands in is said once, and then who is back', () => {
    const news = made(BEN);
    news.seats([BEN, GONE], 0, 0);
    expect(news.now).toBeNull();
    news.playedBy(1, GONE);
    news.playedBy(1, GONE);
    expect(news.now).toEqual({ kind: 'standsIn', name: 'Ben' });
    news.dismiss();
    expect(news.now).toBeNull();
    news.seats([BEN, BEN], 0, 3_000);
    expect(news.now).toEqual({ kind: 'back', name: 'Ben' });
  });

  test('also on a page that was opened while he was away', () => {
    const news = new News();
    news.begin([BEN, GONE, GONE], [1], 0);
    news.playedBy(1, GONE);
    expect(news.now).toBeNull();
    news.seats([BEN, BEN, BEN], 0, 1_000);
    expect(news.now).toEqual({ kind: 'back', name: 'Ben' });
    news.dismiss();
    expect(news.now).toBeNull(); // nobody has missed the other one
  });

  test('a line that breaks for a moment, a bot, and oneself are no news', () => {
    const news = made(BEN, BOT);
    news.seats([GONE, GONE, BOT], 0, 0);
    news.seats([BEN, BEN, BOT], 0, 2_000);
    news.playedBy(2, BOT);
    news.playedBy(1, BEN); // he took too long: that has a note of its own
    expect(news.now).toBeNull();
  });
});

describe('phrases', () => {
  afterEach(() => {
    settings.muteSaid = false;
  });

  test('are shown for some seconds, by place', () => {
    const said = new Said();
    said.receive(2, 'thank_you', 0);
    expect(said.by).toEqual({ 2: 'thank_you' });
    vi.advanceTimersByTime(3_000);
    said.receive(2, 'smile', 0);
    vi.advanceTimersByTime(3_000);
    expect(said.by).toEqual({ 2: 'smile' });
    vi.advanceTimersByTime(1_100);
    expect(said.by).toEqual({});
  });

  test('of who is muted are not shown, nor what this page does not know', () => {
    const said = new Said();
    said.mute(2, true);
    said.receive(2, 'hello', 0);
    said.receive(1, 'I hold four aces', 0);
    expect(said.by).toEqual({});
    said.keep([BEN, BEN, BOT]); // he has left
    said.receive(2, 'hello', 0);
    expect(said.by).toEqual({ 2: 'hello' });
    settings.muteSaid = true;
    said.receive(1, 'hello', 0);
    said.receive(0, 'hello', 0); // the own one
    expect(said.by).toEqual({ 2: 'hello', 0: 'hello' });
  });

  test('of who is muted stay so when the page is loaded anew, while he sits there', () => {
    const storage = new MemoryStorage();
    const before = new Said();
    before.begin('T', [BEN, BEN, BEN], storage);
    before.mute(1, true);
    const after = (table: string, seats: (typeof BEN)[]): number[] => {
      const said = new Said();
      said.begin(table, seats, storage);
      return [...said.muted];
    };
    expect(after('T', [BEN, BEN, BEN])).toEqual([1]);
    expect(after('T', [BEN, { ...BEN, name: 'Eva' }, BEN])).toEqual([]);
    expect(after('U', [BEN, BEN, BEN])).toEqual([]);
    storage.setItem('canasta.muted', '[["T", [[1]]]]');
    expect(after('T', [BEN, BEN, BEN])).toEqual([]);
  });

  test('have a pause behind them', () => {
    const sent: string[] = [];
    const said = new Said();
    said.connect({ say: (what) => void sent.push(what) });
    said.say('sorry');
    said.say('smile');
    vi.advanceTimersByTime(2_100);
    said.say('clap');
    expect(sent).toEqual(['sorry', 'clap']);
  });
});

test('how far a hand was followed is kept for the latest tables', () => {
  const storage = new MemoryStorage();
  expect(seenOf.read(storage, 'A')).toBeNull();
  seenOf.write(storage, 'A', { hand: 2, turns: 5 });
  for (let i = 0; i < 19; i++) seenOf.write(storage, `T${i}`, { hand: 1, turns: i });
  expect(seenOf.read(storage, 'A')).toEqual({ hand: 2, turns: 5 });
  seenOf.write(storage, 'B', { hand: 1, turns: 1 });
  expect(seenOf.read(storage, 'A')).toBeNull();
  storage.setItem('canasta.seen', '[["B", 7], 3, null]');
  expect(seenOf.read(storage, 'B')).toBeNull();
  storage.setItem('canasta.seen', 'nonsense');
  expect(seenOf.read(storage, 'B')).toBeNull();
});

/** As the contrast of WCAG 2 is defined. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('faces have the colour of their place, on which initials stand out', () => {
  for (const colour of AVATAR_COLOURS)
    expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5);
  expect(new Set(AVATAR_COLOURS).size).toBe(8);
  expect(avatarOf('Anna', 3)).toEqual(avatarOf('Anna', 3));
  expect(avatarOf('Anna', 3).colour).not.toBe(avatarOf('Anna', 4).colour);
  const names = ['Anna', 'anna maria berg', 'Jean-Luc', 'Émile', '👩‍👧 Eva', '李雷', ''];
  expect(names.map(initialsOf)).toEqual(['A', 'AB', 'JL', 'É', '👩‍👧E', '李', '']);
});

describe('links', () => {
  test('lead to the address that the server tells where the page is at localhost', async () => {
    const here = new Lan('http://localhost:8080/', () =>
      Promise.resolve(['http://192.168.1.5:8080/']),
    );
    expect(here.reachable).toBe(false);
    await here.find();
    expect([here.base, here.reachable]).toEqual(['http://192.168.1.5:8080/', true]);
  });

  test('stay as they are where it tells none, or others find the page already', async () => {
    const none = new Lan('http://127.0.0.1:1/', () => Promise.reject(new Error('no line')));
    await none.find();
    expect([none.base, none.reachable]).toEqual(['http://127.0.0.1:1/', false]);
    const asked = vi.fn(() => Promise.resolve(['http://10.0.0.1/']));
    const known = new Lan('https://cards.example/play/', asked);
    await known.find();
    expect([known.base, known.reachable]).toEqual(['https://cards.example/play/', true]);
    expect(asked).not.toHaveBeenCalled();
  });

  test('are drawn with their margin', async () => {
    const { size, path } = await qrOf('http://192.168.1.5:8080/#t=abcdefghij&k=0123456789abcdef');
    expect((size - 2 * QUIET - 17) % 4).toBe(0);
    const at = [...path.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect([Math.min(...at), Math.max(...at)]).toEqual([QUIET, size - QUIET - 1]);
  });
});

describe('at a table', () => {
  const START = 'view seat 0 dealer 3 played 0 totals 0,0';
  const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
  const ANNA: SeatInfo = { name: 'Anna', who: 'human', present: true };
  let table: Table;

  beforeAll(() => {
    vi.useRealTimers();
    return prepareEngine();
  }, BUILD_MS);

  async function begin(seats: SeatInfo[], change: Partial<TableInfo> = {}): Promise<void> {
    const info = { ...infoOf('classic_pagat', 4), seats, owner: 0, ...change };
    ({ table } = await beginTable(info, START, [DEAL]));
  }

  const event = (change: object): ServerFrame =>
    ({ t: 'ev', seq: table.feed.seq + 1, ...change }) as ServerFrame;
  const play = (seat: number, by: string | null, ...events: string[]): void =>
    table.receive(event({ kind: 'play', seat, events, ...(by === null ? {} : { by }) }));
  const log = (of = table): string[] =>
    of.feed.turns.map((turn) => turnSentence(m, turn, of.people.doer(turn)));

  const FIRST = ['0 draw gets Jd', '0 discard 4c'];
  const SECOND = ['1 draw gets ?', '1 discard 4s'];

  test('the log tells who played, whoever sits there later', async () => {
    await begin([ANNA, BOT, GONE, BOT]);
    play(0, 'computer', ...FIRST);
    play(1, 'computer', ...SECOND);
    play(2, 'computer', '2 draw gets ?');
    table.receive(event({ kind: 'seat', seats: [ANNA, CORA, BEN, BOT] }));
    play(2, null, '2 discard 5c');
    const told = [
      'The computer for you drew the jack of diamonds and discarded the four of clubs.',
      'Pixel drew a card and discarded the four of spades.',
      'The computer for Ben drew a card.',
      'Ben discarded the five of clubs.',
    ];
    expect(log()).toEqual(told);
    expect(table.feed.turns.map((turn) => table.people.doerComputer(turn)?.standsIn)).toEqual([
      ...[true, false, true, undefined],
    ]);
    table.receive(event({ kind: 'seat', seats: [ANNA, CORA, { ...BEN, name: 'Dora' }, BOT] }));
    expect(log()).toEqual(told);
  });

  /** A fresh page that reads this hand from a snapshot. */
  async function readAnew(doers: DoerTold[]): Promise<Table> {
    const { start, events } = table.feed.record;
    const info = table.feed.info;
    if (info === null) throw new Error('no table');
    const engine = await newEngine();
    const { Table: Made } = await import('../src/table.svelte');
    const made = new Made(engine);
    made.receive({ t: 'welcome', v: 1, seat: 0, table: 'T', n: 0 });
    const snap: Snapshot = {
      ...{ t: 'snap', seq: 9, table: info, start, events, doers, sheets: [], vh: '' },
    };
    made.receive(snap);
    return made;
  }

  test('after a reload it does so as well', async () => {
    await begin([ANNA, BEN, BOT, BOT]);
    play(0, null, ...FIRST);
    play(1, null, ...SECOND);
    const doers: DoerTold[] = [
      { event: 1, seat: 0, name: 'Anna', who: 'human' },
      { event: 3, seat: 1, name: 'Pixel', who: 'bot', by: 'computer' },
      { event: 4, seat: 1, name: 'Ben', who: 'human', by: 'computer' },
    ];
    expect(log(await readAnew(doers))).toEqual([
      'You drew the jack of diamonds and discarded the four of clubs.',
      'Pixel drew a card.',
      'The computer for Ben discarded the four of spades.',
    ]);
  });

  test('whoever comes back hears once what was done in his name', async () => {
    const storage = new MemoryStorage();
    await begin([ANNA, BEN, BOT, BOT]);
    const company = new Company(table.feed, undefined, storage);
    const frames = (list: ServerFrame[]): void => list.forEach((one) => company.receive(one));
    const seats: ServerFrame = { t: 'seats', seats: [ANNA, BEN, BOT, BOT] };
    const welcome: ServerFrame = { t: 'welcome', v: 1, seat: 0, table: 'T', n: 0, resumed: true };
    frames([welcome, seats]);
    expect([company.news.now, seenOf.read(storage, 'T')]).toEqual([null, { hand: 1, turns: 0 }]);
    frames([welcome]);
    play(0, 'computer', ...FIRST);
    play(1, 'computer', ...SECOND); // Ben's, who is here: not one's own
    frames([seats]);
    const item = company.news.now;
    if (item?.kind !== 'played') throw new Error('nothing is said');
    expect(m.people.newsPlayed(item.turns.map((turn) => turnParts(m, turn)))).toBe(
      'While you were away the computer drew the jack of diamonds and discarded the four of clubs.',
    );
    company.news.dismiss();
    frames([welcome, seats]);
    expect(company.news.now).toBeNull();
  });

  test('that a computer plays this one turn is said until that is over, and read', async () => {
    await begin([ANNA, BEN, BOT, BOT], { clock: 30 });
    table.receive({ t: 'clock', seat: 0 });
    play(0, 'computer', FIRST[0] ?? '');
    expect(table.company.note).toEqual({ kind: 'clock', seat: 0 });
    play(0, 'computer', FIRST[1] ?? '');
    expect(table.company.note).toEqual({ kind: 'clock', seat: 0 });
    vi.advanceTimersByTime(4_100);
    expect(table.company.note).toBeNull();
    table.receive({ t: 'clock', seat: 1 });
    vi.advanceTimersByTime(5_000);
    play(1, 'computer', SECOND[0] ?? '');
    expect(table.company.note).toEqual({ kind: 'clock', seat: 1 });
    play(1, 'computer', SECOND[1] ?? '');
    expect(table.company.note).toBeNull();
  });

  test('who sees hands that are over is told the number of the one that is played', async () => {
    await begin([ANNA, BEN, BOT, BOT], { watching: 'hand' });
    expect(table.company.hand).toBe(1);
    const info = table.feed.info;
    if (info === null) throw new Error('no table');
    const start = 'view seat none dealer 0 played 1 totals 570,-25';
    table.receive({ t: 'welcome', v: 1, seat: null, table: 'T', n: 0 });
    table.receive({ t: 'snap', seq: 20, table: info, start, events: [], sheets: [], vh: '' });
    expect([table.view?.hand_number, table.company.hand]).toEqual([1, 2]);
  });

  test('answers that ask for nothing go by themselves', async () => {
    await begin([ANNA, BEN, BOT, BOT]);
    table.company.nudge();
    vi.advanceTimersByTime(9_000);
    expect(table.company.note).toBeNull();
  });

  test('the clock runs for who is there and is to act', async () => {
    await begin([ANNA, BEN, BOT, BOT], { clock: 30 });
    const { clock } = table.company;
    expect(clock.until).toBeNull(); // the snapshot has told of none
    play(0, null, FIRST[0] ?? '');
    expect([clock.place, clock.leftMs()]).toEqual([0, 30_000]);
    vi.advanceTimersByTime(20_000);
    expect(clock.leftMs()).toBe(10_000);
    table.receive(event({ kind: 'pause', paused: true }));
    expect(clock.until).toBeNull();
    table.receive(event({ kind: 'pause', paused: false }));
    expect(clock.leftMs()).toBe(30_000);
    play(0, null, FIRST[1] ?? '');
    expect([clock.place, clock.leftMs()]).toEqual([1, 30_000]);
    vi.advanceTimersByTime(28_000);
    table.receive({ t: 'seats', seats: [ANNA, GONE, BOT, BOT] });
    expect(clock.until).toBeNull();
    table.receive({ t: 'seats', seats: [ANNA, BEN, BOT, BOT] });
    expect(clock.leftMs()).toBe(10_000); // for who is just back
    table.receive({ t: 'clock', seat: 1 });
    play(1, 'computer', SECOND[0] ?? '');
    expect(clock.until).toBeNull();
    play(1, 'computer', SECOND[1] ?? '');
    expect(clock.until).toBeNull(); // a bot's turn
  });

  test('minutes of a game are counted down as the server does, but for pauses', async () => {
    await begin([ANNA, BEN, BOT, BOT], { overrides: 'time_limit = 50' });
    const { game, news } = table.company;
    expect(game.left).toBeNull(); // the snapshot has told of none
    table.receive(event({ kind: 'pause', paused: true, lasted_s: 2390 })); // 39:50
    vi.advanceTimersByTime(60_000);
    expect(game.left).toBe(11);
    table.receive(event({ kind: 'pause', paused: false, lasted_s: 2390 }));
    expect(game.left).toBe(11);
    vi.advanceTimersByTime(10_000);
    expect(game.left).toBe(10);
    vi.advanceTimersByTime(599_000);
    expect([game.left, news.now]).toEqual([1, null]);
    vi.advanceTimersByTime(1_000);
    expect([game.left, news.now]).toEqual([0, { kind: 'lastHand' }]);
    expect([m.table.timeLeft(0, false, true), m.table.timeLeft(0, true, true)]).toEqual([
      'last hand',
      '0 min',
    ]);
    table.receive(event({ kind: 'game', start: 'view seat 0 dealer 3 played 0 totals 0,0' }));
    expect(game.left).toBeNull(); // a new one, before its deal
  });
});
