// Every English word the page shows but those of home.ts, by key; parameters and plurals are typed.
// Not here: logic. Invariant: no component holds a text of its own, and another language is one
// more object of the type `Messages`.
import { rankOf } from '../cards';
import type { Canasta, Card, Meld, MeldKind, Need, Phase, Pile } from '../engine/types';
import { wildPlaces } from '../melds';
import { alarm } from './alarms.en';
import { advice, bot } from './company.en';
import { people, waits } from './people.en';
import { engineReasons, serverReasons } from './reasons.en';
import {
  capital,
  card,
  counted,
  list,
  meldKind,
  meldName,
  ordinal,
  plural,
  points,
  rank,
  shortNeed,
  THEM,
} from './words.en';

/** Natural cards of the hand for a frozen pile. */
const pairFor = ({ rank: top, take_with }: Pile): string =>
  take_with === 'any_card'
    ? 'a natural pair for one of its cards'
    : `two natural ${top === null ? 'cards' : rank(top, 2)}`;

const matchFor = ({ rank: top, take_with }: Pile): string => {
  if (take_with === 'new_meld') return 'a new meld';
  if (take_with === 'any_card') return 'a match for one of its cards';
  return `a match for the ${top === null ? 'top card' : rank(top, 1)}`;
};

const ranksOf = ({ rank: top }: Pile): string => (top === null ? 'this rank' : rank(top, 2));

const pileStates: Record<Pile['state'], (pile: Pile) => string> = {
  empty: () => 'Empty',
  stop: () => 'Black three on top: nobody takes it this turn',
  wild: () => 'Wild card on top: cannot be taken',
  twos: () => 'Two on top: show two twos to take the pile',
  red3: () => 'Red three on top: cannot be taken',
  rank: (pile) => `Cannot be taken: ${ranksOf(pile)} on top`,
  blocked: (pile) => `Blocked: there is a canasta of ${ranksOf(pile)}`,
  frozen_initial: (pile) => `Frozen until first taken: needs ${pairFor(pile)}`,
  frozen_own: (pile) => `Frozen until you take it: needs ${pairFor(pile)}`,
  frozen_flag: (pile) => `Frozen: needs ${pairFor(pile)}`,
  frozen_unmelded: (pile) => `Frozen until you meld: needs ${pairFor(pile)}`,
  frozen: (pile) => `Frozen: needs ${pairFor(pile)}`,
  open: (pile) => `Open: needs ${matchFor(pile)}`,
};

const pileState = (pile: Pile): string => pileStates[pile.state](pile);

const over: Partial<Record<Phase, string>> = {
  scored: 'The hand is over',
  game_end: 'The game is over',
};

const canastas: Record<Canasta, string> = {
  natural: 'natural',
  mixed: 'mixed',
  wild: 'wild',
  sequence: 'sequence',
};

const canastaWords = (kind: Canasta): string =>
  kind === 'sequence' ? 'a complete sequence' : `a ${canastas[kind]} canasta`;

const needWords: Record<Need['canasta'], (n: number) => string> = {
  no: (n) => (n === 0 ? 'any meld' : points(n)),
  any: (n) => (n === 0 ? 'a canasta' : `${points(n)} with a canasta`),
  natural: (n) => (n === 0 ? 'a natural canasta' : `${points(n)} with a natural canasta`),
};

const firstMelds = (need: Need): string =>
  need.points === 0 && need.canasta === 'no'
    ? 'Your first melds may count anything.'
    : `Your first melds need ${needWords[need.canasta](need.points)}.`;

const retries = new Map([
  ['STORE', 'The server cannot read this table just now. Trying again …'],
  ['FULL', 'The server has no room for this table just now. Trying again …'],
]);

const lesson = { title: 'First steps', learn: 'New to Canasta? Learn it in one hand' };

