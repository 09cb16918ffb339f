// Own melds tapped one after the other to be joined. Not here: which may be; the engine lists them.
// Invariant: at most two are picked, and two only if they may be joined.
import type { Join } from './engine/types';

export class Joining {
  picked = $state.raw<readonly number[]>([]);

  clear(): void {
    this.picked = [];
  }

  /** A tap picks a meld, a second one puts it back; one that cannot be joined picks nothing. */
  tap(index: number, joins: readonly Join[]): void {
    const rest = this.picked.filter((one) => one !== index);
    const [first] = rest;
    if (rest.length < this.picked.length) this.picked = rest;
    else if (first !== undefined && find(joins, first, index) !== undefined)
      this.picked = [first, index];
    else this.picked = joins.some(({ melds }) => melds.includes(index)) ? [index] : [];
  }

  /** True if this meld could be joined with the one that was tapped. */
  couldJoin(index: number, joins: readonly Join[]): boolean {
    const [first] = this.picked;
    return first !== undefined && first !== index && find(joins, first, index) !== undefined;
  }

  /** The join that was put together, if it is complete. */
  chosen(joins: readonly Join[]): Join | undefined {
    const [first = -1, second = -1] = this.picked;
    return find(joins, first, second);
  }
}

function find(joins: readonly Join[], a: number, b: number): Join | undefined {
  return joins.find(({ melds }) => a !== b && melds.includes(a) && melds.includes(b));
}
