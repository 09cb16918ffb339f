// English words of what plays were worth. Not here: reasons, which are the engine's, and plays,
// which are told as hints are (company.en.ts).
// Invariant: a number that is estimated is told with its error.
import { points } from './words.en';
import type { Account, Lead } from '../analysis/told';
import type { Part } from '../analysis/worth';

const share = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const SURE = 65_536; // what is sure, in parts of the game

const part = (chance: number): string => share.format(chance / SURE).replace('-', '−');
const signed = (n: number): string => (n > 0 ? `+${points(n)}` : points(n));
const told = (n: number, error: number): string => `${points(n)} ± ${points(error)}`;
/** What is lost: points and a part of the game; or that part, where the points are won. */
const leadWords = (n: number, nError: number, chance: number, chanceError: number): string => {
  const ofGame = `${part(chance).replace(/%$/, '')} ± ${part(chanceError)} of the game`;
  if (n < 0 && chance > 0) return `${ofGame}, for ${told(-n, nError)} points more`;
  return `${told(n, nError)} points, ${ofGame}`;
};

const parts: Record<Part, [name: string, about: string]> = {
  deal: ['The deal', 'what the cards dealt were worth'],
  draws: ['Draws', 'cards from the stock that nobody could foresee'],
  play: ['Play', 'how much better you played than a plain player would'],
  hidden: ['Hidden cards', 'what your plays were worth beyond that, as the cards lay'],
  others: ['The others', 'what came of their draws and plays'],
};

export const analysis = {
  title: (whole: boolean, hand: number) =>
    whole ? 'The game: its worth' : `Hand ${hand}: its worth`,
  scope: 'What is looked at',
  scopes: { hand: 'This hand', game: 'All hands' },
  working: (done: number, all: number) => `Looking at it: ${done} of ${all} plays`,
  begins: 'Fetching the record …',
  failed: 'This could not be worked out.',
  again: 'Try again',
  chance: 'Your chance to win the game',
  unknown: 'Not looked at yet.',
  percent: (chance: number) => whole.format(chance),
  at: (hand: number, step: number, steps: number) =>
    step >= steps ? `Hand ${hand}, at its end` : `Hand ${hand}, play ${step + 1} of ${steps}`,
  place: (where: string, chance: number | null) =>
    chance === null ? where : `${where}: ${whole.format(chance)}`,
  handOnly: (hand: number) => `Hand ${hand}`,
  turn: (name: string, turn: number) => `${name} · turn ${turn}`,
  keys: { turnBack: 'Turn before', back: 'Play before', on: 'Next play', turnOn: 'Next turn' },
  played: 'Played',
  better: 'Better',
  asGood: 'As good, as far as can be told',
  best: 'Nothing better was found.',
  noChoice: 'There was nothing to think over.',
  end: 'The hand is over.',
  cost: ({ points: n, points_error, chance, chance_error }: Lead) =>
    `Cost ${leadWords(n, points_error, chance, chance_error)}.`,
  /** Steps that only lead to the next one. */
  open: 'Open with these melds',
  aside: 'Lay the next cards elsewhere',
  plays: 'The plays that mattered most',
  noPlays: 'No play surely cost anything.',
  noPlaysYet: 'None yet.',
  goThere: (name: string, play: string) => `${name}: ${play}`,
  sees: 'Which cards are shown',
  seen: { then: 'What I saw then', all: 'What there was' },
  handOf: (name: string, cards: string) => `${name}: ${cards}`,
  handHidden: (n: number) => `${n} cards, face down`,
  none: 'no cards',
  marks: { played: 'played', better: 'better' },
  stock: (n: number) => `Stock: ${n}`,
  luck: 'Luck and play',
  luckAbout: 'Each part begins where the one above it ends; together they are your score less theirs.',
  luckYet: 'Known once the whole hand was looked at.',
  parts,
  sum: 'Together',
  signed,
  people: 'Everybody',
  gave: ({ decisions, lost, lost_error, lost_chance, lost_chance_error }: Account) =>
    `gave away ${leadWords(lost, lost_error, lost_chance, lost_chance_error)} in ${decisions} choices`,
  luckOf: ({ draws, play, hidden }: Account) =>
    `draws ${signed(draws)}, play ${signed(play)}, hidden cards ${signed(hidden)}`,
  list: 'Turn by turn',
  about:
    'Worked out here, by trying each play in imagined hands that look the same to who played. After it everybody plays plainly, so what only pays with great skill counts too little. ± is one standard error.',
};
