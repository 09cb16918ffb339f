// English words of the sheet of a hand or a game. Not here: which lines it has (ScoreSheet).
// Invariant: a side is named as it is everywhere.
import type { Need, Score } from '../engine/types';
import { points, shortNeed, THEM } from './words.en';

const scoreLines: Record<keyof Score, string> = {
  canastas: 'Canastas',
  go_out: 'Going out',
  special: 'Special hand',
  threes: 'Threes',
  melded: 'Cards melded',
  hand: 'Cards in hand',
  penalties: 'Penalties',
  total: 'This hand',
};

export const score = {
  moment: {
    ours: (by: number) => `The hand is yours, by ${points(by)}.`,
    theirs: (name: string, by: number) =>
      name === THEM
        ? `They win the hand, by ${points(by)}.`
        : `${name}: the hand, by ${points(by)}.`,
    even: 'The hand is even.',
    decided: (kind: string, by: number) =>
      `What decided it: ${kind.toLowerCase()}, ${points(by)} more.`,
  },
  title: (n: number) => `Hand ${n}`,
  ended: {
    out: (name: string, concealed: boolean) =>
      `${name} went out${concealed ? ' with a concealed hand' : ''}.`,
    stock: 'The stock ran out; nobody went out.',
    red_three: 'The last draw brought nothing but threes; the hand is over.',
    special: (name: string, hand: string) => `${name} declared a special hand: ${hand}.`,
    none: '',
  },
  isFarAhead: (lead: number) =>
    `${points(lead)} points are enough for who has more than all others together.`,
  timeIsUp: (limit: number) => `The ${limit} minutes are over.`,
  lines: scoreLines,
  before: 'Before',
  newTotal: 'Total',
  worth: 'What was it worth?',
  leftovers: 'Left in hand',
  nothingLeft: 'no cards',
  next: 'Next hand',
  rematch: 'Play again',
  waiting: 'Not picked up',
  resting: (name: string) => `${name} rested.`,
  youWon: 'You won the game!',
  youLost: (side: string) => `${side === THEM ? 'They' : side} won the game.`,
  tied: 'The game is tied.',
  sideAlone: 'alone',
  hands: 'All hands',
  look: 'Look at the table',
  home: 'Start page',
  nextMinimum: (need: Need) => `next opening ${shortNeed(need)}`,
};
