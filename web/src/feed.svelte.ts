// What the server tells of one table, run through the engine: view, seats, turns, score sheets.
// Not here: selecting and playing (table.svelte.ts), the line (net.ts).
// Invariant: the view is the engine's; if its hash is not the server's, a snapshot is asked for.
import type { Engine } from './engine/engine';
import type { View } from './engine/types';
import { parseEvent } from './events';
import type {
  DoerTold,
  HandSheet,
  SeatInfo,
  ServerFrame,
  Snapshot,
  TableChange,
  TableInfo,
} from './frames';
import type { Happened } from './motion/moves';
import { addEvent, type Doer, type Turn } from './turns';

export type FeedEngine = Pick<Engine, 'start' | 'event' | 'view' | 'hash'>;

export interface FeedListener {
  /** The view has moved; `fresh`: a hand was dealt, or the table was not known before. `live` is
      what has just happened, nothing of what was only told again. */
  moved(view: View, fresh: boolean, live: readonly Happened[]): void;
  /** Frames and engine do not agree: a snapshot would help. */
  lost(): void;
  refused(problem: { code: string; have?: number; need?: number }): void;
}

/** Who played the step of a seat of the hand, which is the event of that number. */
type DoerOf = (seat: number, event: number) => Doer | null;

const MOST_RESYNCS = 3;

export class Feed {
  readonly #engine: FeedEngine;
  readonly #listener: FeedListener;
  #resyncs = 0;
  #lost = true; // what is here is not what the server has
  #behind = true; // what comes now has happened before
  #live: Happened[] = [];

  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  turns = $state.raw<Turn[]>([]);
  sheets = $state.raw<HandSheet[]>([]);
  paused = $state(false); // the table stands still until the next snapshot
  person = $state<number | null>(0); // own place in the list of seats; null: looking on
  seq = 0;
  record: { start: string; events: string[] } = { start: '', events: [] };

  constructor(engine: FeedEngine, listener: FeedListener) {
    this.#engine = engine;
    this.#listener = listener;
  }

  /** False for what had come before, came out of turn, or is not borne out by the engine. */
  receive(frame: ServerFrame): boolean {
    if (frame.t === 'welcome') this.#welcome(frame.seat, frame.resumed === true);
    else if (frame.t === 'snap') return this.#snapshot(frame);
    else if (frame.t === 'paused') this.paused = true;
    else if (frame.t === 'ev') return this.#change(frame);
    else if (frame.t === 'seats') this.#seatsTold(frame);
    else if (frame.t === 'rej' && frame.n === undefined) this.#listener.refused(frame);
    return true;
  }

  /** The number of the last event that is known here, to hear of those behind it; 0: of none. */
  get known(): number {
    return this.#lost ? 0 : this.seq;
  }

