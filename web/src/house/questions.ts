// Which rule set a family plays: the questions, what answers say of the rules, the nearest set.
// Not here: the words of questions and answers (messages/which.en.ts), the values of rule sets.
// Invariant: only values are compared, so that a rule set that is added can be found at once.
import type { Values } from '../engine/house';

/** What a value should be: this text, a set with that number, or anything but `not`; what it most
    likely is then is `likely`, and need not be. */
export type Wish = string | { has: number } | { not: string; make?: string; likely?: string };

export interface Answer {
  id: string;
  wishes: Readonly<Record<string, Wish>>;
}

export interface Question {
  id: string;
  weight: number; // of each of its wishes: how much it tells of the game that is played
  answers: readonly Answer[];
}

const seats = (id: string, players: number, layout: string): Answer => ({
  id,
  wishes: { players: { has: players }, team_layout: layout },
});
const black = (id: string, stops: string, freezes: string): Answer => ({
  id,
  wishes: {
    threes_mode: { not: 'both_colours_bonus', make: 'classic', likely: 'classic' },
    ...{ black3_stops: stops, black3_freezes: freezes },
    discard_threes: { not: 'none', make: 'black_only' },
  },
});
const pile = (id: string, frozen: Readonly<Record<string, Wish>>): Answer => ({
  id,
  wishes: { ...frozen, initial_from_pile: { not: 'no', make: 'yes' } },
});
const BOTH_COLOURS = {
  ...{ threes_mode: 'both_colours_bonus', black3_meld: 'never' },
  red3_drawn: 'expose_and_replace',
};
const one = (name: string, ids: Readonly<Record<string, string>>): Answer[] =>
  Object.entries(ids).map(([id, value]) => ({ id, wishes: { [name]: value } }));

