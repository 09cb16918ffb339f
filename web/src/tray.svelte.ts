// The tray of one table: what lies in it now, and what lay in it before. Not here: how a tray is
// written as a play (plan.ts), and whether it may be played (the engine).
// Invariant: only cards of the hand lie in it.
import type { HandCard } from './cards';
import { emptyPlan, plannedIds, prunePlan, type Places, type Plan } from './plan';

export class Tray {
  readonly #places: Places;
  readonly #changed: (plan: Plan) => void;
  #past: Plan[] = []; // trays to go back to

  plan = $state.raw<Plan>(emptyPlan());
  readonly ids = $derived(plannedIds(this.plan));

  constructor(places: Places, changed: (plan: Plan) => void = () => undefined) {
    this.#places = places;
    this.#changed = changed;
  }

  #set(plan: Plan): void {
    this.plan = plan;
    this.#changed(plan);
  }

  change(plan: Plan): void {
    this.#past.push(this.plan);
    this.#set(plan);
  }

  /** Drops what is not in the hand any more. */
  keep(hand: readonly HandCard[]): void {
    this.#set(prunePlan(this.plan, hand, this.#places));
  }

  /** Takes one card out; what is left of its group stays if it can. */
  takeBack(id: number, hand: readonly HandCard[]): void {
    const rest = hand.filter((own) => own.id !== id);
    this.change(prunePlan(this.plan, rest, this.#places));
  }

  /** The tray as it was before the last change, as far as its cards are still held. */
  undo(hand: readonly HandCard[]): void {
    this.#set(prunePlan(this.#past.pop() ?? emptyPlan(), hand, this.#places));
  }

  clear(): void {
    this.#past = [];
    this.#set(emptyPlan());
  }
}
