// What the people at a table owe one another: the deal that waits for its owner, reminders, pauses
// by consent, seats of who has gone, invitations; what is new among them, their phrases and clock.
// Not here: playing (table.svelte.ts), who sits where (people.svelte.ts), words.
// Invariant: nothing changes here before the server says so; a refusal is always said.
import { api, ApiError, type Watching } from './api';
import type { Feed } from './feed.svelte';
import type { Command, SeatInfo, ServerFrame } from './frames';
import { GameClock } from './gameclock.svelte';
import type { Connection, Reply } from './net';
import { namesOf } from './names';
import { News } from './news.svelte';
import { Said, type SayLine } from './said.svelte';
import { seenOf } from './oftables';
import { TurnClock } from './turnclock.svelte';
import { isInName } from './turns';

/** What is said to everybody at the table, and asks for a look or an answer. */
export type Note =
  | { kind: 'nudge' | 'clock'; seat: number } // who reminds; whose turn a bot plays
  | { kind: 'vote'; seat: number; what: 'pause' | 'free' } // who would like it
  | { kind: 'votes'; what: 'pause' | 'free'; have: number; need: number } // the own one, counted
  | { kind: 'nudged' }
  | { kind: 'refused'; code: string; retryMs: number };

export type CompanyLine = Pick<Connection, 'command' | 'nudge'> & SayLine;
export type CompanyCalls = Pick<typeof api, 'free' | 'invite' | 'games' | 'record' | 'look'>;

const ownStorage = (): Storage | null =>
  typeof localStorage === 'undefined' ? null : localStorage;

/** The key to the own seat; without a token the cookie says who it is. */
export interface OwnKey {
  table: string;
  token?: string | undefined;
}

/** How long an answer stands that asks for nothing. */
const ANSWER_MS = 8_000;
const READ_MS = 4_000; // how long a note is there at least

export class Company {
  readonly #feed: Feed;
  readonly #calls: CompanyCalls;
  #line: CompanyLine | null = null;
  #key: OwnKey = { table: '' };
  #dealt = false; // this page has said so once by itself
  #returns = false; // the line is back, and what was missed is on its way
  #clockedAt = 0;
  #fade: ReturnType<typeof setTimeout> | undefined;
  readonly #storage: Storage | null;

  readonly news = new News();
  readonly said = new Said();
  readonly clock: TurnClock;
  readonly game = new GameClock(() => this.news.lastHand());

  note = $state.raw<Note | null>(null);
  busy = $state(false);
  alone = $state(false); // with computer players: nobody is waited for
  keptUntil = $state<string | null>(null); // a day

