// What to do next at a table, for a test that plays: asks a computer player, on the page's own
// knowledge. Not here: clicking (clicks.ts). Invariant: a choice is one whole command of the
// protocol, told by cards and places, so that it can be made by tapping them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWild, splitCards } from '../src/cards';
import { loadPlayers, type Players } from '../src/engine/players';
import type { Card, Meld, MeldKind, View } from '../src/engine/types';
import { changedMeld } from '../src/turns';

export interface Record_ {
  rules: string;
  overrides: string;
  seats: number;
  start: string;
  events: string[];
}

/** Cards for one meld: `place` is its index in the side's list, once they lie there. */
export interface Lay {
  kind: MeldKind;
  place: number;
  began: boolean;
  last: boolean; // nothing can follow it at once
  cards: Card[];
}

export type Choice =
  | { kind: 'draw' | 'pick' | 'ask' | 'yes' | 'no' | 'pass' | 'declare' | 'lay-out' }
  | { kind: 'take'; cards: Card[]; place: number | null }
  | { kind: 'open'; take: { cards: Card[]; place: number } | null; groups: Lay[] }
  | { kind: 'lay'; group: Lay }
  | { kind: 'join'; melds: [number, number] }
  | { kind: 'discard'; card: Card };

interface Step {
  verb: string;
  cards: Card[];
  melds: number[]; // indices it names
  events: string[]; // the same as event lines, without the seat
  play: string;
  aside: boolean; // another place than that of the card before it is named
}

