// What people at a table owe one another, as the page has it: deals, pauses, reminders, seats.
// Not here: pictures of it; the server's part (tests/server/test_manners.py).
// Invariant: nothing is claimed before the server has said it.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { actionsOf, standingWords } from '../src/actions';
import { ApiError } from '../src/api';
import { Company, type CompanyCalls } from '../src/company.svelte';
import type { SeatInfo, ServerFrame, TableInfo } from '../src/frames';
import { deviceName, deviceNames } from '../src/device';
import { endsSoon } from '../src/keeping';
import { answerTo } from '../src/keys/queries';
import { Person, type MeCalls } from '../src/me.svelte';
import { m } from '../src/messages';
import * as home from '../src/messages/home';
import type { Table } from '../src/table.svelte';
import { ALONE, tableWish } from '../src/wish';
import { BUILD_MS, prepareEngine } from './engine_support';
import { beginTable, infoOf, type Listener } from './table_support';

beforeAll(prepareEngine, BUILD_MS);

const START = 'view seat 0 dealer 3 played 0 totals 0,0';
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const HERE: SeatInfo = { name: 'Ben', who: 'human', present: true };
const AWAY: SeatInfo = { ...HERE, present: false };
const BOT: SeatInfo = { name: 'Bo', who: 'bot', present: false };

let table: Table;
let line: Listener;
let company: Company;

async function begin(
  seats: SeatInfo[],
  change: Partial<TableInfo> = {},
  events: string[] = [],
  person = 0,
): Promise<void> {
  const info = { ...infoOf('classic_pagat', 4), seats, owner: 0, ...change };
  ({ table, line } = await beginTable(info, START, events, person));
  company = table.company;
}

const event = (change: object): ServerFrame =>
  ({ t: 'ev', seq: table.feed.seq + 1, ...change }) as ServerFrame;

describe('the first deal', () => {
  test('waits for the owner', async () => {
    await begin([HERE, HERE, BOT, BOT]);
    expect([company.gathers, company.isOwner, company.mayDeal]).toEqual([true, true, true]);
    await company.deal();
    expect(line.sent).toEqual([{ do: 'deal', at: 5 }]);
    table.receive(event({ kind: 'deal', events: [DEAL] }));
    expect(company.gathers).toBe(false);
  });

  test('waits for the owner who is away, too', async () => {
    await begin([HERE, HERE, BOT, BOT], { owner: 1 });
    expect([company.isOwner, company.mayDeal, company.ownerIsAway]).toEqual([false, false, false]);
    table.receive({ t: 'seats', seats: [HERE, AWAY, BOT, BOT], owner: 1 });
    expect([company.mayDeal, company.ownerIsAway]).toEqual([false, true]);
  });

  test('has the first person for its owner once the maker has left', async () => {
    await begin([HERE, AWAY, HERE, BOT], { owner: 2 }, [], 2);
    expect(company.isOwner).toBe(true);
    table.receive(event({ kind: 'seat', seats: [HERE, AWAY, BOT, BOT], owner: 0 }));
    expect([company.owner, company.isOwner]).toEqual([0, false]);
    // Somebody else sits down where the maker was.
    table.receive({ t: 'seats', seats: [HERE, AWAY, HERE, BOT], owner: 0 });
    expect([company.owner, company.isOwner]).toEqual([0, false]);
    table.receive({ t: 'seats', seats: [BOT, BOT, BOT, BOT] });
    expect(company.owner).toBeNull();
  });

  test('says that the hand before it was given up', async () => {
    await begin([HERE, HERE, BOT, BOT], { lost: true });
    expect([company.handLost, company.mayDeal]).toEqual([true, true]);
    table.receive(event({ kind: 'deal', events: [DEAL] }));
    expect(company.handLost).toBe(false);
  });

  test('that is refused says why', async () => {
    await begin([HERE, HERE, BOT, BOT]);
    line.answer = { ok: false, code: 'OWNER', have: 0, need: 0 };
    await company.deal();
    expect(company.note).toEqual({ kind: 'refused', code: 'OWNER', retryMs: 0 });
  });

  test('is asked for at once, and once, where computers play alone', async () => {
    await begin([HERE, BOT, BOT, BOT]);
    company.alone = true;
    const snap = {
      ...{ t: 'snap', seq: 5, table: table.feed.info, start: START, events: [], sheets: [] },
      vh: '',
    };
    line.answer = { ok: false, code: 'OWNER', have: 0, need: 0 };
    table.receive(snap as unknown as ServerFrame);
    table.receive(snap as unknown as ServerFrame);
    expect(line.sent).toEqual([{ do: 'deal', at: 5 }]);
    await vi.waitFor(() => expect(company.alone).toBe(false)); // the button comes, then
  });
});

