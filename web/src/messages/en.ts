// Every English word the page shows, by key; parameters and plurals are typed.
// Not here: logic. Invariant: no component holds a text of its own, and another language is one
// more object of the type `Messages`.
import { isRedThree, rankOf, suitOf, type Suit } from '../cards';
import type { Card, Pile, Score } from '../engine/types';
import { pluralsOf } from './plural';
import { engineReasons, serverReasons } from './reasons.en';

const plural = pluralsOf('en');
const number = new Intl.NumberFormat('en');

const RANKS: Record<string, readonly [one: string, many: string]> = {
  '2': ['two', 'twos'],
  '3': ['three', 'threes'],
  '4': ['four', 'fours'],
  '5': ['five', 'fives'],
  '6': ['six', 'sixes'],
  '7': ['seven', 'sevens'],
  '8': ['eight', 'eights'],
  '9': ['nine', 'nines'],
  T: ['ten', 'tens'],
  J: ['jack', 'jacks'],
  Q: ['queen', 'queens'],
  K: ['king', 'kings'],
  A: ['ace', 'aces'],
  X: ['joker', 'jokers'],
};
const SUITS: Record<Suit, string> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

const rank = (letter: string, count = 1): string => RANKS[letter]?.[count === 1 ? 0 : 1] ?? letter;
const count = (n: number): string => COUNTS[n] ?? String(n);
const card = (face: Card): string => {
  const suit = suitOf(face);
  return suit === null ? rank(rankOf(face)) : `${rank(rankOf(face))} of ${SUITS[suit]}`;
};
const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
const counted = (faces: readonly Card[]): string => {
  const tally = new Map<string, number>();
  for (const face of faces) {
    const key = isRedThree(face) ? 'red' : rankOf(face);
    tally.set(key, (tally.get(key) ?? 0) + 1);
  }
  return list(
    [...tally].map(([key, n]) =>
      key === 'red'
        ? plural(n, { one: 'a red three', other: '# red threes' })
        : `${count(n)} ${rank(key, n)}`,
    ),
  );
};
const points = (n: number): string => number.format(n).replace('-', '−');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const pileStates: Record<Pile['state'], (rankName: string | null) => string> = {
  empty: () => 'Empty',
  stop: () => 'Black three on top: nobody takes it this turn',
  wild: () => 'Wild card on top: cannot be taken',
  red3: () => 'Red three on top: cannot be taken',
  frozen_flag: (name) => `Frozen: needs two natural ${name ?? 'cards'}`,
  frozen_unmelded: (name) => `Frozen until you meld: needs two natural ${name ?? 'cards'}`,
  frozen: (name) => `Frozen: needs two natural ${name ?? 'cards'}`,
  open: (name) => `Open: needs a match for the ${name ?? 'top card'}`,
};

const scoreLines: Record<keyof Score, string> = {
  canastas: 'Canastas',
  go_out: 'Going out',
  special: 'Special',
  threes: 'Red threes',
  melded: 'Cards melded',
  hand: 'Cards in hand',
  penalties: 'Penalties',
  total: 'This hand',
};

