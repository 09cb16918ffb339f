// What the WebAssembly engine tells the page. The page has no rule of its own: everything it shows
// or allows comes from here. Cards are strings as in docs/formats.md: "Kh", "3d", "X".
//
// How a page lets people play without knowing a rule:
//   * It asks `targets` where the selected cards could go, and shows those places: own melds
//     (`meld` is the index in the side's list) and new melds of each kind there is.
//   * It joins the `group` texts it was given: `meld GROUP GROUP`, or `open GROUP GROUP` for a side
//     that has not opened, with `take ...; ` before them if the pile is taken.
//   * It asks `judge` and sends `Judgement.play`, which is the same play in the engine's own words.
//   * Takes, joins, swaps and everything without cards come ready to be sent: `takes`, `joins`,
//     `swaps`, `can_pass`, `can_pick`, `can_declare`, `can_lay_out`, `can_ask`.

export type Card = string;
export type Phase = 'start' | 'draw' | 'meld' | 'answer' | 'hand_end' | 'scored' | 'game_end';

// A meld is of one rank, of wilds only, of twos as a rank of their own (jokers its wilds), a
// sequence of one suit, or the black threes of somebody who goes out.
export type MeldKind = 'rank' | 'wild' | 'twos' | 'sequence' | 'black3';
export type Canasta = 'natural' | 'mixed' | 'wild' | 'sequence';

export interface Meld {
  kind: MeldKind;
  rank: string; // its letter: "4".."A", "3" black threes, "2" twos, "W" wilds, "S" sequence
  name: string; // how plays name it as a place: "K#3", letter and 1-based place in the list
  cards: Card[]; // naturals first; a sequence in its order, lowest first
  naturals: number;
  wilds: number;
  canasta: Canasta | null;
  staged: boolean;
  closed: boolean; // no card whatever may be added: a closed canasta, a closed rank, no room
}

// What an opening needs. 0 points and 'no': anything will do.
export interface Need {
  points: number;
  canasta: 'no' | 'any' | 'natural';
}

export interface Side {
  seats: number[]; // who plays with these melds now; empty for a side that has joined another
  melds: Meld[]; // in the order begun: the order of all indices of melds
  red3: Card[]; // laid out by its seats
  black3: Card[]; // the same, where both colours are laid out
  total: number; // before the hand; with it once scored
  minimum: number; // count of an opening, now
  opened: boolean;
  canastas: number; // complete ones
  set_aside: number; // black threes of taken piles that are out of play
}

export interface Score {
  canastas: number;
  go_out: number;
  special: number;
  threes: number;
  melded: number;
  hand: number;
  penalties: number;
  total: number;
}

export interface Pile {
  count: number; // buried cards included
  buried: number; // of these lie face down at the bottom
  top: Card | null;
  rank: string | null; // of the top card if it is natural
  frozen: boolean; // by a card in it (P49)
  frozen_for_me: boolean; // all causes together
  // 'stop' (black three), 'wild', 'red3' and 'rank' (a rank that is never taken, or closed) are
  // never taken; 'blocked': a canasta of that rank blocks it; 'frozen_flag': by a card in it;
  // 'frozen_unmelded': because my side has not melded; 'frozen_initial': nobody has taken it yet,
  // 'frozen_own': I have not; 'twos': a two on top that is taken by showing two twos;
  // 'frozen': by another rule
  state:
    | 'empty'
    | 'stop'
    | 'wild'
    | 'twos'
    | 'red3'
    | 'rank'
    | 'blocked'
    | 'frozen_flag'
    | 'frozen_unmelded'
    | 'frozen_initial'
    | 'frozen_own'
    | 'frozen'
    | 'open';
  can_take: boolean; // I am to act and some way of taking is legal
  take_with: 'top' | 'any_card' | 'new_meld'; // but for 'top' it is taken as it lies ("take-all")
  take_amount: number; // cards a take brings, the top included; the rest stays
  beneath: Card[]; // cards below the top that I may look at now, from the top down
}

