// What a search thinks of the hint that lies on the table, after a moment.
// Not here: the hint itself (table.svelte.ts), words. Invariant: a thought is about the position
// that was asked for last; one that was dropped before it came never comes.
import type { Thought } from '../engine/types';
import type { Feed } from '../feed.svelte';
import { positionOf, said, type Said } from './said';
import { Thinking } from './thinking';

export class SecondThought {
  readonly #thinking: Thinking;
  #dropped = 0;
  thinks = $state(false);
  thought = $state.raw<Thought | null>(null);
  said = $state.raw<Said | null>(null); // of a thought that has come
  readonly state = $derived.by(() => {
    if (this.thought !== null) return this.thought.differs ? 'differs' : 'stands';
    return this.thinks ? 'thinks' : 'none';
  });

  /** In as few words as there are. */
  get short(): string {
    return this.thinks ? '…' : (this.said?.ahead ?? '');
  }

  constructor(thinking = new Thinking()) {
    this.#thinking = thinking;
  }

  /** Null where nothing comes of it. */
  async about(feed: Feed): Promise<Thought | null> {
    this.drop();
    this.thinks = true;
    const before = this.#dropped;
    const [position, view] = [positionOf(feed), feed.view];
    const thought = position && (await this.#thinking.ask('think', position));
    if (this.#dropped !== before) return null;
    this.thinks = false;
    this.thought = thought;
    this.said = thought && view && said(thought, view);
    return thought;
  }

  drop(): void {
    this.#dropped++;
    this.#thinking.drop();
    this.thinks = false;
    this.thought = this.said = null;
  }

  end(): void {
    this.drop();
    this.#thinking.end();
  }
}
