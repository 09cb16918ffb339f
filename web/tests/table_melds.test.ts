// The table store under rules with several melds of a rank, sequences, packets and people who rest.
// Not here: one meld of a rank (table.test.ts). Invariant: where there is one place it takes one
// tap, and where there are several the page asks.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { m } from '../src/messages';
import type { Table } from '../src/table.svelte';
import { BUILD_MS, prepareEngine } from './engine_support';
import { beginTable, infoOf, selectCards, type Listener } from './table_support';

beforeAll(prepareEngine, BUILD_MS);

const START = 'view seat 0 dealer 3 played 0 totals 0,0';
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:5h6h7h8hQcQdQsKcKcKdKhKsKs2cX';

let table: Table;
let line: Listener;
const select = (...cards: string[]): void => selectCards(table, cards);

async function samba(...events: string[]): Promise<void> {
  ({ table, line } = await beginTable(infoOf('samba', 4), START, [DEAL, ...events]));
}

describe('the opening', () => {
  beforeEach(() => samba('0 draw gets 9h4c'));

  test('a run of one suit is staged as a sequence; more kings only if wished', async () => {
    select('5h', '6h', '7h');
    table.stage();
    expect(table.plan.groups.map((group) => group.kind)).toEqual(['sequence']);
    select('Kc', 'Kd', 'Kh');
    table.stage();
    select('Kc', 'Ks', 'Ks');
    table.stage();
    expect(table.choosing).toEqual({ kind: 'place' });
    expect(table.places.map((place) => place.group_i)).toEqual([1, null]);
    table.stage(table.places[1]);
    await table.confirm();
    expect(line.plays).toEqual(['open 5h6h7h KcKdKh K+:KcKsKs']);
  });

  test('a card that fits a group of the tray goes there at once', () => {
    select('5h', '6h', '7h');
    table.stage();
    select('8h', '9h');
    table.stage();
    expect(table.choosing).toBeNull();
    expect(table.plan.groups[0]?.cards.map((own) => own.card)).toEqual([
      ...['5h', '6h', '7h', '8h', '9h'],
    ]);
  });

  test('a card taken out of the middle of a sequence dissolves it', () => {
    select('5h', '6h', '7h', '8h');
    table.stage();
    const seven = table.plan.groups[0]?.cards.find((own) => own.card === '7h');
    table.takeBack(seven?.id ?? -1);
    expect(table.plan.groups).toEqual([]);
    expect(table.inHand).toHaveLength(17);
    table.undo();
    expect(table.plan.groups).toHaveLength(1);
  });
});

const OPENED = [
  ...['0 draw gets 9h4c', '0 lay 5h S', '0 lay 6h S', '0 lay 7h S', '0 lay Kc', '0 lay Kd'],
  ...['0 lay Kh', '0 new', '0 lay Kc', '0 lay Ks', '0 lay Ks', '0 open'],
];

describe('melds of one rank', () => {
  beforeEach(() => samba(...OPENED));

  test('a wild card asks which kings; a tap on them answers', async () => {
    select('2c');
    await table.lay();
    expect([table.choosing, table.hint]).toEqual([{ kind: 'place' }, m.hint.choosePlace]);
    expect(table.places.map((place) => place.meld)).toEqual([1, 2]);
    expect(line.sent).toEqual([]);
    await table.tapMeld(2);
    expect(line.plays).toEqual(['meld K#3:2c']);
  });

  test.each([
    [['8h', '9h'], 'meld S#1:8h9h'],
    [['Qc', 'Qd', 'Qs'], 'meld QcQdQs'],
  ])('cards with one place are laid by one tap: %j', async (cards, play) => {
    select(...cards);
    await table.lay();
    await table.lay(); // a second tap, before it is known what came of the first
    expect(line.plays).toEqual([play]);
  });

  test('a meld that takes no such card says why', async () => {
    select('Qc');
    await table.tapMeld(1);
    expect(table.problem?.code).toMatch(/RANK|NO_MELD/);
    select('2c');
    await table.tapMeld(0);
    expect(table.problem?.code).toMatch(/SEQ_WILD|NO_MELD/);
    expect(line.sent).toEqual([]);
  });

  test('two melds of one rank are joined by tapping both', async () => {
    table.clearSelection();
    await table.tapMeld(0);
    expect(table.joining.picked).toEqual([]);
    await table.tapMeld(2);
    expect(table.joining.picked).toEqual([2]);
    expect([0, 1, 2].map((i) => table.canJoinPicked(i))).toEqual([false, true, false]);
    await table.tapMeld(1);
    expect(table.hint).toBe(m.hint.joinNow);
    await table.join();
    expect(line.plays).toEqual(['join #2 #3']);
  });

  test('melds are called by their rank and their order', () => {
    const melds = table.side?.melds ?? [];
    expect(melds.map((meld) => meld.name)).toEqual(['S#1', 'K#2', 'K#3']);
  });
});

describe('the pile', () => {
  const round = [
    ...['0 discard 4c', '1 draw gets ??', '1 discard 4d', '2 draw gets ??', '2 discard 5s'],
    ...['3 draw gets ??', '3 discard Kd'],
  ];

  test('a take that could go to several melds asks to which', async () => {
    await samba(...OPENED, ...round);
    await table.taking.begin();
    expect(table.choosing).toEqual({ kind: 'take' });
    expect(table.taking.ways.map((way) => way.meld)).toEqual([1, 2]);
    const [, second] = table.taking.ways;
    if (second !== undefined) await table.taking.choose(second);
    expect(line.plays).toEqual(['take #3']);
  });
});

describe('five at a table', () => {
  const deal = 'deal 1 dealer 3 turned 9h then 0 gets -';

  test('one rests, sees the table, and has no turn', async () => {
    const info = infoOf('five_hand', 5);
    const start = 'view seat none dealer 3 played 0 totals 0,0';
    ({ table } = await beginTable(info, start, [deal], 2));
    expect(table.view?.resting).toBe(2);
    expect([table.people.seated, table.myTurn]).toEqual([false, false]);
    expect(table.people.others.map((seat) => table.people.name(seat))).toEqual([
      ...['Anna', 'David', 'Bruno', 'Eva'],
    ]);
    expect(table.people.sideName(0)).toBe('Us');
    expect(table.hint).toBeNull();
  });

  test('the next deal gives a seat again', async () => {
    const info = infoOf('five_hand', 5);
    const start = 'view seat none dealer 3 played 0 totals 0,0';
    ({ table, line } = await beginTable(info, start, [deal], 2));
    const events = ['deal 2 dealer 0 turned 9h hand 2:4c5d7h9sQcQdQsKcKdKh2c then 1 gets -'];
    const next = 'view seat 2 dealer 0 played 1 totals 0,0';
    table.receive({ t: 'ev', seq: 6, kind: 'deal', start: next, events });
    expect(line.resyncs).toBe(0);
    expect([table.people.me, table.inHand.length]).toEqual([2, 11]);
    expect(table.people.name(0)).toBe('Anna');
    expect(table.people.name(2)).toBe('You');
    expect(table.view?.resting).toBe(1);
  });
});
