// Ways of taking the pile that the engine allows, with cards of the hand put in.
// Not here: whether they are allowed; the engine names the legal steps.
// Invariant: one entry for each legal way, in the engine's order.
import { rankOf, type HandCard } from './cards';
import type { View } from './engine/types';

export interface TakeWay {
  step: string;
  cards: HandCard[];
}

const NEEDS: Record<string, (top: string) => string[]> = {
  take_top: () => [],
  take_pair: (top) => [top, top],
  take_two: (top) => [top, '2'],
  take_joker: (top) => [top, 'X'],
};

function pick(hand: readonly HandCard[], ranks: readonly string[]): HandCard[] | null {
  const picked: HandCard[] = [];
  for (const rank of ranks) {
    const own = hand.find((one) => rankOf(one.card) === rank && !picked.includes(one));
    if (own === undefined) return null;
    picked.push(own);
  }
  return picked;
}

export function takeWays(view: View, hand: readonly HandCard[]): TakeWay[] {
  const top = view.pile.rank;
  return view.steps.flatMap((step) => {
    const needs = NEEDS[step];
    if (needs === undefined || (top === null && step !== 'take_top')) return [];
    const cards = pick(hand, needs(top ?? ''));
    return cards === null ? [] : [{ step, cards }];
  });
}

/** Two cards of the top's rank, if the hand has them: the take to ask the engine about first. */
export function likelyTake(view: View, hand: readonly HandCard[]): HandCard[] {
  const rank = view.pile.rank;
  const same = hand.filter((own) => rankOf(own.card) === rank);
  return same.length >= 2 ? same.slice(0, 2) : [];
}
