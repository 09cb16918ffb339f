// Checks one deal after its hand, from what the server has revealed and what this page has kept.
// Not here: words (messages/fair.en.ts), when it is asked for (fairness.svelte.ts).
// Invariant: `proven` only if it was worked out here; what this page cannot know is `unknown`.
import type { Card } from '../engine/types';
import { bytesOf, hexOf } from './bytes';
import { commitmentOf, deckOf, PART_BYTES, saltsOf, SEED_BYTES, type Deal } from './deal';
import type { KeptDeal } from './keep';
import { rootOf } from './tree';

/** A deal as the server tells of it. */
export interface ToldDeal {
  deal: number;
  commit: string;
  root: string;
  seeds: { seat: number; seed: string }[];
  seed?: string; // the server's own, once the hand is over
}

export interface ShownCard {
  at: number;
  card: Card;
}

export type What = 'seed' | 'before' | 'own' | 'deck' | 'cards';

export interface Finding {
  what: What;
  state: 'proven' | 'false' | 'unknown';
  count: number; // of cards, for `cards`; of seeds, for `deck`
}

/** The deal in bytes; null if the server tells it in another shape or has not revealed it. */
function dealIn(table: string, told: ToldDeal): Deal | null {
  const seed = bytesOf(told.seed, SEED_BYTES);
  const parts = told.seeds.map(({ seat, seed: hex }) => ({
    place: seat,
    bytes: bytesOf(hex, PART_BYTES),
  }));
  const whole = parts.flatMap(({ place, bytes }) => (bytes === null ? [] : [{ place, bytes }]));
  if (seed === null || whole.length !== parts.length) return null;
  return { table, deal: told.deal, seed, parts: whole };
}

const judged = (good: boolean): Finding['state'] => (good ? 'proven' : 'false');

/** Whether the commitment was here before this page gave its seed. */
function before(told: ToldDeal, kept: KeptDeal | null): Finding['state'] {
  return kept === null || kept.commit === '' ? 'unknown' : judged(kept.commit === told.commit);
}

/** Whether the own seed was mixed in; one that the server never took cannot have been. */
function own(told: ToldDeal, place: number | null, kept: KeptDeal | null): Finding['state'] {
  if (kept === null || kept.seed === null) return 'unknown';
  const mixed = told.seeds.some(({ seat, seed }) => seat === place && seed === kept.seed);
  return mixed ? 'proven' : kept.given ? 'false' : 'unknown';
}

export interface Evidence {
  table: string;
  place: number | null; // one's own, null for who looks on
  told: ToldDeal;
  kept: KeptDeal | null;
  pack: readonly Card[];
  shown: readonly ShownCard[]; // each was proven when it came
}

/** Everything that can be found out about a deal; null before it is revealed. */
export function checkDeal({ table, place, told, kept, pack, shown }: Evidence): Finding[] | null {
  const deal = dealIn(table, told);
  if (deal === null) return null;
  const deck = deckOf(deal, pack);
  const root = hexOf(rootOf(deck, saltsOf(deal, deck.length)));
  const sameRoot = root === told.root && (kept?.root ?? root) === root;
  const lie = shown.every(({ at, card }) => deck[at] === card);
  return [
    { what: 'seed', state: judged(hexOf(commitmentOf(deal)) === told.commit), count: 0 },
    { what: 'before', state: before(told, kept), count: 0 },
    { what: 'own', state: own(told, place, kept), count: 0 },
    { what: 'deck', state: judged(sameRoot), count: told.seeds.length },
    { what: 'cards', state: shown.length === 0 ? 'unknown' : judged(lie), count: shown.length },
  ];
}