export const en = {
  app: 'Canasta',
  tagline: 'The real rules, at a calm table.',
  points,
  rank: (letter: string, n = 1) => rank(letter, n),
  card,
  cards: counted,
  list,
  seatFallback: (seat: number) => `Player ${seat + 1}`,
  you: 'You',
  close: 'Close',

  lobby: {
    newGame: 'New game',
    yourName: 'Your name',
    defaultName: 'Guest',
    rules: 'Game',
    start: 'Start playing',
    starting: 'Setting up the table …',
    myGames: 'My games',
    resume: 'Continue',
    forget: 'Remove from this list',
    forgetName: (name: string) => `Remove ${name} from this list`,
    gone: 'No longer on this server',
    seatsOf: (names: readonly string[]) => `with ${list(names)}`,
    footer: 'You start at once: computer players hold the empty seats until somebody takes them.',
    games: {
      classic_pagat: { title: 'Classic', about: 'Four seats, two sides' },
      two_player: { title: 'For two', about: '15 cards, draw two' },
    },
    length: 'Length',
    lengths: { hand: 'one hand', short: 'to 3,000', full: 'to 5,000' },
    unknownGame: (rules: string) => rules,
  },

  join: {
    title: 'Take a seat',
    intro:
      'You have been invited to this table. Choose a seat and sit down; you play on from there.',
    seatFree: 'Computer player – free',
    seatHeld: 'Taken',
    seatHeldAway: 'Taken, away just now',
    sitAs: (seat: number) => `Sit in seat ${seat + 1}`,
    sit: 'Sit here',
    full: 'Every seat at this table is taken by a person.',
    home: 'To the start page',
  },

  status: {
    loading: 'Loading the table …',
    retrying: 'Connection lost. Trying again …',
    refused: 'You cannot come back to this table.',
    engineFailed: 'The rules engine could not be loaded. Reload the page.',
    yourTurnTitle: 'Your turn – Canasta',
  },

  table: {
    label: 'Card table',
    hand: (n: number) => `Hand ${n}`,
    toTarget: (n: number) => `to ${points(n)}`,
    rounds: (n: number) => plural(n, { one: 'one hand', other: '# hands' }),
    us: 'Us',
    them: 'Them',
    me: 'You',
    minimumShort: (n: number) => `min ${points(n)}`,
    opened: (n: number) => `min ${points(n)} · melded`,
    notOpened: (n: number) => `minimum ${points(n)}`,
    openedShort: (n: number) => `min ${points(n)} ✓`,
    melds: (side: string) => `Melds of ${side}`,
    noMelds: 'No melds yet',
    redThrees: (n: number) => plural(n, { one: '# red three', other: '# red threes' }),
    stock: 'Stock',
    stockLabel: (n: number) =>
      `Draw from the stock, ${plural(n, { one: '# card', other: '# cards' })} left`,
    pile: 'Pile',
    pileLabel: (n: number, top: Card | null, state: string) =>
      `Discard pile, ${plural(n, { one: '# card', other: '# cards' })}${top === null ? '' : `, ${card(top)} on top`}. ${state}.`,
    pileState: (pile: Pile) =>
      pileStates[pile.state](
        pile.rank === null ? null : rank(pile.rank, pile.state === 'open' ? 1 : 2),
      ),
    natural: 'natural',
    mixed: 'mixed',
    meldLabel: (letter: string, n: number, wilds: number, canasta: 'natural' | 'mixed' | null) =>
      capital(rank(letter, 2)) +
      `, ${plural(n, { one: '# card', other: '# cards' })}` +
      (wilds > 0 ? `, ${plural(wilds, { one: '# wild', other: '# wild' })}` : '') +
      (canasta === null ? '' : `, ${canasta} canasta`),
    layOnto: (letter: string) => `Lay the selected cards onto the ${rank(letter, 2)}`,
    handCount: (n: number) => plural(n, { one: '# card in hand', other: '# cards in hand' }),
    dealer: 'Dealer',
    bot: 'Computer',
    partner: 'partner',
    away: 'away',
    awayLong: 'Away: the computer plays until they are back',
    thinking: 'thinking …',
  },

  hand: {
    label: (n: number) => `Your hand, ${plural(n, { one: '# card', other: '# cards' })}`,
    empty: 'Your hand is empty',
    sort: 'Sort by rank',
    ownOrder: 'Own order',
    left: 'Move left',
    right: 'Move right',
    fresh: 'new',
    freshCard: (name: string) => `${name}, new`,
  },

  tray: {
    label: 'Tray',
    count: (have: number, need: number) =>
      have >= need
        ? `${points(have)} of ${points(need)} – enough`
        : `${points(have)} of ${points(need)} – ${points(need - have)} more`,
    addTo: (letter: string | null) =>
      letter === null
        ? 'Add the selected cards to this group'
        : `Add the selected cards to the ${rank(letter, 2)}`,
    back: (name: string) => `Take the ${name} back`,
  },

  action: {
    draw: 'Draw',
    end: 'End the hand',
    take: 'Take pile',
    takeWith: (faces: readonly Card[]) => `Take with ${counted(faces)}`,
    stage: 'Stage group',
    lay: 'Lay down',
    confirm: 'Confirm opening',
    confirmTake: 'Take and open',
    play: 'Play the tray',
    discard: 'Discard',
    ask: 'Ask partner',
    undo: 'Undo',
    undoAll: 'Undo all',
    clear: 'Clear selection',
    short: {
      stage: 'Stage',
      lay: 'Lay',
      ask: 'Ask',
      confirm: 'Confirm',
      confirmTake: 'Take & open',
      play: 'Play tray',
    },
  },

  hint: {
    draw: 'Draw from the stock, or take the pile.',
    drawOnly: 'Draw from the stock.',
    takeOrEnd: 'The stock is empty: take the pile, or draw to end the hand.',
    meld: 'Meld if you like, then discard one card.',
    opening: (n: number) => `Your first melds must count ${points(n)}. Or just discard.`,
    cannotOpen: (have: number, need: number) =>
      `You cannot open yet: your cards count at most ${points(have)} of ${points(need)}. Discard a card.`,
    canGoOut: 'You can go out in this turn.',
    mustGoOut: 'Your partner said yes: go out now.',
    mayNotGoOut: 'Your partner said no: you may not go out in this turn.',
    waitFor: (name: string) => `${name} is playing.`,
    waitAnswer: (name: string) => `You asked; ${name} is thinking it over.`,
    chooseMeld: 'Which meld? Tap the meld the wild cards should go to.',
    selectFirst: 'Select cards first.',
    selectOne: 'Select exactly one card to discard.',
    chooseTake: 'Choose how to take the pile.',
    clearTray: 'Take the groups out of the tray if you only want to discard.',
  },

  ask: {
    title: (name: string) => `${name} asks: “May I go out?”`,
    explain: 'Your answer binds your partner for this turn.',
    yes: 'Yes, go out',
    no: 'No, not yet',
  },

  log: {
    title: 'This hand',
    empty: 'Nothing has happened yet.',
    drew: (n: number) => plural(n, { one: 'drew a card', other: 'drew # cards' }),
    drewCards: (faces: readonly Card[]) => `drew ${list(faces.map((face) => `the ${card(face)}`))}`,
    redThrees: (n: number) =>
      plural(n, { one: 'laid out a red three', other: 'laid out # red threes' }),
    took: (n: number, faces: readonly Card[], top: Card | null) =>
      `took the pile (${plural(n, { one: '# card', other: '# cards' })})` +
      (top === null ? '' : `: the ${card(top)}`) +
      (faces.length === 0 ? (top === null ? '' : ' onto the meld') : ` with ${counted(faces)}`),
    melded: (faces: readonly Card[], letter: string, began: boolean) =>
      began ? `melded ${counted(faces)}` : `added ${counted(faces)} to the ${rank(letter, 2)}`,
    canasta: (kind: 'natural' | 'mixed') => `a ${kind} canasta!`,
    discarded: (face: Card) => `discarded the ${card(face)}`,
    asked: 'asked to go out',
    yes: 'partner said yes',
    no: 'partner said no',
    wentOut: 'went out',
    declined: 'left the pile; the stock is empty',
    sentence: (name: string, parts: readonly string[]) => `${name} ${list(parts)}.`,
    short: {
      drew: 'drew',
      took: (n: number) => `took ${n}`,
      melded: (letter: string, n: number) =>
        `${n === 1 ? '' : `${n}×`}${letter === 'T' ? '10' : letter}`,
      asked: 'asks to go out',
      playing: 'playing',
      out: 'went out',
    },
  },

  score: {
    title: (n: number) => `Hand ${n}`,
    ended: {
      out: (name: string, concealed: boolean) =>
        `${name} went out${concealed ? ' with a concealed hand' : ''}.`,
      stock: 'The stock ran out; nobody went out.',
      red_three: 'The last card of the stock was a red three; the hand is over.',
      none: '',
    },
    lines: scoreLines,
    before: 'Before',
    newTotal: 'Total',
    leftovers: 'Left in hand',
    nothingLeft: 'no cards',
    next: 'Next hand',
    rematch: 'Play again',
    youWon: 'You won the game!',
    youLost: (side: string) => `${side} won the game.`,
    tied: 'The game is tied.',
    hands: 'All hands',
    show: 'Score sheet',
    look: 'Look at the table',
    home: 'Start page',
    nextMinimum: (n: number) => `next opening ${points(n)}`,
  },

  menu: {
    title: 'Settings',
    sound: 'Sound when it is your turn',
    fourColour: 'Four-colour cards',
    pace: 'Pace of the computer players',
    paceValue: (ms: number) => (ms === 0 ? 'at once' : `${(ms / 1000).toFixed(1)} s`),
    invite: 'Invite',
    inviteTitle: 'Invite somebody',
    inviteAbout: 'Whoever opens this link can take any seat that no person holds.',
    inviteLocal:
      'This server listens on this computer only. Start it with ./play --lan to play with other devices.',
    copy: 'Copy link',
    copied: 'Copied',
    leave: 'Leave the table',
    leaveSure: 'Really leave? A computer player takes your seat.',
    home: 'All games',
    log: 'Log',
    open: 'Menu',
  },

  reasons: { ...engineReasons, ...serverReasons },
  unknownReason: (code: string) => `The play was refused (${code}).`,
};

export type Messages = typeof en;
