// The table store with the real engine and a line that only listens: tray, plays, frames.
// Not here: a server. Invariant: what is sent is what the protocol reads, and nothing else.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { actionsOf, standingWords } from '../src/actions';
import type { ServerFrame } from '../src/frames';
import { m } from '../src/messages';
import type { Reply } from '../src/net';
import { settings } from '../src/settings.svelte';
import type { Table } from '../src/table.svelte';
import { BUILD_MS, prepareEngine } from './engine_support';
import { beginTable, infoOf, selectCards, type Listener } from './table_support';

beforeAll(prepareEngine, BUILD_MS);

const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const START = 'view seat 0 dealer 3 played 0 totals 0,0';

const info = infoOf('classic_pagat', 4);

let table: Table;
let line: Listener;

async function beginWith(deal: string, ...events: string[]): Promise<void> {
  ({ table, line } = await beginTable(info, START, [deal, ...events]));
}

const begin = (...events: string[]): Promise<void> => beginWith(DEAL, ...events);
const select = (...cards: string[]): void => selectCards(table, cards);

describe('before the opening', () => {
  beforeEach(() => begin('0 draw gets Jd'));

  test('groups are staged until they count enough, then sent as one play', async () => {
    select('Kc', 'Kd', 'Kh');
    table.stage();
    expect(table.problem).toBeNull();
    expect(table.planJudgement).toMatchObject({ ok: false, code: 'MIN', points: 30, minimum: 50 });
    expect(table.inHand).toHaveLength(9);
    await table.confirm();
    expect(line.sent).toEqual([]);
    expect(table.problem).toMatchObject({ code: 'MIN', have: 30, need: 50 });

    select('Qc', 'Qd', '2c');
    await table.lay();
    expect(table.planJudgement).toMatchObject({ ok: true, points: 70 });
    await table.confirm();
    expect(line.sent).toEqual([{ play: 'open KcKdKh QcQd2c', at: 5 }]);
    expect(table.planPlay).toBe('');
  });

  test('undo takes back the last group, undo all everything', () => {
    select('Kc', 'Kd', 'Kh');
    table.stage();
    select('Qc', 'Qd', 'Qs');
    table.stage();
    table.undo();
    expect(table.planPlay).toBe('open K:KcKdKh');
    table.undoAll();
    expect(table.planPlay).toBe('');
    expect(table.inHand).toHaveLength(12);
  });

  test('one card can be taken out of the tray', () => {
    select('Kc', 'Kd', 'Kh');
    table.stage();
    const king = table.plan.groups[0]?.cards[1];
    table.takeBack(king?.id ?? -1);
    expect(table.planPlay).toBe('open K:KcKh');
    expect(table.inHand.some((own) => own.card === 'Kd')).toBe(true);
  });

  test('a group of a wrong shape is refused with its reason and stays in the hand', () => {
    select('Kc', 'Qd', '2c');
    table.stage();
    expect(table.problem?.code).toBe('RANK');
    select('Kc', 'Kd');
    table.stage();
    expect(table.problem).toMatchObject({ code: 'SIZE', have: 2, need: 3 });
    expect(table.planPlay).toBe('');
    expect(table.inHand).toHaveLength(12);
  });

  test('a discard needs exactly one card', async () => {
    await table.discard();
    select('4c', '5d');
    await table.discard();
    expect(line.sent).toEqual([]);
    select('4c');
    await table.discard();
    expect(line.plays).toEqual(['discard 4c']);
  });

  test('a refusal of the server is shown; a stale one asks for a snapshot', async () => {
    line.answer = { ok: false, code: 'STALE', have: 0, need: 0 };
    select('4c');
    await table.discard();
    expect(table.problem?.code).toBe('STALE');
    expect(line.resyncs).toBe(1);
    expect(table.own.selected.size).toBe(1);
  });
});

