// One English sentence for every reason of the engine and every refusal of the server.
// Not here: when they apply. Invariant: every code of include/canasta/reason.h and docs/protocol.md
// has its sentence (tests/messages.test.ts reads both).
export interface ReasonNumbers {
  have: number;
  need: number;
}

type Sentence = (n: ReasonNumbers) => string;

const cards = (count: number): string => (count === 1 ? 'one card' : `${count} cards`);

export const engineReasons = {
  OK: () => 'That is allowed.',
  PHASE: () => 'Not at this point of the turn: first draw a card or take the pile, and only once.',
  TURN: () => 'It is another player’s turn.',
  UNREAD: () => 'This shows you a new card, so nothing can follow it in the same play.',
  NOT_HELD: () => 'You do not hold that card.',
  RED3: () => 'Red threes lie on the table as a bonus; they are never melded or discarded.',
  RANK: () => 'The natural cards of one meld must all have the same rank.',
  WILD_ONLY: () => 'A meld cannot be made of wild cards only.',
  SIZE: ({ have, need }) => `A meld needs at least ${cards(need)}; this one has ${have}.`,
  NATURALS: ({ have, need }) =>
    `Too few natural cards: this meld has ${have} and needs at least ${need}.`,
  MAX_WILDS: ({ have, need }) =>
    `Too many wild cards: this meld would have ${have}, and at most ${need} are allowed.`,
  UNFINISHED: () => 'Finish the meld you have begun first.',
  BLACK3: () => 'Black threes may be melded only when going out, as the last meld.',
  BLACK3_WILD: () => 'Black threes cannot be melded with wild cards.',
  EMPTY_PILE: () => 'There is no discard pile to take.',
  STOP: () => 'A black three on top stops you from taking the pile.',
  TOP_WILD: () => 'A pile with a wild card on top cannot be taken.',
  TOP_RED3: () => 'A pile with a red three on top cannot be taken.',
  SINGLE: () => 'With one card in hand you may not take a pile of one card.',
  FROZEN: () =>
    'The pile is frozen: you need two natural cards of the top card’s rank from your hand.',
  PAIR_ONLY: () => 'A natural card with a wild card does not take the pile here.',
  ADD_NOT_ALLOWED: () => 'The top card alone does not take the pile here.',
  TAKE_CARDS: () => 'These cards do not make a meld with the top card of the pile.',
  FORCED_TAKE: () => 'The stock is empty and the top card fits your meld: you must take the pile.',
  OPEN_FIRST: () => 'First confirm the opening that is in the tray.',
  NOTHING_STAGED: () => 'There is nothing in the tray to open with.',
  MIN: ({ have, need }) => `Your first melds count ${have} points and must count at least ${need}.`,
  KEEP_CARD: () =>
    'You would have no card left: without going out you must keep one after the discard.',
  NO_CANASTA: () => 'Your side needs a canasta before you may go out.',
  CANASTAS: ({ have, need }) => `To go out your side needs ${need} canastas; it has ${have}.`,
  ASK_NONE: () => 'There is no partner to ask.',
  ASK_LATE: () => 'The question must come before you meld anything beyond the take of the pile.',
  ASK_AGAIN: () => 'You have already asked in this turn.',
  ASK_IMPOSSIBLE: () => 'You may ask only if you could go out and could also go on without it.',
  ASK_YES: () => 'Your partner said yes: you must go out in this turn.',
  ASK_NO: () => 'Your partner said no: you may not go out in this turn.',
  OVER: () => 'The hand is over.',
  STEP: () => 'There is no such play.',
} as const satisfies Record<string, Sentence>;

export const serverReasons = {
  FORMAT: () => 'The server did not understand this page. Reload it.',
  TOO_LONG: () => 'That is too long.',
  SYNTAX: () => 'That play cannot be read.',
  STALE: () => 'The table has moved on meanwhile. Look again and repeat your play.',
  DUP_MISMATCH: () => 'This command was already used for something else. Reload the page.',
  OLD_KEY: () => 'This command is older than one already played. Reload the page.',
  NO_TABLE: () => 'There is no such table on this server.',
  BAD_TOKEN: () => 'Your key to this seat is not valid any more.',
  BAD_INVITE: () => 'This invitation is not valid.',
  NO_SEAT: () => 'There is no such seat at this table.',
  SEAT_TAKEN: () => 'Somebody has just taken this seat.',
  NOT_NOW: () => 'Not now.',
  RATE: () => 'Too fast. Wait a moment and try again.',
  STORE: () => 'The server could not save this, so nothing has happened. Try again.',
  FULL: () => 'The server is full just now. Try again later.',
  LEFT: () => 'You have left this table.',
  NOT_FOUND: () => 'The server does not know this address.',
  METHOD: () => 'The server did not understand this page. Reload it.',
  ORIGIN: () => 'This page does not belong to that server. Open the address the server printed.',
  OFFLINE: () => 'The server cannot be reached.',
} as const satisfies Record<string, Sentence>;

export type ReasonCode = keyof typeof engineReasons | keyof typeof serverReasons;
