// English names of cards, melds and numbers, for the catalogue. Not here: sentences (en.ts).
// Invariant: a name is a noun that fits into a sentence, without a capital or a full stop.
import { isRedThree, rankOf, suitOf, type Suit } from '../cards';
import type { Card, Meld, MeldKind, Need } from '../engine/types';
import { placesOf } from '../melds';
import { pluralsOf } from './plural';

/** The other side, where there is one. */
export const THEM = 'Them';

export const plural = pluralsOf('en');
const number = new Intl.NumberFormat('en');
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const RANKS: Record<string, readonly [one: string, many: string]> = {
  '2': ['two', 'twos'],
  '3': ['three', 'threes'],
  '4': ['four', 'fours'],
  '5': ['five', 'fives'],
  '6': ['six', 'sixes'],
  '7': ['seven', 'sevens'],
  '8': ['eight', 'eights'],
  '9': ['nine', 'nines'],
  T: ['ten', 'tens'],
  J: ['jack', 'jacks'],
  Q: ['queen', 'queens'],
  K: ['king', 'kings'],
  A: ['ace', 'aces'],
  X: ['joker', 'jokers'],
};
const SUITS: Record<Suit, string> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

export const points = (n: number): string => number.format(n).replace('-', '−');
/** "3 December 2026" for 2026-12-03. */
export const day = (date: string): string => days.format(Date.parse(date));
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const rank = (letter: string, count = 1): string =>
  RANKS[letter]?.[count === 1 ? 0 : 1] ?? letter;
export const count = (n: number): string => COUNTS[n] ?? String(n);
/** "second" for 1. */
export const ordinal = (i: number): string => ORDINALS[i] ?? `${i + 1}th`;

export const card = (face: Card): string => {
  const suit = suitOf(face);
  return suit === null ? rank(rankOf(face)) : `${rank(rankOf(face))} of ${SUITS[suit]}`;
};

export const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** "two kings and one two". */
export const counted = (faces: readonly Card[]): string => {
  const tally = new Map<string, number>();
  for (const face of faces) {
    const key = isRedThree(face) ? 'red' : rankOf(face);
    tally.set(key, (tally.get(key) ?? 0) + 1);
  }
  return list(
    [...tally].map(([key, n]) =>
      key === 'red'
        ? plural(n, { one: 'a red three', other: '# red threes' })
        : `${count(n)} ${rank(key, n)}`,
    ),
  );
};

/** What a meld is made of: "kings", "wild cards", "a sequence". */
export const meldKind = (kind: MeldKind, letter: string): string => {
  switch (kind) {
    case 'rank':
      return rank(letter, 2);
    case 'twos':
      return 'twos';
    case 'wild':
      return 'wild cards';
    case 'sequence':
      return 'a sequence';
    case 'black3':
      return 'black threes';
  }
};

/** The meld as it lies there: "kings", "sequence of hearts, five to nine". */
export const meldName = ({ kind, rank: letter, cards }: Meld): string => {
  if (kind !== 'sequence') return meldKind(kind, letter);
  const places = placesOf(cards);
  const [low, high] = [places[0] ?? '', places.at(-1) ?? ''];
  const suit = suitOf(low);
  const of = suit === null ? '' : ` of ${SUITS[suit]}`;
  return `sequence${of}, ${rank(rankOf(low))} to ${rank(rankOf(high))}`;
};

/** What a first meld needs, where there is little room. */
export const shortNeed = ({ points: n, canasta }: Need): string =>
  canasta === 'no' ? points(n) : n === 0 ? 'canasta' : `${points(n)} + canasta`;
