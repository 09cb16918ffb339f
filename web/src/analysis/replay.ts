// A finished hand, told again: what each seat saw before each step, and what it then did.
// Not here: what the steps were worth (told.ts). Invariant: each view is the engine's, of the lines
// that this seat was told and no others.
import type { Engine, Start } from '../engine/engine';
import type { Told } from '../engine/analyser';
import type { Card, View } from '../engine/types';
import { parseEvent } from '../events';
import { addEvent, type Turn } from '../turns';

export type ReplayEngine = Pick<Engine, 'start' | 'event' | 'view'>;
export type Rules = Omit<Start, 'view'>;

export class Replay {
  readonly #engine: ReplayEngine;
  readonly #rules: Rules;
  readonly #told: Told;
  readonly #views = new Map<number, View[]>();
  readonly steps: number;
  readonly mine: number; // the column of who asks: his seat, or the last one, of who has none
  readonly turns: Turn[] = []; // as he was told of them
  readonly begins: number[] = []; // the step that each of them begins with

  constructor(engine: ReplayEngine, rules: Rules, told: Told, person: number) {
    this.#engine = engine;
    this.#rules = rules;
    this.#told = told;
    this.steps = told.length - 3; // start, deal, score
    const looker = this.#viewsOf((told[0]?.length ?? 1) - 1);
    const seat = looker[0]?.persons.indexOf(person) ?? -1;
    this.mine = seat >= 0 ? seat : (told[0]?.length ?? 1) - 1;
    this.#tellTurns();
  }

  /** As the seat of who asks saw the table before the step of that number; behind the last one,
      once the hand was scored. */
  view(step: number): View {
    return this.#at(this.mine, step);
  }

  /** What lay in all hands. */
  hands(step: number): Card[][] {
    return this.view(step).hand_counts.map((_, seat) => this.#at(seat, step).hand);
  }

  #at(column: number, step: number): View {
    const views = this.#viewsOf(column);
    const view = views[Math.max(0, Math.min(step, views.length - 1))];
    if (view === undefined) throw new Error('this hand has no views');
    return view;
  }

  #viewsOf(column: number): View[] {
    const known = this.#views.get(column);
    if (known !== undefined) return known;
    const [view = '', ...lines] = this.#told.map((row) => row[column] ?? '');
    this.#take(this.#engine.start({ ...this.#rules, view }));
    const views = lines.map((line) => {
      this.#take(this.#engine.event(line));
      return this.#engine.view();
    });
    views.splice(-2, 1); // the last step ends the hand: the score belongs to it
    this.#views.set(column, views);
    return views;
  }

  #take(answer: ReturnType<ReplayEngine['event']>): void {
    if (!answer.ok) throw new Error(answer.message);
  }

  #tellTurns(): void {
    let turns: Turn[] = [];
    for (let step = 0; step < this.steps; step++) {
      const event = parseEvent(this.#told[step + 2]?.[this.mine] ?? '');
      if (event === null) continue;
      turns = addEvent(turns, event, this.view(step), this.view(step + 1), null);
      while (this.begins.length < turns.length) this.begins.push(step);
    }
    this.turns.push(...turns);
  }
}
