// What each seat did, turn by turn, gathered from the events of a hand.
// Not here: words (narrate.ts) and rules; what a card became is read from the views around it.
// Invariant: turns are in playing order; only the last may be unfinished.
import { HIDDEN, isRedThree } from './cards';
import type { Card, View } from './engine/types';
import type { TableEvent } from './events';

export interface Laid {
  rank: string;
  cards: Card[];
  began: boolean;
  canasta: 'natural' | 'mixed' | null; // completed in this turn
}

export interface Turn {
  seat: number;
  drawn: Card[]; // without red threes; HIDDEN for other seats
  redThrees: number;
  declined: boolean; // "drew" from an empty stock
  take: { count: number; top: Card | null; rank: string | null; cards: Card[] } | null;
  opened: boolean;
  laid: Laid[];
  asked: boolean;
  answer: 'yes' | 'no' | null;
  discard: Card | null;
  out: boolean;
  done: boolean;
}

function newTurn(seat: number): Turn {
  return {
    seat,
    drawn: [],
    redThrees: 0,
    declined: false,
    take: null,
    opened: false,
    laid: [],
    asked: false,
    answer: null,
    discard: null,
    out: false,
    done: false,
  };
}

function canastaOf(view: View, seat: number, rank: string): 'natural' | 'mixed' | null {
  const side = view.sides[view.side_of[seat] ?? -1];
  return side?.melds.find((meld) => meld.rank === rank)?.canasta ?? null;
}

function hasMeld(view: View, seat: number, rank: string): boolean {
  const side = view.sides[view.side_of[seat] ?? -1];
  return side?.melds.some((meld) => meld.rank === rank) ?? false;
}

function withLaid(turn: Turn, rank: string, card: Card, before: View, after: View): Turn {
  const old = turn.laid.find((laid) => laid.rank === rank);
  const now = canastaOf(after, turn.seat, rank);
  const was = canastaOf(before, turn.seat, rank);
  const laid: Laid = {
    rank,
    cards: [...(old?.cards ?? []), card],
    began: old?.began ?? !hasMeld(before, turn.seat, rank),
    canasta: now !== was ? now : (old?.canasta ?? null),
  };
  const others = turn.laid.filter((one) => one !== old);
  return { ...turn, laid: [...others, laid] };
}

function countRed(cards: readonly Card[]): number {
  return cards.filter(isRedThree).length;
}

function step(turn: Turn, event: TableEvent, before: View, after: View): Turn {
  switch (event.kind) {
    case 'draw': {
      const drawn = event.cards.filter((card) => !isRedThree(card));
      const redThrees = turn.redThrees + countRed(event.cards);
      return { ...turn, drawn, redThrees, declined: event.cards.length === 0 };
    }
    case 'take': {
      const { count, top, rank } = before.pile;
      const redThrees = turn.redThrees + countRed(event.drawn);
      return { ...turn, take: { count, top, rank, cards: event.cards }, redThrees };
    }
    case 'lay':
      return withLaid(turn, event.meld, event.card, before, after);
    case 'open':
      return { ...turn, opened: true };
    case 'discard':
      return { ...turn, discard: event.card, done: true };
    case 'ask':
      return { ...turn, asked: true };
    case 'yes':
    case 'no':
      return { ...turn, answer: event.kind };
    case 'deal':
    case 'score':
      return turn;
  }
}

/** The turns after one more event; a deal begins a new list. */
export function addEvent(
  turns: readonly Turn[],
  event: TableEvent,
  before: View,
  after: View,
): Turn[] {
  if (event.kind === 'deal') return [];
  if (event.kind === 'score') return [...turns];
  const last = turns.at(-1);
  const answers = event.kind === 'yes' || event.kind === 'no';
  const goesOn = last !== undefined && !last.done && (answers || last.seat === event.seat);
  const begun = goesOn ? last : newTurn(event.seat);
  const earlier = goesOn ? turns.slice(0, -1) : turns.map((turn) => ({ ...turn, done: true }));
  const next = step(begun, event, before, after);
  const over = after.phase === 'hand_end';
  const out = after.end === 'out' && after.out_seat === next.seat;
  return [...earlier, { ...next, done: next.done || over, out }];
}

/** The latest turn of a seat. */
export function lastTurn(turns: readonly Turn[], seat: number): Turn | null {
  return turns.findLast((turn) => turn.seat === seat) ?? null;
}

/** Ranks of the melds a seat touched in a turn. */
export function touchedRanks(turn: Turn | null): string[] {
  if (turn === null) return [];
  const ranks = turn.laid.map((laid) => laid.rank);
  return turn.take?.rank == null ? ranks : [turn.take.rank, ...ranks];
}

/** True if nothing of the drawn cards is known. */
export function isHiddenDraw(turn: Turn): boolean {
  return turn.drawn.every((card) => card === HIDDEN);
}