/** A group of one card, "Kh", "K:2c", "K#3:2c" or "K+:Kh", as the event lines that lay it. */
function readGroup(group: string): Step {
  const [text = '', name = ''] = group.split(':').reverse();
  const cards = splitCards(text);
  const place = /#(\d+)/.exec(name)?.[1];
  const named = /^[^#+]/.exec(name)?.[0];
  const letter = named ?? (isWild(cards[0] ?? '') ? 'W' : undefined); // wilds alone are a meld
  const events = [`lay ${cards[0]}${letter === undefined ? '' : ` ${letter}`}`];
  if (place !== undefined) events.unshift(`to ${place}`);
  if (name.endsWith('+')) events.unshift('new');
  const melds = place === undefined ? [] : [Number(place) - 1];
  return { verb: 'lay', cards, melds, events, play: `meld ${group}`, aside: events.length > 1 };
}

/** Reads a play of one step (two if the first one only names a place), as the engine writes it. */
export function readStep(play: string): Step {
  const [verb = '', ...words] = play.split(' ');
  const what = words.join(' ');
  if (what !== '' && (verb === 'meld' || verb === 'open')) return readGroup(what);
  if (verb === 'join') {
    const melds = [...what.matchAll(/#(\d+)/g)].map(([, n]) => Number(n) - 1);
    return { verb, cards: [], melds, events: [], play, aside: false };
  }
  const place = /#(\d+)/.exec(what)?.[1];
  const cards = splitCards(what.includes(':') ? (what.split(':')[1] ?? '') : what);
  const melds = place === undefined ? [] : [Number(place) - 1];
  const bare = place !== undefined && !what.includes(':');
  const events = verb === 'to' ? [`to ${place}`] : [play];
  return { verb, cards: bare ? [] : cards, melds, events, play, aside: false };
}

function ownMelds(view: View): Meld[] {
  return view.sides[view.side_of[view.me] ?? 0]?.melds ?? [];
}

export class Chooser {
  readonly #engine: Players;
  readonly #player: string;
  #seed: bigint;
  #record: Record_ = { rules: '', overrides: '', seats: 0, start: '', events: [] };

  private constructor(engine: Players, player: string, seed: bigint) {
    this.#engine = engine;
    this.#player = player;
    this.#seed = seed;
  }

  static async make(player = 'racer', seed = 1n): Promise<Chooser> {
    const bytes = readFileSync(join(import.meta.dirname, '../dist/players.wasm'));
    return new Chooser(await loadPlayers(bytes), player, seed);
  }

  #load(record: Record_): void {
    this.#record = record;
    const { rules, overrides, seats, start, events } = record;
    const begun = this.#engine.start({ rules, overrides, seats, view: start });
    if (!begun.ok) throw new Error(begun.message);
    for (const line of events) this.#tell(line);
  }

  #tell(line: string): void {
    const answer = this.#engine.event(line);
    if (answer.ok) return;
    const { start, events } = this.#record;
    throw new Error(`${line}: ${answer.message}\n${[start, ...events].join('\n')}`);
  }

  /** The next step; one that only says where the next card goes is made at once. */
  #step(): Step {
    const step = readStep(this.#engine.choose(this.#player, this.#seed++));
    if (step.verb !== 'to' && step.verb !== 'new') return step;
    this.#tell(`${this.#engine.view().me} ${step.events.join('')}`);
    const next = this.#step();
    return { ...next, aside: true, melds: [...step.melds, ...next.melds] };
  }

  choose(record: Record_): Choice {
    this.#load(record);
    const view = this.#engine.view();
    const opened = view.sides[view.side_of[view.me] ?? 0]?.opened ?? false;
    const step = this.#step();
    switch (step.verb) {
      case 'draw':
      case 'pick':
      case 'ask':
      case 'yes':
      case 'no':
      case 'pass':
      case 'declare':
      case 'lay-out':
        return { kind: step.verb };
      case 'join':
        return { kind: 'join', melds: [step.melds[0] ?? -1, step.melds[1] ?? -1] };
      case 'discard':
        return { kind: 'discard', card: step.cards[0] ?? '' };
      case 'take':
        if (opened) return { kind: 'take', cards: step.cards, place: step.melds[0] ?? null };
        return this.#opening(view.me, step);
      case 'lay':
        return opened
          ? { kind: 'lay', group: this.#run(view.me, step) }
          : this.#opening(view.me, step);
      default:
        throw new Error(`the player says '${step.events.join('; ')}'`);
    }
  }

  /** Makes a step, and tells the meld that it changed. */
  #make(seat: number, step: Step): Omit<Lay, 'cards'> {
    const before = ownMelds(this.#engine.view());
    for (const event of step.events) this.#tell(`${seat} ${event}`);
    const after = ownMelds(this.#engine.view());
    const place = changedMeld(before, after);
    const last = this.#engine.view().phase !== 'meld';
    return { place, began: place >= before.length, kind: after[place]?.kind ?? 'rank', last };
  }

  /** Goes on until the player opens. */
  #opening(seat: number, first: Step): Choice {
    const groups: Lay[] = [];
    let take: { cards: Card[]; place: number } | null = null;
    for (let step = first; step.verb !== 'open'; step = this.#step()) {
      const made = this.#make(seat, step);
      if (step.verb === 'take') take = { cards: step.cards, place: made.place };
      if (step.verb !== 'lay') continue;
      const group = groups.find((one) => one.place === made.place);
      if (group === undefined) groups.push({ ...made, cards: [...step.cards] });
      else group.cards.push(...step.cards);
    }
    return { kind: 'open', take, groups };
  }

  /** Goes on as long as the player lays onto the same meld and nothing new is shown to it. */
  #run(seat: number, first: Step): Lay {
    const group: Lay = { ...this.#lay(seat, first), cards: [...first.cards] };
    while (!group.last) {
      const step = this.#step();
      if (step.verb !== 'lay' || step.aside) break;
      const made = this.#lay(seat, step);
      if (made.place !== group.place) break;
      group.cards.push(...step.cards);
      group.last = made.last;
    }
    return group;
  }

  /** Makes a lay, unless it brings cards that only the table can tell. */
  #lay(seat: number, step: Step): Omit<Lay, 'cards'> {
    const before = ownMelds(this.#engine.view());
    const { after } = this.#engine.judge(step.play); // null: one card is no play yet
    const brings = (after?.hand_counts[seat] ?? 0) > (after?.hand.length ?? 0);
    if (after === null || !brings) return this.#make(seat, step);
    const place = changedMeld(before, ownMelds(after));
    const kind = ownMelds(after)[place]?.kind ?? 'rank';
    return { place, began: place >= before.length, kind, last: true };
  }
}
