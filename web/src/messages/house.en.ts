// English words about house rules: the form, its values, what is asked to find a rule set.
// Not here: titles and explanations of the switches; the engine has them (param_words.h).
// Invariant: a value that has no words here is shown as it is written.
import type { Param } from '../engine/house';
import { readHands } from '../house/hands';
import { rowsOf, type Row } from '../house/rows';
import { list, plural, points, rank } from './words.en';

const OPTIONS: Record<string, string> = {
  any: 'any canasta',
  natural: 'a natural canasta',
  mixed: 'a mixed canasta',
  wild: 'wild cards',
  sequence: 'a sequence',
  red3: 'red threes',
  dead_rank: 'closed ranks',
  dealt: 'those dealt',
  drawn: 'those drawn',
  packet: 'those of a packet',
  own_side: 'until the own side has a canasta of it',
  every_side: 'until every side has a canasta of it',
  rank: 'any rank',
  wild_kind: 'twos or jokers',
  rank_or_wild_kind: 'any rank, twos or jokers',
  wilds: 'twos and jokers mixed',
  '3': 'threes',
};

const option = (word: string): string => OPTIONS[word] ?? rank(word, 2);

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve thirteen fifteen';
const IGNORED =
  'a an and are as at be by can each for from have how if in is it its many may must of on or per s ' +
  'the to up with you your';

/** What sheets call things that have other names here, by how their words begin. */
const MEANS: Record<string, readonly string[]> = {
  3: ['three'],
  add: ['join'],
  ahead: ['more than all others'],
  book: ['canasta'],
  bur: ['join a complete'],
  clean: ['natural', 'without wilds'],
  deal: ['dealt'],
  deck: ['packs of'],
  deuce: ['two'],
  dirty: ['mixed', 'with wilds'],
  discard: ['throw', 'last card is thrown'],
  draw: ['drawn'],
  exchange: ['the place of'],
  float: ['melded without going out'],
  foot: ['second hand'],
  individual: ['everyone alone'],
  initial: ['first meld'],
  lead: ['more than all others'],
  minimum: ['points for the first'],
  open: ['first meld'],
  pick: ['cards taken', 'taking'],
  pure: ['natural', 'without wilds'],
  replac: ['the place of'],
  reshuffle: ['shuffled'],
  round: ['number of hands', 'hand by hand', 'most hands', 'later hands'],
  run: ['sequence'],
  stack: ['pile'],
  steal: ['the place of'],
  straight: ['special hands'],
  swap: ['the place of'],
  talon: ['bonus cards'],
  team: ['sides', 'partner'],
  tie: ['equal'],
  time: ['minute'],
  winn: ['win'],
};

const COLUMNS: Record<string, string> = {
  value: 'Number',
  amount: 'Cards from the top',
  floor: 'From a total of',
  minimum: 'Points needed',
  naturals: 'Naturals',
  wilds: 'Wilds',
  from: 'From a total of',
  canasta: 'Needed',
  rank: 'Cards',
  until: 'Not thrown',
  neverLast: 'never as the last card',
  twos: 'All twos',
  fourJokers: 'With four jokers',
  otherWilds: 'Any other',
  naturalBonus: 'Natural canasta',
  mixedBonus: 'Mixed canasta',
  onlyIfOut: 'only for going out',
  bonus: 'Points',
  naturalCount: 'Natural',
  mixedCount: 'Mixed',
  wildCount: 'Wild',
  sequenceCount: 'Sequences',
  anyCount: 'Of any kind',
  ofRanks: 'Of these ranks',
  meld: 'Meld of',
  naturalOnly: 'natural only',
  below: 'Fewer cards than',
  penalty: 'Points lost',
  onTable: 'On the table',
  leftInHand: 'Lost in hand',
  withFourJokers: 'With four jokers',
};

