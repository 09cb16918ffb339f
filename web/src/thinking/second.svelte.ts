// What a search thinks of the hint that lies on the table, after a moment.
// Not here: the hint itself (table.svelte.ts), words. Invariant: a thought is about the position
// that was asked for last; one that was dropped before it came never comes.
import type { Thought } from '../engine/types';
import type { Position } from './calls';
import { Thinking } from './thinking';

export class SecondThought {
  readonly #thinking: Thinking;
  #dropped = 0;
  thinks = $state(false);
  thought = $state.raw<Thought | null>(null);

  readonly state = $derived.by(() => {
    if (this.thought !== null) return this.thought.differs ? 'differs' : 'stands';
    return this.thinks ? 'thinks' : 'none';
  });

  constructor(thinking = new Thinking()) {
    this.#thinking = thinking;
  }

  /** Null where nothing comes of it. */
  async about(position: Position): Promise<Thought | null> {
    this.drop();
    this.thinks = true;
    const before = this.#dropped;
    const thought = await this.#thinking.ask('think', position);
    if (this.#dropped !== before) return null;
    this.thinks = false;
    this.thought = thought;
    return thought;
  }

  drop(): void {
    this.#dropped++;
    this.#thinking.drop();
    this.thinks = false;
    this.thought = null;
  }

  end(): void {
    this.drop();
    this.#thinking.end();
  }
}