  readonly #info = $derived.by(() => this.#feed.info);
  /** Whether a hand is played is not to be seen from here. */
  readonly hides = $derived.by(
    () => this.#feed.person === null && this.#info?.watching === 'hand',
  );
  /** The first hand has not been dealt yet. */
  readonly gathers = $derived.by(() => this.#feed.view?.phase === 'start' && !this.hides);
  /** The number of the hand: of one that is kept from who looks on, the one behind the last. */
  readonly hand = $derived.by(() => {
    const view = this.#feed.view;
    if (view === null) return 1;
    const hidden = this.hides && view.phase === 'start';
    return Math.max(1, view.hand_number + (hidden ? 1 : 0));
  });
  /** The hand before it was given up: the server cannot open its deal any more. */
  readonly handLost = $derived.by(() => this.gathers && this.#info?.lost === true);
  readonly paused = $derived(this.#info?.paused === true);
  readonly owner = $derived.by(() => this.#info?.owner ?? null);
  readonly isOwner = $derived.by(() => this.owner !== null && this.owner === this.#feed.person);
  /** Whether the own word begins the first hand. */
  readonly mayDeal = $derived.by(() => this.#feed.person !== null && this.isOwner);
  /** Sits down with the next hand: whoever is to come, by place. */
  readonly coming = $derived.by(() =>
    (this.#info?.seats ?? []).flatMap(({ coming }, place) =>
      coming === undefined ? [] : [{ place, name: coming }],
    ),
  );

  /** One's own time runs out. */
  get isLate(): boolean {
    return this.clock.soon && this.clock.place === this.#feed.person;
  }

  /** What is said here by who has no seat among the others: by oneself, by one who rests. */
  get saidApart(): readonly number[] {
    const persons = this.#feed.view?.persons ?? [];
    const places = Object.keys(this.said.by).map(Number);
    return places.filter((place) => place === this.#feed.person || !persons.includes(place));
  }

  /** Something is said among the people, and not at a seat. */
  get speaks(): boolean {
    const asked = this.note !== null || this.paused || this.isLate;
    return asked || this.news.now !== null || this.saidApart.length > 0;
  }

  constructor(feed: Feed, calls: CompanyCalls = api, storage = ownStorage()) {
    this.#feed = feed;
    this.#calls = calls;
    this.#storage = storage;
    this.clock = new TurnClock(feed);
  }

  connect(line: CompanyLine, key: OwnKey): void {
    this.#line = line;
    this.#key = key;
    this.said.connect(line);
  }

  get ownerIsAway(): boolean {
    return this.owner !== null && this.#info?.seats[this.owner]?.present === false;
  }

  receive(frame: ServerFrame): void {
    if (frame.t === 'nudge' || frame.t === 'clock') this.note = { kind: frame.t, seat: frame.seat };
    if (frame.t === 'clock') this.#clockedAt = Date.now();
    else if (frame.t === 'vote') this.#voted(frame.seat, frame.what);
    else if (frame.t === 'said') this.said.receive(frame.seat, frame.what, this.#feed.person);
    else if (frame.t === 'ev') this.#changed(frame.kind);
    else if (frame.t === 'snap') this.#begin();
    this.clock.receive(frame);
    this.game.receive(frame, this.#feed.view?.time_limit ?? 0, this.paused);
    this.#hear(frame);
    this.#follow(frame);
  }

  /** What is new among the people. */
  #hear(frame: ServerFrame): void {
    const seats = this.#info?.seats ?? [];
    const names = namesOf(seats);
    const called = seats.map((seat, place) => ({ ...seat, name: names[place] ?? '' }));
    if (frame.t === 'snap') {
      this.news.begin(called, this.#stoodIn());
      this.said.begin(this.#info?.id ?? '', seats, this.#storage);
    } else if (frame.t === 'ev' || frame.t === 'seats') {
      this.news.seats(called, this.#feed.person);
      this.said.keep(seats);
      if (frame.t === 'ev' && frame.kind === 'play' && frame.by === 'computer')
        this.#standsIn(frame.seat, called);
    }
  }

  /** A computer has played for somebody else. */
  #standsIn(place: number, seats: readonly SeatInfo[]): void {
    if (place !== this.#feed.person) this.news.playedBy(place, seats[place]);
  }

  /** Places where a computer has played in somebody's name in this hand. */
  #stoodIn(): number[] {
    const persons = this.#feed.view?.persons ?? [];
    return this.#feed.turns.filter(isInName).map(({ seat }) => persons[seat] ?? seat);
  }

  /** Whoever comes back hears what was done in his name; from then on he sees it himself. */
  #follow(frame: ServerFrame): void {
    if (frame.t === 'welcome') this.#returns = true;
    const { view, turns, person } = this.#feed;
    const id = this.#info?.id;
    if (this.#storage === null || view === null || id === undefined || person === null) return;
    const caughtUp = frame.t === 'snap' || frame.t === 'seats';
    if (this.#returns && caughtUp) {
      this.#returns = false;
      const seen = seenOf.read(this.#storage, id);
      const from = seen?.hand === view.hand_number ? seen.turns : 0;
      const mine = turns.slice(from).filter((turn) => view.persons[turn.seat] === person);
      if (seen !== null) this.news.played(mine.filter(isInName));
    }
    if (!this.#returns && (caughtUp || frame.t === 'ev'))
      seenOf.write(this.#storage, id, { hand: view.hand_number, turns: turns.length });
  }

  #voted(seat: number, what: string): void {
    const known = what === 'pause' || what === 'free';
    if (known && seat !== this.#feed.person) this.note = { kind: 'vote', seat, what };
  }

  #changed(kind: string): void {
    const kinds: Record<string, readonly string[]> = {
      pause: ['vote', 'votes'],
      seat: ['vote', 'votes'],
      play: ['nudge', 'nudged', 'refused'],
    };
    if (this.note !== null && kinds[kind]?.includes(this.note.kind)) this.note = null;
    if (this.note?.kind === 'clock' && this.note.seat !== this.clock.place) this.#clockIsOver();
  }

  /** The turn that a computer played is over; however fast that went, it could be read. */
  #clockIsOver(): void {
    const since = Date.now() - this.#clockedAt;
    if (since >= READ_MS) this.note = null;
    else this.#fadeAfter(READ_MS - since);
  }

  /** For what is only to be known; it goes by itself. */
  #answer(note: Note): void {
    this.note = note;
    this.#fadeAfter(ANSWER_MS);
  }

  /** The note that stands now goes then, unless another stands there. */
  #fadeAfter(ms: number): void {
    const note = this.note;
    clearTimeout(this.#fade);
    this.#fade = setTimeout(() => {
      if (this.note === note) this.note = null;
    }, ms);
  }

  /** With computers alone the first hand is dealt at once. */
  #begin(): void {
    if (!this.alone || !this.gathers || !this.isOwner || this.#dealt) return;
    this.#dealt = true;
    void this.deal().then(() => {
      if (this.note !== null) this.alone = false; // by hand, then
    });
  }

  dismiss(): void {
    this.note = null;
  }

  deal(): Promise<void> {
    return this.#say('deal');
  }

  pause(): Promise<void> {
    return this.#say('pause');
  }

  resume(): Promise<void> {
    return this.#say('resume');
  }

  async #say(what: 'deal' | 'pause' | 'resume'): Promise<void> {
    if (this.#line === null || this.busy) return;
    this.busy = true;
    const body: Command = { do: what, at: this.#feed.seq };
    const reply = await this.#line.command(body);
    this.busy = false;
    if (reply.ok) this.note = null;
    else this.#refused(this.#refusal(reply));
  }

  #refused(note: Note): void {
    if (note.kind === 'refused') this.#answer(note);
    else this.note = note;
  }

  #refusal(reply: Extract<Reply, { ok: false }>): Note {
    const { code, have, need, retryMs = 0 } = reply;
    if (code === 'VOTES') return { kind: 'votes', what: 'pause', have, need };
    return { kind: 'refused', code, retryMs };
  }

  nudge(): void {
    this.#line?.nudge();
    this.#answer({ kind: 'nudged' });
  }

  /** Gives the seat of somebody who has gone to a computer player, or votes for it. */
  async free(place: number): Promise<void> {
    const { table, token } = this.#key;
    await this.#ask(async () => {
      const { free, have = 0, need = 0 } = await this.#calls.free(table, place, token);
      this.note = free ? null : { kind: 'votes', what: 'free', have, need };
    });
  }

  /** Makes an invitation anew; the old one opens nothing any more. */
  async invite(to: 'sit' | Watching): Promise<void> {
    const { table, token } = this.#key;
    await this.#ask(async () => {
      await this.#calls.invite(table, to, token);
      this.note = null; // the new one comes with the table's own events
    });
  }

  /** Asked anew by who wants to see it: it moves with each play, and as a game ends. */
  async askKept(): Promise<void> {
    const invite = this.#info?.invite;
    if (invite === undefined) return;
    const look = await this.#calls.look(this.#key.table, invite).catch(() => null);
    this.keptUntil = look?.kept_until ?? null;
  }

  /** The record of the game that was played last, as a file. */
  async record(): Promise<{ name: string; text: string }> {
    const { table, token } = this.#key;
    const last = (await this.#calls.games(table, token)).at(-1)?.game ?? 1;
    const text = await this.#calls.record(table, last, token);
    return { name: `canasta-${table}-${last}.record`, text };
  }

  async #ask(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await what();
    } catch (error) {
      const known = error instanceof ApiError;
      this.#answer({
        kind: 'refused',
        code: known ? error.code : 'OFFLINE',
        retryMs: known ? error.retryMs : 0,
      });
    }
    this.busy = false;
  }
}
