// The staging tray: groups and a take of the pile that were put together but not yet played.
// Not here: whether they may be played; the engine judges the text made from them.
// Invariant: a card of the hand is in at most one place of the tray.
import { naturalRank, type HandCard } from './cards';

export interface Group {
  cards: HandCard[];
  meld: string | null; // the meld it was laid on by name, for cards that do not say it themselves
}

export interface Plan {
  take: HandCard[] | null; // hand cards that take the pile; null: the pile is not taken
  takeRank: string | null; // rank of the top card then
  groups: Group[];
}

export function emptyPlan(): Plan {
  return { take: null, takeRank: null, groups: [] };
}

export function isEmpty(plan: Plan): boolean {
  return plan.take === null && plan.groups.length === 0;
}

export function plannedIds(plan: Plan): Set<number> {
  const cards = [...(plan.take ?? []), ...plan.groups.flatMap((group) => group.cards)];
  return new Set(cards.map((own) => own.id));
}

export function cardText(cards: readonly HandCard[]): string {
  return cards.map((own) => own.card).join('');
}

/** The rank a group will be a meld of, as far as its cards or its name tell. */
export function groupRank(group: Group): string | null {
  return group.meld ?? naturalRank(group.cards.map((own) => own.card));
}

export function groupText(group: Group): string {
  const own = naturalRank(group.cards.map((card) => card.card));
  const name = group.meld !== null && group.meld !== own ? `${group.meld}:` : '';
  return name + cardText(group.cards);
}

/** The groups of the tray as one play, in the words of the protocol. */
export function planText(plan: Plan, opened: boolean): string {
  const groups = plan.groups.map((group) => ` ${groupText(group)}`).join('');
  const take = plan.take === null ? '' : `take ${cardText(plan.take)}`.trim();
  if (opened)
    return [take, groups === '' ? '' : `meld${groups}`].filter((part) => part !== '').join('; ');
  if (take === '' && groups === '') return '';
  return (take === '' ? '' : `${take}; `) + `open${groups}`;
}

/** Adds a group; cards of a rank that the tray already holds join its group. */
export function withGroup(plan: Plan, cards: readonly HandCard[], meld: string | null): Plan {
  const rank = meld ?? naturalRank(cards.map((own) => own.card));
  const place = rank === null ? -1 : plan.groups.findIndex((group) => groupRank(group) === rank);
  if (place >= 0) {
    const groups = plan.groups.map((group, i) =>
      i === place ? { ...group, cards: [...group.cards, ...cards] } : group,
    );
    return { ...plan, groups };
  }
  const joins = rank !== null && plan.take !== null && rank === plan.takeRank ? rank : meld;
  return { ...plan, groups: [...plan.groups, { cards: [...cards], meld: joins }] };
}

/** Drops what is no longer in the hand; an incomplete take is dropped as a whole. */
export function prunePlan(plan: Plan, hand: readonly HandCard[]): Plan {
  const held = new Set(hand.map((own) => own.id));
  const take = plan.take?.every((own) => held.has(own.id)) === true ? plan.take : null;
  const groups = plan.groups
    .map((group) => ({ ...group, cards: group.cards.filter((own) => held.has(own.id)) }))
    .filter((group) => group.cards.length > 0);
  return { take, takeRank: take === null ? null : plan.takeRank, groups };
}
