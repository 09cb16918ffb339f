// A deal that can be proven: its commitment, the order of its deck, and the salts of its cards, as
// docs/fairness.md has them, byte by byte.
// Not here: trees (tree.ts), what a check says (check.ts), any rule of the game.
// Invariant: nothing here is random; the same deal gives the same bytes everywhere.
import { sha256 } from '@noble/hashes/sha2.js';
import { shake256 } from '@noble/hashes/sha3.js';
import type { Card } from '../engine/types';
import { joinBytes, numberBytes, textBytes, type Bytes } from './bytes';

export const SEED_BYTES = 96; // of the server
export const PART_BYTES = 32; // of a player
export const HASH_BYTES = 32;
const RANKS = '456789TJQKA32'; // as a deck is sorted
const SUITS = 'cdhs';
const WORDS = 2 ** 32;

/** What one player has mixed in. */
export interface Part {
  place: number;
  bytes: Bytes;
}

export interface Deal {
  table: string;
  deal: number; // 1 for the first one at this table
  seed: Bytes;
  parts: Part[];
}

const labelled = (label: string, ...parts: Bytes[]): Bytes =>
  joinBytes(textBytes(label), new Uint8Array(1), ...parts);

const seedOf = ({ table, deal, seed }: Deal): Bytes =>
  joinBytes(textBytes(table), numberBytes(deal, 4), seed);

function tailOf(deal: Deal): Bytes {
  const parts = [...deal.parts].sort((a, b) => a.place - b.place);
  const told = parts.map(({ place, bytes }) => joinBytes(numberBytes(place, 1), bytes));
  return joinBytes(seedOf(deal), numberBytes(parts.length, 1), ...told);
}

/** What the server says before it hears of any player's part. */
export function commitmentOf(deal: Deal): Bytes {
  return sha256(labelled('canasta/commit/1', seedOf(deal)));
}

/** So many packs and jokers in the order in which a shuffle begins. */
export function sortedPack(packs: number, jokers: number): Card[] {
  const faces = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  return [
    ...faces.flatMap((face) => Array<Card>(packs).fill(face)),
    ...Array<Card>(jokers).fill('X'),
  ];
}

/** Numbers below a bound, all equally likely: words that would favour some are passed over. */
export function drawer(words: () => number): (bound: number) => number {
  return (bound) => {
    const limit = bound * Math.floor(WORDS / bound);
    let word = words();
    while (word >= limit) word = words();
    return word % bound;
  };
}

function wordsOf(input: Bytes): () => number {
  const stream = shake256.create().update(input);
  return () => {
    const [a = 0, b = 0, c = 0, d = 0] = stream.xof(4);
    return a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  };
}

/** The deck of this deal, its top first; `pack` is sorted. */
export function deckOf(deal: Deal, pack: readonly Card[]): Card[] {
  const below = drawer(wordsOf(labelled('canasta/deal/1', tailOf(deal))));
  const deck = [...pack];
  for (let i = deck.length; i > 1; i--) {
    const j = below(i);
    const [last, other] = [deck[i - 1], deck[j]];
    if (last === undefined || other === undefined) throw new Error('a place beyond the deck');
    deck[i - 1] = other;
    deck[j] = last;
  }
  return deck;
}

/** One for each position of a deck of `count` cards. */
export function saltsOf(deal: Deal, count: number): Bytes[] {
  const all = shake256(labelled('canasta/salt/1', tailOf(deal)), { dkLen: count * HASH_BYTES });
  return Array.from({ length: count }, (_, i) =>
    all.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}
