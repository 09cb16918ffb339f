// One table as its person sees it: what the server told, what is selected, what lies in the tray.
// Not here: drawing (components), the line (net.ts), rules (the engine judges every play).
// Invariant: the view is the engine's; if its hash is not the server's, a snapshot is asked for.
import { moveCard, reconcileHand, sortHand, type HandCard } from './cards';
import type { Judgement, View } from './engine/types';
import type { Engine } from './engine/engine';
import { parseEvent } from './events';
import type {
  Command,
  HandSheet,
  SeatInfo,
  ServerFrame,
  Snapshot,
  TableChange,
  TableInfo,
} from './frames';
import type { Problem } from './messages';
import { m } from './messages';
import type { Connection, Status } from './net';
import * as plans from './plan';
import { likelyTake, takeWays, type TakeWay } from './take';
import { addEvent, type Turn } from './turns';

export type TableEngine = Pick<Engine, 'start' | 'event' | 'view' | 'judge' | 'hash'>;
export type TableLine = Pick<Connection, 'command' | 'resync'>;

/** Refusals that more cards in the tray may still cure. */
const CURABLE = new Set(['OK', 'MIN', 'KEEP_CARD', 'NO_CANASTA', 'CANASTAS']);
const MOST_RESYNCS = 3;

export class Table {
  readonly #engine: TableEngine;
  #line: TableLine | null = null;
  #nextId = 1;
  #resyncs = 0;
  #used = new Set<number>();

  status = $state<Status>('connecting');
  refusal = $state<string | null>(null);
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  hand = $state.raw<HandCard[]>([]);
  selected = $state.raw<ReadonlySet<number>>(new Set());
  plan = $state.raw<plans.Plan>(plans.emptyPlan());
  turns = $state.raw<Turn[]>([]);
  sheets = $state.raw<HandSheet[]>([]);
  problem = $state.raw<Problem | null>(null);
  hint = $state<string | null>(null);
  choosingTake = $state(false);
  sending = $state(false);
  ownOrder = $state(false);
  seq = 0;
  record: { start: string; events: string[] } = { start: '', events: [] };
  onMyTurn: () => void = () => undefined;

  readonly me = $derived(this.view?.me ?? 0);
  readonly mySide = $derived(this.view?.side_of[this.me] ?? 0);
  readonly myTurn = $derived(this.view !== null && isToAct(this.view));
  readonly opened = $derived(this.view?.sides[this.mySide]?.opened ?? false);
  readonly planned = $derived(plans.plannedIds(this.plan));
  readonly inHand = $derived(this.hand.filter((own) => !this.planned.has(own.id)));
  readonly selection = $derived(this.inHand.filter((own) => this.selected.has(own.id)));
  readonly planPlay = $derived(plans.planText(this.plan, this.opened));
  readonly planJudgement = $derived(this.#judgePlan(this.view, this.planPlay));
  readonly takes = $derived(this.view === null ? [] : takeWays(this.view, this.inHand));

  constructor(engine: TableEngine) {
    this.#engine = engine;
  }

  connect(line: TableLine): void {
    this.#line = line;
  }

  name(seat: number): string {
    if (seat === this.me) return m.you;
    return this.info?.seats[seat]?.name || m.seatFallback(seat);
  }

  sideName(side: number): string {
    const members = this.view?.sides[side]?.seats ?? [];
    if (members.length === 1 && members[0] !== this.me) return this.name(members[0] ?? 0);
    if (members.length === 1) return m.table.me;
    return side === this.mySide ? m.table.us : m.table.them;
  }

  can(step: string): boolean {
    return !this.sending && (this.view?.steps.includes(step) ?? false);
  }

  judge(play: string): Judgement {
    return this.#engine.judge(play);
  }

  #judgePlan(view: View | null, play: string): Judgement | null {
    return view === null || play === '' || !isToAct(view) ? null : this.#engine.judge(play);
  }

  // What the server says

  receive(frame: ServerFrame): void {
    if (frame.t === 'snap') this.#snapshot(frame);
    else if (frame.t === 'ev') this.#change(frame);
    else if (frame.t === 'seats') this.#setInfo({ seats: frame.seats });
    else if (frame.t === 'rej' && frame.n === undefined) this.#refused(frame);
  }

