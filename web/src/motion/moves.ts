// Which cards went from where to where, read from events and the views around them.
// Not here: drawing it (Flights.svelte), and where a place lies on the screen (spots.ts).
// Invariant: a card whose face this seat may not know moves face down.
import { HIDDEN, type HandCard } from '../cards';
import type { Card, View } from '../engine/types';
import { showsTwos, type Arrivals, type Begins, type Deed, type TableEvent } from '../events';
import { shownCards } from '../melds';
import { changedMeld, swappedIn } from '../turns';

export type Spot =
  | { at: 'stock' | 'pile' }
  | { at: 'hand'; id: number } // a card of the own hand or tray
  | { at: 'seat' | 'packet'; seat: number }
  | { at: 'threes'; side: number }
  | { at: 'meld'; side: number; place: number }
  | { at: 'slot'; side: number; place: number; i: number }; // one card of a fan

export interface Move {
  card: Card | null; // null: face down
  from: Spot;
  to: Spot;
  closes?: true; // it lay in a fan that is squared up: it moves with the last card that comes
}

/** One event that has just happened, with the view before and after it. */
export interface Happened {
  event: TableEvent;
  before: View;
  after: View;
}

/** Cards that left the own hand, and that came to it, in its own order. */
export interface OwnChange {
  gone: readonly HandCard[];
  come: readonly HandCard[];
}

const SHOWN_OF_TAKE = 6; // cards that are seen to go to another seat with a pile
const DEALT_TO_OTHERS = 3;

const faceOf = (card: Card): Card | null => (card === HIDDEN ? null : card);

/** Hands out cards of the own hand by their faces, each once. */
class Own {
  readonly #gone: HandCard[];
  readonly #come: HandCard[];

  constructor({ gone, come }: OwnChange) {
    this.#gone = [...gone];
    this.#come = [...come];
  }

  #take(from: HandCard[], card: Card): Spot | null {
    const place = from.findIndex((own) => own.card === card);
    const [own] = place < 0 ? [] : from.splice(place, 1);
    return own === undefined ? null : { at: 'hand', id: own.id };
  }

  leaving(card: Card): Spot | null {
    return this.#take(this.#gone, card);
  }

  coming(card: Card): Spot | null {
    return this.#take(this.#come, card);
  }

  rest(): HandCard[] {
    return this.#come.splice(0);
  }
}

function arrivals(gets: Arrivals, seat: number, from: Spot, view: View, own: Own): Move[] {
  const mine = seat === view.me;
  const source: Spot = gets.picked === null ? from : { at: 'packet', seat };
  const side = view.side_of[seat] ?? 0;
  const few = mine ? gets.cards : gets.cards.slice(0, SHOWN_OF_TAKE);
  return [
    ...gets.threes.map((card): Move => ({ card, from, to: { at: 'threes', side } })),
    ...few.map((card): Move => {
      const to = mine ? own.coming(card) : null;
      return { card: faceOf(card), from: source, to: to ?? { at: 'seat', seat } };
    }),
  ];
}

/** From the hand of a seat: the own card itself, or out of the other's badge. */
function fromHand(card: Card, seat: number, view: View, own: Own): Spot {
  const left = seat === view.me ? own.leaving(card) : null;
  return left ?? { at: 'seat', seat };
}

function toMeld(seat: number, before: View, after: View): Spot {
  const side = after.side_of[seat] ?? 0;
  const melds = (view: View): View['sides'][number]['melds'] => view.sides[side]?.melds ?? [];
  return { at: 'meld', side, place: changedMeld(melds(before), melds(after)) };
}

function taken(seat: number, cards: readonly Card[], now: Happened, own: Own): Move[] {
  const { before, after } = now;
  const to = toMeld(seat, before, after);
  const top: Move[] =
    before.pile.top === null ? [] : [{ card: before.pile.top, from: { at: 'pile' }, to }];
  const used = cards.map((card): Move => ({ card, from: fromHand(card, seat, before, own), to }));
  return [...top, ...used];
}

/** The top card of the pile, which everybody sees, to a hand. */
function picked(seat: number, { before }: Happened, own: Own): Move[] {
  const card = before.pile.top;
  if (card === null) return [];
  const to = seat === before.me ? own.coming(card) : null;
  return [{ card, from: { at: 'pile' }, to: to ?? { at: 'seat', seat } }];
}

function swapped(seat: number, natural: Card, { before, after }: Happened, own: Own): Move[] {
  const swap = swappedIn(before, after, natural);
  if (swap === null) return [];
  const meld: Spot = { at: 'meld', side: swap.side, place: swap.place };
  const mine = seat === after.me ? own.coming(swap.wild) : null;
  return [
    { card: natural, from: fromHand(natural, seat, before, own), to: meld },
    { card: swap.wild, from: meld, to: mine ?? { at: 'seat', seat } },
  ];
}

