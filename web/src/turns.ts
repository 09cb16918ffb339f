// What each seat did, turn by turn, gathered from the events of a hand.
// Not here: words (narrate.ts) and rules; what a card became is read from the views around it.
// Invariant: turns are in playing order; only the last may be unfinished.
import { HIDDEN } from './cards';
import type { Canasta, Card, Meld, MeldKind, Refill, View } from './engine/types';
import type { Arrivals, Begins, Deed, TableEvent } from './events';

export interface Laid {
  kind: MeldKind;
  rank: string;
  place: number; // index in the side's list of melds
  cards: Card[];
  lies: Card[]; // all of the meld, as they lay then
  began: boolean;
  canasta: Canasta | null; // completed in this turn
}

export interface Taken {
  count: number; // cards that came, the top included
  top: Card | null;
  cards: Card[]; // of the hand, that took it
  place: number; // index of the meld the top card went to; -1: it went to the hand with the others
}

/** A natural that took the place of a wild. */
export interface Swapped {
  natural: Card;
  wild: Card; // that came to the hand
  side: number; // whose meld it was
  place: number; // index in its list
}

/** Who did it, as it was then. */
export interface Doer {
  name: string;
  who: 'bot' | 'human'; // whose the seat was
  computer: boolean; // it played, for itself or for the person
}

export interface Turn {
  seat: number;
  by: Doer | null; // null: not told
  returned: Card[]; // by the dealer: turned up, and put back into the stock
  picked: 'packet' | 'talon' | null; // what the seat picked up in it, or as it began
  refilled: Refill | null; // the stock, as the turn began or while cards were drawn
  drawn: Card[]; // without threes laid out; HIDDEN for other seats
  threes: number; // laid out
  top: Card | null; // of the pile, picked up by itself
  declined: boolean; // "drew" from an empty stock
  take: Taken | null;
  opened: boolean;
  laid: Laid[];
  swapped: (Swapped & { steals: boolean })[];
  joined: number; // melds that became part of another
  alone: boolean; // sides formed in this turn
  asked: boolean;
  answer: 'yes' | 'no' | null;
  laidOut: boolean; // the three it had held
  passed: boolean;
  declared: { name: string; points: number } | null;
  discard: Card | null;
  out: boolean;
  emptied: boolean; // ended without a card in hand, and the hand goes on
  done: boolean;
}

function newTurn(seat: number, by: Doer | null = null): Turn {
  return {
    seat,
    by,
    returned: [],
    picked: null,
    refilled: null,
    drawn: [],
    threes: 0,
    top: null,
    declined: false,
    take: null,
    opened: false,
    laid: [],
    swapped: [],
    joined: 0,
    alone: false,
    asked: false,
    answer: null,
    laidOut: false,
    passed: false,
    declared: null,
    discard: null,
    out: false,
    emptied: false,
    done: false,
  };
}

function meldsOf(view: View, seat: number): Meld[] {
  return view.sides[view.side_of[seat] ?? -1]?.melds ?? [];
}

/** Index of the first meld that has grown or is new, -1 if there is none. */
export function changedMeld(before: readonly Meld[], after: readonly Meld[]): number {
  return after.findIndex((meld, i) => meld.cards.length > (before[i]?.cards.length ?? 0));
}

/** The meld in which the natural took the place of a wild, and that wild. */
export function swappedIn(before: View, after: View, natural: Card): Swapped | null {
  for (const [side, { melds }] of after.sides.entries())
    for (const [place, now] of melds.entries()) {
      const rest = [...now.cards];
      const gone = (before.sides[side]?.melds[place]?.cards ?? []).filter((card) => {
        const found = rest.indexOf(card);
        if (found >= 0) rest.splice(found, 1);
        return found < 0;
      });
      const [wild] = gone;
      if (wild !== undefined && rest.length === 1 && rest[0] === natural)
        return { natural, wild, side, place };
    }
  return null;
}

