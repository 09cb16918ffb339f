// Event lines to turns, and turns to words. Not here: the engine; views hold only what is read.
// Invariant: the sentence of a turn names every deed once.
import { describe, expect, test } from 'vitest';
import type { View } from '../src/engine/types';
import { parseEvent } from '../src/events';
import { m } from '../src/messages';
import { turnSentence, turnShort } from '../src/narrate';
import { addEvent, lastTurn, touchedMelds, turnSince, type Turn } from '../src/turns';
import { meldOf, sideOf, viewOf } from './view_support';

const kings = (...cards: string[]): View =>
  viewOf({ phase: 'meld', sides: [sideOf([0, 2], [meldOf('K', cards)]), sideOf([1, 3])] });

type Play = [line: string, before: View, after: View];

function play(...steps: Play[]): Turn[] {
  return steps.reduce<Turn[]>((turns, [line, before, after]) => {
    const event = parseEvent(line);
    return event === null ? turns : addEvent(turns, event, before, after);
  }, []);
}

const nothing = { cards: [], threes: [], picked: null };
const step = (
  seat: number,
  deed: object,
  gets: object = nothing,
  begins: object | null = null,
) => ({
  ...{ kind: 'step', seat, deed, gets, begins },
});

describe('parseEvent', () => {
  test.each([
    [
      'deal 3 dealer 2 threes 1:3d turned 2dKd hand 0:4cKhKs',
      { kind: 'deal', returned: [], begins: null },
    ],
    [
      'deal 1 dealer 3 returned 2d3h turned Kd hand 0:4c',
      { kind: 'deal', returned: ['2d', '3h'], begins: null },
    ],
    [
      '2 draw gets ? threes 3d',
      step(2, { kind: 'draw' }, { ...nothing, cards: ['?'], threes: ['3d'] }),
    ],
    ['2 draw', step(2, { kind: 'draw' })],
    ['2 take KhKs', step(2, { kind: 'take', cards: ['Kh', 'Ks'] })],
    ['2 take', step(2, { kind: 'take', cards: [] })],
    ['2 take-all', step(2, { kind: 'take-all' })],
    ['2 pick gets ?', step(2, { kind: 'pick' }, { ...nothing, cards: ['?'] })],
    ['2 lay Kh', step(2, { kind: 'lay', card: 'Kh' })],
    ['2 lay 2d K', step(2, { kind: 'lay', card: '2d' })],
    ['2 to 3', step(2, { kind: 'aside' })],
    ['2 join 4', step(2, { kind: 'join' })],
    ['2 swap Kh 2', step(2, { kind: 'swap', card: 'Kh', steals: false })],
    ['2 steal Kh X', step(2, { kind: 'swap', card: 'Kh', steals: true })],
    ['0 discard 4s', step(0, { kind: 'discard', card: '4s' })],
    ['0 yes', step(0, { kind: 'yes' })],
    ['0 lay-out gets 5h', step(0, { kind: 'lay-out' }, { ...nothing, cards: ['5h'] })],
    [
      '2 discard 5h then 3 gets ???? talon',
      step(2, { kind: 'discard', card: '5h' }, nothing, {
        seat: 3,
        gets: { cards: ['?', '?', '?', '?'], threes: [], picked: 'talon' },
      }),
    ],
    ['score 0:4c5d 1:', { kind: 'score' }],
    ['2 juggle', null],
    ['', null],
  ])('%s', (line, event) => expect(parseEvent(line)).toEqual(event));
});