function deedMoves(seat: number, deed: Deed, now: Happened, own: Own): Move[] {
  const { before, after } = now;
  switch (deed.kind) {
    case 'lay': {
      const from = fromHand(deed.card, seat, before, own);
      return [{ card: deed.card, from, to: toMeld(seat, before, after) }];
    }
    case 'pick':
      return picked(seat, now, own);
    case 'swap':
      return swapped(seat, deed.card, now, own);
    case 'take':
      return showsTwos(deed.cards) ? picked(seat, now, own) : taken(seat, deed.cards, now, own);
    case 'discard': {
      const from = fromHand(deed.card, seat, before, own);
      return [{ card: deed.card, from, to: { at: 'pile' } }];
    }
    default:
      return [];
  }
}

/** What comes with a take and is hidden from this seat: the pile, as far as it is shown. */
function restOfPile(seat: number, now: Happened): Move[] {
  if (seat === now.before.me) return [];
  const count = Math.min(SHOWN_OF_TAKE, Math.max(0, now.before.pile.take_amount - 1));
  const to: Spot = { at: 'seat', seat };
  return Array.from({ length: count }, () => ({ card: null, from: { at: 'pile' }, to }));
}

/** The pile goes back to the stock, but for its top card. */
function refilled(gets: Arrivals, { refill }: View): Move[] {
  if (gets.refilled !== true || refill === 'add_pack') return [];
  return Array.from({ length: SHOWN_OF_TAKE }, () => ({
    card: null,
    from: { at: 'pile' },
    to: { at: 'stock' },
  }));
}

function begun(begins: Begins | null, view: View, own: Own): Move[] {
  if (begins === null) return [];
  const { gets, seat } = begins;
  return [...refilled(gets, view), ...arrivals(gets, seat, { at: 'packet', seat }, view, own)];
}

function dealt(view: View, returned: readonly Card[], own: Own): Move[] {
  const from: Spot = { at: 'stock' };
  const pile: Spot = { at: 'pile' };
  const others = view.hand_counts.flatMap((_, seat) =>
    seat === view.me ? [] : Array.from({ length: DEALT_TO_OTHERS }, () => seat),
  );
  const mine = own.rest().map(({ card, id }): Move => ({ card, from, to: { at: 'hand', id } }));
  const theirs = others.map((seat): Move => ({ card: null, from, to: { at: 'seat', seat } }));
  const back = returned.flatMap((card): Move[] => [
    { card, from, to: pile },
    { card, from: pile, to: from },
  ]);
  const turned: Move[] = view.pile.top === null ? [] : [{ card: view.pile.top, from, to: pile }];
  return [...mine, ...theirs, ...back, ...turned];
}

function movesOf(now: Happened, own: Own): Move[] {
  const { event, after } = now;
  if (event.kind === 'score') return [];
  if (event.kind === 'deal')
    return [...dealt(after, event.returned, own), ...begun(event.begins, after, own)];
  const { seat, deed, gets } = event;
  const takes = deed.kind === 'take' || deed.kind === 'take-all';
  const source: Spot = { at: takes ? 'pile' : 'stock' };
  return [
    ...deedMoves(seat, deed, now, own),
    ...(takes && gets.cards.length === 0 ? restOfPile(seat, now) : []),
    ...refilled(gets, after),
    ...arrivals(gets, seat, source, after, own),
    ...begun(event.begins, after, own),
  ];
}

/** Fans that have become canastas close: the card that lies on top then, and all others. */
function squaredUp(all: readonly Happened[]): { top: Move[]; others: Move[] } {
  const [before, after] = [all[0]?.before, all.at(-1)?.after];
  const kept = all.every(({ event }) => event.kind === 'step' && event.deed.kind !== 'join');
  if (before === undefined || after === undefined || !kept) return { top: [], others: [] };
  const closing = after.sides.flatMap(({ melds }, side) =>
    melds.flatMap((meld, place): { top: Move[]; others: Move[] }[] => {
      const was = before.sides[side]?.melds[place];
      const [cover, ...fan] = shownCards(meld);
      if (was === undefined || was.canasta !== null || fan.length > 0) return [];
      const slots = was.cards.map((card, i): Move => {
        const from: Spot = { at: 'slot', side, place, i };
        return { card, from, to: { at: 'meld', side, place }, closes: true };
      });
      const top = slots.find(({ card }) => card === cover);
      return [{ top: top === undefined ? [] : [top], others: slots.filter((one) => one !== top) }];
    }),
  );
  return {
    top: closing.flatMap(({ top }) => top),
    others: closing.flatMap(({ others }) => others),
  };
}

/** In the order in which they happened; what comes later lies above. */
export function cardMoves(all: readonly Happened[], change: OwnChange): Move[] {
  const own = new Own(change);
  const { top, others } = squaredUp(all);
  return [...others, ...all.flatMap((now) => movesOf(now, own)), ...top];
}

/** True if one of these events completed a canasta. */
export function completesCanasta(all: readonly Happened[]): boolean {
  const count = (view: View): number => view.sides.reduce((sum, side) => sum + side.canastas, 0);
  return all.some(
    ({ before, after, event }) => event.kind === 'step' && count(after) > count(before),
  );
}
