// What to do next at a table, for a test that plays: asks the racer, on the page's own knowledge.
// Not here: clicking (clicks.ts). Invariant: the choice is one whole command of the protocol.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEngine, type Engine } from '../src/engine/engine';
import type { Card } from '../src/engine/types';
import { splitCards } from '../src/cards';

export interface Record_ {
  rules: string;
  overrides: string;
  seats: number;
  start: string;
  events: string[];
}

export interface Lay {
  rank: string;
  cards: Card[];
}

export type Choice =
  | { kind: 'draw' | 'ask' | 'yes' | 'no' }
  | { kind: 'take'; cards: Card[] }
  | { kind: 'open'; take: Card[] | null; takeRank: string | null; groups: Lay[] }
  | { kind: 'lay'; group: Lay }
  | { kind: 'discard'; card: Card };

interface Step {
  verb: string;
  cards: Card[];
  rank: string;
  event: string; // the same step as an event line, without the seat
}

/** Reads a play of one step, as the engine writes it. */
export function readStep(play: string): Step {
  const [verb = '', what = ''] = play.split(' ');
  const [name, text] = what.includes(':') ? what.split(':') : ['', what];
  const cards = splitCards(text ?? '');
  const rank = name !== '' && name !== undefined ? name : (cards[0]?.charAt(0) ?? '');
  if (cards.length > 0 && (verb === 'meld' || verb === 'open' || verb === 'lay')) {
    const wild = name === '' ? '' : ` ${rank}`;
    return { verb: 'lay', cards, rank, event: `lay ${cards[0]}${wild}` };
  }
  return { verb, cards, rank, event: play };
}

function addTo(groups: Lay[], step: Step): void {
  const group = groups.find((one) => one.rank === step.rank);
  if (group === undefined) groups.push({ rank: step.rank, cards: [...step.cards] });
  else group.cards.push(...step.cards);
}

export class Chooser {
  readonly #engine: Engine;
  #seed = 1n;

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  static async make(): Promise<Chooser> {
    const bytes = readFileSync(join(import.meta.dirname, '../dist/engine.wasm'));
    return new Chooser(await loadEngine(bytes));
  }

  #load(record: Record_): void {
    const { rules, overrides, seats, start, events } = record;
    const begun = this.#engine.start({ rules, overrides, seats, view: start });
    if (!begun.ok) throw new Error(begun.message);
    for (const line of events) this.#tell(line);
  }

  #tell(line: string): void {
    const answer = this.#engine.event(line);
    if (!answer.ok) throw new Error(`${line}: ${answer.message}`);
  }

  #step(): Step {
    return readStep(this.#engine.choose('racer', this.#seed++));
  }

  choose(record: Record_): Choice {
    this.#load(record);
    const view = this.#engine.view();
    const opened = view.sides[view.side_of[view.me] ?? 0]?.opened ?? false;
    const step = this.#step();
    switch (step.verb) {
      case 'draw':
      case 'ask':
      case 'yes':
      case 'no':
        return { kind: step.verb };
      case 'discard':
        return { kind: 'discard', card: step.cards[0] ?? '' };
      case 'take':
        if (opened) return { kind: 'take', cards: step.cards };
        return this.#opening(view.me, step, view.pile.rank);
      case 'lay':
        return opened ? this.#run(view.me, step) : this.#opening(view.me, step, null);
      default:
        throw new Error(`the racer says '${step.event}'`);
    }
  }

  /** Goes on until the racer opens. */
  #opening(seat: number, first: Step, takeRank: string | null): Choice {
    const groups: Lay[] = [];
    for (let step = first; step.verb !== 'open'; step = this.#step()) {
      if (step.verb === 'lay') addTo(groups, step);
      this.#tell(`${seat} ${step.event}`);
    }
    return { kind: 'open', take: takeRank === null ? null : first.cards, takeRank, groups };
  }

  /** Goes on as long as the racer lays onto the same meld. */
  #run(seat: number, first: Step): Choice {
    const group: Lay = { rank: first.rank, cards: [...first.cards] };
    this.#tell(`${seat} ${first.event}`);
    while (this.#engine.view().phase === 'meld') {
      const step = this.#step();
      if (step.verb !== 'lay' || step.rank !== first.rank) break;
      group.cards.push(...step.cards);
      this.#tell(`${seat} ${step.event}`);
    }
    return { kind: 'lay', group };
  }
}
