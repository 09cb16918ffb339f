// English words about computer players, and for the hints of one. Not here: the other sentences
// (en.ts), and the reasons of a hint, which are the engine's.
// Invariant: a player this page does not know is called as the server calls it.
import type { AdvicePart, Saying } from '../advice';
import { isWild, naturalRank, rankOf } from '../cards';
import type { Card, View } from '../engine/types';
import { levelOf } from '../levels';
import { card, counted, list, meldName, rank } from './words.en';

/** By level. The server lets no person have these names. */
const LEVELS: readonly string[] = ['Ebbe', 'Ivo', 'Letty', 'Nuri', 'Oona', 'Suvi', 'Urs', 'Zita'];

/** Players that are no level, and how they play. */
const OTHERS: Record<string, readonly [name: string, manner: string]> = {
  random: ['Pip', 'beginner'],
  racer: ['Max', 'quick'],
  book: ['Vera', 'careful'],
};

const nameOf = (bot: string): string => LEVELS[levelOf(bot) - 1] ?? OTHERS[bot]?.[0] ?? bot;

const mannerOf = (bot: string): string =>
  levelOf(bot) > 0 ? `level ${levelOf(bot)}` : (OTHERS[bot]?.[1] ?? '');

const withManner = (bot: string): string => {
  const manner = mannerOf(bot);
  return manner === '' ? nameOf(bot) : `${nameOf(bot)} (${manner})`;
};

export const bot = {
  name: nameOf,
  /** For a badge, beside the picture of a computer. */
  short: (bot: string) => [nameOf(bot), mannerOf(bot)].filter((word) => word !== '').join(' · '),
  long: (bot: string) => `computer player ${withManner(bot)}`,
  standsIn: (bot: string) => `away: the computer player ${withManner(bot)} stands in`,
  legend: (bot: string) => `the computer plays: ${withManner(bot)}`,
  named: (person: string, standsIn: boolean) =>
    `${person} (${standsIn ? 'away, computer' : 'computer'})`,
  seats: (bot: string, seats: readonly string[]) => `computer ${withManner(bot)}: ${list(seats)}`,
};

/** A question has its mark. */
const ended = (words: string): string => (words.endsWith('?') ? words : `${words}.`);

const sayings: Record<Saying, (view: View) => string> = {
  draw: (view) =>
    view.amid_draw
      ? 'Draw another card'
      : view.reach === 0
        ? 'Leave the pile: the hand ends'
        : 'Draw from the stock',
  'take-all': () => 'Take the pile as it lies',
  pick: () => 'Pick up the top card of the pile',
  ask: () => 'Ask your partner: may I go out?',
  yes: () => 'Answer yes',
  no: () => 'Answer no',
  pass: (view) =>
    view.amid_draw ? 'Draw no more' : view.pass_goes_out ? 'Go out with your threes' : 'Pass',
  declare: () => 'Declare the special hand',
  'lay-out': () => 'Lay out the three',
  join: () => 'Join two melds',
};

/** Cards of several ranks are a sequence; of these the ranks are told one by one. */
const meldWords = (verb: string, faces: readonly Card[]): string => {
  const isSequence = naturalRank(faces) === null && !faces.every(isWild);
  const row = list(faces.map((face) => (isWild(face) ? 'a wild card' : rank(rankOf(face)))));
  return `${verb} ${isSequence ? `a sequence: ${row}` : counted(faces)}`;
};

export const advice = {
  open: 'Hint',
  openShort: '?',
  key: 'Hint (key: H)',
  title: 'What a careful player would do',
  follow: 'Do this',
  close: 'Put the hint away',
  ended,
  told: (parts: readonly string[], reasons: readonly string[]): string =>
    [...parts.map(ended), ...reasons].filter((one) => one !== '').join(' '),
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
      case 'swap': {
        const whose = part.steals ? 'another side’s' : 'your';
        return `Put the ${cards.map(card).join('')} in the place of a ${rank(part.wild)} in ${whose} meld`;
      }
      case 'discard':
        return `Discard the ${cards.map(card).join('')}`;
      default:
        return sayings[part.kind](view);
    }
  },
};
