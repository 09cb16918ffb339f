// The play of a hint, cut into parts that can be put into words. Not here: the words, the decision.
// Invariant: every card that the play names is in exactly one part, in its order.
import { isWild, naturalRank, splitCards } from './cards';
import type { Card, Meld } from './engine/types';

/** What a seat is told to do without a card. */
const SAYINGS = [
  ...(['draw', 'take-all', 'pick', 'ask', 'yes', 'no', 'pass'] as const),
  ...(['declare', 'lay-out', 'join'] as const),
] as const;
export type Saying = (typeof SAYINGS)[number];

export type AdvicePart = { cards: Card[] } & (
  | { kind: 'take' | 'open' | 'meld' | 'discard' }
  | { kind: 'swap'; wild: string; steals: boolean } // 2 or X
  | { kind: 'add'; meld: Meld | null; rank: string } // null: one that the play itself begins
  | { kind: Saying }
);

function isSaying(verb: string): verb is Saying {
  return SAYINGS.some((one) => one === verb);
}

/** The own meld that cards go to, as far as the name of their place or their rank says so. */
function meldOf(
  place: string,
  cards: readonly Card[],
  melds: readonly Meld[],
  several: boolean,
): Meld | null {
  const number = /#(\d+)$/.exec(place)?.[1];
  if (number !== undefined) return melds[Number(number) - 1] ?? null;
  if (several || place.endsWith('+')) return null;
  const rank = place === '' ? naturalRank(cards) : place;
  return melds.find((meld) => meld.rank === rank) ?? null;
}

function groupParts(
  verb: 'open' | 'meld',
  groups: readonly string[],
  melds: readonly Meld[],
  several: boolean,
): AdvicePart[] {
  return groups.map((group, i) => {
    const place = group.slice(0, Math.max(0, group.indexOf(':')));
    const cards = splitCards(group.slice(group.indexOf(':') + 1));
    const meld = meldOf(place, cards, melds, several);
    const rank = /^[4-9TJQKA]/.exec(place)?.[0];
    if (meld !== null) return { kind: 'add', cards, meld, rank: meld.rank };
    if (rank !== undefined && cards.every(isWild)) return { kind: 'add', cards, meld, rank };
    return { kind: verb === 'open' && i === 0 ? 'open' : 'meld', cards };
  });
}

/** `several`: a side may have several melds of one kind, so that a rank alone names none. */
export function adviceParts(play: string, melds: readonly Meld[], several: boolean): AdvicePart[] {
  return play.split(';').flatMap((action): AdvicePart[] => {
    const [verb = '', ...words] = action.trim().split(/\s+/);
    if (verb === 'open' || verb === 'meld') return groupParts(verb, words, melds, several);
    if (verb === 'swap' || verb === 'steal') {
      const [natural = '', wild = ''] = words;
      return [{ kind: 'swap', cards: splitCards(natural), wild, steals: verb === 'steal' }];
    }
    const cards = splitCards(words.join('').replace(/^[^:]*:/, ''));
    if (verb === 'take' || verb === 'discard') return [{ kind: verb, cards }];
    return isSaying(verb) ? [{ kind: verb, cards: [] }] : [];
  });
}

/** The card that a play ends by throwing, if it does. */
export function thrownBy(play: string): string | undefined {
  return /(?:^|; )discard (\S+)$/.exec(play)?.[1];
}