describe('the pile', () => {
  test('a take of an unopened side goes to the tray with its count', async () => {
    await beginWith('deal 1 dealer 3 turned 9d hand 0:4c5d9c9hQcQdQsKcKdKh2c');
    const ways = table.taking.ways.map((way) => way.cards.map((own) => own.card).join(''));
    expect(ways).toContain('9c9h');
    select('9c', '9h');
    await table.taking.begin();
    expect(table.planPlay).toBe('take 9c9h; open');
    expect(table.planJudgement).toMatchObject({ code: 'MIN', points: 30 });
    select('Kc', 'Kd', 'Kh');
    table.stage();
    await table.confirm();
    expect(line.plays).toEqual(['take 9c9h; open KcKdKh']);
  });

  test('more cards join the group of the take, at once or later', async () => {
    await beginWith('deal 1 dealer 3 turned 9d hand 0:4c5d9c9hQcQdQsKcKdKh2c');
    select('9c', '9h', '2c');
    await table.taking.begin();
    expect(table.planJudgement).toMatchObject({ ok: true, points: 50 });
    table.undoAll();
    select('9c', '9h');
    await table.taking.begin();
    select('2c');
    table.stage();
    expect(table.planPlay).toBe('take 9c9h2c; open');
    expect(table.planJudgement).toMatchObject({ ok: true, points: 50 });
    table.undo();
    expect(table.planPlay).toBe('take 9c9h; open');
    table.undo();
    expect(table.planPlay).toBe('');
  });

  test('without a match the reason is told', async () => {
    await begin();
    await table.tapPile();
    expect(table.problem).not.toBeNull();
    select('Kc', 'Kd');
    await table.tapPile();
    expect(table.problem?.code).toMatch(/FROZEN|TAKE_CARDS/);
    expect(line.sent).toEqual([]);
  });

  test('groups may be planned before the draw', async () => {
    await begin();
    select('Kc', 'Kd', 'Kh');
    table.stage();
    expect(table.planPlay).toBe('open K:KcKdKh');
    await table.draw();
    expect(line.plays).toEqual(['draw']);
    expect(table.planPlay).toBe('open K:KcKdKh');
  });
});

describe('after the opening', () => {
  beforeEach(() =>
    begin(
      '0 draw gets Jd',
      '0 lay Kc',
      '0 lay Kd',
      '0 lay Kh',
      '0 lay Qc',
      '0 lay Qd',
      '0 lay Qs',
      '0 open',
    ),
  );

  test('wild cards alone ask for a meld, and go where they are tapped', async () => {
    select('2c');
    await table.lay();
    expect(line.sent).toEqual([]);
    expect(table.hint).not.toBeNull();
    await table.tapMeld(0);
    expect(line.plays).toEqual(['meld K:2c']);
  });

  test('a throw goes out behind what is on its way when its moment is over', async () => {
    vi.useFakeTimers();
    settings.takeBackMs = 1000;
    let answer = (): void => undefined;
    const { command } = line;
    line.command = (body) => {
      line.command = command;
      line.sent.push(body);
      return new Promise((done) => (answer = () => done(line.answer)));
    };
    select('4c');
    await table.discard();
    void table.pace(500);
    await vi.advanceTimersByTimeAsync(1500);
    expect(line.plays).toEqual(['pace']);
    answer();
    await vi.advanceTimersByTimeAsync(500);
    expect(line.plays).toEqual(['pace', 'discard 4c']);
    settings.takeBackMs = 0;
    vi.useRealTimers();
  });

  test('a throw that is refused late takes no other one back', async () => {
    let answer = (_: Reply): void => undefined;
    line.command = () => new Promise((done) => (answer = done));
    select('4c');
    void table.discard();
    const others = [1, 2, 3].flatMap((seat) => [`${seat} draw gets ?`, `${seat} discard 5s`]);
    const events = ['0 discard 4c', ...others, '0 draw gets Jd'];
    table.receive({ t: 'ev', kind: 'play', seq: 6, seat: 0, events });
    settings.takeBackMs = 1000;
    select('5d');
    await table.discard();
    answer({ ok: false, code: 'STALE', have: 0, need: 0 });
    await new Promise((done) => setTimeout(done));
    expect(table.discarding.pending?.card).toBe('5d');
    table.discarding.takeBack();
    settings.takeBackMs = 0;
  });

  test('while a throw lies there nothing is advised; of two the last one is sent', async () => {
    vi.useFakeTimers();
    settings.takeBackMs = 1000;
    expect(table.canAdvise).toBe(true);
    select('4c');
    await table.discard();
    expect(table.canAdvise).toBe(false);
    table.toggleAdvice();
    expect(table.advice).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    table.advice = { play: 'discard 2c', reasons: [] };
    await table.followAdvice();
    await vi.advanceTimersByTimeAsync(2500);
    expect(line.plays).toEqual(['discard 2c']);
    settings.takeBackMs = 0;
    vi.useRealTimers();
  });

  test('a tap on the pile discards', async () => {
    select('4c');
    await table.tapPile();
    expect(line.plays).toEqual(['discard 4c']);
  });

  test('the own turn is told in words', () => {
    expect(table.feed.turns).toHaveLength(1);
    expect(table.feed.turns[0]).toMatchObject({ seat: 0, opened: true, drawn: ['Jd'] });
    expect(
      table.feed.turns[0]?.laid.map((laid) => [laid.rank, laid.cards.length, laid.began]),
    ).toEqual([
      ['K', 3, true],
      ['Q', 3, true],
    ]);
  });
});

