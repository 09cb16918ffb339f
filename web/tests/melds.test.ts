// Melds told apart, and what their pictures show. Not here: drawing.
// Invariant: no card of a sequence is ever hidden, and its order is the meld's.
import { expect, test } from 'vitest';
import { marksOf, nthOfKind, shownCards } from '../src/melds';
import { m } from '../src/messages';
import { meldOf } from './view_support';

const kings = meldOf('K', ['Kc', 'Kd', 'Kh']);
const hearts = meldOf('S', ['5h', '6h', '7h']);
const spades = meldOf('S', ['5s', '6s', '7s']);

test('only melds of the same rank, or sequences of one suit, are numbered', () => {
  expect(nthOfKind([kings, hearts, kings, spades, meldOf('Q', ['Qc', 'Qd', 'Qh'])])).toEqual([
    0,
    null,
    1,
    null,
    null,
  ]);
  expect(nthOfKind([hearts, spades, hearts])).toEqual([0, null, 1]);
  expect(nthOfKind([meldOf('2', ['2c', '2d', '2h']), meldOf('W', ['2c', 'X', '2h'])])).toEqual([
    null,
    null,
  ]);
});

test('a canasta is squared up under a card of its colour; a sequence keeps its row', () => {
  const cards = ['Kc', 'Kd', 'Kh', 'Ks', 'Kc', 'Kd', 'Kh'];
  expect(shownCards(kings)).toEqual(kings.cards);
  expect(shownCards(meldOf('K', cards, { canasta: 'natural' }))).toEqual(['Kd']);
  const mixed = ['Kh', 'Kc', 'Kd', 'Kh', '2s', 'X', 'X'];
  expect(shownCards(meldOf('K', mixed, { canasta: 'mixed' }))).toEqual(['Kc']);
  const wilds = ['2c', '2d', '2h', '2s', 'X', 'X', 'X'];
  expect(shownCards(meldOf('W', wilds, { canasta: 'wild' }))).toHaveLength(1);
  const row = ['5h', '6h', '7h', '8h', '9h', 'Th', 'Jh'];
  expect(shownCards(meldOf('S', row, { canasta: 'sequence' }))).toEqual(row);
});

test('wild cards are stars; twos of a meld of twos are not wild', () => {
  expect(marksOf(meldOf('K', ['Kc', '2d', 'X']))).toEqual(['c', 'star', 'star']);
  expect(marksOf(meldOf('2', ['2c', '2d', 'X']))).toEqual(['c', 'd', 'star']);
});

test('melds have names that say what they are', () => {
  expect(m.table.meldLabel(hearts, null)).toBe('Sequence of hearts, five to seven, 3 cards');
  expect(m.table.meldLabel(kings, 1)).toBe('Kings, second meld, 3 cards');
  const wild = meldOf('W', ['2c', '2d', 'X'], { closed: true });
  expect(m.table.meldLabel(wild, null)).toBe('Wild cards, 3 cards, closed');
  const mixed = meldOf('K', ['Kc', 'Kd', 'Kh', 'Ks', 'Kc', '2d', 'X'], { canasta: 'mixed' });
  expect(m.table.meldLabel(mixed, null)).toBe('Kings, 7 cards, 2 wild, mixed canasta');
});