describe('what others say', () => {
  beforeEach(() => begin([HERE, HERE, HERE, BOT], {}, [DEAL]));

  test('is shown until it is done, or put away', () => {
    table.receive({ t: 'nudge', seat: 1 });
    expect(company.note).toEqual({ kind: 'nudge', seat: 1 });
    table.receive({ t: 'clock', seat: 2 });
    expect(company.note).toEqual({ kind: 'clock', seat: 2 });
    company.dismiss();
    expect(company.note).toBeNull();
    table.receive({ t: 'vote', seat: 0, what: 'pause' });
    expect(company.note).toBeNull(); // the own one
    table.receive({ t: 'vote', seat: 1, what: 'dance' });
    expect(company.note).toBeNull();
    table.receive({ t: 'vote', seat: 1, what: 'pause' });
    expect(company.note).toEqual({ kind: 'vote', seat: 1, what: 'pause' });
    table.receive(event({ kind: 'pause', paused: true }));
    expect([company.note, company.paused]).toEqual([null, true]);
    table.receive(event({ kind: 'pause', paused: false }));
    expect(company.paused).toBe(false);
  });

  test('in a pause nobody is to act, and it says so', async () => {
    await begin([HERE, HERE, BOT, BOT], {}, [DEAL]);
    expect([table.myTurn, actionsOf(table, false).length > 0]).toEqual([true, true]);
    table.receive(event({ kind: 'pause', paused: true }));
    table.toggle(table.inHand[0]?.id ?? -1);
    expect(table.selection).toHaveLength(1);
    expect([table.myTurn, table.people.acting, table.targets, actionsOf(table, false)]).toEqual([
      ...[false, null, [], []],
    ]);
    expect([standingWords(table), answerTo(table, 'whoseTurn')]).toEqual([
      ...[m.people.paused, m.people.paused],
    ]);
    table.receive(event({ kind: 'pause', paused: false }));
    expect(table.myTurn).toBe(true);
  });

  test('who has gone is waited for, until a computer has played for him', async () => {
    await begin([HERE, HERE, BOT, BOT], {}, [DEAL, '0 draw gets Jd', '0 discard 4c']);
    table.receive({ t: 'seats', seats: [HERE, AWAY, BOT, BOT] });
    const says = (): unknown[] => [standingWords(table), table.people.thinks(1)];
    expect(says()).toEqual([m.hint.waitingFor('Ben 2'), false]);
    const played = { kind: 'play', seat: 1, by: 'computer', events: ['1 draw gets ?'] };
    table.receive(event(played));
    expect(says()).toEqual([m.hint.waitFor(m.bot.named('Ben 2', true)), true]);
    expect(company.news.now).toEqual({ kind: 'standsIn', name: 'Ben 2' });
    table.receive({ t: 'seats', seats: [HERE, HERE, BOT, BOT] });
    expect(says()).toEqual([m.hint.waitFor('Ben 2'), true]);
  });

  test('a reminder goes with the next play', () => {
    table.receive({ t: 'nudge', seat: 1 });
    table.receive(event({ kind: 'play', seat: 0, events: ['0 draw gets Jd'] }));
    expect(company.note).toBeNull();
  });

  test('a change of the company leaves tray and selection as they are', () => {
    const [first] = table.inHand;
    table.toggle(first?.id ?? -1);
    for (const change of [
      { kind: 'pause', paused: true },
      { kind: 'invite', invite: 'new', watch: 'v', watching: 'hand' },
      { kind: 'invite', invite: 'new', watch: 'w' },
      { kind: 'commit', deal: 2, commit: 'ab' },
      { kind: 'seed', seat: 1 },
      { kind: 'reveal', deal: 1, seed: 'ab' },
    ])
      table.receive(event(change));
    expect(table.selection).toHaveLength(1);
    expect(line.resyncs).toBe(0);
    expect(table.feed.info).toMatchObject({ invite: 'new', watch: 'w' });
    expect(table.feed.info?.watching).toBeUndefined();
    table.receive(event({ kind: 'invite', invite: 'new', watch: 'x', watching: 'hand' }));
    expect(table.feed.info).toMatchObject({ watch: 'x', watching: 'hand' });
  });

  test('reminding goes to the server', () => {
    company.nudge();
    expect([line.nudges, company.note]).toEqual([1, { kind: 'nudged' }]);
  });

  test('a pause says who has still to agree', async () => {
    line.answer = { ok: false, code: 'VOTES', have: 1, need: 3 };
    await company.pause();
    expect(line.sent.at(-1)).toEqual({ do: 'pause', at: table.feed.seq });
    expect(company.note).toEqual({ kind: 'votes', what: 'pause', have: 1, need: 3 });
  });

  test('who comes with the next hand is named', () => {
    table.receive(event({ kind: 'seat', seats: [HERE, HERE, HERE, { ...BOT, coming: 'Dora' }] }));
    expect(company.coming).toEqual([{ place: 3, name: 'Dora' }]);
    const seats = [HERE, HERE, HERE, { ...HERE, name: 'Dora' }];
    table.receive(event({ kind: 'deal', events: [], seats }));
    expect(company.coming).toEqual([]);
  });
});