  /** It ends what is told again. */
  #seatsTold(frame: { seats: SeatInfo[]; owner?: number; paused?: boolean }): void {
    this.#behind = false;
    this.#setSeats(frame);
    if (frame.paused !== undefined) this.#setInfo({ paused: frame.paused }); // where kept from
  }

  /** What is here stays where events come behind it, and no snapshot. */
  #welcome(seat: number | null, resumed: boolean): void {
    const same = this.person === seat;
    this.person = seat;
    this.#behind = true;
    if (resumed) this.paused = false;
    if (resumed && !same) this.#lose(); // what is here was for other eyes
  }

  #snapshot(snap: Snapshot): boolean {
    this.paused = this.#lost = false;
    this.info = snap.table;
    this.sheets = snap.sheets;
    this.seq = snap.seq;
    const hand = this.view?.hand_number;
    this.#behind = true;
    const doerOf = this.#doersOf(snap.doers ?? []);
    if (!this.#begin(snap.start) || !this.#apply(snap.events, doerOf)) return false;
    this.#behind = false;
    this.#show(this.#engine.view().hand_number !== hand);
    if (this.#engine.hash() !== snap.vh) return this.#lose();
    this.#resyncs = 0;
    return true;
  }

  #change(change: TableChange): boolean {
    if (change.seq <= this.seq) return false;
    if (change.seq !== this.seq + 1) return this.#lose();
    this.seq = change.seq;
    if (change.kind === 'seat') this.#setSeats(change);
    else if (change.kind === 'pace') this.#setInfo({ pace_ms: change.ms });
    else if (change.kind === 'pause') this.#setInfo({ paused: change.paused });
    else if (change.kind === 'invite') this.#setInvites(change);
    else if (change.kind === 'play' || change.kind === 'deal' || change.kind === 'game')
      return this.#happen(change);
    return true;
  }

  /** Both are said together; who looks on is told of none. */
  #setInvites({ invite, watch, watching }: Partial<TableInfo>): void {
    if (invite === undefined || this.info === null) return;
    const { watching: _before, ...rest } = this.info;
    const look = watch === undefined ? {} : { watch };
    this.info = { ...rest, invite, ...look, ...(watching === undefined ? {} : { watching }) };
  }

  #place(seat: number): number {
    return this.#engine.view().persons[seat] ?? seat;
  }

  #doersOf(told: readonly DoerTold[]): DoerOf {
    return (seat, event) => {
      const place = this.#place(seat);
      const last = told.findLast((one) => one.seat === place && one.event <= event);
      return last === undefined
        ? null
        : { name: last.name, who: last.who, computer: last.by === 'computer' };
    };
  }

  /** Of a play that comes just now: who sits there now. */
  #doerNow(place: number, computer: boolean): DoerOf {
    const seat = this.info?.seats[place];
    const doer = seat === undefined ? null : { name: seat.name, who: seat.who, computer };
    return (acting) => (this.#place(acting) === place ? doer : null);
  }

  /** With every list of seats comes who owns the table; nobody, if no one is named. */
  #setSeats({ seats, owner }: { seats?: SeatInfo[]; owner?: number }): void {
    if (seats === undefined || this.info === null) return;
    const { owner: _before, ...rest } = this.info;
    this.info = { ...rest, seats, ...(owner === undefined ? {} : { owner }) };
  }

  #setInfo(change: Partial<TableInfo>): void {
    if (this.info !== null) this.info = { ...this.info, ...change };
  }

  #happen(change: Extract<TableChange, { kind: 'play' | 'deal' | 'game' }>): boolean {
    if (change.kind === 'game') this.sheets = [];
    if (change.kind === 'deal') this.#setSeats(change);
    // At a table for five a person has another seat, or none, from hand to hand.
    const begins = change.kind !== 'play' && change.start !== undefined;
    if (begins && !this.#begin(change.start ?? '')) return false;
    const doerOf =
      change.kind === 'play' ? this.#doerNow(change.seat, change.by === 'computer') : () => null;
    if (!this.#apply(change.events ?? [], doerOf)) return false;
    if (change.kind === 'play') this.#setSeats(change);
    this.#show(change.kind !== 'play');
    return change.vh === undefined || change.vh === this.#engine.hash() || this.#lose();
  }

  #begin(start: string): boolean {
    const info = this.info;
    if (info === null) return false;
    const { rules, overrides } = info;
    const answer = this.#engine.start({ rules, overrides, seats: info.seats.length, view: start });
    if (!answer.ok) return this.#lose();
    this.record = { start, events: [] };
    this.turns = [];
    return true;
  }

  #apply(lines: readonly string[], doerOf: DoerOf): boolean {
    let before = this.#engine.view();
    let turns = this.turns;
    for (const [i, line] of lines.entries()) {
      if (!this.#engine.event(line).ok) return this.#lose();
      this.record.events.push(line);
      const after = this.#engine.view();
      const event = parseEvent(line);
      const by = event?.kind === 'step' ? doerOf(event.seat, i) : null;
      if (event !== null) {
        turns = addEvent(turns, event, before, after, by);
        if (!this.#behind) this.#live.push({ event, before, after });
      }
      before = after;
    }
    this.turns = turns;
    return true;
  }

  #lose(): false {
    this.#lost = true;
    if (this.#resyncs++ < MOST_RESYNCS) this.#listener.lost();
    else this.#listener.refused({ code: 'FORMAT' });
    return false;
  }

  #show(fresh: boolean): void {
    const view = this.#engine.view();
    this.view = view;
    this.#keepSheet(view);
    this.#listener.moved(view, fresh, this.#live.splice(0));
  }

  #keepSheet(view: View): void {
    const known = this.sheets.some((sheet) => sheet.hand === view.hand_number);
    if (view.scores === null || known || !isScored(view)) return;
    const totals = view.sides.map((side) => side.total);
    this.sheets = [...this.sheets, { hand: view.hand_number, scores: view.scores, totals }];
  }
}

/** True if its seat is to do something now. */
export function acts({ phase }: View): boolean {
  return phase === 'draw' || phase === 'meld' || phase === 'answer';
}

/** True if the view's own seat is to do something now. */
export function isToAct(view: View): boolean {
  return acts(view) && view.seat === view.me;
}

export function isScored(view: View): boolean {
  return view.phase === 'scored' || view.phase === 'game_end';
}
