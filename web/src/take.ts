// Ways of taking the pile that the engine allows, with cards of the hand put in.
// Not here: whether they are allowed; the engine lists them, ready to be sent.
// Invariant: the ways are in the engine's order, and each uses cards that are in the hand.
import { rankOf, type HandCard } from './cards';
import type { Card, Take, View } from './engine/types';
import { showsTwos } from './events';
import { takePlay } from './plan';

export interface TakeWay {
  step: string;
  play: string;
  cards: HandCard[];
  meld: number | null; // own meld that the top card goes to; null: it begins a new one
}

/** Cards as those that are wanted: of their ranks, or the same faces. */
function pick(hand: readonly HandCard[], cards: readonly Card[], same: boolean): HandCard[] | null {
  const name = (card: Card): string => (same ? card : rankOf(card));
  const picked: HandCard[] = [];
  for (const card of cards) {
    const own = hand.find((one) => name(one.card) === name(card) && !picked.includes(one));
    if (own === undefined) return null;
    picked.push(own);
  }
  return picked;
}

function way(take: Take, cards: HandCard[] | null): TakeWay[] {
  const { step, meld } = take;
  return cards === null ? [] : [{ step, meld, cards, play: takePlay(take, cards) }];
}

/** The ways that use exactly the selected cards, or all ways if none are selected. */
export function takeWays(
  view: View,
  hand: readonly HandCard[],
  selection: readonly HandCard[],
): TakeWay[] {
  const from = selection.length === 0 ? hand : selection;
  return view.takes.flatMap((take) => {
    if (selection.length !== 0 && selection.length !== take.cards.length) return [];
    const chosen = selection.length === 0 && showsTwos(take.cards); // their colour matters
    return way(take, pick(from, take.cards, chosen));
  });
}

/** Two cards of the top's rank, if the hand has them: the take to ask the engine about first. */
export function likelyTake(view: View, hand: readonly HandCard[]): HandCard[] {
  const rank = view.pile.rank;
  const same = hand.filter((own) => rankOf(own.card) === rank);
  return same.length >= 2 ? same.slice(0, 2) : [];
}
