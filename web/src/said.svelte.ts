// Phrases and reactions of the people at a table. There is a short list of them and no free text,
// so that nobody has to watch over it and each page says it in its own language.
// Not here: words and pictures. Invariant: what is muted is never shown; what is said goes away.
import type { SeatInfo } from './frames';
import type { Connection } from './net';
import { mutedOf, type Muted } from './oftables';
import { settings } from './settings.svelte';

export const PHRASES = [
  ...(['hello', 'good_luck', 'well_played', 'thank_you'] as const),
  ...(['sorry', 'one_moment', 'good_game', 'good_bye'] as const),
] as const;
export const REACTIONS = ['smile', 'laugh', 'clap', 'heart'] as const;
export type Reaction = (typeof REACTIONS)[number];
export type Phrase = (typeof PHRASES)[number] | Reaction;

const SHOWN_MS = 4_000;
const PAUSE_MS = 2_000; // between two of one's own; the server allows ten a minute

export type SayLine = Partial<Pick<Connection, 'say'>>;

const known = new Set<string>([...PHRASES, ...REACTIONS]);
/** True for what is shown as a picture. */
export const isReaction = (what: Phrase): what is Reaction =>
  (REACTIONS as readonly string[]).includes(what);
const isPhrase = (what: string): what is Phrase => known.has(what);

type Seat = Pick<SeatInfo, 'who' | 'name'>;

export class Said {
  #line: SayLine | null = null;
  #table = '';
  #seats: readonly Seat[] = [];
  #storage: Storage | null = null;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** What is being said, by place. */
  by = $state.raw<Readonly<Record<number, Phrase>>>({});
  /** Places whose people are not to be heard here. */
  muted = $state.raw<ReadonlySet<number>>(new Set());
  ready = $state(true); // for another one of one's own

  connect(line: SayLine): void {
    this.#line = line;
  }

  say(what: Phrase): void {
    if (!this.ready) return;
    this.#line?.say?.(what);
    this.ready = false;
    setTimeout(() => (this.ready = true), PAUSE_MS);
  }

  /** One's own are always shown. */
  receive(place: number, what: string, own: number | null): void {
    const hushed = settings.muteSaid || this.muted.has(place);
    if (!isPhrase(what) || (hushed && place !== own)) return;
    this.by = { ...this.by, [place]: what };
    clearTimeout(this.#timers.get(place));
    this.#timers.set(
      place,
      setTimeout(() => this.#forget(place), SHOWN_MS),
    );
  }

  #forget(place: number): void {
    const { [place]: _over, ...rest } = this.by;
    this.by = rest;
  }

  /** Whoever was muted at this table before, and sits there still, is muted. */
  begin(table: string, seats: readonly Seat[], storage: Storage | null): void {
    this.#table = table;
    this.#seats = seats;
    this.#storage = storage;
    const kept = storage === null ? null : mutedOf.read(storage, table);
    const there = (kept ?? []).filter(([place, name]) => seats[place]?.name === name);
    this.muted = new Set([...this.muted, ...there.map(([place]) => place)]);
    this.keep(seats);
  }

  /** Who sits down in a seat is heard, whoever was muted there. */
  keep(seats: readonly Seat[]): void {
    this.#seats = seats;
    for (const place of this.muted)
      if (seats[place]?.who !== 'human') this.mute(place, false);
  }

  mute(place: number, muted: boolean): void {
    const others = [...this.muted].filter((one) => one !== place);
    this.muted = new Set(muted ? [...others, place] : others);
    if (muted) this.#forget(place);
    if (this.#storage === null) return;
    const names = [...this.muted].map((one): Muted => [one, this.#seats[one]?.name ?? '']);
    mutedOf.write(this.#storage, this.#table, names);
  }
}
