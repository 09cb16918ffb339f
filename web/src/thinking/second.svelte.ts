// What a search thinks of the hint that lies on the table, after a moment.
// Not here: the hint itself (table.svelte.ts), words. Invariant: a thought is about the position
// that was asked for last; one that was dropped before it came never comes.
import type { Thought } from '../engine/types';
import type { SecondWords } from '../messages/thinking.en';
import type { Position } from './calls';
import type { Thinking } from './thinking';

export class SecondThought {
  #thinking: Thinking | null;
  #dropped = 0;
  #words: SecondWords | null = null;
  thinks = $state(false);
  thought = $state.raw<Thought | null>(null);
  readonly state = $derived.by(() => {
    if (this.thought !== null) return this.thought.differs ? 'differs' : 'stands';
    return this.thinks ? 'thinks' : 'none';
  });

  constructor(thinking: Thinking | null = null) {
    this.#thinking = thinking;
  }

  /** Those for a thought; there are some where there is one. */
  get words(): SecondWords | null {
    return this.thought === null ? null : this.#words;
  }

  /** Null where nothing comes of it. */
  async about(position: Position): Promise<Thought | null> {
    this.drop();
    this.thinks = true;
    const before = this.#dropped;
    const thought = await this.#think(position, before).catch(() => null);
    if (this.#dropped !== before) return null;
    this.thinks = false;
    this.thought = thought;
    return thought;
  }

  async #think(position: Position, before: number): Promise<Thought | null> {
    const { Thinking, words } = await import('./late');
    if (this.#dropped !== before) return null;
    this.#words = words;
    this.#thinking ??= new Thinking();
    return this.#thinking.ask('think', position);
  }

  drop(): void {
    this.#dropped++;
    this.#thinking?.drop();
    this.thinks = false;
    this.thought = null;
  }

  end(): void {
    this.drop();
    this.#thinking?.end();
  }
}