export const en = {
  app: 'Canasta',
  points,
  rank: (letter: string, n = 1) => rank(letter, n),
  card,
  cards: counted,
  list,
  joined: (names: readonly string[]) => names.join(' & '),
  sentences: (all: readonly string[]) => all.filter((one) => one !== '').join(' '),
  specialHand: (name: string) => name.replaceAll('_', ' '),
  seatFallback: (seat: number) => `Player ${seat + 1}`,
  namesake: (name: string, n: number) => `${name} ${n}`,
  you: 'You',
  close: 'Close',
  more: 'More',


  rules: {
    title: 'The rules of this table',
    titleOf: (name: string) => `Rules: ${name}`,
    open: 'Rules',
    loading: 'Asking for the rules …',
    ofRefusal: 'The rule',
  },

  join: {
    title: 'Take a seat',
    intro:
      'You have been invited to this table. Choose a seat and sit down; you play on from there.',
    introNext:
      'You have been invited to this table. Choose a seat: you play from the next hand on, and look on until then.',
    seatFree: (computer: string) => `Free: ${computer}`,
    seatHeld: 'Taken',
    seatHeldAway: (computer: string) => `Taken, away just now: ${computer} stands in`,
    partnerOf: (names: readonly string[]) => `Plays with ${list(names)}`,
    score: 'The score so far',
    sitAs: (seat: number) => `Sit in seat ${seat + 1}`,
    sit: 'Sit here',
    full: 'Every seat at this table is taken by a person.',
    again: 'Look again',
    seats: 'See the seats of this table',
    home: 'To the start page',
  },

  status: {
    loading: 'Loading the table …',
    retrying: (code: string | null) => retries.get(code ?? '') ?? 'Connection lost. Trying again …',
    paused: 'The server cannot save plays just now. The table waits; nothing is lost.',
    saving: 'This is still being saved. The table waits until the server is sure.',
    engineFailed: 'The rules engine could not be loaded. Reload the page.',
    yourTurnTitle: 'Your turn – Canasta',
    partLoading: 'One moment …',
    partFailed: 'This part of the page did not come through.',
    again: 'Try again',
    reload: 'Load the page anew',
  },

  table: {
    label: 'Card table',
    say: 'What is to be done',
    hand: (n: number) => `Hand ${n}`,
    toTarget: (n: number, lead: number, most: number) =>
      `to ${points(n)}` +
      (lead > 0 ? `, or ${points(lead)} far ahead` : '') +
      (most > 0 ? `, ${plural(most, { one: 'one hand', other: '# hands' })} at most` : ''),
    leadWins: (n: number) =>
      n > 0 ? `${points(n)} points win, too, if they are more than all others have together.` : '',
    rounds: (n: number) => plural(n, { one: 'one hand', other: '# hands' }),
    timeLimit: (n: number) => (n > 0 ? `, or ${plural(n, { one: 'a minute', other: '# minutes' })}` : ''),
    timeLeft: (minutes: number, between: boolean, short: boolean) =>
      minutes > 0 || between ? `${minutes} min${short ? '' : ' left'}` : 'last hand',
    us: 'Us',
    them: THEM,
    me: 'You',
    minimumShort: (need: Need) => `min ${shortNeed(need)}`,
    opened: (need: Need) => `min ${shortNeed(need)} · melded`,
    notOpened: (need: Need) => `minimum ${needWords[need.canasta](need.points)}`,
    openedShort: (need: Need) => `min ${shortNeed(need)} ✓`,
    melds: (side: string) => `Melds: ${side}`,
    noMelds: 'No melds yet',
    threes: (faces: readonly Card[]) =>
      plural(faces.length, { one: '# three laid out', other: '# threes laid out' }) +
      `: ${list(faces.map(card))}`,
    setAside: (n: number) =>
      plural(n, { one: '# black three out of play', other: '# black threes out of play' }),
    stock: 'Stock',
    stockLabel: (n: number) =>
      `Draw from the stock, ${plural(n, { one: '# card', other: '# cards' })} left`,
    pile: 'Pile',
    pileLabel: (n: number, top: Card | null, state: string) =>
      `Discard pile, ${plural(n, { one: '# card', other: '# cards' })}${top === null ? '' : `, ${card(top)} on top`}. ${state}.`,
    justThrown: 'Just thrown',
    pileState,
    pileWords: (pile: Pile, phase: Phase) => over[phase] ?? pileState(pile),
    canastas,
    wilds: 'wilds',
    nth: (i: number) => ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'][i] ?? String(i + 1),
    meldLabel: (meld: Meld, nth: number | null) =>
      capital(meldName(meld)) +
      (nth === null ? '' : `, ${ordinal(nth)} meld`) +
      `, ${plural(meld.cards.length, { one: '# card', other: '# cards' })}` +
      (meld.wilds > 0 && meld.kind !== 'wild'
        ? `, ${plural(meld.wilds, { one: '# wild', other: '# wild' })}`
        : '') +
      wildPlaces(meld)
        .map(([wild, place]) => `, the ${card(wild)} as the ${card(place)}`)
        .join('') +
      (meld.canasta === null
        ? ''
        : `, ${meld.canasta === 'sequence' ? 'complete' : `${canastas[meld.canasta]} canasta`}`) +
      (meld.closed ? ', closed' : ''),
    layOnto: (meld: Meld) => `Lay the selected cards onto the ${meldName(meld)}`,
    layAtEnd: (meld: Meld, end: 'low' | 'high') =>
      `${end === 'low' ? 'Below' : 'Above'} the ${meldName(meld)}`,
    swapIn: (meld: Meld) => `Put the selected card in the place of a wild one in the ${meldName(meld)}`,
    joinWith: (meld: Meld) => `Join with the ${meldName(meld)}`,
    newMeld: 'New meld',
    newMeldOf: (kind: MeldKind, letter: string) => `New: ${meldKind(kind, letter)}`,
    closedRanks: (letters: readonly string[]) =>
      `Closed to all: ${list(letters.map((letter) => rank(letter, 2)))}`,
    buried: (n: number) => plural(n, { one: '# card face down', other: '# cards face down' }),
    takesTop: (n: number) =>
      `A take brings the top ${plural(n, { one: 'card', other: '# cards' })}`,
    beneath: 'Under the top card',
    lookThrough: (n: number) =>
      plural(n, { one: 'Look at the card beneath', other: 'Look through the # beneath' }),
    turnCard: {
      none: '',
      in_stock: 'Turn card in the stock',
      drawn: 'Turn card is out: the last cards',
    },
    packet: (n: number) => plural(n, { one: '# packet', other: '# packets' }),
    packetLong: (n: number) =>
      plural(n, { one: '# packet not yet picked up', other: '# packets not yet picked up' }),
    talon: (n: number) => `+${n}`,
    talonLong: (n: number) =>
      plural(n, {
        one: '# card waits for the next turn',
        other: '# cards wait for the next turn',
      }),
    holdThree: 'You hold a three back',
    direction: { cw: 'Play goes to the left', ccw: 'Play goes to the right' },
    unformed: 'Each alone, until somebody takes the pile',
    lone: 'alone',
    resting: (name: string) => `${name} rests in this hand`,
    youRest: 'You rest in this hand: your side plays without you.',
    chosenToJoin: 'chosen to be joined',
    handCount: (n: number) => plural(n, { one: '# card in hand', other: '# cards in hand' }),
    dealer: 'Dealer',
    dealerShort: 'D',
    partner: 'partner',
    away: 'away',
    thinking: 'thinking …',
  },

  hand: {
    label: (n: number) => `Your hand, ${plural(n, { one: '# card', other: '# cards' })}`,
    empty: 'Your hand is empty',
    sort: 'Sort by rank',
    ownOrder: 'Own order',
    left: 'Move left',
    right: 'Move right',
    moved: (name: string, i: number, n: number) => `${capital(name)}, ${i + 1} of ${n}.`,
    fresh: 'new',
    freshCard: (name: string) => `${name}, new`,
  },

  tray: {
    label: 'Tray',
    count: (have: number, need: number) =>
      have >= need
        ? `${points(have)} of ${points(need)} – enough`
        : `${points(have)} of ${points(need)} – ${points(need - have)} more`,
    addTo: (kind: MeldKind, letter: string) =>
      `Add the selected cards to the ${meldKind(kind, letter).replace(/^a /, '')}`,
    newGroup: 'As another group',
    onto: (meld: Meld) => `onto the ${meldName(meld)}`,
    canasta: { no: '', any: 'and a canasta', natural: 'and a natural canasta' },
    back: (name: string) => `Take the ${name} back`,
  },

  action: {
    scoreSheet: 'Score sheet',
    draw: 'Draw',
    drawOn: 'Draw another',
    stop: 'Draw no more',
    end: 'End the hand',
    take: 'Take pile',
    takeWith: (faces: readonly Card[], onto: Meld | null, choice: boolean) =>
      (faces.length === 0 ? 'Take' : `Take with ${counted(faces)}`) +
      (onto !== null ? `, onto the ${meldName(onto)}` : choice ? ', as a new meld' : ''),
    stage: 'Stage group',
    lay: 'Lay down',
    confirm: 'Confirm opening',
    confirmTake: 'Take and open',
    play: 'Play the tray',
    discard: 'Discard',
    ask: 'Ask partner',
    pass: 'Pass',
    passOut: 'Go out with the threes',
    pick: 'Pick up top card',
    layOut: 'Lay out the three',
    declare: (name: string, n: number) => `Declare ${name}: ${points(n)}`,
    join: 'Join the melds',
    swap: 'Take a wild',
    swapFor: (natural: Card, wild: Card, whose: string) =>
      `The ${card(natural)} for the ${card(wild)}: ${whose}`,
    takeBack: 'Take back',
    keepIt: 'Keep it',
    throwIt: 'Throw it',
    undo: 'Undo',
    undoAll: 'Undo all',
    clear: 'Clear selection',
    short: {
      undoAll: 'Undo all',
      stage: 'Stage',
      lay: 'Lay',
      ask: 'Ask',
      pick: 'Pick up top',
      layOut: 'Lay out 3',
      join: 'Join',
      swap: 'Take wild',
      confirm: 'Confirm',
      confirmTake: 'Take & open',
      play: 'Play tray',
    },
  },

  hint: {
    yourTurn: 'Your turn',
    draw: 'Draw from the stock, or take the pile.',
    drawTakeOrPick: 'Draw, take the pile, or pick up just its top card.',
    drawOrPick: 'Draw from the stock, or pick up the top card of the pile.',
    drawOn: (pick: boolean, stop: boolean) =>
      `Draw the next card${pick ? ', or pick up the top card' : ''}${stop ? ', or draw no more' : ''}.`,
    drawOnly: 'Draw from the stock.',
    takeOrEnd: 'The stock is empty: take the pile, or draw to end the hand.',
    meld: 'Meld if you like, then discard one card.',
    firstMelds,
    opening: (need: Need) => `${firstMelds(need)} Or just discard.`,
    cannotOpen: (have: number, need: number) =>
      `You cannot open yet: your cards count at most ${points(have)} of ${points(need)}. Discard a card.`,
    canGoOut: 'You can go out in this turn.',
    mustGoOut: 'Your partner said yes: go out now.',
    saidYes: 'Your partner would go out.',
    saidNo: 'Your partner advises against going out.',
    mustPass: 'You hold no card that may be discarded: lay one down, or pass.',
    passOut: 'You hold nothing but threes: go out with them, or discard one of them first.',
    owes: {
      new_meld: 'You took the pile: lay a new meld before you discard.',
      card: 'You took the pile: meld a card of a rank that was in it before you discard.',
    },
    askFirst: 'Draw from the stock, or ask your partner first.',
    special: (name: string, n: number) => `Your cards are a special hand: ${name}, ${points(n)}.`,
    mayNotGoOut: 'Your partner said no: you may not go out in this turn.',
    thrown: (card: string) => `You throw the ${card}.`,
    sureWild: (card: string) => `The ${card} is wild. Throw it all the same?`,
    sureCanasta: (card: string) => `The ${card} would complete a canasta of yours. Throw it?`,
    onlyEnd: 'The stock is empty and the pile cannot be taken: the hand ends here.',
    waitFor: (name: string) => `${name} is playing.`,
    waitingFor: (name: string) => `Waiting for ${name}.`,
    waitAnswer: (name: string) => `You asked; ${name} is thinking it over.`,
    choosePlace: 'Where to? Tap a meld, or “New meld”.',
    joinWith: 'Tap the meld to join it with.',
    joinNow: 'Join these two melds?',
    chooseEnd: 'At which end of the sequence?',
    selectSwap: 'Select the one natural card that takes the place of a wild card.',
    chooseSwap: 'Choose which wild card to take.',
    selectFirst: 'Select cards first.',
    selectOne: 'Select exactly one card to discard.',
    chooseTake: 'Choose how to take the pile.',
    clearTray: 'Undo what you have put together if you only want to discard.',
    enough: 'This can be played now, or added to.',
  },

  ask: {
    title: (name: string) => `${name} asks: “May I go out?”`,
    binds: 'Your answer binds your partner for this turn.',
    advice: 'Your answer is advice: your partner may still decide.',
    yes: 'Yes, go out',
    no: 'No, not yet',
  },

  log: {
    title: 'This hand',
    empty: 'Nothing has happened yet.',
    drew: (n: number) => plural(n, { one: 'drew a card', other: 'drew # cards' }),
    drewCards: (faces: readonly Card[]) => `drew ${list(faces.map((face) => `the ${card(face)}`))}`,
    returned: (faces: readonly Card[]) =>
      `turned up ${list(faces.map((face) => `the ${card(face)}`))} and put ` +
      `${faces.length === 1 ? 'it' : 'them'} back into the stock`,
    picked: { packet: 'picked up a packet', talon: 'picked up the waiting cards' },
    threes: (n: number) => plural(n, { one: 'laid out a three', other: 'laid out # threes' }),
    laidOut: 'laid out the three held back',
    pickedTop: (top: Card) => `picked up the ${card(top)}`,
    showed: (n: number, faces: readonly Card[]) =>
      `took the pile (${plural(n, { one: '# card', other: '# cards' })}) by showing ` +
      list(faces.map((face) => `the ${card(face)}`)),
    took: (n: number, faces: readonly Card[], top: Card | null) =>
      `took the pile (${plural(n, { one: '# card', other: '# cards' })})` +
      (top === null ? '' : `: the ${card(top)}`) +
      (faces.length === 0 ? (top === null ? '' : ' onto the meld') : ` with ${counted(faces)}`),
    tookWhole: (n: number) =>
      `took the pile as it lay (${plural(n, { one: '# card', other: '# cards' })})`,
    melded: (faces: readonly Card[], kind: MeldKind, letter: string, began: boolean) =>
      began && kind === 'sequence'
        ? `melded a sequence (${faces.map((face) => rank(rankOf(face))).join(', ')})`
        : began
          ? `melded ${counted(faces)}`
          : `added ${counted(faces)} to the ${meldKind(kind, letter).replace(/^a /, '')}`,
    canasta: (kind: Canasta) => canastaWords(kind),
    swapped: (natural: Card, wild: Card, steals: boolean) =>
      `put the ${card(natural)} in the place of the ${card(wild)}` +
      (steals ? ' in another side’s meld' : ''),
    joined: (n: number) => plural(n, { one: 'joined two melds', other: 'joined melds # times' }),
    alone: 'became the lone player',
    passed: 'passed',
    declared: (name: string, n: number) => `declared ${name} for ${points(n)}`,
    discarded: (face: Card) => `discarded the ${card(face)}`,
    asked: 'asked to go out',
    yes: 'partner said yes',
    no: 'partner said no',
    wentOut: 'went out',
    emptied: 'ran out of cards',
    declined: 'left the pile; the stock is empty',
    refilled: {
      turn_pile: 'turned the pile over for a new stock',
      shuffle_pile: 'shuffled the pile for a new stock',
      add_pack: 'added a pack of cards for a new stock',
    },
    standsIn: (name: string) => `The computer for ${name}`,
    forYou: 'The computer for you',
    sentence: (name: string, parts: readonly string[]) => `${name} ${list(parts)}.`,
    short: {
      drew: 'drew',
      pickedTop: 'picked up',
      took: (n: number) => `took ${n}`,
      returned: 'turned up',
      refilled: 'new stock',
      picked: { packet: 'packet', talon: '+cards' },
      melded: (kind: MeldKind, letter: string, n: number) =>
        (n === 1 ? '' : `${n}×`) +
        (kind === 'wild' ? '★' : kind === 'sequence' ? 'seq' : letter === 'T' ? '10' : letter),
      passed: 'passed',
      asked: 'asks to go out',
      swapped: 'took a ★',
      playing: 'playing',
      out: 'went out',
      emptied: 'no card left',
    },
  },

  voice: {
    yourTurn: (words: string) => `Your turn. ${words}`,
    thrown: (card: string) => `You throw the ${card}; U takes it back.`,
    takenBack: (card: string) => `You take the ${card} back.`,
    came: (faces: readonly Card[]) =>
      faces.length === 0 ? '' : `With it came ${list(faces.map((face) => `the ${card(face)}`))}.`,
  },

  query: {
    hand: (faces: readonly Card[]) =>
      faces.length === 0 ? 'Your hand is empty.' : `You hold ${list(faces.map(card))}.`,
    pile: (pile: string, stock: number) =>
      `${pile} ${plural(stock, { one: '# card', other: '# cards' })} in the stock.`,
    melds: (side: string, melds: readonly string[]) =>
      melds.length === 0 ? `${side}: no melds.` : `${side}: ${melds.join('; ')}.`,
    opened: 'Your side has melded: nothing is missing.',
    score: (sides: readonly { name: string; total: number }[]) =>
      `${list(sides.map(({ name, total }) => `${name} ${points(total)}`))}.`,
    counts: (seats: readonly { name: string; count: number }[]) =>
      `${list(
        seats.map(
          ({ name, count }) => `${name} ${plural(count, { one: '# card', other: '# cards' })}`,
        ),
      )}.`,
    yourTurn: 'It is your turn.',
    over: (phase: Phase) => `${over[phase] ?? ''}.`,
    none: (letter: string) => `You hold no ${rank(letter, 2)}.`,
  },

  menu: {
    title: 'Settings',
    invite: 'Invite',
    inviteLocal:
      'This server listens on this computer only. Start it with ./play --lan to play with other devices.',
    copy: 'Copy link',
    copied: 'Copied',
    home: 'All games',
    log: 'Log',
    open: 'Menu',
  },

  bot,
  advice,
  alarm,
  people,

  lesson,
  ruleReasons: engineReasons,
  reasons: { ...engineReasons, ...serverReasons },
  tryAgainIn: (ms: number) => `Not yet: try again in ${waits(ms)}.`,
  unknownReason: (code: string) => `The play was refused (${code}).`,
};

export type Messages = typeof en;
