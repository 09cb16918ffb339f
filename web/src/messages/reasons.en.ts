// One English sentence for every reason of the engine and every refusal of the server.
// Not here: when they apply. Invariant: every code of include/canasta/reason.h and docs/protocol.md
// has its sentence (tests/messages.test.ts reads both).
export interface ReasonNumbers {
  have: number;
  need: number;
}

type Sentence = (n: ReasonNumbers) => string;

const cards = (count: number, kind = ''): string =>
  count === 1 ? `one ${kind}card` : `${count} ${kind}cards`;
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

export const engineReasons = {
  OK: () => 'That is allowed.',
  PHASE: () => 'Not at this point of the turn: first draw a card or take the pile, and only once.',
  TURN: () => 'It is another player’s turn.',
  UNREAD: () => 'This shows you a new card, so nothing can follow it in the same play.',
  NOT_HELD: () => 'You do not hold that card.',
  RED3: () => 'Threes laid out as a bonus are never melded.',
  RANK: () => 'The natural cards of one meld must all have the same rank.',
  SEQ_WILD: () => 'A sequence takes no wild card.',
  WILD_ONLY: () => 'A meld cannot be made of wild cards only.',
  WILD_CANASTA: ({ have, need }) =>
    `A meld of wild cards may have at most ${cards(need)}; this one would have ${have}.`,
  SIZE: ({ have, need }) =>
    have < need
      ? `A meld needs at least ${cards(need)}; this one has ${have}.`
      : `A meld may have at most ${cards(need)}; this one would have ${have}.`,
  NATURALS: ({ have, need }) =>
    `Too few natural cards: this meld has ${have} and needs at least ${need}.`,
  MAX_WILDS: ({ have, need }) =>
    `Too many wild cards: this meld would have ${have}, and at most ${need} are allowed.`,
  TURN_WILDS: ({ have, need }) =>
    `This would be wild card ${have} for the meld in this turn; it may get ${need}.`,
  RATIO: ({ have, need }) =>
    `Too many wild cards for this meld: ${have} beside ${cards(need, 'natural ')}.`,
  NO_WILD_RANK: () => 'Wild cards are not allowed in a meld of this rank.',
  RULE_OF_FIVE: ({ have, need }) =>
    `A wild card joins only a meld with ${need} natural cards; this one has ${have}.`,
  WILD_LOCK: () => 'First complete your unfinished meld of wild cards.',
  CLOSED_NOW: () => 'This meld has become a canasta in this turn: more cards from the next turn on.',
  CLOSED: () => 'Nothing more may be added to this canasta.',
  DEAD: () => 'There is a canasta of this rank, so the rank is closed to everybody.',
  MELDS_FULL: () => 'Your side has no room for another meld.',
  MELD_AGAIN: () =>
    'Another meld of this rank begins only when every one you have is a canasta, or, where the ' +
    'rules say so, a natural one.',
  UNFINISHED: () => 'Finish the meld you have begun first.',
  NO_MELD: () => 'There is no such meld, or it cannot take that card.',
  NO_MERGE: () => 'These two melds cannot be joined.',
  NO_SWAP: () =>
    'No wild card lies where this card may take its place, or your side has not melded yet.',
  BLACK3: () => 'Black threes may be melded only when going out, as the last meld.',
  BLACK3_HAND: ({ have, need }) =>
    `This is hand ${have} of the game; black threes are melded from hand ${need} on.`,
  BLACK3_WILD: () => 'Black threes cannot be melded with wild cards.',
  EMPTY_PILE: () => 'There is no discard pile to take.',
  STOP: () => 'A black three on top stops you from taking the pile.',
  TOP_WILD: () => 'A pile with a wild card on top cannot be taken.',
  TOP_RED3: () => 'A pile with a red three on top cannot be taken.',
  TOP_RANK: () => 'A pile with a card of this rank on top cannot be taken.',
  BLOCKED: () => 'There is a canasta of the top card’s rank, which blocks the pile.',
  SINGLE: () => 'With one card in hand you may not take a pile of one card.',
  FROZEN: () =>
    'The pile is frozen: you need two natural cards of the top card’s rank from your hand.',
  PAIR_ONLY: () => 'A natural card with a wild card does not take the pile here.',
  PAIR_NOT_ALLOWED: () => 'Two natural cards do not take the pile here.',
  ADD_NOT_ALLOWED: () => 'The top card alone does not take the pile here.',
  PICK_NOT_ALLOWED: () => 'The top card cannot be picked up by itself now.',
  PICK_ROUND: () => 'Everybody has only picked up and thrown a card: draw from the stock now.',
  TAKE_WHOLE: () =>
    'Here you take the pile as it lies, and lay what you take it for afterwards in the same turn.',
  TAKE_NO_USE: () => 'You could meld no card of the pile with the cards you hold.',
  TAKE_CARDS: () => 'These cards do not make a meld with the top card of the pile.',
  SHOW_TWOS: () => 'This two is taken by showing two twos of its colour, red or black.',
  OPEN_BY_HAND: () => 'Your side’s first melds must come from the hand, without the pile.',
  FORCED_TAKE: () => 'The stock is empty and you can take the pile: you must.',
  PILE_OWED: () => 'You took the pile: first lay what you took it for.',
  OPEN_FIRST: () => 'First confirm the opening that is in the tray.',
  NOTHING_STAGED: () => 'There is nothing in the tray to open with.',
  MIN: ({ have, need }) => `Your first melds count ${have} points and must count at least ${need}.`,
  MIN_CANASTA: () => 'At this total your first melds must contain a canasta.',
  NO_PURE: () => 'Your first melds must contain a meld without wild cards.',
  NATURALS_ONLY: () => 'Your first melds must be without wild cards.',
  MIXED_CANASTA: () => 'A complete mixed canasta cannot be among your first melds.',
  DISCARD_THREE: () => 'This three can never be discarded.',
  DISCARD_WILD: () => 'Wild cards are discarded only when you hold nothing else.',
  EMPTY_PILE_BAN: () =>
    'This card may not be thrown on an empty pile while you could discard another.',
  RANK_BAN: () => 'This rank may not be discarded before there is a canasta of it.',
  LAST_BAN: () => 'This card may not be the last one you discard.',
  FIRST_TURN_BAN: () => 'A black three may not be discarded in your first turn.',
  MUST_DISCARD: () => 'You hold a card that you can discard, so you cannot pass.',
  KEEP_CARD: () => 'You would keep too few cards: without going out you must hold some back.',
  NO_CANASTA: () => 'Your side needs a canasta before you may go out.',
  CANASTAS: ({ have, need }) => `To go out your side needs ${need} canastas; it has ${have}.`,
  OUT_NEEDS: () => 'To go out your side needs other kinds of canastas, or more red threes.',
  OUT_DISCARD: () => 'Your last card must be a discard.',
  OUT_MELD: () => 'Your last card must be melded: here nobody goes out by a discard.',
  MELD_TURN: ({ have, need }) =>
    `Nobody may meld before turn ${need} of the hand; this is your turn ${have}.`,
  OUT_TURN: ({ have, need }) =>
    `Nobody may go out before turn ${need} of the hand; this is your turn ${have}.`,
  PARTNER_PACKET: () => 'You may not go out before your partner has picked up every packet.',
  INCOMPLETE_SPECIAL: () =>
    'An unfinished meld of aces, sevens or wild cards stops your side from going out.',
  ASK_NONE: () => 'There is no partner to ask.',
  ASK_LATE: () => 'The question must come before you meld anything beyond the take of the pile.',
  ASK_AGAIN: () => 'You have already asked in this turn.',
  ASK_LIMIT: ({ have, need }) =>
    `You have asked ${times(have)} in this hand; at most ${times(need)} is allowed.`,
  ASK_IMPOSSIBLE: () => 'You may ask only if you could go out and could also go on without it.',
  ASK_REQUIRED: () => 'Ask first: you may go out only after your partner has said yes.',
  ASK_YES: () => 'Your partner said yes: you must go out in this turn.',
  ASK_NO: () => 'Your partner said no: you may not go out in this turn.',
  SIDE_MELDED: () => 'A special hand can be declared only while your side has not melded.',
  SPECIAL: () => 'Your cards are not a special hand.',
  NO_THREE: () => 'You hold no three to lay out now.',
  OVER: () => 'The hand is over.',
  STEP: () => 'There is no such play.',
} as const satisfies Record<string, Sentence>;