test('who sees hands that are over is not told whether one is dealt', async () => {
  await begin([HERE, HERE, BOT, BOT], { watching: 'hand' });
  expect([company.hides, company.gathers]).toEqual([false, true]); // who sits there sees it all
  table.receive({ t: 'welcome', v: 1, seat: null, table: 'T', n: 0 });
  expect([company.hides, company.gathers]).toEqual([true, false]);
});

test('who looks on has no side, no seat and no partner', async () => {
  const seats = [HERE, HERE, BOT, BOT];
  const info = { ...infoOf('classic_pagat', 4), seats };
  const start = START.replace('seat 0', 'seat none');
  const made = await beginTable(info, start, ['deal 1 dealer 3 turned 9d hand'], 0);
  made.table.receive({ t: 'welcome', v: 1, seat: null, table: 'T', n: 0 });
  const { people } = made.table;
  expect([people.looksOn, people.seated, people.isPartner(0)]).toEqual([true, false, false]);
  expect(people.sideName(0)).toBe('Ben & Bo (computer)');
  expect(people.totalName(1)).toBe('Ben 2 & Bo 2 (computer)');
  expect(people.myTotal).toBe(-1);
});

describe('calls to the server', () => {
  const asked: unknown[][] = [];
  let answer: () => Promise<unknown>;
  const call =
    (name: string) =>
    (...args: unknown[]): Promise<never> => {
      asked.push([name, ...args]);
      return answer() as Promise<never>;
    };
  const calls: CompanyCalls = {
    free: call('free'),
    invite: call('invite'),
    games: call('games'),
    record: call('record'),
    look: call('look'),
  };

  beforeEach(async () => {
    await begin([HERE, AWAY, BOT, BOT], {}, [DEAL]);
    asked.length = 0;
    company = new Company(table.feed, calls);
    company.connect(line, { table: 'T', token: 'key' });
    answer = () => Promise.resolve({ free: true });
  });

  test('a seat is freed at once, or by votes', async () => {
    await company.free(1);
    expect([asked, company.note]).toEqual([[['free', 'T', 1, 'key']], null]);
    answer = () => Promise.resolve({ free: false, have: 1, need: 2 });
    await company.free(1);
    expect(company.note).toEqual({ kind: 'votes', what: 'free', have: 1, need: 2 });
  });

  test.each([
    [new ApiError('RATE', '', 90_000), 'RATE', 90_000],
    [new ApiError('OWNER', ''), 'OWNER', 0],
    [new TypeError('no line'), 'OFFLINE', 0],
  ])('a refusal is said: %s', async (error, code, retryMs) => {
    answer = () => Promise.reject(error);
    await company.invite('live');
    expect(company.note).toEqual({ kind: 'refused', code, retryMs });
    expect(company.busy).toBe(false);
  });

  test('until when the table is kept is asked anew; what is not known is not said', async () => {
    answer = () => Promise.resolve({ kept_until: '2026-12-03' });
    await company.askKept();
    expect([asked, company.keptUntil]).toEqual([[['look', 'T', 'I']], '2026-12-03']);
    answer = () => Promise.reject(new ApiError('OFFLINE', ''));
    await company.askKept();
    expect(company.keptUntil).toBeNull();
  });

  test('the record is that of the last game', async () => {
    answer = () => Promise.resolve(asked.length === 1 ? [{ game: 1 }, { game: 2 }] : 'text');
    expect(await company.record()).toEqual({ name: 'canasta-T-2.record', text: 'text' });
    expect(asked.at(-1)).toEqual(['record', 'T', 2, 'key']);
  });
});