const SIMPLE_ROWS: Record<string, (row: Row, i: number) => string> = {
  list: ([value]) => points(Number(value)),
  by_hand: ([value]) => points(Number(value)),
  amount_by_hand: ([amount]) => (amount === null ? 'the whole pile' : `the top ${amount}`),
  needs_by_hand: ([natural, mixed, wild, sequence, ranks]) => {
    const counts = [natural, mixed, wild, sequence];
    const kinds = ['natural', 'mixed', 'of wilds', 'in sequence'];
    const needs = counts.flatMap((n, i) => (Number(n) > 0 ? [`${n} ${kinds[i]}`] : []));
    const named = ranks === 'none' ? [] : String(ranks).split(',').map(option);
    return needs.length + named.length === 0 ? 'none' : list([...needs, ...named]);
  },
  bands: ([floor, minimum], i) =>
    i === 0
      ? `${points(Number(minimum))} at first`
      : `${points(Number(minimum))} from ${points(Number(floor))} on`,
  shapes: ([naturals, wilds]) => `${naturals} + ${wilds}`,
  openings: ([from, kind, minimum]) =>
    `${option(String(kind))} from ${points(Number(from))} on` +
    (Number(minimum) > 0 ? `, worth ${points(Number(minimum))}` : ''),
  bans: ([letter, until, last]) =>
    `${option(String(letter))} ${option(String(until))}${last ? ', never last' : ''}`,
  wild_bonus: (row) => row.map((one) => points(Number(one))).join(' / '),
  rank_bonus: ([letter, natural, mixed, out]) => {
    const parts = [
      natural === null ? [] : `natural ${points(Number(natural))}`,
      mixed === null ? [] : `mixed ${points(Number(mixed))}`,
    ].flat();
    return `${option(String(letter))} ${parts.join(', ')}${out ? ', only for going out' : ''}`;
  },
  collections: ([bonus, ...counts]) => {
    const kinds = ['natural', 'mixed', 'wild', 'sequence', 'any'];
    const needs = counts.flatMap((n, i) => (Number(n) > 0 ? [`${n} ${kinds[i]}`] : []));
    return `${points(Number(bonus))} for ${list(needs)}`;
  },
  incomplete: ([letter, natural, below, lost]) =>
    `${natural ? 'natural ' : ''}${option(String(letter))} below ${below}: ${points(Number(lost))}`,
  held: ([letter, lost]) => `${option(String(letter))} ${points(Number(lost))}`,
  values: ([letter, table, hand]) =>
    `${option(String(letter))} ${points(Number(table))}` +
    (hand === null ? '' : ` (${points(Number(hand))} lost in hand)`),
};

/** A number, and what it means if it is none: the explanation says so. */
function count({ about }: Param, text: string): string {
  const none = text === '0' ? /\b0: ([^;.]+)/.exec(about)?.[1] : undefined;
  return points(Number(text)) + (none === undefined ? '' : ` (${none})`);
}

/** A value as a player would say it. */
function value(param: Param, text: string): string {
  const rows = rowsOf(param.type, param.low ?? 0, param.high ?? 0)?.read(text);
  const words = SIMPLE_ROWS[param.type];
  if (rows !== undefined && words !== undefined)
    return rows.length === 0
      ? 'none'
      : rows.map(words).join(param.type === 'needs_by_hand' ? '; then ' : ', ');
  switch (param.type) {
    case 'bool':
      return text;
    case 'int':
      return count(param, text);
    case 'enum':
    case 'sign': {
      const [word, count] = text.split(':');
      const title = param.choices?.find((one) => one.value === word)?.title ?? text;
      return count === undefined ? title : `${title} (${count})`;
    }
    case 'counts':
      return text.split(',').join(', ');
    case 'words':
    case 'needs':
      return text === 'none' ? 'none' : list(text.split(',').map(option));
    case 'amount':
      return text === 'all' ? 'the whole pile' : `the top ${text}`;
    case 'set_aside': {
      const [, each, all] = text.split(':');
      return each === undefined
        ? 'to the hand'
        : `set aside: ${points(Number(each))} each, ${points(Number(all))} for all`;
    }
    case 'hands': {
      const names = readHands(text).map((hand) => hand.name.replaceAll('_', ' '));
      return names.length === 0 ? 'none' : list(names);
    }
    default:
      return text;
  }
}

