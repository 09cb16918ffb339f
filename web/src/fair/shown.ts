// Which cards out of the deck an event line shows to one seat, so that each must come with a proof.
// Not here: proofs (tree.ts). Invariant: what is hidden, or was in a hand before, is not named.
import { HIDDEN, splitCards } from '../cards';
import type { Card } from '../engine/types';

/** A word and the words behind it, up to the next word that says what comes. */
function behind(words: readonly string[], mark: string, until: RegExp): string[] {
  const from = words.indexOf(mark);
  if (from < 0) return [];
  const rest = words.slice(from + 1);
  const end = rest.findIndex((word) => until.test(word));
  return end < 0 ? rest : rest.slice(0, end);
}

const cardsOf = (words: readonly string[]): Card[] =>
  words.flatMap((word) => splitCards(word)).filter((card) => card !== HIDDEN);

/** What `gets` brings: threes that had been in the hand are no news. */
function got(words: readonly string[]): Card[] {
  const next = /^(threes|held|packet|talon|stock|refill|last)$/;
  const all = [...cardsOf(words.slice(0, 1)), ...cardsOf(behind(words, 'threes', next))];
  for (const card of cardsOf(behind(words, 'held', next))) {
    const place = all.lastIndexOf(card);
    if (place >= 0) all.splice(place, 1);
  }
  return all;
}

const ofSeat = (words: readonly string[], seat: number): Card[] =>
  words.flatMap((word) => (word.startsWith(`${seat}:`) ? splitCards(word) : []));

const OF_DEAL = /^(threes|returned|turned|buried|hand|then)$/;

function dealt(words: readonly string[], seat: number): Card[] {
  return [
    ...ofSeat(behind(words, 'threes', OF_DEAL), seat),
    ...cardsOf(behind(words, 'turned', OF_DEAL)),
    ...ofSeat(behind(words, 'hand', OF_DEAL), seat),
  ];
}

/** How many cards went back into the stock in the deal: for each, another one may come early. */
export function returnedBy(lines: readonly string[]): number {
  const words = lines.find((line) => line.startsWith('deal '))?.split(' ') ?? [];
  return cardsOf(behind(words, 'returned', OF_DEAL)).length;
}

/** The cards that this line brings out of the deck for this seat to see. */
export function cardsShown(line: string, seat: number): Card[] {
  const words = line.trim().split(/\s+/);
  const then = words.indexOf('then');
  const [step, begins] = then < 0 ? [words, []] : [words.slice(0, then), words.slice(then + 1)];
  const next = begins[0] === String(seat) && begins[1] === 'gets' ? got(begins.slice(2)) : [];
  if (step[0] === 'deal') return [...dealt(step, seat), ...next];
  const gets = step.indexOf('gets');
  const own = step[0] === String(seat) && gets > 0 ? got(step.slice(gets + 1)) : [];
  return [...own, ...next];
}

/** The cards of the first list that have no partner in the second. */
export function unmatched(cards: readonly Card[], others: readonly Card[]): Card[] {
  const left = [...others];
  return cards.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
