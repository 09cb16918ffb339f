// A step of a record in words, as hints have them. Not here: the words.
// Invariant: every step has some.
import { adviceParts } from '../advice';
import type { View } from '../engine/types';
import { m } from '../messages';
import { analysis as words } from '../messages/worth';
import { splitCards } from '../cards';
import type { Card } from '../engine/types';

export function stepWords(step: string, seat: number, view: View): string {
  const melds = view.sides[view.side_of[seat] ?? -1]?.melds ?? [];
  const parts = adviceParts(step, melds, view.chooses_melds);
  if (parts.length > 0) return parts.map((part) => m.advice.part(part, view)).join(', ');
  return step.startsWith('open') ? words.open : words.aside;
}

/** The cards of the hand that a step names. */
export function cardsOf(step: string): Card[] {
  const [, ...groups] = step.split(' ');
  return groups.flatMap((group) => splitCards(group.slice(group.indexOf(':') + 1)));
}
