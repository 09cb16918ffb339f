// The event lines of docs/formats.md, as far as the page puts them into words and marks.
// Not here: what they do to the table; the engine applies them.
// Invariant: a line that is not understood gives null and is left to the engine alone.
import { splitCards } from './cards';
import type { Card } from './engine/types';

export type TableEvent =
  | { kind: 'deal'; hand: number; dealer: number }
  | { kind: 'draw'; seat: number; cards: Card[] }
  | { kind: 'take'; seat: number; cards: Card[]; drawn: Card[] }
  | { kind: 'lay'; seat: number; card: Card; meld: string }
  | { kind: 'open'; seat: number }
  | { kind: 'discard'; seat: number; card: Card }
  | { kind: 'ask' | 'yes' | 'no'; seat: number }
  | { kind: 'score' };

function parseStep(seat: number, verb: string, rest: string[]): TableEvent | null {
  const cards = splitCards(rest[0] ?? '');
  const card = cards[0];
  switch (verb) {
    case 'draw':
      return { kind: 'draw', seat, cards };
    case 'take':
      return { kind: 'take', seat, cards, drawn: splitCards(rest.slice(1).join('')) };
    case 'lay':
      return card === undefined
        ? null
        : { kind: 'lay', seat, card, meld: rest[1] ?? card.charAt(0) };
    case 'discard':
      return card === undefined ? null : { kind: 'discard', seat, card };
    case 'open':
    case 'ask':
    case 'yes':
    case 'no':
      return { kind: verb, seat };
    default:
      return null;
  }
}

export function parseEvent(line: string): TableEvent | null {
  const [first = '', second = '', ...rest] = line.trim().split(/\s+/);
  if (first === 'score') return { kind: 'score' };
  if (first === 'deal') {
    const dealer = rest[rest.indexOf('dealer') + 1];
    return { kind: 'deal', hand: Number(second), dealer: Number(dealer) };
  }
  if (!/^\d+$/.test(first)) return null;
  return parseStep(Number(first), second, rest);
}
