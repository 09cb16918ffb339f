// Which cards move when something happens. Not here: how they fly.
// Invariant: faces that this seat may not know are never named.
import { beforeAll, expect, test } from 'vitest';
import type { HandCard } from '../src/cards';
import type { Engine } from '../src/engine/engine';
import { parseEvent, type TableEvent } from '../src/events';
import { cardMoves, completesCanasta, type Happened, type Move } from '../src/motion/moves';
import { newEngine, prepareEngine } from './engine_support';

let engine: Engine;
beforeAll(async () => {
  await prepareEngine();
  engine = await newEngine();
});

const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';

/** What happens with the last `count` lines. */
function happened(lines: readonly string[], count: number): Happened[] {
  const start = 'view seat 0 dealer 3 played 0 totals 0,0';
  engine.start({ rules: 'classic_pagat', overrides: '', seats: 4, view: start });
  const all = lines.flatMap((line): Happened[] => {
    const before = engine.view();
    expect(engine.event(line).ok, line).toBe(true);
    const event = parseEvent(line);
    return event === null ? [] : [{ event, before, after: engine.view() }];
  });
  return all.slice(-count);
}

const own = (id: number, card: string): HandCard => ({ id, card, fresh: false });
const short = ({ card, from, to }: Move): string =>
  [card, JSON.stringify(from), JSON.stringify(to)].join(' ').replace(/["{}]/g, '');

test('an own draw goes from the stock to the card, an own discard from it to the pile', () => {
  const drew = happened([DEAL, '0 draw gets 8c'], 1);
  expect(cardMoves(drew, { gone: [], come: [own(7, '8c')] }).map(short)).toEqual([
    '8c at:stock at:hand,id:7',
  ]);
  const threw = happened([DEAL, '0 draw gets 8c', '0 discard 8c'], 1);
  expect(cardMoves(threw, { gone: [own(7, '8c')], come: [] }).map(short)).toEqual([
    '8c at:hand,id:7 at:pile',
  ]);
});

test('of another seat the drawn card is face down, the others come out of its hand', () => {
  const lays = ['Jc', 'Jd', 'Jh', 'Jc', 'Jd', 'Jh'].map((card) => `1 lay ${card}`);
  const lines = [DEAL, '0 draw gets 8c', '0 discard 8c', '1 draw gets ?', ...lays, '1 open'];
  const moves = cardMoves(happened([...lines, '1 discard 4s'], 9), { gone: [], come: [] });
  expect(moves.map(short)).toEqual([
    ' at:stock at:seat,seat:1',
    ...['Jc', 'Jd', 'Jh', 'Jc', 'Jd', 'Jh'].map(
      (card) => `${card} at:seat,seat:1 at:meld,side:1,place:0`,
    ),
    '4s at:seat,seat:1 at:pile',
  ]);
});

test('a deal brings every own card, backs to the others, and the card that is turned', () => {
  const cards = DEAL.slice(-22).match(/../g) ?? [];
  const come = cards.map((card, i) => own(i, card));
  const moves = cardMoves(happened([DEAL], 1), { gone: [], come });
  expect(moves.filter(({ to }) => to.at === 'hand')).toHaveLength(11);
  expect(moves.filter(({ to }) => to.at === 'seat').every(({ card }) => card === null)).toBe(true);
  expect(moves.at(-1)).toEqual({ card: '9d', from: { at: 'stock' }, to: { at: 'pile' } });
});

test('a turned card that may not lie open goes back to the stock', () => {
  const event: TableEvent = { kind: 'deal', returned: ['2d'], begins: null };
  const deal = happened([DEAL], 1).map((one) => ({ ...one, event }));
  const moves = cardMoves(deal, { gone: [], come: [] });
  expect(moves.slice(-3).map(short)).toEqual([
    '2d at:stock at:pile',
    '2d at:pile at:stock',
    '9d at:stock at:pile',
  ]);
});

test('a replaced red three goes to the threes of its side', () => {
  const drew = happened([DEAL, '0 draw gets 8c threes 3h'], 1);
  expect(cardMoves(drew, { gone: [], come: [own(7, '8c')] }).map(short)).toEqual([
    '3h at:stock at:threes,side:0',
    '8c at:stock at:hand,id:7',
  ]);
});

test('a canasta is noticed when it is completed, and only then', () => {
  const turn = [DEAL, '0 draw gets 8c', '0 discard 8c', '1 draw gets ?'];
  const six = ['Jc', 'Jd', 'Jh', 'Js', 'Jc', 'Jd'].map((card) => `1 lay ${card}`);
  expect(completesCanasta(happened([...turn, ...six], 6))).toBe(false);
  expect(completesCanasta(happened([...turn, ...six, '1 lay Jh'], 1))).toBe(true);
});

test('a fan that becomes a canasta closes, the card that lies on top then above all others', () => {
  const lines = [DEAL, '0 draw gets 8c', '0 discard 8c', '1 draw gets ?'];
  const six = ['Jc', 'Jd', 'Js', 'Js', 'Jc', 'Jh'].map((card) => `1 lay ${card}`);
  const laid = happened([...lines, ...six, '1 lay Jd'], 1);
  const moves = cardMoves(laid, { gone: [], come: [] }).map(short);
  const slot = (i: number): string => `at:slot,side:1,place:0,i:${i} at:meld,side:1,place:0`;
  expect(moves).toEqual([
    ...[`Jc ${slot(0)}`, `Jc ${slot(1)}`, `Jh ${slot(3)}`, `Js ${slot(4)}`, `Js ${slot(5)}`],
    'Jd at:seat,seat:1 at:meld,side:1,place:0',
    `Jd ${slot(2)}`,
  ]);
  const more = happened([...lines, ...six, '1 lay Jd', '1 lay Jh'], 1);
  expect(cardMoves(more, { gone: [], come: [] })).toHaveLength(1);
});
