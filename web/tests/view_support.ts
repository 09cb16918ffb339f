// Views made by hand for tests of what the page makes of one. Not here: rules; nothing is judged.
// Invariant: each field has a value that an engine could tell.
import type { Meld, MeldKind, Side, View } from '../src/engine/types';

export function meldOf(rank: string, cards: string[], change: Partial<Meld> = {}): Meld {
  const kinds: Record<string, MeldKind> = { W: 'wild', S: 'sequence', '3': 'black3', '2': 'twos' };
  const wilds = cards.filter((card) => /^[2X]/.test(card)).length;
  return {
    kind: kinds[rank] ?? 'rank',
    rank,
    name: `${rank}#1`,
    cards,
    naturals: cards.length - wilds,
    wilds,
    canasta: null,
    staged: false,
    closed: false,
    ...change,
  };
}

export function sideOf(seats: number[], melds: Meld[] = []): Side {
  return {
    seats,
    melds,
    red3: [],
    black3: [],
    total: 0,
    minimum: 50,
    opened: melds.length > 0,
    canastas: 0,
    set_aside: 0,
  };
}

/** Four at a table, seat 0 to draw; whatever a test needs otherwise is changed. */
export function viewOf(change: Partial<View> = {}): View {
  const seats = change.side_of?.length ?? 4;
  const each = <T>(value: T): T[] => Array.from({ length: seats }, () => value);
  const side_of = change.side_of ?? [0, 1, 0, 1];
  return {
    phase: 'draw',
    me: 0,
    seat: 0,
    asker: 0,
    dealer: 3,
    hand_number: 1,
    turn_number: 1,
    player_count: seats,
    seat_count: seats,
    persons: side_of.map((_, seat) => seat),
    resting: null,
    direction: 'cw',
    stock: 50,
    reach: 50,
    refill: 'none',
    refills: 0,
    turn_card: 'none',
    dead: [],
    pile: {
      count: 0,
      buried: 0,
      top: null,
      rank: null,
      frozen: false,
      frozen_for_me: false,
      state: 'empty',
      can_take: false,
      take_with: 'top',
      take_amount: 0,
      beneath: [],
    },
    hand: [],
    hand_counts: each(11),
    packets: each(0),
    talons: each(0),
    threes: each([]),
    sides: [...new Set(side_of)].map((side) =>
      sideOf(side_of.flatMap((one, seat) => (one === side ? [seat] : []))),
    ),
    side_of,
    total_of: side_of,
    side_of_person: side_of,
    formed: true,
    needs: each({ points: 50, canasta: 'no' as const }),
    turn: {
      took: false,
      owes: 'nothing',
      staging: false,
      opened: false,
      asked: false,
      answer: 'none',
      staged_points: 0,
    },
    steps: [],
    takes: [],
    joins: [],
    swaps: [],
    can_draw: true,
    can_ask: false,
    ask_binds: true,
    asked: each(0),
    ask_limit: 0,
    can_pass: false,
    pass_goes_out: false,
    amid_draw: false,
    can_pick: false,
    can_lay_out: false,
    held_three: null,
    can_declare: false,
    special_hand: null,
    declared: null,
    can_go_out: false,
    opening_reach: 0,
    chooses_melds: false,
    canasta_size: 7,
    canastas_needed: 1,
    draw_count: 1,
    target: 5000,
    rounds: 0,
    hands_limit: 0,
    lead_target: 0,
    time_limit: 0,
    minutes: 0,
    lowest_wins: false,
    end: 'none',
    out_seat: 255,
    concealed: false,
    scores: null,
    left: null,
    waiting: null,
    winners: [],
    hash: '0000000000000000',
    ...change,
  };
}