function withLaid(turn: Turn, card: Card, before: View, after: View): Turn {
  const [was, now] = [meldsOf(before, turn.seat), meldsOf(after, turn.seat)];
  const place = changedMeld(was, now);
  const meld = now[place];
  if (meld === undefined) return turn;
  const old = turn.laid.find((laid) => laid.place === place);
  const laid: Laid = {
    kind: meld.kind,
    rank: meld.rank,
    place,
    cards: [...(old?.cards ?? []), card],
    lies: meld.cards,
    began: old?.began ?? place >= was.length,
    canasta: meld.canasta !== (was[place]?.canasta ?? null) ? meld.canasta : (old?.canasta ?? null),
  };
  return { ...turn, laid: [...turn.laid.filter((one) => one !== old), laid] };
}

function withArrivals(turn: Turn, gets: Arrivals, { refill }: View): Turn {
  const threes = turn.threes + gets.threes.length;
  const refilled = gets.refilled === true && refill !== 'none' ? refill : turn.refilled;
  return { ...turn, threes, picked: gets.picked ?? turn.picked, refilled };
}

function deedOf(
  turn: Turn,
  deed: Deed,
  gets: Arrivals,
  before: View,
  after: View,
): Partial<Turn> {
  switch (deed.kind) {
    case 'take': {
      const { take_amount: count, top } = before.pile;
      const place = changedMeld(meldsOf(before, turn.seat), meldsOf(after, turn.seat));
      return { take: { count, top, cards: deed.cards, place } };
    }
    case 'take-all': {
      const { take_amount: count, top } = before.pile;
      return { take: { count, top, cards: [], place: -1 } };
    }
    case 'lay':
      return withLaid(turn, deed.card, before, after);
    case 'open':
      return { opened: true };
    case 'discard':
      return { discard: deed.card, done: true };
    case 'pass':
      return before.phase === 'draw' ? {} : { passed: true, done: true }; // else it draws no more
    case 'ask':
      return { asked: true };
    case 'yes':
    case 'no':
      return { answer: deed.kind };
    case 'join':
      return { joined: turn.joined + 1 };
    case 'swap': {
      const swapped = swappedIn(before, after, deed.card);
      const { steals } = deed; // out of another side's meld
      return swapped === null ? {} : { swapped: [...turn.swapped, { ...swapped, steals }] };
    }
    case 'lay-out':
      return { laidOut: true };
    case 'pick':
      return { top: before.pile.top, drawn: [...turn.drawn, ...gets.cards] };
    case 'declare':
      return { declared: after.declared, done: true };
    case 'draw': {
      const declined = gets.cards.length === 0 && gets.threes.length === 0;
      return { declined, drawn: [...turn.drawn, ...gets.cards] };
    }
    case 'aside':
      return {};
  }
}

function step(turn: Turn, deed: Deed, gets: Arrivals, before: View, after: View): Turn {
  const got = withArrivals(turn, gets, after);
  const next = { ...got, ...deedOf(got, deed, gets, before, after) };
  const alone = next.alone || (after.formed && !before.formed);
  return { ...next, alone };
}

/** A turn that began with a talon, a packet or a new stock is shown before anything else is done in
    it. */
function withBegin(turns: Turn[], begins: Begins | null, after: View): Turn[] {
  if (begins === null) return turns;
  return [...turns, withArrivals(newTurn(begins.seat), begins.gets, after)];
}

/** What the dealer did before the first turn, if anything is to be told of it. */
function dealerTurn(returned: Card[], { dealer }: View): Turn[] {
  return returned.length === 0 ? [] : [{ ...newTurn(dealer), returned, done: true }];
}

function withDoer(turn: Turn, by: Doer | null): Turn {
  return turn.by === null && by !== null ? { ...turn, by } : turn;
}

function isSame(one: Doer | null, other: Doer | null): boolean {
  if (one === null || other === null) return true;
  return one.name === other.name && one.who === other.who && one.computer === other.computer;
}

