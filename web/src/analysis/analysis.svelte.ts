// The analysis of a table's finished hands while somebody looks at it: what is known of each, which
// are looked at, where one stands in them, and what is shown of the hands of others.
// Not here: drawing, what a worker does. Invariant: nothing is worked out once it is closed, and a
// hand is worked out once.
import type { Told } from '../engine/analyser';
import type { Card, View } from '../engine/types';
import { People } from '../people.svelte';
import type { TableInfo } from '../frames';
import type { Thinking } from '../thinking/thinking';
import { Replay, type ReplayEngine } from './replay';
import { readTold, type HandTold, type Moment } from './told';
import { accountOf, chancesOf, dearest, sumOf, type Costly } from './worth';

/** A hand that is looked at. */
export interface Looked {
  number: number;
  replay: Replay;
  told: HandTold | null; // before its first moment was
  over: boolean;
}

export interface Sources {
  record: () => Promise<string>;
  engine: () => Promise<ReplayEngine>;
  thinking: Pick<Thinking, 'ask' | 'end'>;
}

export interface Of {
  info: TableInfo;
  person: number; // who asks
  hands: readonly number[]; // that are over, the latest last
}

/** Playouts of a decision, and of all steps of a hand together: it takes some seconds. */
const PLAYOUTS = { least: 100, most: 600, ofHand: 66_000 };
const SEED = 1n;
const SHOWN_MS = 120; // the picture is drawn anew so often

/** A place among all steps of the hands that are shown. */
export interface Place {
  hand: number;
  step: number;
}

export class Analysis {
  readonly #sources: Sources;
  readonly #of: Of;
  readonly people: People;
  #record = '';
  #engine: ReplayEngine | null = null;
  #closed = false;
  #works = false;

  readonly last: number;
  readonly me: number; // the person who asks
  readonly several: boolean; // hands of the game
  whole = $state(false); // all hands of the game, not the last one alone
  all = $state(false); // what there was, not what one saw
  failed = $state(false);
  place = $state.raw<Place>({ hand: 0, step: 0 });
  looked = $state.raw<readonly Looked[]>([]); // by number

