// The tray of a hand, and the discard that can be taken back, kept over a reload of the page.
// Not here: what may lie in it; the engine names the places anew.
// Invariant: it is of one table and hand, and unreadable storage is none.
import type { HandCard } from './cards';
import type { Card, MeldKind } from './engine/types';
import { emptyPlan, groupTexts, withTarget, type Places, type Plan } from './plan';

interface KeptGroup {
  cards: Card[];
  kind: MeldKind;
  rank: string;
  meld: number | null;
}

/** A discard that had not been sent, and where the table stood. */
export interface KeptThrow {
  card: Card;
  play: string;
  at: number;
}

export interface KeptTray {
  hand: number;
  thrown?: KeptThrow | null;
  take: { cards: Card[]; play: string; rank: string | null } | null;
  groups: KeptGroup[];
}

const key = (table: string): string => `canasta.tray.${table}`;
const faces = (cards: readonly HandCard[]): Card[] => cards.map((own) => own.card);

export function keepTray(
  storage: Storage,
  table: string,
  hand: number,
  plan: Plan,
  thrown: KeptThrow | null,
): void {
  const take = plan.take === null ? null : { ...plan.take, cards: faces(plan.take.cards) };
  const groups = plan.groups.map(({ cards, kind, rank, meld }) => ({
    ...{ cards: faces(cards), kind, rank, meld },
  }));
  try {
    const nothing = take === null && groups.length === 0 && thrown === null;
    if (nothing) storage.removeItem(key(table));
    else storage.setItem(key(table), JSON.stringify({ hand, take, groups, thrown }));
  } catch {
    // Private windows may refuse storage; the tray holds while the page is open.
  }
}

/** An object with a list of cards, as a group and a take have one. */
function hasCards(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { cards } = value as { cards?: unknown };
  return Array.isArray(cards) && cards.every((card) => typeof card === 'string');
}

function isThrown(value: unknown): value is KeptThrow {
  const { card, play, at } = (value ?? {}) as Partial<KeptThrow>;
  return typeof card === 'string' && typeof play === 'string' && typeof at === 'number';
}

function isKept(value: unknown): value is KeptTray {
  if (typeof value !== 'object' || value === null) return false;
  const { hand, groups, take, thrown = null } = value as Partial<KeptTray>;
  const whole = typeof hand === 'number' && Array.isArray(groups) && groups.every(hasCards);
  const taken = take === null || (hasCards(take) && typeof take?.play === 'string');
  return whole && taken && (thrown === null || isThrown(thrown));
}

export function readTray(storage: Storage, table: string, hand: number): KeptTray | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key(table)) ?? 'null');
    return isKept(value) && value.hand === hand ? value : null;
  } catch {
    return null;
  }
}

/** Cards of the hand with these faces, null if one is not there any more. */
function pick(wanted: readonly Card[], hand: HandCard[]): HandCard[] | null {
  const picked = wanted.map((card) => {
    const place = hand.findIndex((own) => own.card === card);
    return place < 0 ? undefined : hand.splice(place, 1)[0];
  });
  return picked.every((own) => own !== undefined) ? picked : null;
}

/** The tray as it was, step by step, as far as its cards are held and its places are there. */
export function laidAgain(kept: KeptTray, held: readonly HandCard[], places: Places): Plan[] {
  const hand = [...held];
  const taken = kept.take === null ? null : pick(kept.take.cards, hand);
  const take = kept.take === null || taken === null ? null : { ...kept.take, cards: taken };
  const steps: Plan[] = take === null ? [] : [{ ...emptyPlan(), take }];
  for (const { cards, kind, rank, meld } of kept.groups) {
    const plan = steps.at(-1) ?? emptyPlan();
    const own = pick(cards, hand);
    if (own === null) continue;
    const found = places(plan.take?.play ?? '', groupTexts(plan), cards).find(
      (one) => one.group_i === null && one.kind === kind && one.rank === rank && one.meld === meld,
    );
    if (found !== undefined) steps.push(withTarget(plan, own, found));
  }
  return steps;
}
