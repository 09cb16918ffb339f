// Taking the pile: in the one way there is, in one that is chosen of several, or by pulling it.
// Not here: which ways there are (take.ts), what a take needs (the engine), throwing.
// Invariant: a side that has opened takes at once, and so does who shows twos; for another one the
// take waits in the tray, as the beginning of its opening.
import type { HandCard } from './cards';
import type { Choosing } from './choosing';
import type { Judgement, View } from './engine/types';
import { m } from './messages';
import { cardText, isCurable, planText, type Plan } from './plan';
import { likelyTake, takeWays, type TakeWay } from './take';

/** What it needs of a table. */
export interface Board {
  readonly view: View | null;
  readonly inHand: readonly HandCard[];
  readonly selection: readonly HandCard[];
  readonly opened: boolean;
  readonly plan: Plan;
  readonly planJudgement: Judgement | null;
  choosing: Choosing;
  judge(play: string): Judgement;
  play(play: string, used: readonly number[]): Promise<boolean>;
  confirm(): Promise<void>;
  change(plan: Plan): void;
  refuse(judgement: Judgement): void;
  note(hint: string): void;
}

export class Taking {
  readonly #table: Board;
  readonly ways = $derived.by(() => {
    const { view, inHand, selection } = this.#table;
    return view === null ? [] : takeWays(view, inHand, selection);
  });

  constructor(table: Board) {
    this.#table = table;
  }

  /** In the one way there is; asks where there are several, or cards that nobody has named. */
  async begin(): Promise<void> {
    const table = this.#table;
    if (table.view !== null && table.view.pile.take_with !== 'top') return this.#whole();
    const [only, ...others] = this.ways;
    if (only === undefined) return this.#unlisted();
    const clear = table.selection.length > 0 || only.cards.length === 0;
    if (others.length === 0 && clear) return this.choose(only);
    table.choosing = table.choosing?.kind === 'take' ? null : { kind: 'take' };
    table.note(m.hint.chooseTake);
  }

  /** Pulled onto an own meld, beside them (null), or to the hand; with what was put together
      before, if that is enough, the side has opened. */
  async pull(meld?: number | null): Promise<void> {
    const table = this.#table;
    if (table.plan.take !== null) return table.confirm();
    const ways = this.ways.filter((way) => way.meld === meld);
    const [only, ...others] = ways.length > 0 ? ways : this.ways;
    if (only !== undefined && others.length === 0) await this.choose(only);
    else await this.begin();
    if (table.plan.take !== null && table.planJudgement?.ok === true) await table.confirm();
  }

  async choose(way: TakeWay): Promise<void> {
    this.#table.choosing = null;
    await this.#take(way.play, way.cards);
  }

  /** As it lies, by rules in which it is melded for afterwards. */
  async #whole(): Promise<void> {
    const table = this.#table;
    const judged = table.judge('take-all');
    if (judged.ok) await table.play('take-all', []);
    else table.refuse(judged);
  }

  /** More cards than the take itself needs, or none that do: the engine says. */
  async #unlisted(): Promise<void> {
    const { view, selection, inHand } = this.#table;
    if (view === null) return;
    const cards = selection.length > 0 ? selection : likelyTake(view, inHand);
    await this.#take(`take ${cardText(cards)}`.trim(), cards);
  }

  async #take(play: string, cards: readonly HandCard[]): Promise<void> {
    const table = this.#table;
    const ids = cards.map(({ id }) => id);
    const melds = table.view?.pile.state !== 'twos'; // which are shown, not laid
    if (table.opened || !melds) return void (await table.play(play, ids));
    const take = { play, cards: [...cards], rank: table.view?.pile.rank ?? null };
    const plan = { ...table.plan, take };
    const verdict = table.judge(planText(plan, false));
    if (isCurable(verdict.code)) table.change(plan);
    else table.refuse(verdict);
  }
}
