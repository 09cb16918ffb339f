// Cards as the page handles them: text such as "Kh", "3d", "X", and the cards of the own hand.
// Not here: what may be done with them; that is the engine's.
// Invariant: a HandCard keeps its id while it stays in the hand: a tapped card stays tapped.
import type { Card } from './engine/types';

export type Suit = 'c' | 'd' | 'h' | 's';

export interface HandCard {
  id: number;
  card: Card;
  fresh: boolean; // came with the last change of the hand
}

export const HIDDEN = '?';
const FACE_ORDER = '3456789TJQKA2X';
const SUIT_ORDER = 'cdhs';

export function rankOf(card: Card): string {
  return card.charAt(0);
}

export function suitOf(card: Card): Suit | null {
  const suit = card.charAt(1);
  return suit === 'c' || suit === 'd' || suit === 'h' || suit === 's' ? suit : null;
}

/** For the picture and for labels only. */
export function isWild(card: Card): boolean {
  const rank = rankOf(card);
  return rank === 'X' || rank === '2';
}

/** For the picture and for labels only. */
export function isRedThree(card: Card): boolean {
  return card === '3d' || card === '3h';
}

/** "KhKs2dX?" as a list of cards. */
export function splitCards(text: string): Card[] {
  return text.match(/X|\?|[2-9TJQKA][cdhs]/g) ?? [];
}

/** The one rank that all cards but the wild ones share, null if there is none or several. */
export function naturalRank(cards: readonly Card[]): string | null {
  const ranks = new Set(cards.filter((card) => !isWild(card)).map(rankOf));
  const [rank] = ranks;
  return ranks.size === 1 && rank !== undefined ? rank : null;
}

export function compareFaces(a: Card, b: Card): number {
  const byRank = FACE_ORDER.indexOf(rankOf(a)) - FACE_ORDER.indexOf(rankOf(b));
  return byRank !== 0 ? byRank : SUIT_ORDER.indexOf(a.charAt(1)) - SUIT_ORDER.indexOf(b.charAt(1));
}

export function sortHand(hand: readonly HandCard[]): HandCard[] {
  return [...hand].sort((a, b) => compareFaces(a.card, b.card) || a.id - b.id);
}

/**
 * The hand after the engine told its new cards. Cards that stay keep id and place; of equal cards
 * those in `used` leave first; new ones come at the end, marked fresh.
 */
export function reconcileHand(
  before: readonly HandCard[],
  cards: readonly Card[],
  used: ReadonlySet<number>,
  nextId: () => number,
): HandCard[] {
  const wanted = new Map<Card, number>();
  for (const card of cards) wanted.set(card, (wanted.get(card) ?? 0) + 1);
  const kept = new Set<number>();
  const keep = (own: HandCard): void => {
    const left = wanted.get(own.card) ?? 0;
    if (left === 0) return;
    wanted.set(own.card, left - 1);
    kept.add(own.id);
  };
  before.filter((own) => !used.has(own.id)).forEach(keep);
  before.filter((own) => used.has(own.id)).forEach(keep);

  const hand = before.filter((own) => kept.has(own.id)).map((own) => ({ ...own }));
  const added = [...wanted.entries()].flatMap(([card, count]) => Array<Card>(count).fill(card));
  if (added.length > 0) for (const own of hand) own.fresh = false;
  for (const card of added) hand.push({ id: nextId(), card, fresh: before.length > 0 });
  return hand;
}

/** The hand with one card moved by `by` places; it stops at the ends. */
export function moveCard(hand: readonly HandCard[], id: number, by: number): HandCard[] {
  const from = hand.findIndex((own) => own.id === id);
  const moved = hand[from];
  if (moved === undefined) return [...hand];
  const rest = hand.filter((own) => own.id !== id);
  const to = Math.max(0, Math.min(rest.length, from + by));
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}