export const QUESTIONS: readonly Question[] = [
  {
    id: 'who',
    weight: 6,
    answers: [
      seats('two', 2, 'individual'),
      seats('threeAlone', 3, 'individual'),
      seats('threeLone', 3, 'lone_vs_two'),
      seats('fourPairs', 4, 'pairs'),
      seats('fourAlone', 4, 'individual'),
      seats('five', 5, 'three_vs_two_rotating'),
      seats('fiveAlone', 5, 'individual'),
      seats('sixSides', 6, 'triples'),
      seats('sixPairs', 6, 'three_pairs'),
      seats('sixAlone', 6, 'individual'),
      seats('sevenAlone', 7, 'individual'),
      seats('eightPairs', 8, 'four_pairs'),
      seats('eightAlone', 8, 'individual'),
    ],
  },
  {
    id: 'dealt',
    weight: 2,
    answers: one('hand_size', { eleven: '11', thirteen: '13', fourteen: '14', fifteen: '15' }),
  },
  {
    id: 'draw',
    weight: 3,
    answers: one('draw_count', { one: '1', two: '2', twoThenThree: '2,3', upToFive: '3,3,4,5' }),
  },
  {
    id: 'foot',
    weight: 6,
    answers: [
      { id: 'none', wishes: { reserve_trigger: 'none', reserve_packets: 'none' } },
      {
        id: 'empty',
        wishes: { reserve_trigger: 'hand_empty', reserve_packets: { not: 'none', make: '11' } },
      },
      {
        id: 'canasta',
        wishes: {
          reserve_trigger: 'player_first_canasta',
          reserve_packets: { not: 'none', make: '11' },
        },
      },
    ],
  },
  {
    id: 'runs',
    weight: 6,
    answers: [
      { id: 'no', wishes: { sequences: 'no' } },
      { id: 'yes', wishes: { sequences: 'yes', bonus_sequence: { not: '0', make: '1500' } } },
    ],
  },
  {
    id: 'wildCanasta',
    weight: 4,
    answers: [
      { id: 'no', wishes: { wild_canasta: 'no' } },
      {
        id: 'yes',
        wishes: {
          wild_meld: 'yes',
          wild_canasta: 'yes',
          bonus_wild: { not: '0:0:0', make: '2000:2000:2000' },
        },
      },
    ],
  },
  {
    id: 'special',
    weight: 4,
    answers: [
      { id: 'none', wishes: { special_hands: 'none' } },
      {
        id: 'some',
        wishes: { special_hands: { not: 'none' }, initial_needs_pure: 'pure_or_wild_triple' },
      },
      {
        id: 'league',
        wishes: { special_hands: { not: 'none' }, initial_needs_pure: 'pure_triple' },
      },
    ],
  },
  {
    id: 'pile',
    weight: 3,
    answers: [
      pile('untilMelded', { freeze_until_melded: 'yes', always_frozen: 'no' }),
      pile('open', { freeze_until_melded: 'no', always_frozen: 'no' }),
      pile('always', { always_frozen: 'yes' }),
      { id: 'notToOpen', wishes: { initial_from_pile: 'no' } },
    ],
  },
  {
    id: 'amount',
    weight: 3,
    answers: one('take_amount', {
      ...{ all: 'all', one: '1', three: '3', six: '6', seven: '7', drawn: '3,3,4,5' },
    }),
  },
  {
    id: 'blackThree',
    weight: 2,
    answers: [
      black('stops', 'yes', 'no'),
      black('freezes', 'yes', 'yes'),
      { id: 'bonus', wishes: BOTH_COLOURS },
      { id: 'cost', wishes: { threes_mode: 'penalty_only' } },
      black('nothing', 'no', 'no'),
    ],
  },
  {
    id: 'wilds',
    weight: 3,
    answers: [
      { id: 'three', wishes: { wild_ratio: 'free', max_wilds: '3' } },
      { id: 'two', wishes: { wild_ratio: 'free', max_wilds: '2' } },
      { id: 'fewer', wishes: { wild_ratio: 'wild_lt_natural' } },
      { id: 'half', wishes: { wild_ratio: 'wild_le_natural' } },
    ],
  },
  {
    id: 'out',
    weight: 2,
    answers: one('out_canastas', {
      ...{ one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', nine: '9' },
      ...{ sixToTen: '6,6,8,10', lastHand: '0,0,0,2' },
    }),
  },
  {
    id: 'kinds',
    weight: 3,
    answers: one('out_needs', {
      ...{ any: 'none', clean: 'natural', oneOne: 'natural,mixed', oneTwo: 'natural,mixed:2' },
      ...{ twoOne: 'natural:2,mixed', twoTwo: 'natural:2,mixed:2', twoThree: 'natural:2,mixed:3' },
      ...{ threeThree: 'natural:3,mixed:3', fiveFour: 'natural:5,mixed:4' },
      ...{ wildToo: 'wild,natural,mixed', fourKinds: '7,wild,natural,mixed' },
      upToFive: [3, 3, 4, 5].map((n) => `natural:${n},mixed:${n}`).join(' then '),
      lastHand: 'none then none then none then natural,mixed',
    }),
  },
  {
    id: 'target',
    weight: 1,
    answers: [
      ...[3, 4, 6].map((hands) => ({ id: `hands${hands}`, wishes: { rounds: `${hands}` } })),
      ...[3000, 5000, 7500, 8500, 10000, 12000, 15000, 20000].map((points) => ({
        ...{ id: `t${points}`, wishes: { target: `${points}`, rounds: '0' } },
      })),
    ],
  },
];

/** Ids of answers by the ids of questions; a question may be left out. */
export type Answers = Readonly<Record<string, string>>;

/** A rule set with its values at the table in question. */
export interface Candidate {
  name: string;
  values: Values;
}

export interface Found {
  rules: string;
  changes: Record<string, string>;
  unsettled: string[]; // switches that an answer speaks of and that are not set by it
}

export function answerOf(question: Question, answers: Answers): Answer | undefined {
  return question.answers.find((answer) => answer.id === answers[question.id]);
}

/** For how many players the answers ask; 0 if they do not say. */
export function playersWished(answers: Answers): number {
  const wish = QUESTIONS.flatMap((one) => answerOf(one, answers)?.wishes['players'] ?? [])[0];
  return typeof wish === 'object' && 'has' in wish ? wish.has : 0;
}

function isMet(wish: Wish, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (typeof wish === 'string') return value === wish;
  if ('has' in wish) return value.split(',').includes(String(wish.has));
  return value !== wish.not;
}

function isUnlikely(wish: Wish, value: string | undefined): boolean {
  return typeof wish === 'object' && 'likely' in wish && value !== wish.likely;
}

/** How far a rule set is from the answers. */
export function distance(values: Values, answers: Answers): number {
  let sum = 0;
  for (const question of QUESTIONS)
    for (const [name, wish] of Object.entries(answerOf(question, answers)?.wishes ?? {}))
      if (!isMet(wish, values[name]) || isUnlikely(wish, values[name])) sum += question.weight;
  return sum;
}

/** The nearest rule set, the first of several, and what must be changed in it. */
export function nearest(answers: Answers, candidates: readonly Candidate[]): Found | null {
  let best: Candidate | null = null;
  for (const one of candidates)
    if (best === null || distance(one.values, answers) < distance(best.values, answers)) best = one;
  if (best === null) return null;
  const found: Found = { rules: best.name, changes: {}, unsettled: [] };
  for (const question of QUESTIONS)
    for (const [name, wish] of Object.entries(answerOf(question, answers)?.wishes ?? {})) {
      if (isMet(wish, best.values[name])) continue;
      if (typeof wish === 'string') found.changes[name] = wish;
      else if ('has' in wish) found.changes[name] = String(wish.has);
      else if (wish.make !== undefined) found.changes[name] = wish.make;
      else found.unsettled.push(name);
    }
  return found;
}

/** Names of the changes that come from a question. */
function changesOf(question: Question, answers: Answers, found: Found): string[] {
  const wishes = answerOf(question, answers)?.wishes ?? {};
  return Object.keys(wishes).filter((name) => name in found.changes);
}

/** Keeps what goes together, the answers that tell most first; the rest is told as unsettled. */
export function settle(
  found: Found,
  answers: Answers,
  isPossible: (changes: Readonly<Record<string, string>>) => boolean,
): Found {
  if (isPossible(found.changes)) return found;
  let changes: Record<string, string> = {};
  let left = QUESTIONS.toSorted((a, b) => b.weight - a.weight)
    .map((question) => changesOf(question, answers, found))
    .filter((names) => names.length > 0);
  // What could not be when it came first may be possible behind the others.
  for (let round = 0; round < 2; round++)
    left = left.filter((names) => {
      const own = Object.fromEntries(names.map((name) => [name, found.changes[name] ?? '']));
      const next = { ...changes, ...own };
      const fits = isPossible(next);
      if (fits) changes = next;
      return !fits;
    });
  return { ...found, changes, unsettled: [...found.unsettled, ...left.flat()] };
}
