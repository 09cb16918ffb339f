// What happens among the people at a table: who sits down, goes, comes back, for whom a computer
// plays, and what it did in one's own name; that this is the last hand. Each is said once and goes
// away by itself.
// Not here: words (Notes.svelte), what asks for an answer (company.svelte.ts).
// Invariant: nothing is said of oneself but what was done while one was away.
import type { SeatInfo } from './frames';
import type { Turn } from './turns';

export type NewsItem =
  | { kind: 'joined' | 'left' | 'back' | 'coming' | 'standsIn'; name: string }
  | { kind: 'lastHand' } // the time of the game is over
  | { kind: 'played'; turns: readonly Turn[] }; // by a computer, for oneself

const SHOWN_MS = 6_000;
const PLAYED_MS = 25_000; // it is longer, and for who has just come
const AWAY_MS = 10_000; // a line that breaks for a moment is no news
const MOST = 4; // that wait to be said

export class News {
  #before: readonly SeatInfo[] | null = null;
  #goneAt = new Map<number, number>(); // by place: since when
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting = $state.raw<readonly NewsItem[]>([]);

  /** Places whose people are away, and of which it has been said that a computer plays. */
  stoodIn = $state.raw<ReadonlySet<number>>(new Set());
  readonly now = $derived<NewsItem | null>(this.#waiting[0] ?? null);

  #add(item: NewsItem): void {
    this.#waiting = [...this.#waiting, item].slice(0, MOST);
    if (this.#waiting.length === 1) this.#time();
  }

  #time(): void {
    clearTimeout(this.#timer);
    const first = this.#waiting[0];
    if (first === undefined) return;
    const ms = first.kind === 'played' ? PLAYED_MS : SHOWN_MS;
    this.#timer = setTimeout(() => this.dismiss(), ms);
  }

  dismiss(): void {
    this.#waiting = this.#waiting.slice(1);
    this.#time();
  }

  /** The table as it is found, with places where a computer has stood in: nothing of it is new. */
  begin(seats: readonly SeatInfo[], stoodIn: Iterable<number> = [], now = Date.now()): void {
    const away = (place: number): boolean =>
      seats[place]?.who === 'human' && seats[place].present === false;
    this.#before = seats;
    this.#goneAt = new Map([...seats.keys()].filter(away).map((place) => [place, now]));
    this.stoodIn = new Set([...stoodIn].filter(away));
  }

  /** Who sits there from now on; `own` is one's own place. */
  seats(after: readonly SeatInfo[], own: number | null, now = Date.now()): void {
    const before = this.#before;
    this.#before = after;
    after.forEach((seat, place) => {
      const was = before?.[place];
      if (was === undefined || place === own) return;
      if (seat.coming !== undefined && was.coming === undefined)
        this.#add({ kind: 'coming', name: seat.coming });
      if (seat.who !== was.who) this.#changed(place, was, seat);
      else if (seat.who === 'human' && seat.present !== was.present)
        this.#moved(place, seat, now);
    });
  }

  /** No computer plays for who sits there any more; whether one did. */
  #ends(place: number): boolean {
    const did = this.stoodIn.has(place);
    this.stoodIn = new Set([...this.stoodIn].filter((one) => one !== place));
    return did;
  }

  #changed(place: number, was: SeatInfo, seat: SeatInfo): void {
    this.#goneAt.delete(place);
    this.#ends(place);
    if (seat.who === 'human') this.#add({ kind: 'joined', name: seat.name });
    else this.#add({ kind: 'left', name: was.name });
  }

  #moved(place: number, { present, name }: SeatInfo, now: number): void {
    if (!present) {
      this.#goneAt.set(place, now);
      return;
    }
    const gone = this.#goneAt.get(place);
    const missed = this.#ends(place) || (gone !== undefined && now - gone >= AWAY_MS);
    this.#goneAt.delete(place);
    if (missed) this.#add({ kind: 'back', name });
  }

  /** A computer has made a play at this place. */
  playedBy(place: number, seat: SeatInfo | undefined): void {
    const standsIn = seat?.who === 'human' && !seat.present;
    if (!standsIn || this.stoodIn.has(place)) return;
    this.stoodIn = new Set([...this.stoodIn, place]);
    this.#add({ kind: 'standsIn', name: seat.name });
  }

  lastHand(): void {
    this.#add({ kind: 'lastHand' });
  }

  /** Done in one's own name; said first. */
  played(turns: readonly Turn[]): void {
    if (turns.length === 0) return;
    this.#waiting = [{ kind: 'played' as const, turns }, ...this.#waiting].slice(0, MOST);
    this.#time();
  }
}
