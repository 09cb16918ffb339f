// Where each game stands in the list of the start page, and the cards that are its picture.
// Not here: titles and sentences (messages/games.en.ts), rules. Invariant: a rule set this page
// does not know is in the last group, house rules are in the first.
import type { Card } from '../engine/types';

/** In the order of the page. */
export const GROUPS = [
  'yours',
  'classic',
  'two',
  'three',
  'more_people',
  'samba',
  'cousins',
  'american',
  'hand_and_foot',
  'clubs',
  'other',
] as const;
export type Group = (typeof GROUPS)[number];

export interface Placed {
  group: Group;
  cards: readonly Card[]; // three, from left to right
}

const at = (group: Group, ...cards: Card[]): Placed => ({ group, cards });

/** The rule sets that come with the program, in the order of the page. */
export const PLACES: ReadonlyMap<string, Placed> = new Map([
  ['classic_pagat', at('classic', 'Kh', 'Ah', '2d')],
  ['classic_usp', at('classic', 'Qs', '3s', 'Qd')],
  ['relaxed', at('classic', '9h', '9c', '9d')],
  ['forum', at('classic', 'Jh', 'Js', 'Jc')],
  ['online', at('classic', '2h', 'X', '2c')],
  ['wiki_play', at('classic', '7c', 'Ks', '4d')],
  ['two_player', at('two', 'Kd', 'Qh', 'Kc')],
  ['relaxed_2', at('two', 'Td', 'Ts', 'Th')],
  ['individual_3', at('three', 'Js', 'Qh', 'Kd')],
  ['cutthroat_3', at('three', 'Ad', 'Js', 'Ah')],
  ['relaxed_3', at('three', '8c', '8h', '8s')],
  ['five_hand', at('more_people', '5h', '5s', '5d')],
  ['six_hand', at('more_people', '6h', '6c', '6d')],
  ['six_hand_3sides', at('more_people', '6s', 'Qh', '6d')],
  ['relaxed_5', at('more_people', '4h', '5c', '4d')],
  ['relaxed_6', at('more_people', '5d', '6s', '5h')],
  ['samba', at('samba', '5h', '6h', '7h')],
  ['bolivia', at('samba', '2c', 'X', '9d')],
  ['brazilian', at('samba', 'Jd', 'Qd', 'Kd')],
  ['chilean', at('samba', 'X', '8s', '2s')],
  ['italian', at('samba', '2h', '2s', '2d')],
  ['uruguay', at('cousins', '2d', 'X', 'Kh')],
  ['cuban', at('cousins', '3c', '2h', '3s')],
  ['joker', at('cousins', '3h', 'X', '3s')],
  ['mexicana', at('cousins', '3d', '7h', '3h')],
  ['modern_american', at('american', '7d', 'Ad', '7s')],
  ['modern_american_cla', at('american', 'As', '7h', 'X')],
  ['hand_and_foot', at('hand_and_foot', 'Kc', 'X', '2h')],
  ['pennies', at('hand_and_foot', '7c', '7h', '7s')],
]);

const HOUSE: Placed = at('yours', 'Ac', 'Qh', '9d');
const UNKNOWN: Placed = at('other', 'Th', 'Jc', 'Qd');

/** Of house rules, and of a club's sheet, the picture is that of the set they are made from. */
export function placeOf(name: string, house: string | null, club: string | null = null): Placed {
  if (club !== null) return { ...(PLACES.get(club) ?? UNKNOWN), group: 'clubs' };
  if (house === null) return PLACES.get(name) ?? UNKNOWN;
  return { ...(PLACES.get(house) ?? HOUSE), group: 'yours' };
}

export interface Listed<T> {
  group: Group;
  games: T[];
}

/** Games by group, in the order of the page; of no group without games. */
export function listed<T extends { name: string; group: Group }>(games: readonly T[]): Listed<T>[] {
  const order = [...PLACES.keys()];
  const placeIn = ({ name }: T): number => order.indexOf(name);
  return GROUPS.flatMap((group) => {
    const own = games.filter((game) => game.group === group);
    own.sort((a, b) => placeIn(a) - placeIn(b)); // those not known stay as they came
    return own.length === 0 ? [] : [{ group, games: own }];
  });
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** True if each word that is looked for begins a word, or stands within one, of what is said. */
export function fits(wanted: string, said: readonly string[]): boolean {
  const text = plain(said.join(' '));
  return plain(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
