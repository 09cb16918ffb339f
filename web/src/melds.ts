// Melds of one side told apart, and what a picture of one shows. Not here: words, drawing.
// Invariant: a meld that is the only one of its kind has no number.
import { isWild, rankOf, suitOf, type Suit } from './cards';
import type { Canasta, Card, Meld } from './engine/types';

/** Of a sequence: its suit is that of every natural. */
const firstNatural = (cards: readonly Card[]): Card => cards.find((card) => !isWild(card)) ?? '';

const ORDER = '456789TJQKA';

/** The places of a sequence: a wild has that of another card. */
export function placesOf(cards: readonly Card[]): Card[] {
  const natural = firstNatural(cards);
  const low = ORDER.indexOf(rankOf(natural)) - cards.indexOf(natural);
  return cards.map((_, i) => `${ORDER.charAt(low + i)}${suitOf(natural) ?? ''}`);
}

/** The wilds of a sequence, each with the card whose place it has. */
export function wildPlaces({ cards, kind }: Pick<Meld, 'cards' | 'kind'>): [Card, Card][] {
  if (kind !== 'sequence') return [];
  const places = placesOf(cards);
  return cards.flatMap((card, i): [Card, Card][] =>
    isWild(card) ? [[card, places[i] ?? card]] : [],
  );
}

/** For each meld its place among those of the same kind and rank, null if it is the only one. */
export function nthOfKind(melds: readonly Meld[]): (number | null)[] {
  const key = ({ kind, rank, cards }: Meld): string =>
    kind === 'sequence' ? `S${suitOf(firstNatural(cards)) ?? ''}` : `${kind}${rank}`;
  const seen = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const meld of melds) counts.set(key(meld), (counts.get(key(meld)) ?? 0) + 1);
  return melds.map((meld) => {
    const nth = seen.get(key(meld)) ?? 0;
    seen.set(key(meld), nth + 1);
    return (counts.get(key(meld)) ?? 0) > 1 ? nth : null;
  });
}

/** A red card on top of a natural canasta, a black one on top of a mixed one, as at the table. */
const COVERS: Record<Canasta, RegExp | null> = {
  natural: /[dh]$/,
  mixed: /[cs]$/,
  wild: /./,
  sequence: null,
};

/** The cards of a meld that are seen: a canasta is squared up, a sequence keeps its row. */
export function shownCards({ cards, canasta, kind }: Meld): Card[] {
  const wanted = canasta === null ? null : COVERS[canasta];
  if (wanted === null) return [...cards];
  const naturals = kind === 'rank' ? cards.filter((card) => !isWild(card)) : cards;
  const top = naturals.find((card) => wanted.test(card)) ?? naturals[0];
  return top === undefined ? [] : [top];
}

/** What a small picture shows: a meld, or threes that are laid out. */
export type Tiled = Pick<Meld, 'cards' | 'kind' | 'rank' | 'canasta' | 'closed'>;

export const asMeld = (threes: readonly Card[]): Tiled => ({
  cards: [...threes],
  kind: 'rank',
  rank: '3',
  canasta: null,
  closed: false,
});

/** What a small picture of a meld says of each card: its suit, or a star for a wild one. */
export function marksOf({ cards, kind }: Pick<Meld, 'cards' | 'kind'>): (Suit | 'star')[] {
  return cards.map((card) => {
    const wild = kind === 'twos' ? rankOf(card) === 'X' : isWild(card);
    return wild ? 'star' : (suitOf(card) ?? 'star');
  });
}