test('the partner asks, and the answer is one word', async () => {
  const round = [
    '0 draw gets Jd',
    '0 discard Jd',
    '1 draw gets ?',
    '1 discard 4s',
    '2 draw gets ?',
  ];
  const kings = ['Jc', 'Jd', 'Jh', 'Js', 'Jc', 'Jd', 'Jh'].map((card) => `2 lay ${card}`);
  const again = [
    '2 open',
    '2 discard 5s',
    '3 draw gets ?',
    '3 discard 6s',
    '0 draw gets 8d',
    '0 discard 8d',
    '1 draw gets ?',
    '1 discard 7s',
  ];
  await begin(...round, ...kings, ...again, '2 draw gets ?', '2 ask');
  expect([table.view?.phase, table.view?.asker, table.myTurn]).toEqual(['answer', 2, true]);
  expect(table.view?.sides[0]?.melds[0]?.canasta).toBe('natural');
  await table.play('no');
  expect(line.plays).toEqual(['no']);
});

describe('frames', () => {
  beforeEach(() => begin());

  const snapshot = {
    t: 'snap' as const,
    seq: 5,
    table: info,
    start: START,
    events: [DEAL],
    sheets: [],
  };

  const play = (seq: number, ...events: string[]): ServerFrame => ({
    t: 'ev',
    kind: 'play',
    seq,
    seat: 0,
    events,
  });

  test('an event in order moves the table; a repeated one does nothing', () => {
    table.receive(play(6, '0 draw gets Jd'));
    expect(table.view?.phase).toBe('meld');
    expect(table.own.cards.find((own) => own.card === 'Jd')?.fresh).toBe(true);
    table.receive(play(6, '0 discard 4c'));
    expect(table.view?.phase).toBe('meld');
    expect(line.resyncs).toBe(0);
  });

  test('a snapshot of the same hand keeps selection, tray and order', () => {
    table.receive(play(6, '0 draw gets Jd'));
    select('Kc', 'Kd', 'Kh');
    table.stage();
    select('4c');
    const snap = { t: 'snap' as const, seq: 6, table: info, start: START, sheets: [], vh: '' };
    table.receive({ ...snap, events: [DEAL, '0 draw gets Jd'] });
    expect(table.planPlay).toBe('open K:KcKdKh');
    expect(table.selection.map((own) => own.card)).toEqual(['4c']);
    table.receive({
      ...snap,
      events: [DEAL.replace('4c', '4d'), '0 draw gets Jd', '0 discard 4d'],
    });
    expect(table.selection).toEqual([]);
    expect(table.inHand).toHaveLength(8);
  });

  test('a paused table says so until the next snapshot', () => {
    table.status = 'online';
    expect(table.notice).toBeNull();
    table.receive({ t: 'paused' });
    expect(table.notice).toBe(m.status.paused);
    expect([table.problem, line.resyncs]).toEqual([null, 0]);
    table.receive({ t: 'seats', seats: info.seats });
    expect(table.notice).toBe(m.status.paused);
    table.receive({ ...snapshot, vh: '' });
    expect(table.notice).toBeNull();
  });

  test('a play the server is unsure of is being saved, and no error', async () => {
    table.status = 'online';
    let answer: (reply: Reply) => void = () => undefined;
    line.command = () => new Promise((resolve) => (answer = resolve));
    const done = table.draw();
    expect(table.notice).toBeNull();
    table.receive({ t: 'rej', n: 1, code: 'UNSURE' });
    expect([table.notice, table.problem, table.sending]).toEqual([m.status.saving, null, true]);
    table.receive({ t: 'paused' });
    expect(table.notice).toBe(m.status.paused);
    table.receive({ ...snapshot, vh: '' });
    expect(table.notice).toBe(m.status.saving);
    answer({ ok: true, seq: 6 });
    expect(await done).toBe(true);
    expect(table.notice).toBeNull();
    table.receive({ t: 'rej', n: 1, code: 'UNSURE' });
    expect(table.notice).toBeNull();
  });

  test('a line that waits says for what', () => {
    table.status = 'retrying';
    table.refusal = 'STORE';
    expect(table.notice).toBe(m.status.retrying('STORE'));
    table.refusal = null;
    expect(table.notice).toBe(m.status.retrying(null));
  });

  test('a gap, an impossible event and a wrong hash each ask for a snapshot', () => {
    table.receive(play(8, '0 draw gets Jd'));
    expect(line.resyncs).toBe(1);
    table.receive(play(6, '2 discard 4s'));
    expect(line.resyncs).toBe(2);
    table.receive({
      t: 'ev',
      kind: 'play',
      seq: 7,
      seat: 0,
      events: ['0 draw gets Jd'],
      vh: '0000000000000000',
    });
    expect(line.resyncs).toBe(3);
  });

  test('what is here is known up to its last event, unless something went wrong', () => {
    expect(table.feed.known).toBe(5);
    table.receive(play(6, '0 draw gets Jd'));
    expect(table.feed.known).toBe(6);
    table.receive({ t: 'paused' });
    table.receive({ t: 'welcome', v: 1, seat: 0, table: 'T', n: 0, resumed: true });
    expect([table.notice, table.feed.known]).toEqual([m.status.retrying(null), 6]);
    expect(table.feed.paused).toBe(false);
    table.receive(play(9, '0 discard 4c'));
    expect(table.feed.known).toBe(0);
    table.receive({ ...snapshot, vh: '' });
    expect(table.feed.known).toBe(0);
  });

  test('the bell rings once when the turn comes', () => {
    let rings = 0;
    table.onMyTurn = () => rings++;
    table.receive(
      play(
        6,
        '0 draw gets Jd',
        '0 discard 4c',
        '1 draw gets ?',
        '1 discard 5c',
        '2 draw gets ?',
        '2 discard 6c',
        '3 draw gets ?',
      ),
    );
    expect([rings, table.myTurn]).toEqual([0, false]);
    table.receive(play(7, '3 discard 7c'));
    expect([rings, table.myTurn]).toEqual([1, true]);
  });

  test('names and pace follow the server', () => {
    const seats = info.seats.map((seat, i) => (i === 2 ? { ...seat, name: 'Cora' } : seat));
    table.receive({ t: 'ev', kind: 'seat', seq: 6, seats });
    table.receive({ t: 'ev', kind: 'pace', seq: 7, ms: 300 });
    expect([table.people.name(2), table.people.name(0), table.feed.info?.pace_ms]).toEqual([
      'Cora',
      'You',
      300,
    ]);
  });

  test('the own order survives the next cards', () => {
    const order = table.own.cards.map((own) => own.card);
    select('4c');
    table.move(1);
    table.receive(play(6, '0 draw gets Jd'));
    expect(table.own.cards.map((own) => own.card)).toEqual([
      order[1],
      order[0],
      ...order.slice(2),
      'Jd',
    ]);
    table.own.setOwnOrder(false);
    expect(table.own.cards.map((own) => own.card)[0]).toBe('4c');
  });
});