// One legal way of taking the pile. For a side that has not opened `play` is the beginning of an
// opening: `open` and its groups follow.
export interface Take {
  play: string; // "take KhKs", "take #3"
  step: string; // take-pair, take-two, take-joker, take-top
  cards: Card[]; // hand cards it uses; other cards of these ranks do as well
  meld: number | null; // own meld that the top card goes to; null: it begins a new one
}

// Two own melds of one rank that may be joined: the second one becomes part of the first.
export interface Join {
  play: string; // "join #1 #4"
  melds: number[]; // their indices
}

// A natural of the hand that may take the place of a wild in a meld of some side.
export interface Swap {
  play: string; // "swap Kh 2", "steal Kh X"; another natural of the rank may stand there
  natural: Card;
  exact: boolean; // ... but for that of a sequence: it must be this card
  wild: Card; // what comes to the hand
  side: number;
  meld: number; // index in that side's list
}

// A whole hand that ends the hand at once.
export interface SpecialHand {
  name: string; // of the rule file: "straight", "pairs"
  points: number;
  wins_game: boolean;
}

/** How a stock that is used up is filled again. */
export type Refill = 'turn_pile' | 'shuffle_pile' | 'add_pack';

export interface View {
  phase: Phase;
  me: number; // my seat; 255: looking on, or resting
  seat: number; // to act
  asker: number; // whose turn it is while the partner answers
  dealer: number;
  hand_number: number;
  turn_number: number;
  player_count: number; // people at the table; with five, one of them rests in each hand
  seat_count: number;
  persons: number[]; // who sits on each seat in this hand; all but five-handed: the same number
  resting: number | null; // the person who rests
  direction: 'cw' | 'ccw'; // of play; seats are numbered clockwise
  stock: number;
  reach: number; // cards that can be drawn: the stock, and what it would be refilled with
  refill: Refill | 'none'; // what becomes of a stock that is used up
  refills: number; // how often that was in this hand
  turn_card: 'none' | 'in_stock' | 'drawn'; // 'none': this table has no turn card
  dead: string[]; // letters of the ranks that are closed to everybody
  pile: Pile;
  hand: Card[]; // own, in ascending face order
  hand_counts: number[];
  packets: number[]; // by seat: reserve packets not picked up
  talons: number[]; // by seat: talon cards that wait for its next turn
  threes: Card[][]; // by seat: threes laid out
  sides: Side[];
  side_of: number[]; // by seat: the side whose melds it plays with now
  total_of: number[]; // by seat: the side whose total it plays for; differs from side_of only
  // where sides form during the hand
  side_of_person: number[]; // by person: the side whose total he plays for, resting or not
  formed: boolean; // true once such sides have formed; always true elsewhere
  needs: Need[]; // by seat: what its side's opening needs if that seat makes it
  turn: {
    took: boolean;
    owes: 'nothing' | 'new_meld' | 'card'; // what the pile was taken for and must still be laid
    staging: boolean;
    opened: boolean;
    asked: boolean;
    answer: 'none' | 'yes' | 'no';
    staged_points: number;
  };
  // Empty unless I am to act. The names of the legal steps, as in docs/formats.md: draw pick open
  // ask yes no take-pair take-two take-joker take-top pass declare lay-out new lay-K two-K joker-K
  // lay-3 two-W joker-W two-2 joker-2 discard-K discard-3r to-3 join-4 seq-5h
  // swap-two-K steal-joker-K ...
  steps: string[];
  takes: Take[]; // empty unless I may take
  joins: Join[]; // empty unless I may join melds
  swaps: Swap[]; // empty unless I may swap naturals for wilds
  can_draw: boolean; // draw, or with an empty stock leave the pile and so end the hand
  can_ask: boolean; // now, which may be before or after drawing
  ask_binds: boolean; // the answer binds; otherwise it is advice
  asked: number[]; // by seat: questions put in this hand
  ask_limit: number; // questions of one player in a hand; 0: no limit
  can_pass: boolean; // nothing may be discarded: the turn ends without a discard ("pass"); amid a
  // draw: I may take no more
  pass_goes_out: boolean; // ... or I hold nothing but threes, and it goes out with them
  amid_draw: boolean; // the seat on turn has drawn a card, and may have more of this draw
  can_pick: boolean; // I may pick up the top card of the pile as one of those drawn ("pick")
  can_lay_out: boolean; // I may lay out the three that I hold ("lay-out")
  held_three: Card | null; // a three that I was allowed to keep in hand
  can_declare: boolean; // "declare" is legal: it declares `special_hand`
  special_hand: SpecialHand | null; // the dearest that my cards make; null unless I am to act
  declared: SpecialHand | null; // the one that ended this hand
  can_go_out: boolean; // in this turn, with the cards I know; false unless I am to act
  opening_reach: number; // highest count my opening can reach; 0 unless I am to act and to open
  chooses_melds: boolean; // a side may have several places for one card: show targets
  canasta_size: number;
  canastas_needed: number;
  draw_count: number;
  target: number;
  lead_target: number; // a total that ends the game if it is more than all others together, 0: none
  rounds: number;
  lowest_wins: boolean; // the least total does
  hands_limit: number; // most hands of a game that goes by target, 0: none
  time_limit: number; // minutes after which a hand is the last one, 0: none
  minutes: number; // that the game had lasted when its last hand ended; 0 where there is no limit
  end: 'none' | 'out' | 'stock' | 'red_three' | 'special';
  out_seat: number; // who went out or declared; 255: nobody
  concealed: boolean;
  scores: Score[] | null; // by side, once scored
  left: Card[][] | null; // what each seat was left with, once scored
  waiting: Card[][] | null; // by seat: packets and talon it had not picked up, once scored
  winners: number[]; // sides, once the game is over
  hash: string;
}

