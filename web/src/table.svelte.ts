// One table as its person uses it: what is selected, what lies in the tray, what is played.
// Not here: drawing (components), what the server tells (feed.svelte.ts), the own cards' order
// (ownhand.svelte.ts), rules. Invariant: the engine names every place and judges every play.
import { adviceParts, thrownBy } from './advice';
import type { HandCard } from './cards';
import type { Choosing } from './choosing';
import { Company, type CompanyLine, type OwnKey } from './company.svelte';
import type { Hint, Judgement, Side, Target, View } from './engine/types';
import type { Engine } from './engine/engine';
import type { Fairness } from './fair/fairness.svelte';
import { Drag } from './drag.svelte';
import { Feed, isScored, isToAct } from './feed.svelte';
import type { Command, ServerFrame } from './frames';
import { keepTray, laidAgain, readTray, type KeptTray } from './kepttray';
import { Joining } from './joining.svelte';
import type { Speaking } from './lesson/stops';
import { Motion } from './motion/motion.svelte';
import { cardMoves, type Happened, type OwnChange } from './motion/moves';
import type { Problem } from './messages';
import { m } from './messages';
import type { Connection, Status } from './net';
import { OwnHand } from './ownhand.svelte';
import { People } from './people.svelte';
import { Discarding, type Pending } from './discarding.svelte';
import * as plans from './plan';
import { Swapping } from './swapping.svelte';
import { Tray } from './tray.svelte';
import { Taking } from './taking.svelte';
import type { SecondThought } from './thinking/second.svelte';

export { isScored, isToAct };

type EngineCall = 'start' | 'event' | 'view' | 'judge' | 'hash' | 'targets' | 'hint';
export type TableEngine = Pick<Engine, EngineCall>;
export type TableLine = Pick<Connection, 'command' | 'resync'> & CompanyLine;

function changeOf(before: readonly HandCard[], after: readonly HandCard[]): OwnChange {
  const without = (some: readonly HandCard[], others: readonly HandCard[]): HandCard[] => {
    const ids = new Set(others.map((own) => own.id));
    return some.filter((own) => !ids.has(own.id));
  };
  return { gone: without(before, after), come: without(after, before) };
}

interface Refusal extends Partial<Problem> {
  code: string;
}

/** Why a group with fewer cards than it needs may not be played. */
const BEGUN = 'SIZE';

/** Where nothing else is meant, a group is begun. */
function meant(places: readonly Target[]): readonly Target[] {
  const ready = places.filter(({ code }) => code !== BEGUN);
  return ready.length > 0 ? ready : places.slice(0, 1);
}

const isNew = ({ meld, group_i }: Target): boolean => meld === null && group_i === null;

export class Table {
  readonly #engine: TableEngine;
  #line: TableLine | null = null;
  #used = new Set<number>();
  readonly #storage: Storage | null;
  #wasMine = false;
  #playedAt = -1; // where the table stood at the last play that was taken

