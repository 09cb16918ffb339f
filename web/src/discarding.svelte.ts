// Throwing a card: asked about where it is rarely meant, and for a moment to be taken back.
// Not here: whether it may be thrown (the engine), how it is shown.
// Invariant: while it can be taken back nothing has left the page; it is sent once, or not at all.
import { isWild, type HandCard } from './cards';
import type { Choosing, Doubt } from './choosing';
import type { Hint, Judgement, Side, Target, View } from './engine/types';
import { m, type Problem } from './messages';
import type { Motion } from './motion/motion.svelte';
import { settings } from './settings.svelte';

/** What it needs of a table. */
export interface Board {
  readonly view: View | null;
  readonly side: Side | null;
  readonly targets: readonly Target[];
  readonly planPlay: string;
  readonly tray: { readonly ids: ReadonlySet<number> };
  readonly motion: Motion;
  problem: Problem | null;
  hint: string | null;
  advice: Hint | null;
  choosing: Choosing;
  judge(play: string): Judgement;
  play(play: string, used: readonly number[]): Promise<boolean>;
  undoAll(): void;
}

export interface Pending {
  card: HandCard['card'];
  ids: readonly number[]; // of all cards that the play takes out of the hand
}

export class Discarding {
  readonly #table: Board;
  #timer: ReturnType<typeof setTimeout> | null = null;
  pending = $state.raw<Pending | null>(null); // lies on the pile, and can be taken back

  constructor(table: Board) {
    this.#table = table;
  }

  async begin(card: HandCard): Promise<void> {
    const table = this.#table;
    const why = settings.askDiscard ? this.#doubt(card) : null;
    if (why === null || !table.judge(this.playOf(card)).ok) return this.throw(card);
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
  playOf(card: HandCard): string {
    const first = this.#table.planPlay;
    return `${first === '' ? '' : `${first}; `}discard ${card.card}`;
  }

  throw(card: HandCard): Promise<void> {
    return this.#wait(this.playOf(card), card, [...this.#table.tray.ids, card.id]);
  }

  /** A play that was advised, and ends by throwing this card; the tray was another plan. */
  follow(play: string, card: HandCard): Promise<void> {
    return this.#wait(play, card, [card.id], () => this.#table.undoAll());
  }

  /** At once, or after a moment in which it can be taken back. */
  async #wait(
    play: string,
    card: HandCard,
    ids: readonly number[],
    then: () => void = () => undefined,
  ): Promise<void> {
    const table = this.#table;
    table.choosing = null;
    const ms = settings.takeBackMs;
    const send = (): Promise<void> => this.#send(play, card, ids, then);
    if (ms === 0 || !table.judge(play).ok) return send();
    table.problem = table.hint = table.advice = null;
    const from = { at: 'hand', id: card.id } as const;
    void table.motion.play([{ card: card.card, from, to: { at: 'pile' } }]);
    this.pending = { card: card.card, ids };
    this.#timer = setTimeout(() => void send(), ms);
  }

  takeBack(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.pending = null;
  }

  async #send(
    play: string,
    card: HandCard,
    ids: readonly number[],
    then: () => void,
  ): Promise<void> {
    const table = this.#table;
    const done = await table.play(play, ids);
    this.pending = null;
    if (done) then();
    else if (table.planPlay !== '' && table.judge(`discard ${card.card}`).ok)
      table.hint = m.hint.clearTray;
  }
}
