// Where the rules in plain English (src/text/explain) say what a refusal is about: the heading, and
// how the sentence reads, the nearest first. Not here: looking for it (explain.ts).
// Invariant: every reason that is about a rule has a line: a new one does not compile without.
import type { RuleCode } from './reasons.en';

export interface Clause {
  under: string;
  says: readonly RegExp[];
  goesOn?: RegExp; // of the sentences behind it that belong to it
}

const turn = (...says: RegExp[]): Clause => ({ under: 'Your turn', says });
const melds = (...says: RegExp[]): Clause => ({ under: 'Melds', says });
const first = (...says: RegExp[]): Clause => ({ under: 'The first meld', says });
const pile = (...says: RegExp[]): Clause => ({ under: 'Taking the pile', says });
const out = (...says: RegExp[]): Clause => ({ under: 'Going out', says });

/** Only some games have a part of this name; the others say it where the turn is told. */
const thrown = (...says: RegExp[]): Clause => ({ under: 'Discarding', says });

const A_TURN = /^Draw \w+ cards? from the stock/;
const A_MELD = /^A meld is/;
const WILDS = /wild cards are a meld too/;
const SEQUENCES = /a sequence/;
const BY_MELDING = /^Instead of drawing you may take/;
const ON_TOP = /^On top/;
const COUNT = /must count at least/;
const CANASTAS = /^(Your side needs|You need) \w+ canastas?/;
const ASKING = /ask your partner|ask the next player|^To go out you must ask|^You may not ask/;
const UNMELDED = /has melded nothing|had melded by your last turn/;
const BLACK_THREES = /^Black threes are melded/;

export const clauses: Record<RuleCode, Clause> = {
  PHASE: turn(A_TURN),
  RED3: { under: 'What the cards count', says: [/hrees are bonus cards/] },
  RANK: melds(A_MELD),
  SEQ_WILD: melds(/without wild cards, are a meld too, a sequence/, SEQUENCES),
  WILD_ONLY: melds(A_MELD),
  WILD_CANASTA: melds(WILDS, A_MELD),
  SIZE: melds(A_MELD),
  NATURALS: melds(A_MELD),
  MAX_WILDS: melds(A_MELD),
  TURN_WILDS: melds(/A meld gets at most/, A_MELD),
  RATIO: melds(/wild cards than naturals/, A_MELD),
  NO_WILD_RANK: melds(/take no wild cards/, /take wild cards only/, A_MELD),
  RULE_OF_FIVE: melds(/a wild card joins only/, A_MELD),
  WILD_LOCK: melds(/wild cards may go nowhere else/, /twos may go nowhere else/, WILDS, A_MELD),
  CLOSED: melds(/but no wild cards/, /nobody may add to it/, /to seven (cards|wild)/, A_MELD),
  CLOSED_NOW: melds(/In the turn in which a canasta is completed/, A_MELD),
  DEAD: melds(/rank is then dead/, A_MELD),
  MELDS_FULL: melds(/only one meld of a rank/, /several melds of a rank/, A_MELD),
  MELD_AGAIN: melds(/Another begins only/, /several melds of a rank/, A_MELD),
  UNFINISHED: melds(A_MELD),
  NO_MERGE: melds(/you may join two/, /never joined/, /only one meld of a rank/, A_MELD),
  NO_SWAP: melds(/in the place of a wild card/, A_MELD),
  BLACK3: melds(BLACK_THREES, A_MELD),
  BLACK3_HAND: melds(/Black threes are not melded before/, A_MELD),
  BLACK3_WILD: melds(BLACK_THREES, A_MELD),
  EMPTY_PILE: pile(BY_MELDING),
  STOP: pile(/black three on top stops/, ON_TOP),
  TOP_WILD: pile(ON_TOP),
  TOP_RED3: pile(ON_TOP),
  TOP_RANK: pile(ON_TOP),
  BLOCKED: pile(/any side has a canasta/, /not a canasta/, ON_TOP),
  SINGLE: pile(/With one card in hand/),
  FROZEN: {
    ...pile(/freezes it until/, /always frozen/, /^It is frozen/, BY_MELDING),
    goesOn: /^It is (not )?frozen/,
  },
  PAIR_ONLY: pile(/in no other way/, /two or more naturals/, BY_MELDING),
  PAIR_NOT_ALLOWED: pile(/two or more naturals/, BY_MELDING),
  ADD_NOT_ALLOWED: pile(/top card alone to a meld is not enough/, /in no other way/, BY_MELDING),
  PICK_NOT_ALLOWED: turn(/pick up the (top card|card turned up)/, A_TURN),
  PICK_ROUND: turn(/has only picked up and thrown/, A_TURN),
  TAKE_WHOLE: pile(BY_MELDING),
  TAKE_NO_USE: pile(BY_MELDING),
  PILE_OWED: pile(/^In that turn you must meld/, BY_MELDING),
  TAKE_CARDS: pile(/two or more naturals/, BY_MELDING),
  SHOW_TWOS: pile(/A two on top, frozen or not/, ON_TOP),
  OPEN_BY_HAND: first(/before them a side never takes/, /^To take the pile with them/, COUNT),
  FORCED_TAKE: { under: 'The end of the hand', says: [/^With the stock empty/] },
  MIN: first(COUNT),
  MIN_CANASTA: first(/must instead hold a canasta/, COUNT),
  NO_PURE: first(/must be of naturals/, COUNT),
  NATURALS_ONLY: first(/No wild card may be among them/, COUNT),
  MIXED_CANASTA: first(/complete mixed canasta/, COUNT),
  DISCARD_THREE: thrown(/hrees are never discarded/, A_TURN),
  DISCARD_WILD: thrown(/Discard a wild card only/, /Do not throw wild cards/, A_TURN),
  EMPTY_PILE_BAN: thrown(/on an empty pile/, A_TURN),
  RANK_BAN: thrown(/until every side has a canasta/, A_TURN),
  LAST_BAN: thrown(/Never go out by discarding/, A_TURN),
  FIRST_TURN_BAN: thrown(/in your first turn/, A_TURN),
  MUST_DISCARD: thrown(/end the turn without a discard/, A_TURN),
  KEEP_CARD: out(/must keep/),
  NO_CANASTA: out(CANASTAS),
  CANASTAS: out(CANASTAS),
  OUT_NEEDS: out(/at least as many red threes/, /among them/, CANASTAS),
  OUT_DISCARD: out(/by discarding your last card/, /^You go out by/),
  OUT_MELD: out(/by melding your last card/, /^You go out by/),
  MELD_TURN: first(/^Nobody melds or takes the pile before/),
  OUT_TURN: out(/^Nobody goes out before/),
  PARTNER_PACKET: out(/before your partner has picked up/),
  INCOMPLETE_SPECIAL: out(/no unfinished meld/, CANASTAS),
  ASK_NONE: out(ASKING, /^You go out by/),
  ASK_LATE: out(ASKING, /^You go out by/),
  ASK_AGAIN: out(ASKING, /^You go out by/),
  ASK_LIMIT: out(/once in a hand/, ASKING, /^You go out by/),
  ASK_IMPOSSIBLE: out(ASKING, /^You go out by/),
  ASK_REQUIRED: out(/must ask/, ASKING, /^You go out by/),
  ASK_YES: out(/answer binds/, ASKING, /^You go out by/),
  ASK_NO: out(/answer binds/, ASKING, /^You go out by/),
  SIDE_MELDED: { under: 'Special hands', says: [UNMELDED] },
  SPECIAL: { under: 'Special hands', says: [UNMELDED] },
  NO_THREE: turn(/stays in your hand until/, /three that you draw/),
};
