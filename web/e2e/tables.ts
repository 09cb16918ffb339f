// Tables that are full: many melds, large hands, packets, sequences, several sides.
// Not here: what is looked at there. Invariant: each waits for a play of seat 0.
import type { Deal } from './dealt';

export type Dealing = Omit<Deal, 'size'>;

export const melds = (seat: number, ranks: string): string[] =>
  [...ranks].flatMap((rank) => ['c', 'd', 'h'].map((suit) => `${seat} lay ${rank}${suit}`));

/** Three packs, so that hands of 25 can be dealt. */
const LARGE = 'hand_size = 25; decks = 3; jokers_total = 6';

const cards = (ranks: string): string =>
  [...ranks].map((rank) => `${rank}c${rank}d${rank}h`).join('');

/** Everybody lays melds, from hands of 25: seat 0 with `more` beside them, its partner `others`. */
function laidOut(ranks: string, more: string, others: string[], then: string[]): Dealing {
  return {
    rules: 'classic_pagat',
    overrides: LARGE,
    start: 'view seat 0 dealer 3 played 0 totals 1200,-40',
    events: [
      `deal 1 dealer 3 turned 9d hand 0:${cards(ranks)}${more}`,
      ...['0 draw gets 3s', ...melds(0, ranks), '0 open', '0 discard 3s'],
      ...['1 draw gets ?', ...melds(1, '4567'), '1 open', '1 discard 3c'],
      ...['2 draw gets ?', ...others, '2 discard 3s'],
      ...['3 draw gets ?', ...melds(3, '8TJQ'), '3 discard 3c'],
      ...then,
    ],
  };
}

/** A turn that lays the whole hand, picks up the packet and goes on. */
function packetTurn(seat: number, first: string, second: string, opens: boolean): string[] {
  const own = seat === 0;
  const begun = [...melds(seat, first), ...(opens ? [`${seat} open`] : [])];
  const packet = own ? '9c9d9hTcTdThJcJdJhQcQdQsKc' : '?'.repeat(13);
  return [
    `${seat} draw gets ${own ? 'AcAd' : '??'}`,
    ...begun.slice(0, -1),
    `${begun.at(-1)} gets ${packet} packet stock 0`,
    ...melds(seat, second),
    `${seat} discard Kc`,
  ];
}

export const HAND_AND_FOOT: Dealing = {
  rules: 'hand_and_foot',
  away: [2],
  start: 'view seat 0 dealer 3 played 0 totals 0,0',
  events: [
    'deal 1 dealer 3 turned 9d hand 0:4c4d4h5c5d5h6c6d6h7c7d7hAh',
    ...packetTurn(0, '4567A', '', true),
    ...packetTurn(1, '4567A', '9TJ', true),
    ...packetTurn(2, '89TJQ', 'K45', false),
    ...packetTurn(3, '8QK67', '45A', false),
    '0 draw gets 8c8d',
  ],
};

const sequence = (seat: number, suit: string, ranks: string): string[] =>
  [...ranks].map((rank) => `${seat} lay ${rank}${suit} S`);

const sambaTurn = (seat: number, lays: string[]): string[] => [
  `${seat} draw gets ${seat === 0 ? '5s9c' : '??'}`,
  ...[...lays, ...(seat < 2 ? [`${seat} open`] : []), `${seat} discard 9c`],
];

export const SAMBA: Dealing = {
  rules: 'samba',
  start: 'view seat 0 dealer 3 played 0 totals 0,0',
  events: [
    'deal 1 dealer 3 turned 9d hand 0:5h6h7h8h5c6c7c8cAcAdAh4sKs4d4c',
    ...sambaTurn(0, [...sequence(0, 'h', '5678'), ...sequence(0, 'c', '5678'), ...melds(0, 'A')]),
    ...sambaTurn(1, [...sequence(1, 'd', '45678'), ...sequence(1, 's', '45678'), ...melds(1, 'K')]),
    ...sambaTurn(2, [...sequence(2, 'd', '4567'), ...sequence(2, 's', '4567'), ...melds(2, 'K')]),
    ...sambaTurn(3, [...sequence(3, 'c', '4567'), ...sequence(3, 'h', '4567'), ...melds(3, 'Q')]),
    '0 draw gets 4h4h',
  ],
};

const begins = (seat: number): string => (seat < 6 ? ` then ${seat} gets -` : '');

