// The own hand as it lies on the screen: its order, and which cards are selected.
// Not here: what is played with them (table.svelte.ts).
// Invariant: a card keeps its id while it is held, so a selected card stays selected.
import { moveCard, reconcileHand, sortHand, type HandCard } from './cards';
import type { Card } from './engine/types';

export class OwnHand {
  #nextId = 1;

  cards = $state.raw<HandCard[]>([]);
  selected = $state.raw<ReadonlySet<number>>(new Set());
  ownOrder = $state(false);

  /** Takes in what the engine says is held; of equal cards those in `used` are the ones gone. */
  hold(cards: readonly Card[], used: ReadonlySet<number>): void {
    const hand = reconcileHand(this.cards, cards, used, () => this.#nextId++);
    this.cards = this.ownOrder ? hand : sortHand(hand);
  }

  /** A new hand was dealt: nothing of the old one is the same card. */
  forget(): void {
    this.cards = [];
    this.clear();
  }

  toggle(id: number): void {
    const selected = new Set(this.selected);
    if (!selected.delete(id)) selected.add(id);
    this.selected = selected;
  }

  select(ids: ReadonlySet<number>): void {
    this.selected = new Set(ids);
  }

  clear(): void {
    this.selected = new Set();
  }

  deselect(ids: ReadonlySet<number>): void {
    this.selected = new Set([...this.selected].filter((id) => !ids.has(id)));
  }

  setOwnOrder(own: boolean): void {
    this.ownOrder = own;
    if (!own) this.cards = sortHand(this.cards);
  }

  /** Moves cards by one place; the hand keeps that order. */
  move(ids: readonly number[], by: -1 | 1): void {
    const order = by < 0 ? ids : [...ids].reverse();
    this.cards = order.reduce((hand, id) => moveCard(hand, id, by), this.cards);
    this.ownOrder = true;
  }

  /** Puts a card before another one, or at the end. */
  place(id: number, before: number | null): void {
    const from = this.cards.findIndex((own) => own.id === id);
    const rest = this.cards.filter((own) => own.id !== id);
    const to = before === null ? rest.length : rest.findIndex((own) => own.id === before);
    if (from < 0 || to < 0) return;
    this.cards = moveCard(this.cards, id, to - from);
    this.ownOrder = true;
  }
}