/** Those that are about no rule that a table's rules in words would say. */
export const ruleless = [
  ...(['OK', 'TURN', 'UNREAD', 'NOT_HELD', 'NO_MELD', 'OVER', 'STEP'] as const),
  ...(['OPEN_FIRST', 'NOTHING_STAGED'] as const),
];
export type Ruleless = (typeof ruleless)[number];
export type RuleCode = Exclude<keyof typeof engineReasons, Ruleless>;

export const serverReasons = {
  FORMAT: () => 'The server did not understand this page. Reload it.',
  TOO_LONG: () => 'That is too long.',
  SYNTAX: () => 'That play cannot be read.',
  STALE: () => 'The table has moved on meanwhile. Look again and repeat your play.',
  DUP_MISMATCH: () => 'This command was already used for something else. Reload the page.',
  OLD_KEY: () => 'This command is older than one already played. Reload the page.',
  NO_TABLE: () => 'There is no such table on this server.',
  BAD_TOKEN: () => 'This device opens no seat at this table.',
  BAD_INVITE: () => 'This link opens nothing any more. Ask for a new one.',
  NO_SEAT: () => 'There is no such seat at this table.',
  SEAT_TAKEN: () => 'Somebody has just taken this seat.',
  LESSON: () => 'This is somebody’s lesson, and a lesson is for one person.',
  SEATED: () => 'You have a seat at this table already.',
  BAD_NAME: () =>
    'Nobody can be called that: a name has 1 to 24 plain characters, and is no computer player’s.',
  BAD_CODE: () => 'This code is not good, or not any more. Ask for a new one.',
  BAD_LOGIN: () => 'There is no such account with this password.',
  LOGIN_TAKEN: () => 'Somebody has this account name already.',
  NO_DEVICE: () => 'That device has been ended already.',
  NO_RULES: () => 'There is no such rule set on this server.',
  NOT_NOW: () => 'Not now.',
  PAUSED: () => 'The table pauses. Go on first.',
  VOTES: () => 'The others have to agree first.',
  WATCHER: () => 'You are looking on here; only who sits can do that.',
  PRESENT: () => 'Nobody waits for this person: the seat is kept.',
  OWNER: () => 'Only the owner of the table can do that.',
  RATE: () => 'Too fast. Wait a moment and try again.',
  STORE: () => 'The server could not read or save this, so nothing has happened. Try again.',
  UNSURE: () => 'It is not certain that this was saved. Look again in a moment.',
  ARCHIVED: () => 'This table was put into the archive, because nothing happened here for long.',
  DAMAGED: () => 'The server’s log of this table is damaged. Whoever keeps the server can help.',
  FULL: () => 'The server is full just now. Try again later.',
  LEFT: () => 'You have no seat at this table any more.',
  NOT_FOUND: () => 'The server does not know this address.',
  METHOD: () => 'The server did not understand this page. Reload it.',
  ORIGIN: () => 'This page does not belong to that server. Open the address the server printed.',
  OFFLINE: () => 'The server cannot be reached.',
} as const satisfies Record<string, Sentence>;

export type ReasonCode = keyof typeof engineReasons | keyof typeof serverReasons;
