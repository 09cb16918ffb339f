// Cards of the hand: reading, sorting, keeping their identity, moving.
// Not here: rules. Invariant: no case depends on what a card is worth.
import { describe, expect, test } from 'vitest';
import {
  moveCard,
  naturalRank,
  reconcileHand,
  sortHand,
  splitCards,
  type HandCard,
} from '../src/cards';

const ids = () => {
  let next = 100;
  return () => next++;
};
const hand = (...cards: string[]): HandCard[] =>
  cards.map((card, id) => ({ id, card, fresh: false }));
const faces = (cards: readonly HandCard[]): string => cards.map((own) => own.card).join(' ');

describe('splitCards', () => {
  test.each([
    ['KhKs2dX?', ['Kh', 'Ks', '2d', 'X', '?']],
    ['', []],
    ['Td', ['Td']],
  ])('%s', (text, cards) => expect(splitCards(text)).toEqual(cards));
});

test('sorting goes by rank, wild cards last', () => {
  expect(faces(sortHand(hand('X', '2c', 'Ah', '4s', '3c', 'Td', '4c')))).toBe(
    '3c 4c 4s Td Ah 2c X',
  );
});

test('the natural rank of a group', () => {
  expect(naturalRank(['Kh', '2c', 'Ks'])).toBe('K');
  expect(naturalRank(['2c', 'X'])).toBeNull();
  expect(naturalRank(['Kh', 'Qs'])).toBeNull();
});

describe('reconcileHand', () => {
  test('cards that stay keep id and place; new ones come last and fresh', () => {
    const after = reconcileHand(hand('Kh', '4s', 'Kh'), ['4s', 'Kh', 'Kh', '9c'], new Set(), ids());
    expect(faces(after)).toBe('Kh 4s Kh 9c');
    expect(after.map((own) => own.id)).toEqual([0, 1, 2, 100]);
    expect(after.map((own) => own.fresh)).toEqual([false, false, false, true]);
  });

  test('of equal cards the used one leaves', () => {
    const after = reconcileHand(hand('Kh', '4s', 'Kh'), ['4s', 'Kh'], new Set([0]), ids());
    expect(after.map((own) => own.id)).toEqual([1, 2]);
  });

  test('a first hand is not fresh', () => {
    expect(reconcileHand([], ['4s'], new Set(), ids())[0]?.fresh).toBe(false);
  });

  test('the mark of fresh cards stays until others come', () => {
    const drawn = reconcileHand(hand('Kh'), ['Kh', '9c'], new Set(), ids());
    expect(reconcileHand(drawn, ['9c'], new Set([0]), ids())[0]?.fresh).toBe(true);
    const next = reconcileHand(drawn, ['Kh', '9c', '5d'], new Set(), ids());
    expect(next.map((own) => own.fresh)).toEqual([false, false, true]);
  });
});

test('a card moves by places and stops at the ends', () => {
  const three = hand('4s', '5s', '6s');
  expect(faces(moveCard(three, 0, 1))).toBe('5s 4s 6s');
  expect(faces(moveCard(three, 0, -1))).toBe('4s 5s 6s');
  expect(faces(moveCard(three, 2, 5))).toBe('4s 5s 6s');
  expect(faces(moveCard(three, 77, 1))).toBe('4s 5s 6s');
});
