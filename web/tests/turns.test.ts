// Event lines to turns, and turns to words. Not here: the engine; views hold only what is read.
// Invariant: the sentence of a turn names every deed once.
import { describe, expect, test } from 'vitest';
import type { Meld, View } from '../src/engine/types';
import { parseEvent } from '../src/events';
import { m } from '../src/messages';
import { turnSentence, turnShort } from '../src/narrate';
import { addEvent, lastTurn, touchedRanks, type Turn } from '../src/turns';

const meld = (rank: string, canasta: Meld['canasta'] = null): Meld => ({
  rank,
  cards: [],
  naturals: 0,
  wilds: 0,
  canasta,
  staged: false,
});

function table(change: {
  melds?: Meld[];
  pile?: Partial<View['pile']>;
  phase?: View['phase'];
  end?: View['end'];
  out?: number;
}): View {
  const side = {
    seats: [],
    melds: change.melds ?? [],
    red3: [],
    total: 0,
    minimum: 50,
    opened: false,
    canastas: 0,
  };
  return {
    side_of: [0, 1, 0, 1],
    sides: [side, { ...side, melds: [] }],
    pile: { count: 0, top: null, rank: null, ...change.pile },
    phase: change.phase ?? 'meld',
    end: change.end ?? 'none',
    out_seat: change.out ?? 255,
  } as unknown as View;
}

function play(...steps: [line: string, before: View, after: View][]): Turn[] {
  return steps.reduce<Turn[]>((turns, [line, before, after]) => {
    const event = parseEvent(line);
    return event === null ? turns : addEvent(turns, event, before, after);
  }, []);
}

describe('parseEvent', () => {
  test.each([
    ['deal 3 dealer 2 red 1:3d turned 2dKd hand 0:4cKhKs', { kind: 'deal', hand: 3, dealer: 2 }],
    ['2 draw 3d?', { kind: 'draw', seat: 2, cards: ['3d', '?'] }],
    ['2 draw', { kind: 'draw', seat: 2, cards: [] }],
    ['2 take KhKs', { kind: 'take', seat: 2, cards: ['Kh', 'Ks'], drawn: [] }],
    ['2 lay Kh', { kind: 'lay', seat: 2, card: 'Kh', meld: 'K' }],
    ['2 lay 2d K', { kind: 'lay', seat: 2, card: '2d', meld: 'K' }],
    ['0 discard 4s', { kind: 'discard', seat: 0, card: '4s' }],
    ['0 yes', { kind: 'yes', seat: 0 }],
    ['score 0:4c5d 1:', { kind: 'score' }],
    ['2 juggle', null],
    ['', null],
  ])('%s', (line, event) => expect(parseEvent(line)).toEqual(event));
});

describe('turns', () => {
  const calm = table({});

  test('a plain turn', () => {
    const turns = play(['1 draw ?', calm, calm], ['1 discard 4s', calm, calm]);
    expect(turns).toHaveLength(1);
    expect(turnSentence(m, turns[0] as Turn, 'Ben')).toBe(
      'Ben drew a card and discarded the four of spades.',
    );
    expect(turns[0]?.done).toBe(true);
  });

  test('taking the pile and completing a canasta', () => {
    const before = table({ melds: [meld('K')], pile: { count: 7, top: 'Kd', rank: 'K' } });
    const after = table({ melds: [meld('K', 'mixed')] });
    const turns = play(
      ['2 take KhKs', before, before],
      ['2 lay 2d K', before, after],
      ['2 discard 5c', after, after],
    );
    expect(turnSentence(m, turns[0] as Turn, 'Clara')).toBe(
      'Clara took the pile (7 cards): the king of diamonds with two kings, ' +
        'added one two to the kings: a mixed canasta! and discarded the five of clubs.',
    );
    expect(touchedRanks(lastTurn(turns, 2))).toEqual(['K', 'K']);
  });

  test('a question is part of the turn of the one who asked', () => {
    const out = table({ phase: 'hand_end', end: 'out', out: 0 });
    const turns = play(
      ['0 draw Kc', calm, calm],
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
    const turns = play(['0 draw ?', calm, calm], ['1 draw ?', calm, calm]);
    expect(turns.map((turn) => [turn.seat, turn.done])).toEqual([
      [0, true],
      [1, false],
    ]);
    expect(addEvent(turns, { kind: 'deal', hand: 2, dealer: 1 }, calm, calm)).toEqual([]);
  });

  test('red threes drawn are told, and a declined pile', () => {
    const [turn] = play(['3 draw 3d3h?', calm, calm]);
    expect(turnShort(m, turn as Turn)).toEqual(['drew']);
    expect(turnSentence(m, turn as Turn, 'Dan')).toBe('Dan drew a card and laid out 2 red threes.');
    const [last] = play(['3 draw', calm, table({ phase: 'hand_end', end: 'stock' })]);
    expect(turnSentence(m, last as Turn, 'Dan')).toContain('stock is empty');
  });
});