  readonly feed: Feed;
  readonly people: People;
  readonly company: Company;
  fair: Fairness | null = null; // what is given, kept and checked of its deals
  readonly own = new OwnHand();
  readonly joining = new Joining();
  readonly motion = new Motion();
  readonly drag: Drag = new Drag(this);
  readonly discarding: Discarding = new Discarding(this);
  readonly taking: Taking = new Taking(this);
  readonly swapping: Swapping = new Swapping(this);
  second = $state.raw<SecondThought | null>(null); // about the hint; comes with the first one
  readonly #places: plans.Places = (take, groups, cards) =>
    this.#engine.targets(take, groups, cards);
  readonly tray = new Tray(this.#places, () => this.keep());
  status = $state<Status>('connecting');
  refusal = $state<string | null>(null); // code of a refused line, or of one that has to wait
  problem = $state.raw<Problem | null>(null);
  hint = $state<string | null>(null);
  answer = $state(''); // to a question put by a key, to be said aloud
  choosing = $state.raw<Choosing>(null);
  #advice = $state.raw<Hint | null>(null);
  lesson = $state.raw<Speaking | null>(null); // at a table that teaches
  sending = $state(false);
  unsure = $state(false); // the server cannot tell yet whether what is being sent counts
  onMyTurn: () => void = () => undefined;
  onHappened: (live: readonly Happened[]) => void = () => undefined;

  /** Why the table waits for line or server; null while it does not. */
  readonly notice = $derived.by(() => this.#noticeNow());
  readonly view = $derived.by(() => this.feed.view);
  /** It is a table of the first steps. */
  readonly teaches = $derived.by(() => this.feed.info?.lesson === true);
  readonly side = $derived.by<Side | null>(() => this.view?.sides[this.people.mySide] ?? null);
  /** In a pause nobody plays. */
  readonly myTurn = $derived.by(() => this.people.acting === this.view?.me);
  /** Not while a throw can be taken back: that is what is played. */
  readonly canAdvise = $derived.by(
    () => this.myTurn && (this.feed.info?.hints ?? false) && this.discarding.pending === null,
  );
  readonly advised = $derived(
    this.advice === null || this.view === null
      ? []
      : adviceParts(this.advice.play, this.side?.melds ?? [], this.view.chooses_melds),
  );
  readonly opened = $derived(this.side?.opened ?? false);
  readonly plan = $derived.by(() => this.tray.plan);
  readonly inHand = $derived.by(() => this.#handNow(this.tray.ids, this.discarding.pending));
  readonly selection = $derived(this.inHand.filter((own) => this.own.selected.has(own.id)));
  readonly planPlay = $derived(plans.planText(this.plan, this.opened));
  readonly planJudgement = $derived(this.#judgePlan(this.view, this.planPlay));
  /** Places for the selected cards, together with what lies in the tray. */
  readonly targets = $derived(this.#targetsNow(this.view, this.plan, this.selection));
  readonly places = $derived(this.targets.filter((target) => this.#isPlace(target)));
  /** Of these, where a new meld would begin. */
  readonly news = $derived(meant(this.places.filter(isNew)));
  /** The selected cards can go to the pile: to take it, or the one that is thrown. */
  readonly pileTakes = $derived.by(() => this.#pileTakes(this.view, this.selection));

  /** What is put together on the table stays in `storage` while the page is loaded anew. */
  constructor(
    engine: TableEngine,
    storage: Storage | null = null,
    second: SecondThought | null = null,
  ) {
    this.#engine = engine;
    this.#storage = storage;
    this.second = second;
    this.feed = new Feed(engine, {
      moved: (view, fresh, live) => this.#moved(view, fresh, live),
      lost: () => this.#line?.resync(),
      refused: (problem) => this.refuse(problem),
    });
    this.company = new Company(this.feed);
    this.people = new People(this.feed, (place) => this.company.news.stoodIn.has(place));
  }

  /** Where the table stands. */
  get seq(): number {
    return this.feed.seq;
  }

  connect(line: TableLine, key: OwnKey = { table: '' }): void {
    this.#line = line;
    this.company.connect(line, key);
  }

  receive(frame: ServerFrame): void {
    if (frame.t === 'rej' && frame.code === 'UNSURE') this.unsure = this.sending;
    if (this.feed.receive(frame)) {
      const { me: seat = 255, stock = 0, refills = 0 } = this.view ?? {};
      this.fair?.receive(frame, { seat, stock, refills, seq: this.feed.seq });
    }
    this.company.receive(frame); // the seed of the first deal is on its way before the deal
  }

  #noticeNow(): string | null {
    if (this.status !== 'online') return m.status.retrying(this.refusal);
    if (this.feed.paused) return m.status.paused;
    return this.unsure ? m.status.saving : null;
  }

  #handNow(staged: ReadonlySet<number>, pending: Pending | null): HandCard[] {
    const thrown = pending?.ids ?? [];
    return this.own.cards.filter((own) => !staged.has(own.id) && !thrown.includes(own.id));
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

  #targetsNow(view: View | null, plan: plans.Plan, cards: readonly HandCard[]): Target[] {
    if (view === null || !this.myTurn || view.phase === 'answer' || cards.length === 0) return [];
    const faces = cards.map((own) => own.card);
    return [
      ...plans.takePlace(plan, cards, (play) => this.#engine.judge(play)),
      ...this.#engine.targets(plan.take?.play ?? '', plans.groupTexts(plan), faces),
    ];
  }

  /** Before the draw groups may be put together, but not yet be played. */
  #isEarly(code: string): boolean {
    return code === 'PHASE' && this.view?.phase === 'draw' && this.plan.take === null;
  }

  /** Cards that are put down by hand may come one after the other: they begin a group. */
  #isPlace({ ok, code }: Target): boolean {
    const begun = code === BEGUN && this.drag.pulled !== null;
    return ok || begun || plans.isCurable(code) || this.#isEarly(code);
  }

  /** Says why not, and what else could be done. */
  refuse({ code, have = 0, need = 0 }: Refusal, instead: string | null = null): void {
    this.hint = instead;
    this.problem = { code, have, need };
  }

  /** A snapshot of the same hand leaves selection and tray as they are. */
  #moved(view: View, fresh: boolean, live: readonly Happened[]): void {
    const before = fresh ? [] : this.own.cards;
    const kept = fresh && live.length === 0 ? this.#kept(view) : null;
    if (fresh) {
      this.own.forget();
      this.undoAll();
    }
    this.own.hold(view.hand, this.#used);
    const laid = kept === null ? [] : laidAgain(kept, this.own.cards, this.#places);
    for (const plan of laid) this.tray.change(plan);
    void this.motion.play(cardMoves(live, changeOf(before, this.own.cards)));
    this.drag.landed();
    this.onHappened(live);
    this.tray.keep(this.own.cards);
    this.joining.clear();
    this.#used = new Set();
    this.advice = null;
    this.discarding.moved(kept?.thrown ?? null);
    if (isToAct(view) && !this.#wasMine) {
      this.problem = null;
      this.onMyTurn();
    }
    this.#wasMine = isToAct(view);
    if (!this.#wasMine) this.#clearHints();
  }

  /** The tray before the page was loaded anew. */
  #kept(view: View): KeptTray | null {
    const id = this.feed.info?.id;
    const storage = this.#storage;
    return id === undefined || storage === null ? null : readTray(storage, id, view.hand_number);
  }

  /** What would be lost with the page. */
  keep(): void {
    const [id, hand] = [this.feed.info?.id, this.view?.hand_number];
    if (this.#storage !== null && id !== undefined && hand !== undefined)
      keepTray(this.#storage, id, hand, this.plan, this.discarding.kept);
  }

  #clearHints(): void {
    this.hint = null;
    this.choosing = null;
  }

  // Selecting

  toggle(id: number): void {
    this.own.toggle(id);
    this.joining.clear();
    this.problem = null;
    this.#clearHints();
  }

  clearSelection(): void {
    this.own.clear();
    this.joining.clear();
    this.#clearHints();
  }

  /** The question which of several ways is put away; the selection stays. */
  dropChoice(): void {
    this.#clearHints();
  }

  /** Moves the selected cards by one place. */
  move(by: -1 | 1): void {
    this.own.move(this.#ids(this.selection), by);
  }

  note(text: string): void {
    this.problem = null;
    this.hint = text;
  }

  // Hints

  /** What was asked for, until the table moves on. */
  get advice(): Hint | null {
    return this.#advice;
  }

  set advice(hint: Hint | null) {
    if (hint === null) this.second?.drop();
    this.#advice = hint;
  }

  /** Shows what a computer player would do here, or puts it away again. */
  toggleAdvice(): void {
    this.advice = this.advice === null ? this.adviceNow() : null;
    const choice = (this.view?.steps.length ?? 0) > 1;
    if (this.advice === null || !choice || this.teaches) return;
    this.#thinkAgain(this.advice).catch(() => undefined); // the part did not come through
  }

  /** Another hint takes the place of this one, if it is surely better. */
  async #thinkAgain(hint: Hint): Promise<void> {
    const { SecondThought: Second } = await import('./thinking/second.svelte');
    this.second ??= new Second();
    if (this.#advice !== hint) return;
    const thought = await this.second.about(this.feed);
    if (thought?.differs === true) this.#advice = thought.hint;
  }

  /** What would be shown. */
  adviceNow(): Hint | null {
    return this.canAdvise ? this.#engine.hint() : null;
  }

  /** Plays what was advised; what lies in the tray then was another plan. */
  async followAdvice(): Promise<void> {
    const { play } = this.advice ?? { play: '' };
    const thrown = thrownBy(play);
    const card = this.own.cards.find((own) => own.card === thrown);
    if (card !== undefined) await this.discarding.follow(play, card);
    else if (play !== '' && (await this.play(play))) this.undoAll();
  }

  // The tray

  /** Puts the selected cards into the tray, where they can go; asks where if there is a choice. */
  stage(target?: Target): void {
    if (this.selection.length === 0) return this.note(m.hint.selectFirst);
    const chosen = target ?? this.#onlyPlace(meant(this.places));
    if (chosen === null) return;
    if (!this.#isPlace(chosen)) return this.refuse(chosen);
    this.change(plans.withTarget(this.plan, this.selection, chosen));
  }

  /** The selected cards are put down: on a group of the tray, or (null) beside what lies there. */
  put(group_i: number | null): void {
    const here = this.places.find((one) => one.group_i === group_i);
    const [free, ...others] = meant(this.places).filter(isNew);
    if (group_i === null) void this.lay(others.length === 0 ? free : undefined);
    else if (here === undefined) this.#regroup(group_i);
    else this.stage(here);
  }

  /** A group that was begun becomes another one with these cards. */
  #regroup(group_i: number): void {
    const { take, groups } = this.plan;
    const rest = { take, groups: groups.filter((_, i) => i !== group_i) };
    const cards = [...(groups[group_i]?.cards ?? []), ...this.selection];
    const faces = cards.map((own) => own.card);
    const found = this.#places(take?.play ?? '', plans.groupTexts(rest), faces);
    const other = found.find((one) => isNew(one) && this.#isPlace(one));
    if (other !== undefined) this.change(plans.withTarget(rest, cards, other));
    else this.refuse(this.judge(`open ${plans.cardText(cards)}`));
  }

  /** A card of the tray is taken back, or put to another group; without an id, the take is. */
  putElsewhere(id: number, group_i: number | null): void {
    const { take, groups } = this.plan;
    const group = group_i === null ? undefined : groups[group_i];
    const from = groups.find(({ cards }) => cards.some((own) => own.id === id));
    if (group !== undefined && group === from) return;
    this.takeBack(id < 0 ? (take?.cards[0]?.id ?? id) : id);
    if (group_i === null) return;
    const gone = groups.length - this.plan.groups.length; // the group that it was alone in
    const moved = group !== undefined && from !== undefined && groups.indexOf(from) < group_i;
    this.own.select(new Set([id]));
    this.put(moved ? group_i - gone : group_i);
    if (this.problem === null) return;
    this.tray.undo(this.own.cards);
    this.own.clear();
  }

  /** The place, if there is just one; otherwise says why not, or asks. */
  #onlyPlace(places: readonly Target[]): Target | null {
    const [only, ...others] = places;
    if (only === undefined) {
      const [first] = this.targets;
      this.refuse(first ?? this.judge(`meld ${plans.cardText(this.selection)}`));
      return null;
    }
    if (others.length === 0) return only;
    this.choosing = { kind: 'place' };
    this.note(m.hint.choosePlace);
    return null;
  }

  change(plan: plans.Plan): void {
    this.tray.change(plan);
    this.problem = null;
    this.clearSelection();
  }

  undo(): void {
    this.tray.undo(this.own.cards);
    this.problem = null;
  }

  undoAll(): void {
    this.tray.clear();
    this.problem = null;
    this.clearSelection();
  }

  takeBack(id: number): void {
    this.tray.takeBack(id, this.own.cards);
    this.problem = null;
  }

  // Plays

  /** Judges a play here, sends it if it may be made, and shows why if it may not. A step that
      needs no card is a play, too: "draw", "pick", "ask", "pass", "declare", "lay-out", "yes",
      "no". */
  async play(play: string, used: readonly number[] = []): Promise<boolean> {
    const verdict = this.judge(play);
    if (!verdict.ok) {
      this.refuse(verdict);
      return false;
    }
    const at = this.feed.seq;
    if (at === this.#playedAt) return false; // a tap that came before what the last play has led to
    this.#used = new Set(used);
    const done = await this.#command({ play: verdict.play, at });
    if (!done) return false;
    this.#playedAt = at;
    this.#release(new Set(used));
    return true;
  }

  /** Forgets cards that were played, in the selection and in the tray. */
  #release(used: ReadonlySet<number>): void {
    this.own.deselect(used);
    this.tray.keep(this.own.cards.filter((own) => !used.has(own.id)));
  }

  #ids(cards: readonly HandCard[]): number[] {
    return cards.map((own) => own.id);
  }

  async #command(body: Command): Promise<boolean> {
    if (this.#line === null || this.sending) return false;
    this.sending = true;
    if (this.second?.thinks) this.second.drop(); // what is on its way was decided without it
    this.joining.clear();
    this.#clearHints();
    const reply = await this.#line.command(body);
    this.sending = false;
    this.unsure = false;
    if (reply.ok) {
      this.problem = null;
      return true;
    }
    this.refuse(reply);
    if (reply.code === 'STALE') this.#line.resync();
    return false;
  }

  draw(): Promise<boolean> {
    return this.play('draw');
  }

  #pileTakes(view: View | null, cards: readonly HandCard[]): boolean {
    if (view === null || !this.myTurn || this.sending) return false;
    if (view.phase === 'draw') return cards.length > 0 && this.taking.ways.length > 0;
    const [card, ...others] = cards;
    if (view.phase !== 'meld' || card === undefined || others.length > 0) return false;
    return this.discarding.judge(card).ok;
  }

  /** No way to take the pile is meant, but its top card may be picked up by itself. */
  get #picksTop(): boolean {
    return (
      this.view?.can_pick === true && this.selection.length === 0 && this.taking.ways.length === 0
    );
  }

  /** A tap on the pile: takes it before melding, discards onto it afterwards. */
  async tapPile(): Promise<void> {
    if (this.discarding.pending !== null) return;
    if (this.view?.phase === 'meld') await this.discard();
    else if (this.#picksTop) await this.play('pick');
    else await this.taking.begin();
  }

  /** Cards are dropped on the pile: one that takes nothing was meant to be thrown. */
  async dropOnPile(): Promise<void> {
    const [card, ...others] = this.selection;
    const early = this.view?.phase === 'draw' && this.taking.ways.length === 0;
    if (card !== undefined && others.length === 0 && early)
      this.refuse(this.discarding.judge(card));
    else await this.tapPile();
  }

  /** A card that was thrown comes back; else the pile is taken. */
  async pullPile(meld?: number | null): Promise<void> {
    if (this.discarding.pending !== null) this.discarding.takeBack();
    else if (meld === undefined && this.#picksTop) await this.play('pick');
    else await this.taking.pull(meld);
  }

  /** Lays the selected cards at once, unless an opening or a tray is being put together. */
  async lay(target?: Target): Promise<void> {
    const cards = this.selection;
    if (cards.length === 0) return this.note(m.hint.selectFirst);
    if (!this.opened || !plans.isEmpty(this.plan)) return this.stage(target);
    const ready = this.places.filter((place) => place.ok);
    const chosen = target ?? this.#onlyPlace(ready.length > 0 ? ready : meant(this.places));
    if (chosen?.code === BEGUN) this.stage(chosen);
    else if (chosen !== null) await this.play(`meld ${chosen.group}`, this.#ids(cards));
  }

  /** A tap on an own meld: the selected cards go there; without any, melds are picked to join. */
  async tapMeld(index: number): Promise<void> {
    const cards = this.selection;
    if (cards.length === 0) return this.#pick(index);
    const ways = this.targets.filter((one) => one.meld === index && one.group_i === null);
    const [target] = ways;
    const swaps = this.swapping.from(this.people.mySide, index);
    if (target?.ok !== true && swaps.length > 0) return this.swapping.begin(swaps);
    if (ways.length > 1) return this.#askEnd(ways);
    if (target !== undefined) return this.lay(target);
    const name = this.side?.melds[index]?.name ?? '';
    this.refuse(this.judge(`meld ${name}:${plans.cardText(cards)}`));
  }

  /** A wild may go to either end of the sequence. */
  #askEnd(ways: readonly Target[]): void {
    this.choosing = { kind: 'end', ways };
    this.note(m.hint.chooseEnd);
  }

  /** One own meld is put onto another. */
  async joinMelds(index: number, onto: number): Promise<void> {
    this.joining.clear();
    for (const meld of [index, onto]) this.joining.tap(meld, this.view?.joins ?? []);
    await this.join();
  }

  #pick(index: number): void {
    this.joining.tap(index, this.view?.joins ?? []);
    const words = [m.hint.selectFirst, m.hint.joinWith, m.hint.joinNow];
    this.note(words[this.joining.picked.length] ?? '');
  }

  canJoinPicked(index: number): boolean {
    return this.joining.couldJoin(index, this.view?.joins ?? []);
  }

  async join(): Promise<void> {
    const join = this.joining.chosen(this.view?.joins ?? []);
    if (join !== undefined) await this.play(join.play);
  }

  async confirm(): Promise<void> {
    if (this.planPlay !== '') await this.play(this.planPlay, [...this.tray.ids]);
  }

  /** Throws the selected card, after a question where that is rarely meant. */
  discard(): Promise<void> {
    const [card, ...others] = this.selection;
    if (card === undefined || others.length > 0) {
      this.note(m.hint.selectOne);
      return Promise.resolve();
    }
    return this.discarding.begin(card);
  }

  next(): Promise<boolean> {
    return this.#command({ do: 'next', at: this.feed.seq });
  }

  rematch(): Promise<boolean> {
    return this.#command({ do: 'rematch', at: this.feed.seq });
  }

  pace(ms: number): Promise<boolean> {
    return this.#command({ do: 'pace', ms, at: this.feed.seq });
  }
}
