// What the WebAssembly engine tells the page. The page has no rule of its own: everything it shows
// or allows comes from here. Cards are strings as in docs/formats.md: "Kh", "3d", "X".

export type Card = string;
export type Phase = 'start' | 'draw' | 'meld' | 'answer' | 'hand_end' | 'scored' | 'game_end';

export interface Meld {
  rank: string; // "4".."A", "3" for black threes
  cards: Card[]; // naturals first
  naturals: number;
  wilds: number;
  canasta: 'natural' | 'mixed' | null;
  staged: boolean;
}

export interface Side {
  seats: number[];
  melds: Meld[];
  red3: Card[];
  total: number; // before the hand; with it once scored
  minimum: number; // count of an opening, now
  opened: boolean;
  canastas: number;
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
  count: number;
  top: Card | null;
  rank: string | null; // of the top card if it is natural
  frozen: boolean; // by a card in it (P49)
  frozen_for_me: boolean; // all causes together
  // 'stop' (black three), 'wild' and 'red3' are never taken; 'frozen_flag': by a card in it;
  // 'frozen_unmelded': because my side has not melded; 'frozen': by another rule
  state: 'empty' | 'stop' | 'wild' | 'red3' | 'frozen_flag' | 'frozen_unmelded' | 'frozen' | 'open';
  can_take: boolean; // I am to act and some way of taking is legal
}

export interface View {
  phase: Phase;
  me: number; // 255: looking on
  seat: number; // to act
  asker: number; // whose turn it is while the partner answers
  dealer: number;
  hand_number: number;
  turn_number: number;
  stock: number;
  pile: Pile;
  hand: Card[]; // own, in ascending face order
  hand_counts: number[];
  sides: Side[];
  side_of: number[];
  turn: {
    took: boolean;
    staging: boolean;
    opened: boolean;
    asked: boolean;
    answer: 'none' | 'yes' | 'no';
    staged_points: number;
  };
  // Empty unless I am to act. `steps` are the legal step names: draw open ask yes no take_pair
  // take_two take_joker take_top, "lay K", "lay 2 K" (wild onto kings), "lay 3", "discard K".
  steps: string[];
  can_go_out: boolean; // in this turn, with the cards I know; false unless I am to act
  opening_reach: number; // highest count my opening can reach; 0 unless I am to act and to open
  canastas_needed: number;
  target: number;
  rounds: number;
  end: 'none' | 'out' | 'stock' | 'red_three';
  out_seat: number; // 255: nobody
  concealed: boolean;
  scores: Score[] | null; // by side, once scored
  left: Card[][] | null; // what each seat was left with, once scored
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
  after: View | null; // the table after the play, cards from the stock unknown; null if refused
}