/** The turns after one more event; a deal begins a new list. A turn that another goes on with, as
    a computer for a person, is two. */
export function addEvent(
  turns: readonly Turn[],
  event: TableEvent,
  before: View,
  after: View,
  by: Doer | null = null,
): Turn[] {
  if (event.kind === 'deal')
    return withBegin(dealerTurn(event.returned, after), event.begins, after);
  if (event.kind === 'score') return [...turns];
  const last = turns.at(-1);
  const answers = event.deed.kind === 'yes' || event.deed.kind === 'no';
  const own = last?.seat === event.seat && isSame(last.by, by);
  const goesOn = last !== undefined && !last.done && (answers || own);
  const begun = goesOn ? withDoer(last, answers ? null : by) : newTurn(event.seat, by);
  const earlier = goesOn ? turns.slice(0, -1) : turns.map((turn) => ({ ...turn, done: true }));
  const next = step(begun, event.deed, event.gets, before, after);
  const over = after.phase === 'hand_end';
  const done = next.done || over || after.turn_number !== before.turn_number;
  const out = after.end === 'out' && after.out_seat === next.seat;
  const emptied = done && !over && after.hand_counts[next.seat] === 0;
  return withBegin([...earlier, { ...next, done, out, emptied }], event.begins, after);
}

/** True while somebody is to do something at the table. */
export function isActing({ phase }: View): boolean {
  return phase === 'draw' || phase === 'meld' || phase === 'answer';
}

/** True for a turn that a computer played in the name of a person. */
export function isInName({ by }: Turn): boolean {
  return by !== null && by.computer && by.who === 'human';
}

/** The latest turn of a seat. */
export function lastTurn(turns: readonly Turn[], seat: number): Turn | null {
  return turns.findLast((turn) => turn.seat === seat) ?? null;
}

function laidSince(before: Turn, { laid }: Turn): Laid[] {
  return laid.flatMap((now) => {
    const was = before.laid.find(({ place }) => place === now.place);
    if (was === undefined) return [now];
    const cards = now.cards.slice(was.cards.length);
    const canasta = now.canasta === was.canasta ? null : now.canasta;
    return cards.length === 0 ? [] : [{ ...now, cards, canasta, began: false }];
  });
}

/** What a turn did after it stood as `before`, as a turn of its own. */
export function turnSince(before: Turn | null, turn: Turn): Turn {
  if (before === null) return turn;
  return {
    ...turn,
    picked: before.picked === null ? turn.picked : null,
    refilled: before.refilled === null ? turn.refilled : null,
    drawn: turn.drawn.slice(before.drawn.length),
    top: before.top === null ? turn.top : null,
    threes: turn.threes - before.threes,
    declined: turn.declined && !before.declined,
    take: before.take === null ? turn.take : null,
    laid: laidSince(before, turn),
    swapped: turn.swapped.slice(before.swapped.length),
    joined: turn.joined - before.joined,
    alone: turn.alone && !before.alone,
    asked: turn.asked && (!before.asked || turn.answer !== before.answer),
    laidOut: turn.laidOut && !before.laidOut,
    passed: turn.passed && !before.passed,
    declared: before.declared === null ? turn.declared : null,
    out: turn.out && !before.out,
    emptied: turn.emptied && !before.emptied,
  };
}

/** Places of the melds of its side that a seat touched in a turn. */
export function touchedMelds(turn: Turn | null, side: number): number[] {
  if (turn === null) return [];
  const swaps = turn.swapped.filter((one) => one.side === side);
  const places = [...turn.laid, ...swaps].map(({ place }) => place);
  return turn.take === null || turn.take.place < 0 ? places : [turn.take.place, ...places];
}

/** True if nothing of the drawn cards is known. */
export function isHiddenDraw(turn: Turn): boolean {
  return turn.drawn.every((card) => card === HIDDEN);
}
