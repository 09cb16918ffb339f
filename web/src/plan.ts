// The staging tray: groups and a take of the pile that were put together but not yet played.
// Not here: whether they may be played, or where cards may go; the engine names the places.
// Invariant: a card of the hand is in at most one place of the tray.
import { splitCards, type HandCard } from './cards';
import type { Judgement, MeldKind, Take, Target } from './engine/types';

export interface Group {
  cards: HandCard[];
  text: string; // the group as a play has it
  kind: MeldKind;
  rank: string;
  meld: number | null; // index of the own meld it goes to; null: a new one
}

export interface Plan {
  take: { cards: HandCard[]; play: string; rank: string | null } | null; // rank of the top card
  groups: Group[];
}

type Verdict = (play: string) => Pick<Judgement, 'ok' | 'code' | 'have' | 'need'>;

/** Where cards could go when these groups lie in the tray already. */
export type Places = (take: string, groups: string[], cards: string[]) => Target[];

/** As `group_i` of a place: the cards of the take, with the top card; `group` is its play then. */
export const TAKE_GROUP = -1;

/** Refusals that more cards in the tray may still cure. */
const CURABLE = new Set([
  ...['OK', 'MIN', 'MIN_CANASTA', 'NO_PURE', 'WILD_LOCK', 'KEEP_CARD', 'NO_CANASTA', 'CANASTAS'],
  ...['OUT_NEEDS', 'OUT_DISCARD', 'OUT_MELD', 'INCOMPLETE_SPECIAL', 'ASK_YES'],
]);

export function isCurable(code: string): boolean {
  return CURABLE.has(code);
}

export function emptyPlan(): Plan {
  return { take: null, groups: [] };
}

export function isEmpty(plan: Plan): boolean {
  return plan.take === null && plan.groups.length === 0;
}

export function plannedIds(plan: Plan): Set<number> {
  const cards = [...(plan.take?.cards ?? []), ...plan.groups.flatMap((group) => group.cards)];
  return new Set(cards.map((own) => own.id));
}

export function cardText(cards: readonly HandCard[]): string {
  return cards.map((own) => own.card).join('');
}

/** The play of a take with other cards of the same ranks. */
export function takePlay(take: Take, cards: readonly HandCard[]): string {
  const own = take.cards.join('');
  const place = own === '' ? -1 : take.play.lastIndexOf(own);
  return place < 0 ? take.play : take.play.slice(0, place) + cardText(cards);
}

/** The groups of the tray as one play. */
export function planText(plan: Plan, opened: boolean): string {
  const groups = plan.groups.map((group) => ` ${group.text}`).join('');
  const take = plan.take?.play ?? '';
  if (!opened) {
    const start = take === '' ? '' : `${take}; `;
    return take === '' && groups === '' ? '' : `${start}open${groups}`;
  }
  return [take, groups === '' ? '' : `meld${groups}`].filter((part) => part !== '').join('; ');
}

export function groupTexts(plan: Plan): string[] {
  return plan.groups.map((group) => group.text);
}

/** Cards in the order in which the text of their group has them. */
function inOrderOf(text: string, cards: readonly HandCard[]): HandCard[] {
  const left = [...cards];
  const written = splitCards(text).flatMap((face) => {
    const place = left.findIndex((own) => own.card === face);
    return place < 0 ? [] : left.splice(place, 1);
  });
  return [...written, ...left];
}

/** The tray with cards put to a place that the engine named for it. */
export function withTarget(plan: Plan, cards: readonly HandCard[], target: Target): Plan {
  const { group: text, kind, rank, meld, group_i } = target;
  if (group_i === TAKE_GROUP && plan.take !== null)
    return { ...plan, take: { ...plan.take, cards: [...plan.take.cards, ...cards], play: text } };
  const group = (all: readonly HandCard[]): Group => {
    return { cards: inOrderOf(text, all), text, kind, rank, meld };
  };
  const old = group_i === null ? undefined : plan.groups[group_i];
  if (old === undefined)
    return { ...plan, groups: [...plan.groups, group(cards)] };
  const grown = group([...old.cards, ...cards]);
  return { ...plan, groups: plan.groups.map((one) => (one === old ? grown : one)) };
}

/** The place of cards that go to the meld of the take; the engine judges whether they may. */
export function takePlace(plan: Plan, cards: readonly HandCard[], verdict: Verdict): Target[] {
  if (plan.take === null || cards.length === 0) return [];
  const group = plan.take.play + cardText(cards);
  const take = { play: group, cards: [...plan.take.cards, ...cards], rank: plan.take.rank };
  const { ok, code, have, need } = verdict(planText({ ...plan, take }, false));
  const rank = plan.take.rank ?? '';
  const where = { meld: null, group_i: TAKE_GROUP, end: null };
  return [{ group, kind: 'rank', rank, ...where, ok, code, have, need }];
}

function isSamePlace(group: Group, target: Target): boolean {
  const { kind, rank, meld, group_i } = target;
  return group_i === null && kind === group.kind && rank === group.rank && meld === group.meld;
}

/**
 * Drops what is no longer in the hand. A take that is not complete any more is dropped as a whole,
 * and so is a group whose other cards have no such place.
 */
export function prunePlan(plan: Plan, hand: readonly HandCard[], places: Places): Plan {
  const held = new Set(hand.map((own) => own.id));
  const has = (own: HandCard): boolean => held.has(own.id);
  const take = plan.take?.cards.every(has) === true ? plan.take : null;
  let left: Plan = { take, groups: [] };
  for (const group of plan.groups) {
    const cards = group.cards.filter(has);
    if (cards.length === group.cards.length) {
      left = { ...left, groups: [...left.groups, group] };
    } else if (cards.length > 0) {
      const faces = cards.map((own) => own.card);
      const found = places(take?.play ?? '', groupTexts(left), faces);
      const same = found.find((target) => isSamePlace(group, target));
      if (same !== undefined) left = withTarget(left, cards, same);
    }
  }
  return left;
}