describe('the person of this browser', () => {
  const me = { person: 'p', name: 'Anna', devices: [], tables: [] };
  const device = (id: string, own: boolean) => ({ id, label: '', this: own });
  const asked: string[] = [];
  let known = true;
  const calls = {
    me: () => (known ? Promise.resolve(me) : Promise.reject(new ApiError('BAD_TOKEN', ''))),
    beGuest: (name: string) => (asked.push(`guest ${name}`), Promise.resolve({ ...me, name })),
    rename: (name: string) => (asked.push(`name ${name}`), Promise.resolve({ ...me, name })),
    code: () => Promise.resolve({ code: 'abcd2345', seconds: 600 }),
    useCode: (code: string) => (asked.push(`code ${code}`), Promise.resolve(me)),
    endDevice: (id: string) => {
      asked.push(`end ${id}`);
      if (id === 'a') known = false;
      return Promise.resolve({ ...me, devices: [device('a', true)] });
    },
    account: () => Promise.resolve({ ...me, login: 'anna' }),
    signIn: () => Promise.reject(new ApiError('BAD_LOGIN', '')),
    myData: () => Promise.resolve('{}'),
    deleteMe: () => ((known = false), Promise.resolve({})),
  } as MeCalls;
  let person: Person;

  beforeEach(() => {
    known = true;
    asked.length = 0;
    person = new Person(calls);
  });

  test('is nobody before the server knows one', async () => {
    known = false;
    await person.load();
    expect([person.me, person.asked]).toEqual([null, true]);
    await person.rename('Ben');
    expect([asked, person.me?.name]).toEqual([['guest Ben'], 'Ben']);
    await person.rename('Bennie');
    expect(asked.at(-1)).toBe('name Bennie');
  });

  test('trouble of the server does not make nobody of somebody', async () => {
    await person.load();
    const failing = new Person({ ...calls, me: () => Promise.reject(new ApiError('STORE', '')) });
    await expect(failing.load()).rejects.toMatchObject({ code: 'STORE' });
    expect(failing.asked).toBe(false);
  });

  test('a code is read as people type it', async () => {
    await person.useCode(' ABCD 23-45 ');
    expect(asked).toEqual(['code abcd2345']);
    await person.makeCode();
    expect(person.code).toBe('abcd2345');
  });

  test('another device is ended, the own one is nobody’s from then on', async () => {
    person.me = { ...me, devices: [device('a', true), device('b', false)] };
    await person.makeCode();
    await person.endDevice('b');
    expect([person.me?.devices.length, person.code]).toEqual([1, null]);
    await person.signOut();
    expect([asked, person.me]).toEqual([['end b', 'end a'], null]);
  });

  test('signing in that fails leaves who was there', async () => {
    await person.load();
    await expect(person.signIn('x', 'y')).rejects.toMatchObject({ code: 'BAD_LOGIN' });
    expect(person.me).toEqual(me);
    await person.makeAccount('anna', 'a good password');
    expect(person.me?.login).toBe('anna');
    await person.remove();
    expect(person.me).toBeNull();
  });
});

test('the end of a table is told unasked in its last thirty days', () => {
  const now = Date.parse('2026-11-27T12:00:00Z');
  const days = ['2026-11-20', '2026-12-03', '2026-12-27', '2026-12-28', 'never', undefined];
  expect(days.filter((until) => endsSoon(until, now))).toEqual(days.slice(0, 3));
  const kept = 'Kept until 3 December 2026 unless somebody plays';
  expect(home.tables.keptSoon('2026-12-03')).toBe(kept);
  expect(home.tables.deserted(1)).toContain('left 1 hand at');
  expect(home.tables.deserted(7)).toContain('left 7 hands at');
});

test('a device is called by its browser and system, or as it calls itself', () => {
  const names = [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)', 'iPhone'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8)', 'Android'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
    ['Mozilla/5.0 (Haiku)', 'Mozilla/5.0 (Haiku)'],
    ['Tablet 1', 'Tablet 1'],
    ['', 'a device'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [`${CHROME} Chrome/120.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${CHROME} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`, 'Edge on Windows'],
  ];
  for (const [label = '', name] of names) expect(deviceName(label, home.me)).toBe(name);
});

test('devices that look alike are told apart by number', () => {
  const linux = 'Mozilla/5.0 (X11; Linux x86_64)';
  expect(deviceNames([linux, 'Tablet 1', linux], home.me)).toEqual([
    ...['Linux (1)', 'Tablet 1', 'Linux (2)'],
  ]);
});

test('an order says how people come to the table; with computers nobody is waited for', () => {
  expect(tableWish({ ...ALONE })).toEqual({
    ...{ join: 'now', deal: 'later', watch: false, clock: 0, open: false },
  });
  const wish = { ...ALONE, with: 'people' as const, clock: 60, watch: 'hand' as const, open: true };
  expect(tableWish(wish)).toEqual({
    ...{ join: 'next', deal: 'later', watch: 'hand', clock: 60, open: true },
  });
  expect(tableWish({ ...wish, with: 'computers' })).toMatchObject({ open: false, clock: 0 });
});
