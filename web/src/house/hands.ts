// Special hands as parts, and back to text. Not here: what is allowed, words.
// Invariant: writing what was read gives a text that means the same.
export interface Group {
  count: number;
  size: number;
  of: string; // a word of GROUPS
}

export interface SpecialHand {
  name: string;
  points: number;
  wins: boolean;
  groups: Group[];
}

export const GROUPS = [
  ...['rank', 'wild_kind', 'rank_or_wild_kind', 'wilds', '3', '2', 'X'],
  ...['4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'],
] as const;
export const MOST_HANDS = 12;
export const MOST_GROUPS = 6;
export const HAND_NAME_LENGTH = 23;

function readGroup(text: string): Group {
  const [, count = '1', size = '1', of = 'rank'] = /^(\d+)x(\d+)\s+(\S+)$/.exec(text.trim()) ?? [];
  return { count: Number(count), size: Number(size), of };
}

export function readHands(text: string): SpecialHand[] {
  if (text === 'none' || text === '') return [];
  return text.split(',').map((one) => {
    const [head = '', groups = ''] = one.split('=');
    const [name = '', points = '0', wins] = head.trim().split(':');
    return {
      name,
      points: Number(points),
      wins: wins === 'wins',
      groups: groups.split('+').map(readGroup),
    };
  });
}

export function writeHands(hands: readonly SpecialHand[]): string {
  const group = ({ count, size, of }: Group): string => `${count}x${size} ${of}`;
  const texts = hands.map(
    ({ name, points, wins, groups }) =>
      `${name}:${points}${wins ? ':wins' : ''}=${groups.map(group).join('+')}`,
  );
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** A name as rule files have it: letters, digits and `_`. */
export function handName(typed: string): string {
  return typed
    .trim()
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .slice(0, HAND_NAME_LENGTH);
}

/** A hand of so many cards, all pairs but for three of a kind where their number is odd. */
export function freshHand(hands: readonly SpecialHand[], cards: number): SpecialHand {
  const names = hands.map((hand) => hand.name);
  let n = hands.length + 1;
  while (names.includes(`hand_${n}`)) n++;
  const odd = cards % 2;
  const groups = [{ count: Math.floor(cards / 2) - odd, size: 2, of: 'rank' }];
  if (odd === 1) groups.push({ count: 1, size: 3, of: 'rank' });
  return { name: `hand_${n}`, points: 1000, wins: false, groups };
}