export const THREE_SIDES: Dealing = {
  rules: 'six_hand_3sides',
  players: 6,
  start: 'view seat 0 dealer 5 played 0 totals 0,0,0',
  events: [
    `deal 1 dealer 5 turned 9d hand 0:4c4d4hQcQdQhKcKdKh8c8s9c7d${begins(0)}`,
    ...['4QK', '5JA', '5JA', '679', '67TQ', '67TQ'].flatMap((ranks, seat) => [
      `${seat} draw gets ${seat === 0 ? '8d' : '?'}`,
      ...[...melds(seat, ranks), ...(seat < 3 ? [`${seat} open`] : [])],
      `${seat} discard 9c${begins(seat + 1)}`,
    ]),
    '0 draw gets 8h',
  ],
};

/** Seven or eight people who have all laid melds: each alone, or four pairs. */
export function manyPeople(players: number, layout: 'individual' | 'four_pairs'): Dealing {
  const sides = layout === 'individual' ? players : players / 2;
  const laid = ['4QK', '5JA', '679', '8TQ', '67T', '5JK', '48A', '79J'].slice(0, players);
  return {
    rules: 'classic_pagat',
    overrides: `players = ${players}; team_layout = ${layout}; decks = 4; jokers_total = 8`,
    players,
    start: `view seat 0 dealer ${players - 1} played 0 totals ${Array(sides).fill('0').join()}`,
    events: [
      `deal 1 dealer ${players - 1} turned 9d hand 0:4c4d4hQcQdQhKcKdKh8c9c`,
      ...laid.flatMap((ranks, seat) => [
        `${seat} draw gets ${seat === 0 ? '8d' : '?'}`,
        ...[...melds(seat, ranks), ...(seat < sides ? [`${seat} open`] : [])],
        `${seat} discard 9c`,
      ]),
      '0 draw gets 8h',
    ],
  };
}

/** Five people: four play the hand, and it is said who rests. */
export const FIVE_PEOPLE: Dealing = {
  rules: 'forum',
  players: 5,
  start: 'view seat 0 dealer 3 played 0 totals 0,0',
  events: [
    'deal 1 dealer 3 turned 9d hand 0:QcQdQhKcKdKh8c8s9c7dAc',
    ...['QK', 'JA', '48', '48'].flatMap((ranks, seat) => [
      `${seat} draw gets ${seat === 0 ? '8d' : '?'}`,
      ...[...melds(seat, ranks), ...(seat < 2 ? [`${seat} open`] : []), `${seat} discard 9c`],
    ]),
    '0 draw gets 8h',
  ],
};

/** Six people, each with a packet that nobody has picked up yet. */
export const PACKETS: Dealing = {
  rules: 'hand_and_foot',
  players: 6,
  away: [2, 5],
  start: 'view seat 0 dealer 5 played 0 totals 0,0',
  events: [
    'deal 1 dealer 5 turned 9d hand 0:4c4d4h5c5d5h6c6d6h7c7d7hAh',
    ...['4567', '89TJ', '', '', '', ''].flatMap((ranks, seat) => [
      `${seat} draw gets ${seat === 0 ? 'AcAd' : '??'}`,
      ...[...melds(seat, ranks), ...(ranks === '' ? [] : [`${seat} open`])],
      `${seat} discard ${seat === 0 ? 'Ac' : '3s'}`,
    ]),
    '0 draw gets 8h8d',
  ],
};

/** Hands of 26, of 11 and of 1 card, by classic rules; with melds there are eight of each side. */
export const HANDS: [string, Dealing][] = [
  [
    '26 cards',
    {
      rules: 'classic_pagat',
      overrides: LARGE,
      events: [`deal 1 dealer 3 turned 9d hand 0:${cards('456789TJ')}X`, '0 draw gets 2c'],
    },
  ],
  [
    '11 cards, eight melds a side',
    laidOut('TJQKA', '5c5d5h5s7c7d7s6c2d8s', melds(2, '468'), ['0 draw gets 9c']),
  ],
  [
    '1 card, eight melds a side',
    laidOut(
      '56789TJQ',
      '6s',
      ['c', 'd', 'h', 's'].map((suit) => `2 lay J${suit}`), // a canasta: one card may be left
      ['0 draw gets 7s', '0 lay 6s'],
    ),
  ],
];
