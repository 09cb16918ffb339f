// The event lines of docs/formats.md, as far as the page puts them into words and marks.
// Not here: what they do to the table; the engine applies them.
// Invariant: a line that is not understood gives null and is left to the engine alone.
import { rankOf, splitCards } from './cards';
import type { Card } from './engine/types';

/** What a step, or the beginning of a turn, brought a seat. */
export interface Arrivals {
  cards: Card[]; // that stayed in the hand
  threes: Card[]; // laid out on the way
  picked: 'packet' | 'talon' | null;
  refilled?: true; // the stock was used up and filled again, before or while they came
}

/** A step of a seat. */
export type Deed =
  | { kind: 'draw' | 'pick' | 'open' | 'ask' | 'yes' | 'no' | 'pass' | 'declare' }
  | { kind: 'lay-out' | 'aside' }
  | { kind: 'take'; cards: Card[] }
  | { kind: 'take-all' } // as it lies, to be melded for afterwards
  | { kind: 'lay'; card: Card }
  | { kind: 'join' }
  | { kind: 'swap'; card: Card; steals: boolean }
  | { kind: 'discard'; card: Card };

export type TableEvent =
  | { kind: 'deal'; returned: Card[]; begins: Begins | null } // turned cards that went back
  | { kind: 'step'; seat: number; deed: Deed; gets: Arrivals; begins: Begins | null }
  | { kind: 'score' };

/** A seat that picked something up as its turn began. */
export interface Begins {
  seat: number;
  gets: Arrivals;
}

/** A take for which twos were shown: they stay in the hand, and nothing is melded. */
export const showsTwos = ([first]: readonly Card[]): boolean =>
  first !== undefined && rankOf(first) === '2';

const NOTHING: Readonly<Arrivals> = { cards: [], threes: [], picked: null };

function parseDeed(verb: string, what: string | undefined): Deed | null {
  const cards = splitCards(what ?? '');
  const [card] = cards;
  switch (verb) {
    case 'take':
      return { kind: 'take', cards };
    case 'lay':
    case 'discard':
      return card === undefined ? null : { kind: verb, card };
    case 'swap':
    case 'steal':
      return card === undefined ? null : { kind: 'swap', card, steals: verb === 'steal' };
    case 'to':
    case 'new':
      return { kind: 'aside' }; // says where the next cards go, which the views show
    case 'join':
    case 'draw':
    case 'take-all':
    case 'pick':
    case 'open':
    case 'ask':
    case 'yes':
    case 'no':
    case 'pass':
    case 'declare':
    case 'lay-out':
      return { kind: verb };
    default:
      return null;
  }
}

/** Reads what stands behind `gets`. */
function parseArrivals(words: readonly string[]): Arrivals {
  const gets: Arrivals = { ...NOTHING, cards: splitCards(words[0] ?? '') };
  words.forEach((word, i) => {
    if (word === 'threes') gets.threes = splitCards(words[i + 1] ?? '');
    if (word === 'packet' || word === 'talon') gets.picked = word;
    if (word === 'refill') gets.refilled = true;
  });
  return gets;
}

function parseBegins(words: readonly string[]): Begins | null {
  const [seat = '', gets, ...rest] = words;
  return gets === 'gets' ? { seat: Number(seat), gets: parseArrivals(rest) } : null;
}

/** The words before `mark`, and those behind it. */
function cut(words: string[], mark: string): [before: string[], behind: string[]] {
  const place = words.indexOf(mark);
  return place < 0 ? [words, []] : [words.slice(0, place), words.slice(place + 1)];
}

function parseDeal(words: readonly string[], begins: Begins | null): TableEvent {
  const back = words.indexOf('returned');
  return { kind: 'deal', returned: back < 0 ? [] : splitCards(words[back + 1] ?? ''), begins };
}

export function parseEvent(line: string): TableEvent | null {
  const [words, start] = cut(line.trim().split(/\s+/), 'then');
  const begins = parseBegins(start);
  if (words[0] === 'score') return { kind: 'score' };
  if (words[0] === 'deal') return parseDeal(words, begins);
  const [step, got] = cut(words, 'gets');
  const [seat = '', verb = '', what] = step;
  const deed = parseDeed(verb, what);
  if (!/^\d+$/.test(seat) || deed === null) return null;
  const gets = got.length === 0 ? { ...NOTHING } : parseArrivals(got);
  return { kind: 'step', seat: Number(seat), deed, gets, begins };
}