export const house = {
  title: 'House rules',
  intro: 'Start from a rule set and change what your family plays differently.',
  start: 'Starts from',
  players: 'Players at the table',
  name: 'What you call these rules',
  namePlaceholder: 'Grandma’s rules',
  untitled: 'House rules',
  changes: (n: number) => (n === 0 ? 'unchanged' : plural(n, { one: '# change', other: '# changes' })),
  differences: (rules: string) => `What is different from ${rules}`,
  noDifferences: 'Nothing yet: these are the rules of the set as they stand.',
  instead: (before: string) => `instead of ${before}`,
  reset: 'Undo',
  resetOf: (title: string) => `Back to the rule set: ${title}`,
  resetAll: 'Undo all changes',
  search: 'Find a rule',
  searchHint: 'frozen, red three, minimum …',
  searchIgnores: new Set(IGNORED.split(' ')),
  searchMeans: MEANS,
  searchWeak: (word: string) => /^\d+$|^cards?$/.test(word) || NUMBERS.split(' ').includes(word),
  found: 'Found',
  nothingFound: 'No rule has these words.',
  sheet: 'The rules in full',
  sheetOld: 'As they were before the last change:',
  problem: 'This does not go together.',
  problemAt: (title: string, reason: string) => (title === '' ? reason : `${title}: ${reason}`),
  undoLast: 'Undo the last change',
  tooLong: 'These rules have too many changes for a code. Undo some of them to share them.',
  keepAndShare: 'Keep and share',
  code: 'Code',
  copyCode: 'Copy code',
  copyLink: 'Copy link',
  copied: 'Copied',
  save: 'Keep on this device',
  saved: 'Kept',
  saveNeedsName: 'Give these rules a name to keep them.',
  saveFailed: 'This browser keeps nothing for this page.',
  mySets: 'Kept on this device',
  load: (name: string) => `Open ${name}`,
  remove: (name: string) => `Delete ${name}`,
  play: 'Play by these rules',
  change: 'Change the rules …',
  which: 'Which canasta does your family play?',
  haveCode: 'Have a code or a link?',
  codePlaceholder: 'classic_pagat~oc-2~…',
  openCode: 'Open',
  shared: 'Look at these rules, change what you like, and play by them.',
  badCode: 'This code cannot be read in full.',
  badCodeAbout:
    'What is listed here is not part of the rules below. They may come from another version of this program.',
  problemOf: (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
  ownSet: 'that rule set belongs to this server alone, and no code can name it',
  loading: 'Getting the rules …',
  failed: 'The rules could not be loaded. Reload the page to try again.',
  home: 'Start page',
  yes: 'yes',
  no: 'no',
  all: 'all',
  top: 'so many from the top',
  toHand: 'they go to the hand',
  setAside: 'they are set aside for points',
  each: 'Points each',
  allOfThem: 'Points for all of the pack',
  howMany: 'How many',
  below: 'below the next',
  unset: (all: boolean) => (all ? 'the whole pile' : 'as usual'),
  add: 'Add a line',
  addHand: 'Add a special hand',
  addGroup: 'Add cards',
  removeLine: (n: number) => `Remove line ${n}`,
  handName: 'Name',
  handPoints: 'Points',
  handWins: 'wins the game',
  groupCount: 'Times',
  groupSize: 'cards of',
  groupOf: 'Kind',
  fileOnly: 'This one can be changed in a rule file only.',
  column: (key: string) => COLUMNS[key] ?? key,
  option,
  value,
  addLater: 'another value in later hands',
  handOf: (i: number, count: number) =>
    i + 1 < count ? `Hand ${i + 1}` : count === 1 ? 'Every hand' : `From hand ${i + 1} on`,
  lineOf: (param: string, i: number) =>
    /^(red|black)3_schedule/.test(param)
      ? plural(i, { one: '# three', other: '# threes' })
      : param === 'min_by_round'
        ? `Hand ${i + 1}`
        : `${i + 1}.`,
};