describe('drawing by house rules', () => {
  const under = async (overrides: string, ...events: string[]): Promise<string[]> => {
    ({ table, line } = await beginTable({ ...info, overrides }, START, [DEAL, ...events]));
    return actionsOf(table, false).map(({ name }) => name);
  };

  test('a tap on a pile that cannot be taken picks up its top card', async () => {
    expect(await under('pick_top = always')).toContain('pick');
    await table.tapPile();
    expect([table.problem, line.plays]).toEqual([null, ['pick']]);
  });

  test('with cards that are selected, a tap means to take it', async () => {
    await under('pick_top = always');
    select('Kc', 'Kd');
    await table.tapPile();
    expect([table.problem?.code, line.plays]).toEqual(['TAKE_CARDS', []]);
  });

  test('a tap takes a pile that is melded for afterwards, as it lies', async () => {
    await under('take_with = new_meld; freeze_until_melded = no');
    await table.tapPile();
    expect([table.problem, line.plays]).toEqual([null, ['take-all']]);
  });

  test('the engine says why it is not taken, and then what is owed for it', async () => {
    await under('take_with = any_card');
    await table.tapPile();
    expect([table.problem?.code, line.plays]).toEqual(['FROZEN', []]);
    await under('take_with = new_meld; freeze_until_melded = no', '0 take-all');
    expect(standingWords(table)).toBe(
      'You took the pile: lay a new meld before you discard. Your first melds need 50.',
    );
  });

  test('a wild on top stops no pile that is taken as it lies, unless it is said to', async () => {
    const deal = DEAL.replace('turned 9d', 'turned 2d');
    const whole = 'take_with = new_meld; freeze_wild = no; freeze_until_melded = no';
    for (const stops of ['none', 'wild']) {
      const overrides = `${whole}; take_top_blockers = ${stops}`;
      ({ table } = await beginTable({ ...info, overrides }, START, [deal]));
      const { state, can_take } = table.view?.pile ?? expect.fail();
      expect([state, can_take]).toEqual(stops === 'none' ? ['open', true] : ['wild', false]);
    }
  });

  test('amid a draw one draws on, or no more', async () => {
    const one = 'draw_count = 2; draw_stepwise = may_stop';
    expect(await under(one, '0 draw gets Jd')).toEqual(['pass', 'draw']);
    expect(standingWords(table)).toBe('Draw the next card, or draw no more.');
    await table.play('pass');
    expect(line.plays).toEqual(['pass']);
  });
});
