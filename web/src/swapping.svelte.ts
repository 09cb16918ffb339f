// A natural of the hand in the place of a wild of a meld: by the button, or onto the meld itself.
// Not here: which swaps there are; the engine lists them. Invariant: where several could be meant
// the page asks.
import type { HandCard } from './cards';
import { rankOf } from './cards';
import type { Choosing } from './choosing';
import type { Swap, View } from './engine/types';
import { m } from './messages';

/** What it needs of a table. */
export interface Board {
  readonly view: View | null;
  readonly inHand: readonly HandCard[];
  readonly selection: readonly HandCard[];
  choosing: Choosing;
  play(play: string, used: readonly number[]): Promise<boolean>;
  note(hint: string): void;
}

export class Swapping {
  readonly #table: Board;
  /** Those of the selected natural; of all while nothing is selected. */
  readonly ways = $derived.by(() => {
    const { view, selection } = this.#table;
    const [card, ...others] = selection;
    if (others.length > 0) return [];
    const all = view?.swaps ?? [];
    return card === undefined ? all : all.filter((one) => fits(one, card));
  });

  constructor(table: Board) {
    this.#table = table;
  }

  /** Of a meld that gives a wild for the selected natural. */
  from(side: number, meld: number): readonly Swap[] {
    const given = this.ways.filter((way) => way.side === side && way.meld === meld);
    return this.#table.selection.length === 0 ? [] : given;
  }

  /** In the one way there is; asks where there are several. */
  async begin(ways: readonly Swap[] = this.ways): Promise<void> {
    const table = this.#table;
    const [only, ...others] = ways;
    if (only === undefined) return table.note(m.hint.selectSwap);
    if (others.length === 0) return this.choose(only);
    table.choosing = { kind: 'swap', ways };
    table.note(m.hint.chooseSwap);
  }

  async choose(way: Swap): Promise<void> {
    const table = this.#table;
    table.choosing = null;
    const named = table.inHand.filter(({ card }) => card === way.natural);
    const [card] = [...table.selection, ...named].filter((own) => fits(way, own));
    if (card !== undefined) await table.play(way.play.replace(way.natural, card.card), [card.id]);
  }
}

function fits({ natural, exact }: Swap, { card }: HandCard): boolean {
  return exact ? natural === card : rankOf(natural) === rankOf(card);
}
