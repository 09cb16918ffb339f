// English words about computer players, and for the hints of one. Not here: the other sentences
// (en.ts), and the reasons of a hint, which are the engine's.
// Invariant: a player this page does not know is called by its name alone.
import type { AdvicePart, Saying } from '../advice';
import { isWild, naturalRank, rankOf } from '../cards';
import type { Card, View } from '../engine/types';
import { card, counted, list, meldName, rank } from './words.en';

const LEVELS: Record<string, readonly [level: string, about: string]> = {
  random: ['beginner', 'plays any card'],
  racer: ['quick', 'lays all it can'],
  book: ['careful', 'waits for the pile'],
};

const withLevel = (name: string): string => {
  const level = LEVELS[name]?.[0];
  return level === undefined ? name : `${name} (${level})`;
};

export const bot = {
  /** For a badge, beside the picture of a computer. */
  short: (name: string) => [name, LEVELS[name]?.[0] ?? []].flat().join(' · '),
  level: (name: string) => LEVELS[name]?.join(', ') ?? '',
  long: (name: string) => `computer player ${withLevel(name)}`,
  standsIn: (name: string) => `away: the computer player ${withLevel(name)} stands in`,
  legend: (name: string) => `the computer plays: ${withLevel(name)}`,
  named: (person: string, standsIn: boolean) =>
    `${person} (${standsIn ? 'away, computer' : 'computer'})`,
  seats: (name: string, seats: readonly string[]) =>
    `computer ${withLevel(name)}: ${list(seats)}`,
};

const sayings: Record<Saying, (view: View) => string> = {
  draw: (view) =>
    view.stock === 0 ? 'Leave the pile: the hand ends' : 'Draw from the stock',
  ask: () => 'Ask your partner: may I go out?',
  yes: () => 'Answer yes',
  no: () => 'Answer no',
  pass: () => 'Pass',
  declare: () => 'Declare the special hand',
  'lay-out': () => 'Lay out the three',
  join: () => 'Join two melds',
};

/** Cards of several ranks are a sequence; of these the ranks are told one by one. */
const meldWords = (verb: string, faces: readonly Card[]): string => {
  const isSequence = naturalRank(faces) === null && !faces.some(isWild);
  const row = list(faces.map((face) => rank(rankOf(face))));
  return `${verb} ${isSequence ? `a sequence: ${row}` : counted(faces)}`;
};

export const advice = {
  open: 'Hint',
  openShort: '?',
  key: 'Hint (key: ?)',
  title: 'What “book” would do',
  follow: 'Do this',
  close: 'Put the hint away',
  part: (part: AdvicePart, view: View): string => {
    const { cards } = part;
    switch (part.kind) {
      case 'take':
        return cards.length === 0 ? 'Take the pile' : meldWords('Take the pile with', cards);
      case 'open':
        return meldWords('Open with', cards);
      case 'meld':
        return meldWords('Meld', cards);
      case 'add':
        return (
          `${meldWords('Add', cards)} to the ` +
          (part.meld === null ? rank(part.rank, 2) : meldName(part.meld))
        );
      case 'discard':
        return `Discard the ${cards.map(card).join('')}`;
      default:
        return sayings[part.kind](view);
    }
  },
};
