// What the people at a table owe one another: the deal that waits for its owner, reminders, pauses
// by consent, seats of who has gone, invitations.
// Not here: playing (table.svelte.ts), who sits where (people.svelte.ts), words.
// Invariant: nothing changes here before the server says so; a refusal is always said.
import { api, ApiError, type Watching } from './api';
import type { Feed } from './feed.svelte';
import type { Command, ServerFrame } from './frames';
import type { Connection, Reply } from './net';

/** What is said to everybody at the table, and asks for a look or an answer. */
export type Note =
  | { kind: 'nudge' | 'clock'; seat: number } // who reminds; whose turn a bot plays
  | { kind: 'vote'; seat: number; what: 'pause' | 'free' } // who would like it
  | { kind: 'votes'; what: 'pause' | 'free'; have: number; need: number } // the own one, counted
  | { kind: 'nudged' }
  | { kind: 'refused'; code: string; retryMs: number };

export type CompanyLine = Pick<Connection, 'command' | 'nudge'>;
export type CompanyCalls = Pick<typeof api, 'free' | 'invite' | 'games' | 'record' | 'look'>;

/** The key to the own seat; without a token the cookie says who it is. */
export interface OwnKey {
  table: string;
  token?: string | undefined;
}

export class Company {
  readonly #feed: Feed;
  readonly #calls: CompanyCalls;
  #line: CompanyLine | null = null;
  #key: OwnKey = { table: '' };
  #dealt = false; // this page has said so once by itself

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

  constructor(feed: Feed, calls: CompanyCalls = api) {
    this.#feed = feed;
    this.#calls = calls;
  }

  connect(line: CompanyLine, key: OwnKey): void {
    this.#line = line;
    this.#key = key;
  }

  get ownerIsAway(): boolean {
    return this.owner !== null && this.#info?.seats[this.owner]?.present === false;
  }

  receive(frame: ServerFrame): void {
    if (frame.t === 'nudge' || frame.t === 'clock') this.note = { kind: frame.t, seat: frame.seat };
    else if (frame.t === 'vote') this.#voted(frame.seat, frame.what);
    else if (frame.t === 'ev') this.#changed(frame.kind);
    else if (frame.t === 'snap') this.#begin();
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
    this.note = reply.ok ? null : this.#refusal(reply);
  }

  #refusal(reply: Extract<Reply, { ok: false }>): Note {
    const { code, have, need, retryMs = 0 } = reply;
    if (code === 'VOTES') return { kind: 'votes', what: 'pause', have, need };
    return { kind: 'refused', code, retryMs };
  }

  nudge(): void {
    this.#line?.nudge();
    this.note = { kind: 'nudged' };
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
      this.note = {
        kind: 'refused',
        code: known ? error.code : 'OFFLINE',
        retryMs: known ? error.retryMs : 0,
      };
    }
    this.busy = false;
  }
}