describe('turns', () => {
  const calm = viewOf({ phase: 'meld' });

  test('a plain turn', () => {
    const turns = play(['1 draw gets ?', calm, calm], ['1 discard 4s', calm, calm]);
    expect(turns).toHaveLength(1);
    expect(turnSentence(m, turns[0] as Turn, 'Ben')).toBe(
      'Ben drew a card and discarded the four of spades.',
    );
    expect(turns[0]?.done).toBe(true);
  });

  test('a last card that is melded ends the turn, and who floats is told', () => {
    const before = kings('Kh', 'Ks', 'Kd');
    const next = { turn_number: 2, hand_counts: [0, 11, 11, 11] };
    const after = { ...kings('Kh', 'Ks', 'Kd', 'Kc'), ...next };
    const [turn] = play(['0 lay Kc', before, after]);
    expect(turn?.done).toBe(true);
    expect(turnSentence(m, turn as Turn, 'You')).toBe(
      'You added one king to the kings and ran out of cards.',
    );
    expect(turnShort(m, turn as Turn)).toEqual(['K', 'no card left']);
  });

  test('a wild that was taken out of a meld is told, in few letters too', () => {
    const [turn] = play(['0 swap Kc 2', kings('Kh', 'Ks', '2d'), kings('Kh', 'Ks', 'Kc')]);
    expect(turnSentence(m, turn as Turn, 'Ben')).toBe(
      'Ben put the king of clubs in the place of the two of diamonds.',
    );
    expect(turnShort(m, turn as Turn)).toEqual(['took a ★']);
  });

  test('picking up the top card, with another from the stock or without', () => {
    const before = viewOf({ pile: { ...calm.pile, count: 1, top: 'Kh' } });
    const [two] = play(['1 pick gets ?', before, calm], ['1 discard 4s', calm, calm]);
    expect(turnSentence(m, two as Turn, 'Ben')).toBe(
      'Ben picked up the king of hearts, drew a card and discarded the four of spades.',
    );
    expect(turnShort(m, two as Turn)).toEqual(['picked up']);
    const [one] = play(['1 pick', before, calm]);
    expect(turnSentence(m, one as Turn, 'Ben')).toBe('Ben picked up the king of hearts.');
    expect(turnSince(one as Turn, two as Turn).top).toBe(null);
  });

  test('cards that are drawn one by one are told together, and stopping is no pass', () => {
    const drawing = viewOf({ phase: 'draw', amid_draw: true });
    const [turn] = play(
      ['1 draw gets ?', drawing, drawing],
      ['1 draw gets ?', drawing, drawing],
      ['1 pass', drawing, calm],
      ['1 discard 4s', calm, calm],
    );
    expect(turnSentence(m, turn as Turn, 'Ben')).toBe(
      'Ben drew 2 cards and discarded the four of spades.',
    );
  });

  test('taking the pile and completing a canasta', () => {
    const pile = { ...calm.pile, count: 7, take_amount: 7, top: 'Kd', rank: 'K' };
    const before = { ...kings('Kc', 'Kd', 'Kh'), pile };
    const taken = kings('Kc', 'Kd', 'Kh', 'Kh', 'Ks', 'Kd');
    const seven = [...['Kc', 'Kd', 'Kh', 'Kh', 'Ks', 'Kd'], '2d'];
    const done = viewOf({
      phase: 'meld',
      sides: [sideOf([0, 2], [meldOf('K', seven, { canasta: 'mixed' })]), sideOf([1, 3])],
    });
    const turns = play(
      ['2 take KhKs', before, taken],
      ['2 lay 2d K', taken, done],
      ['2 discard 5c', done, done],
    );
    expect(turnSentence(m, turns[0] as Turn, 'Clara')).toBe(
      'Clara took the pile (7 cards): the king of diamonds with two kings, ' +
        'added one two to the kings: a mixed canasta and discarded the five of clubs.',
    );
    expect(touchedMelds(lastTurn(turns, 2), 0)).toEqual([0, 0]);
  });

  test('what a turn has done since is told without what was told of it', () => {
    const draw: Play = ['0 draw gets 5c', calm, calm];
    const three: Play[] = ['Kc', 'Kd', 'Kh'].map((card, i, all) => [
      `0 lay ${card}`,
      i === 0 ? calm : kings(...all.slice(0, i)),
      kings(...all.slice(0, i + 1)),
    ]);
    const fourth: Play = ['0 lay Ks', kings('Kc', 'Kd', 'Kh'), kings('Kc', 'Kd', 'Kh', 'Ks')];
    const [drawn] = play(draw);
    const [laid] = play(draw, ...three);
    const [added] = play(draw, ...three, fourth);
    const since = (before: Turn | undefined, after: Turn | undefined): string =>
      turnSentence(m, turnSince(before ?? null, after as Turn), m.you);
    expect(since(undefined, drawn)).toBe('You drew the five of clubs.');
    expect(since(drawn, laid)).toBe('You melded three kings.');
    expect(since(laid, added)).toBe('You added one king to the kings.');
  });

  test('a sequence is told in its order', () => {
    const table = (...cards: string[]): View =>
      viewOf({
        phase: 'meld',
        sides: [sideOf([0, 2], cards.length > 0 ? [meldOf('S', cards)] : [])],
      });
    const turns = play(
      ['0 lay 5h S', table(), table('5h')],
      ['0 lay 6h S', table('5h'), table('5h', '6h')],
      ['0 lay 7h S', table('5h', '6h'), table('5h', '6h', '7h')],
    );
    expect(turnSentence(m, turns[0] as Turn, m.you)).toBe(
      'You melded a sequence (five, six, seven).',
    );
    expect(turnShort(m, turns[0] as Turn)).toEqual(['3×seq']);
  });

  test('a talon, a three laid out, joined melds and a pass', () => {
    const turns = play(
      ['1 discard 5h then 2 gets ???? talon threes 3d', calm, calm],
      ['2 draw gets ?', calm, calm],
      ['2 to 1', calm, calm],
      ['2 join 2', calm, calm],
      ['2 pass', calm, calm],
    );
    expect(turnSentence(m, turns[1] as Turn, 'Clara')).toBe(
      'Clara picked up the waiting cards, drew a card, laid out a three, joined two melds ' +
        'and passed.',
    );
    expect(turns[1]?.done).toBe(true);
  });

  test('sides that form, and a special hand', () => {
    const open = { ...calm, formed: false };
    const [turn] = play(['0 take KhKs', open, calm]);
    expect(turnSentence(m, turn as Turn, 'Ben')).toContain('became the lone player');
    const declared = { name: 'pairs_with_wilds', points: 2000, wins_game: false };
    const [last] = play(['0 declare', calm, { ...calm, declared, end: 'special' }]);
    expect(turnSentence(m, last as Turn, 'Ben')).toBe('Ben declared pairs with wilds for 2,000.');
  });

  test('a question is part of the turn of the one who asked', () => {
    const out = viewOf({ phase: 'hand_end', end: 'out', out_seat: 0 });
    const turns = play(
      ['0 draw gets Kc', calm, calm],
      ['0 ask', calm, calm],
      ['2 yes', calm, calm],
      ['0 discard 4h', calm, out],
    );
    expect(turns).toHaveLength(1);
    expect(turnSentence(m, turns[0] as Turn, m.you)).toBe(
      'You drew the king of clubs, asked to go out, partner said yes, ' +
        'discarded the four of hearts and went out.',
    );
  });

  test('another seat begins a new turn and a deal a new list', () => {
    const turns = play(['0 draw gets ?', calm, calm], ['1 draw gets ?', calm, calm]);
    expect(turns.map((turn) => [turn.seat, turn.done])).toEqual([
      [0, true],
      [1, false],
    ]);
    expect(addEvent(turns, { kind: 'deal', returned: [], begins: null }, calm, calm)).toEqual([]);
  });

  test('threes drawn are told, and a declined pile', () => {
    const [turn] = play(['3 draw gets ? threes 3d3h', calm, calm]);
    expect(turnShort(m, turn as Turn)).toEqual(['drew']);
    expect(turnSentence(m, turn as Turn, 'Dan')).toBe('Dan drew a card and laid out 2 threes.');
    const [last] = play(['3 draw', calm, viewOf({ phase: 'hand_end', end: 'stock' })]);
    expect(turnSentence(m, last as Turn, 'Dan')).toContain('stock is empty');
  });

  test('cards that went back are told as what the dealer did', () => {
    const dealt = viewOf({ dealer: 2 });
    const deal = 'deal 1 dealer 2 returned 2d3h turned Kd';
    const [turn, begun] = play([`${deal} then 3 gets - packet`, calm, dealt]);
    expect([turn?.seat, turn?.done, begun?.seat]).toEqual([2, true, 3]);
    expect(turnShort(m, turn as Turn)).toEqual(['turned up']);
    expect(turnSentence(m, turn as Turn, 'Cleo')).toBe(
      'Cleo turned up the two of diamonds and the three of hearts ' +
        'and put them back into the stock.',
    );
  });

  test('a stock that is filled again is told, as a turn begins and in a draw', () => {
    const turned = viewOf({ refill: 'turn_pile' });
    const [, begun] = play(['2 discard 5h then 3 gets - refill', calm, turned]);
    expect(turnShort(m, begun as Turn)).toEqual(['new stock']);
    expect(turnSentence(m, begun as Turn, 'Dan')).toBe(
      'Dan turned the pile over for a new stock.',
    );
    const [turn] = play(['3 draw gets ?? refill', calm, viewOf({ refill: 'shuffle_pile' })]);
    expect(turnSentence(m, turn as Turn, 'Dan')).toBe(
      'Dan shuffled the pile for a new stock and drew 2 cards.',
    );
  });
});