export interface Judgement {
  ok: boolean;
  code: string; // 'OK' or a reason code, 'SYNTAX' if the play cannot be read
  have: number;
  need: number;
  message: string; // of a syntax error, in English, for logs
  points: number; // what the groups of the opening count so far, the top card of a take included
  minimum: number; // what they must count; 0 if the side has melded
  play: string; // what to send, in the engine's own words; empty if it cannot be read
  after: View | null; // the table after the play, cards from the stock unknown; null if refused
}

// What `book` would play, and why: the most important reason first, in English sentences. The play
// ends where the seat would see new cards.
export interface Hint {
  play: string;
  reasons: string[];
}

// What a search would play, and how much better that is than another way: one that `book` would go
// where the play differs from its, otherwise the next best.
export interface Thought {
  hint: Hint;
  differs: boolean;
  counted: string[]; // what came out better in the imagined hands, English sentences
  other: OtherWay | null; // null: there is none worth a comparison
}

export interface OtherWay {
  play: string; // from where the two part
  at_once: boolean; // instead of melding more
  sense: 'equal' | 'points' | 'game'; // equal: chance hides it; game: points alone do not show it
  points: number; // of a hand
  error: number; // a standard error
}

// A place where selected cards could go. `targets(take, groups, cards)` lists them all: `take` is
// "take KhKs" or empty, `groups` are the groups of the tray so far, `cards` those to be placed.
// Places that cannot take these cards at all are left out; of the others `ok` and `code` tell what
// `judge` says of the whole play with this group in it: SIZE, UNFINISHED, MIN and the like
// mean that more cards are to come.
export interface Target {
  group: string; // the text of the group: "KhKs", "K#3:Kh2c", "K+:KhKcKd", "W:2c2dX", "S#2:8h"
  kind: MeldKind;
  rank: string; // letter, as in Meld
  meld: number | null; // index of the own meld it goes to; null: a new meld
  group_i: number | null; // index of the group of the tray that it belongs to: replace that one
  end: 'low' | 'high' | null; // of a sequence, where a wild could go to either
  ok: boolean;
  code: string;
  have: number;
  need: number;
}