  #refused(problem: { code: string; have?: number; need?: number }): void {
    this.problem = { code: problem.code, have: problem.have ?? 0, need: problem.need ?? 0 };
  }

  #snapshot(snap: Snapshot): void {
    const wasMine = this.myTurn;
    this.info = snap.table;
    this.sheets = snap.sheets;
    this.seq = snap.seq;
    const hand = this.view?.hand_number;
    if (!this.#begin(snap.start) || !this.#apply(snap.events)) return;
    if (this.#engine.view().hand_number !== hand) this.#newHand();
    this.#show(wasMine);
    if (this.#engine.hash() === snap.vh) this.#resyncs = 0;
    else this.#askSnapshot();
  }

  #change(change: TableChange): void {
    if (change.seq <= this.seq) return;
    if (change.seq !== this.seq + 1) return this.#askSnapshot();
    this.seq = change.seq;
    if (change.kind === 'seat') this.#setInfo({ seats: change.seats });
    else if (change.kind === 'pace') this.#setInfo({ pace_ms: change.ms });
    else this.#happen(change);
  }

  #setInfo(change: Partial<TableInfo>): void {
    if (this.info !== null) this.info = { ...this.info, ...change };
  }

  #happen(change: Extract<TableChange, { kind: 'play' | 'deal' | 'game' }>): void {
    const wasMine = this.myTurn;
    if (change.kind === 'game') {
      this.sheets = [];
      if (!this.#begin(change.start)) return;
    }
    if (!this.#apply(change.events ?? [])) return;
    if (change.kind !== 'play') this.#newHand();
    this.#show(wasMine);
    if (change.vh !== undefined && change.vh !== this.#engine.hash()) this.#askSnapshot();
  }

  #begin(start: string): boolean {
    const info = this.info;
    if (info === null) return false;
    const { rules, overrides } = info;
    const answer = this.#engine.start({ rules, overrides, seats: info.seats.length, view: start });
    if (!answer.ok) {
      this.#askSnapshot();
      return false;
    }
    this.record = { start, events: [] };
    this.turns = [];
    return true;
  }

  #apply(lines: readonly string[]): boolean {
    let before = this.#engine.view();
    let turns = this.turns;
    for (const line of lines) {
      if (!this.#engine.event(line).ok) {
        this.#askSnapshot();
        return false;
      }
      this.record.events.push(line);
      const after = this.#engine.view();
      const event = parseEvent(line);
      if (event !== null) turns = addEvent(turns, event, before, after);
      before = after;
    }
    this.turns = turns;
    return true;
  }

  /** A snapshot of the same hand leaves selection and tray as they are. */
  #newHand(): void {
    this.hand = [];
    this.undoAll();
  }

  #askSnapshot(): void {
    if (this.#resyncs++ < MOST_RESYNCS) this.#line?.resync();
    else this.#refused({ code: 'FORMAT' });
  }

  #show(wasMine: boolean): void {
    const view = this.#engine.view();
    const hand = reconcileHand(this.hand, view.hand, this.#used, () => this.#nextId++);
    this.hand = this.ownOrder ? hand : sortHand(hand);
    this.plan = plans.prunePlan(this.plan, this.hand);
    this.view = view;
    this.#used = new Set();
    this.#keepSheet(view);
    if (isToAct(view) && !wasMine) {
      this.problem = null;
      this.onMyTurn();
    }
    if (!isToAct(view)) this.#clearHints();
  }

  #keepSheet(view: View): void {
    const known = this.sheets.some((sheet) => sheet.hand === view.hand_number);
    if (view.scores === null || known || !isScored(view)) return;
    const totals = view.sides.map((side) => side.total);
    this.sheets = [...this.sheets, { hand: view.hand_number, scores: view.scores, totals }];
  }

  #clearHints(): void {
    this.hint = null;
    this.choosingTake = false;
  }

  // Selecting and ordering

  toggle(id: number): void {
    const selected = new Set(this.selected);
    if (!selected.delete(id)) selected.add(id);
    this.selected = selected;
    this.problem = null;
    this.#clearHints();
  }

  clearSelection(): void {
    this.selected = new Set();
    this.#clearHints();
  }

  setOwnOrder(own: boolean): void {
    this.ownOrder = own;
    if (!own) this.hand = sortHand(this.hand);
  }

  /** Moves the selected cards (or the one named) by one place; the hand keeps that order. */
  move(by: -1 | 1, id?: number): void {
    const ids = id === undefined ? this.selection.map((own) => own.id) : [id];
    let hand = this.hand;
    for (const one of by < 0 ? ids : ids.reverse()) hand = moveCard(hand, one, by);
    this.hand = hand;
    this.ownOrder = true;
  }

  /** Puts a card before another one of the hand, or at the end. */
  place(id: number, before: number | null): void {
    const from = this.hand.findIndex((own) => own.id === id);
    const rest = this.hand.filter((own) => own.id !== id);
    const to = before === null ? rest.length : rest.findIndex((own) => own.id === before);
    if (from < 0 || to < 0) return;
    this.hand = moveCard(this.hand, id, to - from);
    this.ownOrder = true;
  }

  // The tray

  /** Puts the selected cards into the tray, as a group or onto a group of that rank. */
  stage(meld: string | null = null): void {
    if (this.selection.length === 0) return this.#say(m.hint.selectFirst);
    this.#tryPlan(plans.withGroup(this.plan, this.selection, meld));
  }

  #tryPlan(plan: plans.Plan): void {
    const verdict = this.judge(plans.planText(plan, this.opened));
    const early = verdict.code === 'PHASE' && this.view?.phase === 'draw' && plan.take === null;
    if (!early && !CURABLE.has(verdict.code)) return this.#refused(verdict);
    this.plan = plan;
    this.problem = null;
    this.clearSelection();
  }

  undo(): void {
    const { groups } = this.plan;
    this.plan =
      groups.length === 0 ? plans.emptyPlan() : { ...this.plan, groups: groups.slice(0, -1) };
    this.problem = null;
  }

  undoAll(): void {
    this.plan = plans.emptyPlan();
    this.problem = null;
    this.clearSelection();
  }

  /** Takes one card out of the tray; what is left of its group stays. */
  takeBack(id: number): void {
    const without = this.hand.filter((own) => own.id !== id);
    this.plan = plans.prunePlan(this.plan, without);
    this.problem = null;
  }

  // Plays

  #say(text: string): void {
    this.problem = null;
    this.hint = text;
  }

  /** Judges a play here, sends it if it may be made, and shows why if it may not. */
  async play(play: string, used: readonly number[] = []): Promise<boolean> {
    const verdict = this.judge(play);
    if (!verdict.ok) {
      this.#refused(verdict);
      return false;
    }
    this.#used = new Set(used);
    const done = await this.#command({ play, at: this.seq });
    if (done) this.#release(new Set(used));
    return done;
  }

  /** Forgets cards that were played, in the selection and in the tray. */
  #release(used: ReadonlySet<number>): void {
    this.selected = new Set([...this.selected].filter((id) => !used.has(id)));
    this.plan = plans.prunePlan(
      this.plan,
      this.hand.filter((own) => !used.has(own.id)),
    );
  }

  #ids(cards: readonly HandCard[]): number[] {
    return cards.map((own) => own.id);
  }

  async #command(body: Command): Promise<boolean> {
    if (this.#line === null || this.sending) return false;
    this.sending = true;
    this.#clearHints();
    const reply = await this.#line.command(body);
    this.sending = false;
    if (reply.ok) {
      this.problem = null;
      return true;
    }
    this.#refused(reply);
    if (reply.code === 'STALE') this.#line.resync();
    return false;
  }

  draw(): Promise<boolean> {
    return this.play('draw');
  }

  /** A tap on the pile: takes it before melding, discards onto it afterwards. */
  async tapPile(): Promise<void> {
    if (this.view?.phase === 'meld') await this.discard();
    else await this.takePile();
  }

  async takePile(): Promise<void> {
    const chosen = this.selection;
    if (chosen.length > 0) return this.takeWith(chosen);
    const [only, ...others] = this.takes;
    if (only === undefined)
      return this.takeWith(this.view === null ? [] : likelyTake(this.view, this.inHand));
    if (others.length === 0 && only.cards.length === 0) return this.takeWith([]);
    this.choosingTake = !this.choosingTake;
    this.#say(m.hint.chooseTake);
  }

  async chooseTake(way: TakeWay): Promise<void> {
    this.choosingTake = false;
    await this.takeWith(way.cards);
  }

  async takeWith(cards: readonly HandCard[]): Promise<void> {
    if (this.opened || cards.length === 0) {
      await this.play(`take ${plans.cardText(cards)}`.trim(), this.#ids(cards));
      return;
    }
    const takeRank = this.view?.pile.rank ?? null;
    this.#tryPlan({ ...this.plan, take: [...cards], takeRank });
  }

  /** Lays the selected cards at once; for a side that has not opened they go to the tray. */
  async lay(meld: string | null = null): Promise<void> {
    const cards = this.selection;
    if (cards.length === 0) return this.#say(m.hint.selectFirst);
    if (!this.opened) return this.stage(meld);
    const play = `meld ${plans.groupText({ cards: [...cards], meld })}`;
    const verdict = this.judge(play);
    if (verdict.code === 'WILD_ONLY' && meld === null) return this.#say(m.hint.chooseMeld);
    await this.play(play, this.#ids(cards));
  }

  async confirm(): Promise<void> {
    if (this.planPlay !== '') await this.play(this.planPlay, [...this.planned]);
  }

  async discard(): Promise<void> {
    const [card, ...others] = this.selection;
    if (card === undefined || others.length > 0) return this.#say(m.hint.selectOne);
    const first = this.planPlay === '' ? '' : `${this.planPlay}; `;
    const done = await this.play(`${first}discard ${card.card}`, [...this.planned, card.id]);
    if (!done && first !== '' && this.judge(`discard ${card.card}`).ok)
      this.hint = m.hint.clearTray;
  }

  ask(): Promise<boolean> {
    return this.play('ask');
  }

  answer(answer: 'yes' | 'no'): Promise<boolean> {
    return this.play(answer);
  }

  next(): Promise<boolean> {
    return this.#command({ do: 'next', at: this.seq });
  }

  rematch(): Promise<boolean> {
    return this.#command({ do: 'rematch', at: this.seq });
  }

  pace(ms: number): Promise<boolean> {
    return this.#command({ do: 'pace', ms, at: this.seq });
  }

  seatInfo(seat: number): SeatInfo | null {
    return this.info?.seats[seat] ?? null;
  }
}

/** True if the view's own seat is to do something now. */
export function isToAct(view: View): boolean {
  const acts = view.phase === 'draw' || view.phase === 'meld' || view.phase === 'answer';
  return acts && view.seat === view.me;
}

export function isScored(view: View): boolean {
  return view.phase === 'scored' || view.phase === 'game_end';
}
