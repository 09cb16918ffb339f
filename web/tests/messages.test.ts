// Every reason and refusal has its sentence, and the catalogue's words come out right.
// Not here: where texts are shown. Invariant: the codes are read from the sources that define them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { m, reasonText } from '../src/messages';
import * as home from '../src/messages/home';
import { analysis } from '../src/messages/worth';

import { viewOf } from './view_support';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function engineCodes(): { code: string; numbers: number }[] {
  const header = read('include/canasta/reason.h');
  return [...header.matchAll(/^\s*X\((\w+), (\d), "/gm)].map(([, code = '', numbers = '']) => ({
    code,
    numbers: Number(numbers),
  }));
}

function serverCodes(): string[] {
  const protocol = read('docs/protocol.md');
  const list = protocol.slice(protocol.indexOf('Codes of `rej`'));
  return [...list.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, code = '']) => code);
}

test('a question that is advised ends as one', () => {
  const asks = m.advice.part({ kind: 'ask', cards: [] }, viewOf());
  expect(m.advice.told([asks], [])).toMatch(/[^?.][?]$/);
});

test('points that were won are no cost', () => {
  const lead = { points: -66, points_error: 44, chance: 6554, chance_error: 2359, worlds: 600 };
  expect(analysis.cost(lead)).toBe('Cost 10.0 ± 3.6% of the game, for 66 ± 44 points more.');
  expect(analysis.cost({ ...lead, points: 66 })).toMatch(/^Cost 66 ± 44 points, 10.0/);
});

describe('reasons', () => {
  test('the header and the protocol name codes', () => {
    expect(engineCodes().length).toBeGreaterThan(30);
    expect(serverCodes()).toContain('STALE');
  });

  test.each(engineCodes())('$code has a sentence, with its numbers', ({ code, numbers }) => {
    expect(Object.keys(m.reasons)).toContain(code);
    const text = reasonText({ code, have: 17, need: 23 });
    expect(text).toMatch(/^[A-Z].*[.]$/);
    if (numbers === 2) {
      expect(text).toContain('17');
      expect(text).toContain('23');
    }
  });

  test.each(serverCodes())('%s of the server has a sentence', (code) => {
    expect(Object.keys(m.reasons)).toContain(code);
    expect(reasonText({ code, have: 0, need: 0 })).toMatch(/[.]$/);
  });

  test.each(['STORE', 'FULL', 'DAMAGED', 'UNSURE'])('%s has a sentence', (code) => {
    expect(Object.keys(m.reasons)).toContain(code);
    expect(reasonText({ code, have: 0, need: 0 })).toMatch(/^[A-Z].*[.]$/);
  });

  test('the wait for a table says why', () => {
    const waits = [null, 'STORE', 'FULL'].map(m.status.retrying);
    expect(new Set(waits).size).toBe(3);
    for (const text of waits) expect(text).toMatch(/Trying again …$/);
    expect(m.status.retrying('NEW_ONE')).toBe(m.status.retrying(null));
  });

  test('an unknown code is shown, not hidden', () => {
    expect(reasonText({ code: 'NEW_ONE', have: 0, need: 0 })).toContain('NEW_ONE');
    expect(reasonText({ code: 'toString', have: 0, need: 0 })).toContain('toString');
  });
});

describe('words', () => {
  test('say what a game goes to', () => {
    expect(m.table.toTarget(5000, 0, 0)).toBe('to 5,000');
    expect(m.table.toTarget(7500, 5000, 12)).toBe(
      'to 7,500, or 5,000 far ahead, 12 hands at most',
    );
    expect([m.table.leadWins(0), m.table.leadWins(5000)]).toEqual([
      '',
      '5,000 points win, too, if they are more than all others have together.',
    ]);
  });
  test('cards by name', () => {
    expect(m.card('Kh')).toBe('king of hearts');
    expect(m.card('Ts')).toBe('ten of spades');
    expect(m.card('X')).toBe('joker');
  });

  test('cards by count', () => {
    expect(m.cards(['Kh', 'Ks', '2c'])).toBe('two kings and one two');
    expect(m.cards(['X', 'X'])).toBe('two jokers');
    expect(m.cards(['3h', '3d'])).toBe('2 red threes');
    expect(m.cards(['3s'])).toBe('one three');
  });

  test('the count of the tray', () => {
    expect(m.tray.count(65, 90)).toBe('65 of 90 – 25 more');
    expect(m.tray.count(1200, 90)).toBe('1,200 of 90 – enough');
  });

  test('the pile in words', () => {
    const pile = viewOf().pile;
    const nine = { ...pile, count: 3, top: '9h', rank: '9', frozen: true };
    expect(m.table.pileState({ ...nine, state: 'frozen_flag' })).toBe(
      'Frozen: needs two natural nines',
    );
    expect(m.table.pileState(pile)).toBe('Empty');
    const [any, fresh] = (['any_card', 'new_meld'] as const).map((take_with) =>
      (['open', 'frozen_flag'] as const).map((state) =>
        m.table.pileState({ ...nine, take_with, state }),
      ),
    );
    expect(any).toEqual([
      'Open: needs a match for one of its cards',
      'Frozen: needs a natural pair for one of its cards',
    ]);
    expect(fresh).toEqual(['Open: needs a new meld', 'Frozen: needs two natural nines']);
  });

  test('what an opening needs', () => {
    expect(m.table.notOpened({ points: 120, canasta: 'no' })).toBe('minimum 120');
    expect(m.table.notOpened({ points: 0, canasta: 'natural' })).toBe('minimum a natural canasta');
    expect(m.table.minimumShort({ points: 150, canasta: 'any' })).toBe('min 150 + canasta');
    expect(m.hint.opening({ points: 0, canasta: 'no' })).toContain('anything');
  });

  test('numbers of players', () => {
    expect(home.lobby.playersOf([4])).toBe('4 players');
    expect(home.lobby.playersOf([2, 3, 4, 5, 6])).toBe('2 to 6 players');
    expect(home.lobby.playersOf([2, 4])).toBe('2 and 4 players');
  });

  test('computer players by name and manner, unknown ones by name', () => {
    expect(m.bot.short('level:5')).toBe('Oona · level 5');
    expect(m.bot.short('racer')).toBe('Max · quick');
    expect(m.bot.long('book')).toBe('computer player Vera (careful)');
    expect(m.bot.long('newcomer')).toBe('computer player newcomer');
    expect(m.bot.short('newcomer')).toBe('newcomer');
  });

  test('points below zero use a real minus', () => {
    expect(m.points(-1250)).toBe('−1,250');
  });

  test('plurals', () => {
    expect(m.table.handCount(1)).toBe('1 card in hand');
    expect(m.table.handCount(0)).toBe('0 cards in hand');
  });
});
