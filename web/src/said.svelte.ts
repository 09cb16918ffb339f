// Phrases and reactions of the people at a table. There is a short list of them and no free text,
// so that nobody has to watch over it and each page says it in its own language.
// Not here: words and pictures. Invariant: what is muted is never shown; what is said goes away.
import type { Connection } from './net';
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

export class Said {
  #line: SayLine | null = null;
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

  /** Who sits down in a seat is heard, whoever was muted there. */
  keep(seats: readonly { who: string }[]): void {
    for (const place of this.muted)
      if (seats[place]?.who !== 'human') this.mute(place, false);
  }

  mute(place: number, muted: boolean): void {
    const others = [...this.muted].filter((one) => one !== place);
    this.muted = new Set(muted ? [...others, place] : others);
    if (muted) this.#forget(place);
  }
}
