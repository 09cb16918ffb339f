// Values with parts - minimums by score, bonuses by rank ... - as rows of cells, and back to text.
// Not here: what is allowed (the engine refuses), words, fields to type into.
// Invariant: writing the rows that were read gives a text that means the same.
export type Cell = number | string | boolean | null;
export type Row = Cell[];

/** A column of an editor; `key` names it in the catalogue of texts. */
export type Column =
  | { key: string; kind: 'number'; low: number; high: number }
  // null: none, or the ordinary one; where it says so, all
  | { key: string; kind: 'maybe'; low: number; high: number; all?: boolean }
  | { key: string; kind: 'choice'; options: readonly string[] }
  | { key: string; kind: 'flag' }
  | { key: string; kind: 'set'; words: readonly string[] }; // a text: 7,A or none

export interface RowShape {
  columns: readonly Column[];
  most: number; // rows
  single?: boolean; // there is always exactly one row
  firstFixed?: boolean; // the first row stays; a first cell that may be none is "below all" in it
  byHand?: boolean; // a row for each hand, the last one for all later hands
  read(text: string): Row[];
  write(rows: readonly Row[]): string;
  fresh(rows: readonly Row[]): Row;
}

export const RANKS = ['4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;
const FLOORS = { low: -100000, high: 1000000 };
const POINTS = { low: 0, high: 100000 };
const COUNT = { low: 0, high: 20 };

const entries = (text: string): string[] =>
  text === 'none' || text === '' ? [] : text.split(',').map((one) => one.trim());
const joined = (all: readonly string[], comma = ', '): string =>
  all.length === 0 ? 'none' : all.join(comma);
const num = (text: string | undefined): number => Number(text ?? 0);
const cell = (row: Row | undefined, i: number): string => String(row?.[i] ?? '');
const lastNumber = (rows: readonly Row[], i: number): number => num(cell(rows.at(-1), i));
/** The next number of a row that rises: 90, 120 ... by the last step. */
const goesOn = (rows: readonly Row[]): number => {
  const [before, last] = [lastNumber(rows.slice(0, -1), 0), lastNumber(rows, 0)];
  return rows.length > 1 ? last + Math.max(0, last - before) : last;
};
const next = <T>(options: readonly T[], used: readonly unknown[]): T =>
  options.find((one) => !used.includes(one)) ?? options[0]!;
const unusedRank = (rows: readonly Row[]): string =>
  next<string>(
    RANKS.toReversed(),
    rows.map((row) => row[0]),
  );

const list = (low: number, high: number): RowShape => ({
  columns: [{ key: 'value', kind: 'number', low, high }],
  most: 24,
  read: (text) => entries(text).map((one) => [num(one)]),
  write: (rows) => joined(rows.map((row) => cell(row, 0)), ','),
  fresh: (rows) => [rows.length === 0 ? low : Math.min(high, goesOn(rows))],
});

const byHand = (low: number, high: number): RowShape => ({
  ...list(low, high),
  most: 12,
  firstFixed: true,
  byHand: true,
});

const amountByHand = (low: number, high: number): RowShape => ({
  ...byHand(low, high),
  columns: [{ key: 'amount', kind: 'maybe', low, high, all: true }],
  read: (text) => entries(text).map((one) => [one === 'all' ? null : num(one)]),
  write: (rows) => rows.map(([amount]) => amount ?? 'all').join(','),
  fresh: (rows) => [rows.at(-1)?.[0] ?? null],
});

const NEEDED = ['natural', 'mixed', 'wild', 'sequence'];
const WRITTEN = ['wild', 'natural', 'mixed', 'sequence']; // the order of a written set
const needsByHand = (high: number): RowShape => ({
  columns: [
    ...NEEDED.map((kind) => ({ key: `${kind}Count`, kind: 'number', low: 0, high }) as const),
    { key: 'ofRanks', kind: 'set', words: [...RANKS, '2'] },
  ],
  most: 12,
  firstFixed: true,
  byHand: true,
  read: (text) => text.split(' then ').map(readNeeds),
  write: (rows) => rows.map(writeNeeds).join(' then '),
  fresh: (rows) => [...(rows.at(-1) ?? [0, 0, 0, 0, 'none'])],
});

function readNeeds(text: string): Row {
  const words = entries(text).map((one) => one.split(':'));
  const count = (kind: string): number => {
    const found = words.find(([word]) => word === kind);
    return found === undefined ? 0 : num(found[1] ?? '1');
  };
  const ranks = words.flatMap(([word = '']) => (NEEDED.includes(word) ? [] : [word]));
  return [...NEEDED.map(count), joined(ranks, ',')];
}

function writeNeeds(row: Row): string {
  const kinds = WRITTEN.flatMap((kind) => {
    const count = Number(row[NEEDED.indexOf(kind)]);
    return count === 0 ? [] : count === 1 ? [kind] : [`${kind}:${count}`];
  });
  return joined([...entries(cell(row, NEEDED.length)), ...kinds], ',');
}

const bands = (low: number, high: number): RowShape => ({
  columns: [
    { key: 'floor', kind: 'maybe', ...FLOORS },
    { key: 'minimum', kind: 'number', low, high },
  ],
  most: 8,
  firstFixed: true,
  read: (text) =>
    entries(text).map((one) => {
      const [floor = '', minimum] = one.split(':');
      return [floor === 'any' ? null : num(floor), num(minimum)];
    }),
  write: (rows) =>
    joined(rows.map(([floor, minimum], i) => `${i === 0 ? 'any' : floor}:${minimum}`)),
  fresh: (rows) => [
    Math.max(0, lastNumber(rows, 0)) + (rows.length < 2 ? 0 : 1500),
    lastNumber(rows, 1) + 30,
  ],
});

const shapes = (low: number, high: number): RowShape => ({
  columns: [
    { key: 'naturals', kind: 'number', low, high },
    { key: 'wilds', kind: 'number', low, high },
  ],
  most: 8,
  read: (text) => entries(text).map((one) => one.split('+').map(num)),
  write: (rows) => joined(rows.map((row) => row.join('+'))),
  fresh: (rows) => (rows.length === 0 ? [2, 2] : [lastNumber(rows, 0) + 1, lastNumber(rows, 1)]),
});

const openings = (low: number, high: number): RowShape => ({
  columns: [
    { key: 'from', kind: 'number', ...FLOORS },
    { key: 'canasta', kind: 'choice', options: ['any', 'natural'] },
    { key: 'minimum', kind: 'number', low, high },
  ],
  most: 8,
  read: (text) =>
    entries(text).map((one) => {
      const [from, kind = 'any', minimum] = one.split(':');
      return [num(from), kind, num(minimum)];
    }),
  write: (rows) => joined(rows.map((row) => row.join(':'))),
  fresh: (rows) => [rows.length === 0 ? 5000 : lastNumber(rows, 0) + 1000, 'any', 0],
});

const bans: RowShape = {
  columns: [
    { key: 'rank', kind: 'choice', options: RANKS },
    { key: 'until', kind: 'choice', options: ['own_side', 'every_side'] },
    { key: 'neverLast', kind: 'flag' },
  ],
  most: 4,
  read: (text) =>
    entries(text).map((one) => {
      const [rank = '', until = '', last] = one.split(':');
      return [rank, until, last === 'never_last'];
    }),
  write: (rows) =>
    joined(rows.map(([rank, until, last]) => `${rank}:${until}${last ? ':never_last' : ''}`)),
  fresh: (rows) => [unusedRank(rows), 'own_side', false],
};

const wildBonus: RowShape = {
  columns: ['twos', 'fourJokers', 'otherWilds'].map(
    (key) => ({ key, kind: 'number', ...POINTS }) as const,
  ),
  most: 1,
  single: true,
  read: (text) => [text.split(':').map(num)],
  write: (rows) => rows[0]?.join(':') ?? '0:0:0',
  fresh: () => [0, 0, 0],
};

const MELD_RANKS = [...RANKS, '2'];
const ordinary = (text: string | undefined): Cell => (text === '-' ? null : num(text));
const rankBonus: RowShape = {
  columns: [
    { key: 'rank', kind: 'choice', options: MELD_RANKS },
    { key: 'naturalBonus', kind: 'maybe', ...POINTS },
    { key: 'mixedBonus', kind: 'maybe', ...POINTS },
    { key: 'onlyIfOut', kind: 'flag' },
  ],
  most: MELD_RANKS.length,
  read: (text) =>
    entries(text).map((one) => {
      const [rank = '', points = ''] = one.split('=');
      const [natural, mixed, out] = points.split(':');
      return [rank, ordinary(natural), ordinary(mixed), out === 'only_if_out'];
    }),
  write: (rows) =>
    joined(
      rows.map(
        ([rank, natural, mixed, out]) =>
          `${rank}=${natural ?? '-'}:${mixed ?? '-'}${out ? ':only_if_out' : ''}`,
      ),
    ),
  fresh: (rows) => [unusedRank(rows), 1000, null, false],
};

const KINDS = ['natural', 'mixed', 'wild', 'sequence', 'any'];
const collections: RowShape = {
  columns: [
    { key: 'bonus', kind: 'number', ...POINTS },
    ...KINDS.map((kind) => ({ key: `${kind}Count`, kind: 'number', ...COUNT }) as const),
  ],
  most: 6,
  read: (text) =>
    entries(text).map((one) => {
      const [points, needs = ''] = one.split('=');
      return [num(points), ...KINDS.map((kind) => countIn(needs, kind))];
    }),
  write: (rows) =>
    joined(
      rows.map(([points, ...counts]) => {
        const needs = counts.flatMap((n, i) => (Number(n) > 0 ? [`${n}x${KINDS[i]}`] : []));
        return `${points}=${needs.join('+')}`;
      }),
    ),
  fresh: () => [1000, 0, 0, 0, 0, 5],
};

function countIn(needs: string, kind: string): number {
  const need = needs.split('+').find((one) => one.trim().endsWith(`x${kind}`));
  return need === undefined ? 0 : num(need.trim().split('x')[0]);
}

const UNFINISHED = [...RANKS, 'wild', 'sequence'];
const incomplete: RowShape = {
  columns: [
    { key: 'meld', kind: 'choice', options: UNFINISHED },
    { key: 'naturalOnly', kind: 'flag' },
    { key: 'below', kind: 'number', low: 4, high: 14 },
    { key: 'penalty', kind: 'number', ...POINTS },
    { key: 'withFourJokers', kind: 'maybe', ...POINTS },
  ],
  most: 8,
  read: (text) =>
    entries(text).map((one) => {
      const [head = '', points = ''] = one.split('=');
      const [meld = '', below] = head.split('<');
      const [rank = '', natural] = meld.split(':');
      const [penalty, jokers] = points.split(':');
      const four = jokers === undefined ? null : num(jokers);
      return [rank, natural === 'natural_only', num(below), num(penalty), four];
    }),
  write: (rows) =>
    joined(
      rows.map(
        ([meld, natural, below, points, four]) =>
          `${meld}${natural ? ':natural_only' : ''}<${below}=${points}` +
          (four === null ? '' : `:${four}`),
      ),
    ),
  fresh: (rows) => [unusedRank(rows), false, 7, 1000, null],
};

const held: RowShape = {
  columns: [
    { key: 'rank', kind: 'choice', options: RANKS },
    { key: 'penalty', kind: 'number', ...POINTS },
  ],
  most: RANKS.length,
  read: (text) =>
    entries(text).map((one) => {
      const [rank = '', points] = one.split('=');
      return [rank, num(points)];
    }),
  write: (rows) => joined(rows.map((row) => row.join('='))),
  fresh: (rows) => [unusedRank(rows), 1000],
};

const VALUED = [...MELD_RANKS, 'X'];
const values = (low: number, high: number): RowShape => ({
  columns: [
    { key: 'rank', kind: 'choice', options: VALUED },
    { key: 'onTable', kind: 'number', low, high },
    { key: 'leftInHand', kind: 'maybe', low, high },
  ],
  most: VALUED.length,
  read: (text) =>
    entries(text).map((one) => {
      const [card = '', points = ''] = one.split('=');
      const [table, hand] = points.split(':');
      return [card, num(table), hand === undefined ? null : num(hand)];
    }),
  write: (rows) =>
    joined(rows.map(([card, table, hand]) => `${card}=${table}${hand === null ? '' : `:${hand}`}`)),
  fresh: (rows) => [unusedRank(rows), 10, null],
});

/** The rows of a type of values; null for types that have none. */
export function rowsOf(type: string, low: number, high: number): RowShape | null {
  switch (type) {
    case 'list':
      return list(low, high);
    case 'by_hand':
      return byHand(low, high);
    case 'amount_by_hand':
      return amountByHand(low, high);
    case 'needs_by_hand':
      return needsByHand(high);
    case 'bands':
      return bands(low, high);
    case 'shapes':
      return shapes(low, high);
    case 'openings':
      return openings(low, high);
    case 'bans':
      return bans;
    case 'wild_bonus':
      return wildBonus;
    case 'rank_bonus':
      return rankBonus;
    case 'collections':
      return collections;
    case 'incomplete':
      return incomplete;
    case 'held':
      return held;
    case 'values':
      return values(low, high);
    default:
      return null;
  }
}