  readonly wanted = $derived.by(() => (this.whole ? this.#of.hands : [this.last]));
  readonly hands = $derived(this.looked.filter(({ number }) => this.wanted.includes(number)));
  readonly tolds = $derived(this.hands.flatMap(({ told }) => told ?? []));
  readonly busy = $derived(this.hands.filter(({ over }) => over).length < this.wanted.length);
  readonly plays = $derived(dearest(this.tolds));
  readonly hand = $derived(this.hands.find(({ number }) => number === this.place.hand) ?? null);
  readonly view: View | null = $derived(this.hand?.replay.view(this.place.step) ?? null);
  readonly shown: (Card[] | null)[] = $derived.by(() => this.#shownHands());
  readonly moment: Moment | null = $derived(
    this.hand?.told?.moments[this.place.step] ?? null,
  );
  /** Whose chance and score are shown: the own side, as the owner of a total. */
  readonly side = $derived.by(() => this.people.myTotal);

  constructor(sources: Sources, of: Of) {
    this.#sources = sources;
    this.#of = of;
    this.last = of.hands.at(-1) ?? 1;
    this.me = of.person;
    this.several = of.hands.length > 1;
    this.place = { hand: this.last, step: 0 };
    const seen = (): View | null => this.view;
    this.people = new People(
      {
        get view() {
          return seen();
        },
        info: of.info,
        person: of.person,
      },
      () => false,
    );
  }

  async open(): Promise<void> {
    try {
      [this.#record, this.#engine] = await Promise.all([
        this.#sources.record(),
        this.#sources.engine(),
      ]);
      await this.#work();
    } catch (error) {
      console.error(error);
      this.failed = !this.#closed;
    }
  }

  close(): void {
    this.#closed = true;
    this.#sources.thinking.end();
  }

  again(): void {
    this.failed = false;
    void this.open();
  }

  async show(whole: boolean): Promise<void> {
    this.whole = whole;
    if (!whole && this.place.hand !== this.last) this.place = { hand: this.last, step: 0 };
    if (!this.#works && this.#engine !== null) await this.open();
  }

  /** One hand after the other, as long as one is wanted. */
  async #work(): Promise<void> {
    if (this.#works) return;
    this.#works = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#look(next);
    } finally {
      this.#works = false;
    }
  }

  #next(): number | undefined {
    if (this.#closed) return undefined;
    const over = this.looked.filter((one) => one.over).map(({ number }) => number);
    return [...this.wanted].reverse().find((number) => !over.includes(number));
  }

  /** Begins a hand anew, with as many playouts as it has time for. */
  async #begin(hand: number): Promise<Told | null> {
    const { least, most, ofHand } = PLAYOUTS;
    const ask = (playouts: number): Promise<Told | null> =>
      this.#sources.thinking.ask('analyse', this.#record, { hand, playouts, seed: SEED });
    const told = await ask(least);
    const share = Math.floor(ofHand / (told?.length ?? 1));
    return told === null ? null : ask(Math.max(least, Math.min(most, share)));
  }

  async #look(hand: number): Promise<void> {
    const told = await this.#begin(hand);
    if (told === null || this.#engine === null) return this.#lost();
    const replay = this.#replay(told);
    let [text, drawn] = ['', 0];
    this.#keep({ number: hand, replay, told: null, over: false });
    for (;;) {
      const more = await this.#sources.thinking.ask('goOn');
      if (more === null) return this.#lost();
      text += more;
      const over = more === '';
      if (!over && Date.now() - drawn < SHOWN_MS) continue;
      drawn = Date.now();
      this.#keep({ number: hand, replay, told: readTold(text), over });
      if (over) return;
    }
  }

  #replay(told: Told): Replay {
    const { rules, overrides, seats } = this.#of.info;
    if (this.#engine === null) throw new Error('no engine');
    const table = { rules, overrides, seats: seats.length };
    return new Replay(this.#engine, table, told, this.#of.person);
  }

  #lost(): void {
    if (!this.#closed) throw new Error('nobody answers');
  }

  #keep(one: Looked): void {
    if (this.#closed) return;
    const others = this.looked.filter(({ number }) => number !== one.number);
    this.looked = [...others, one].sort((a, b) => a.number - b.number);
  }

  #shownHands(): (Card[] | null)[] {
    const { hand, view } = this;
    if (hand === null || view === null) return [];
    if (this.all) return hand.replay.hands(this.place.step);
    return view.hand_counts.map((_, seat) => (seat === view.me ? view.hand : null));
  }

  // Stepping

  go(place: Place): void {
    this.place = place;
  }

  /** How many steps of the hands that are shown lie before that place. */
  indexOf({ hand, step }: Place): number {
    const before = this.hands.filter(({ number }) => number < hand);
    return before.reduce((sum, { replay }) => sum + replay.steps + 1, step);
  }

  placeAt(index: number): Place {
    let left = Math.max(0, index);
    for (const { number, replay } of this.hands) {
      if (left <= replay.steps) return { hand: number, step: left };
      left -= replay.steps + 1;
    }
    const end = this.hands.at(-1);
    return { hand: end?.number ?? this.last, step: end?.replay.steps ?? 0 };
  }

  /** Of the places that are shown. */
  get count(): number {
    return this.hands.reduce((sum, { replay }) => sum + replay.steps + 1, 0);
  }

  goBy(steps: number): void {
    this.go(this.placeAt(this.indexOf(this.place) + steps));
  }

  /** To where the turn of this place began, or the one before or behind it does. */
  goByTurn(by: -1 | 1): void {
    const begins = this.hand?.replay.begins ?? [];
    const { hand, step } = this.place;
    const to = by > 0 ? begins.find((at) => at > step) : begins.findLast((at) => at < step);
    if (to !== undefined) this.go({ hand, step: to });
    else this.goBy(by > 0 ? (this.hand?.replay.steps ?? 0) - step || 1 : -1);
  }

  chances(hand: Looked): number[] {
    return hand.told === null ? [] : chancesOf(hand.told, this.side);
  }

  /** The chance at a place; null where it is not known yet. */
  chanceAt({ hand, step }: Place): number | null {
    const looked = this.hands.find(({ number }) => number === hand);
    return looked === undefined ? null : (this.chances(looked)[step] ?? null);
  }

  /** Of the hands that are done. */
  readonly account = $derived.by(() => accountOf(this.tolds, this.side));

  /** What each person did in them; nothing of whom who sat in none. */
  readonly accounts = $derived.by(() =>
    this.#of.info.seats.map((_, person) => {
      const own = this.hands.flatMap(({ replay, told }) => {
        const seat = replay.view(0).persons.indexOf(person);
        return told?.seats?.[seat] ?? [];
      });
      return own.length === 0 ? null : sumOf(own);
    }),
  );

  personOf({ hand, seat }: Costly): number {
    const looked = this.looked.find(({ number }) => number === hand);
    return looked?.replay.view(0).persons[seat] ?? seat;
  }
}
