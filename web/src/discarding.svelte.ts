// Throwing a card: asked about where it is rarely meant, and for a moment to be taken back.
// Not here: whether it may be thrown (the engine), how it is shown.
// Invariant: while it can be taken back nothing has left the page; it is sent once, or not at all.
import { isWild, type HandCard } from './cards';
import type { Choosing, Doubt } from './choosing';
import type { Card, Hint, Judgement, Side, Target, View } from './engine/types';
import type { KeptThrow } from './kepttray';
import { m, type Problem } from './messages';
import type { Motion } from './motion/motion.svelte';
import { settings } from './settings.svelte';

/** What it needs of a table. */
export interface Board {
  readonly seq: number;
  readonly view: View | null;
  readonly inHand: readonly HandCard[];
  readonly side: Side | null;
  readonly targets: readonly Target[];
  readonly planPlay: string;
  readonly sending: boolean;
  readonly tray: { readonly ids: ReadonlySet<number> };
  readonly motion: Motion;
  problem: Problem | null;
  hint: string | null;
  advice: Hint | null;
  choosing: Choosing;
  judge(play: string): Judgement;
  play(play: string, used: readonly number[]): Promise<boolean>;
  undoAll(): void;
  keep(): void;
}

export interface Pending {
  card: Card;
  play: string;
  ids: readonly number[]; // of all cards that the play takes out of the hand
  advised: boolean; // the tray is another plan
}

const AGAIN_MS = 200;

export class Discarding {
  readonly #table: Board;
  #timer: ReturnType<typeof setTimeout> | null = null;
  pending = $state.raw<Pending | null>(null); // lies on the pile, and can be taken back

  constructor(table: Board) {
    this.#table = table;
  }

  /** It is on its way, and cannot be taken back any more. */
  get leaves(): boolean {
    return this.pending !== null && this.#table.sending;
  }

  /** What a page that is loaded anew has to know. */
  get kept(): KeptThrow | null {
    const { pending } = this;
    return pending && { card: pending.card, play: pending.play, at: this.#table.seq };
  }

  async begin(card: HandCard): Promise<void> {
    const table = this.#table;
    const why = settings.askDiscard ? this.#doubt(card) : null;
    if (why === null || !this.judge(card).ok) return this.throw(card);
    table.problem = null;
    table.choosing = { kind: 'discard', card, why };
  }

  /** Why somebody would rather be asked: the card is wild, or would complete an own canasta. */
  #doubt(card: HandCard): Doubt | null {
    if (isWild(card.card)) return 'wild';
    const { view, side, targets } = this.#table;
    const size = (view?.canasta_size ?? 0) - 1;
    const completes = ({ meld, ok }: Target): boolean =>
      ok && meld !== null && side?.melds[meld]?.cards.length === size;
    return targets.some(completes) ? 'canasta' : null;
  }

  /** What lies in the tray is played with it. */
  #with(card: Card): string {
    const first = this.#table.planPlay;
    return `${first === '' ? '' : `${first}; `}discard ${card}`;
  }

  /** Whether it may be thrown, as the engine says it. */
  judge({ card }: HandCard): Judgement {
    return this.#table.judge(this.#with(card));
  }

  throw({ card, id }: HandCard): Promise<void> {
    const ids = [...this.#table.tray.ids, id];
    return this.#wait({ card, play: this.#with(card), ids, advised: false }, id);
  }

  /** A play that was advised, and ends by throwing this card; the tray was another plan. */
  follow(play: string, { card, id }: HandCard): Promise<void> {
    return this.#wait({ card, play, ids: [id], advised: true }, id);
  }

  /** At once, or after a moment in which it can be taken back. */
  async #wait(pending: Pending, id: number): Promise<void> {
    const table = this.#table;
    table.choosing = null;
    if (settings.takeBackMs === 0 || !table.judge(pending.play).ok) return this.#send(pending);
    table.problem = table.hint = table.advice = null;
    void table.motion.play([{ card: pending.card, from: { at: 'hand', id }, to: { at: 'pile' } }]);
    this.#lie(pending);
  }

  #lie(pending: Pending): void {
    this.#stop();
    this.pending = pending;
    this.#timer = setTimeout(() => void this.#send(pending), settings.takeBackMs);
    this.#table.keep();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  takeBack(): void {
    this.#stop();
    this.pending = null;
    this.#table.keep();
  }

  /** The table has moved on: nothing is thrown; or it is told anew, and what was thrown just
      before, or before the page was loaded, lies there again. */
  moved(kept: KeptThrow | null): void {
    const table = this.#table;
    this.takeBack();
    const own = table.inHand.find(({ card }) => card === kept?.card);
    if (kept === null || own === undefined || kept.at !== table.seq) return;
    const { card, play } = kept;
    const advised = play !== this.#with(card);
    const ids = advised ? [own.id] : [...table.tray.ids, own.id];
    if (table.judge(play).ok) this.#lie({ card, play, ids, advised });
  }

  /** It lies there until the news of it comes. */
  async #send(pending: Pending): Promise<void> {
    const table = this.#table;
    this.#timer = null;
    if (table.sending) {
      // Something else is on its way, or this since before the line was lost: then news ends it.
      this.#timer = setTimeout(() => void this.#send(pending), AGAIN_MS);
      return;
    }
    const done = await table.play(pending.play, pending.ids);
    if (done && pending.advised) table.undoAll();
    // Of another hand another card may lie there by now.
    if (done || (this.pending ?? pending) !== pending) return;
    this.takeBack();
    if (table.planPlay !== '' && table.judge(`discard ${pending.card}`).ok)
      table.hint = m.hint.clearTray;
  }
}
