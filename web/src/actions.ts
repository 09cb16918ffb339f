// The buttons of the moment, and the sentence that stands beside them. Not here: drawing them,
// what may be played. Invariant: selecting cards changes no button, so none comes under a finger;
// each has a room of its own, in which nothing else of the moment stands.
import type { View } from './engine/types';
import { m, reasonText } from './messages';
import { isEmpty } from './plan';
import { isScored, type Table } from './table.svelte';

/** Rooms for buttons, the last one for what ends a phase. */
export const ROOMS = ['now-and-then', 'stage', 'play', 'last'] as const;

export interface Action {
  room: (typeof ROOMS)[number];
  name: string;
  words: string;
  primary: boolean;
  does: () => unknown;
}

type Words = Pick<
  typeof m.action,
  | 'ask'
  | 'layOut'
  | 'pick'
  | 'stage'
  | 'lay'
  | 'confirm'
  | 'confirmTake'
  | 'play'
  | 'join'
  | 'swap'
  | 'undoAll'
>;

const inRoom =
  (room: Action['room']) =>
  (name: string, words: string, primary: boolean, does: () => unknown): Action => ({
    ...{ room, name, words, primary, does },
  });
const [action, stage, play, last] = [
  inRoom('now-and-then'),
  inRoom('stage'),
  inRoom('play'),
  inRoom('last'),
];

function undoes(table: Table, words: Words): Action[] {
  return isEmpty(table.plan)
    ? []
    : [
        action('undo', m.action.undo, false, () => table.undo()),
        action('undo-all', words.undoAll, false, () => table.undoAll()),
      ];
}

function anyTime(table: Table, view: View, words: Words): Action[] {
  return [
    view.can_ask ? action('ask', words.ask, false, () => table.play('ask')) : [],
    view.can_pick ? action('pick', words.pick, false, () => table.play('pick')) : [],
    view.can_lay_out ? action('lay-out', words.layOut, false, () => table.play('lay-out')) : [],
  ].flat();
}

function whileDrawing(table: Table, view: View, words: Words): Action[] {
  const selects = table.selection.length > 0;
  const end = view.reach === 0 ? m.action.end : m.action.draw;
  if (view.amid_draw)
    return [
      view.can_pass ? action('pass', m.action.stop, false, () => table.play('pass')) : [],
      last('draw', m.action.drawOn, true, () => table.draw()),
    ].flat();
  const enough = table.planJudgement?.ok === true;
  return [
    ...(table.opened ? [] : [stage('stage', words.stage, false, () => table.stage())]),
    ...undoes(table, words),
    play('take', m.action.take, selects || view.reach === 0, () => table.taking.begin()),
    table.plan.take === null
      ? last('draw', end, !selects, () => table.draw())
      : last('confirm', words.confirmTake, enough, () => table.confirm()),
  ];
}

function special(table: Table, view: View): Action[] {
  if (!view.can_declare || view.special_hand === null) return [];
  const { name, points } = view.special_hand;
  const words = m.action.declare(m.specialHand(name), points);
  return [action('declare', words, true, () => table.play('declare'))];
}

function whileMelding(table: Table, view: View, words: Words): Action[] {
  const selected = table.selection.length;
  const staged = !isEmpty(table.plan);
  const enough = table.planJudgement?.ok === true;
  const confirm = table.opened ? words.play : words.confirm;
  const lays = table.places.some(({ ok }) => ok);
  const passWords = view.pass_goes_out ? m.action.passOut : m.action.pass;
  return [
    ...special(table, view),
    table.joining.picked.length === 2 ? action('join', words.join, true, () => table.join()) : [],
    view.swaps.length > 0 ? action('swap', words.swap, false, () => table.swapping.begin()) : [],
    stage('stage', words.stage, false, () => table.stage()),
    table.opened && !staged ? play('lay', words.lay, lays, () => table.lay()) : [],
    staged ? play('confirm', confirm, enough, () => table.confirm()) : [],
    view.can_pass ? action('pass', passWords, selected === 0, () => table.play('pass')) : [],
    ...undoes(table, words),
    last('discard', m.action.discard, selected === 1 && !staged, () => table.discard()),
  ].flat();
}

/** What can be done now, with long words or short ones. */
export function actionsOf(table: Table, short: boolean): Action[] {
  const view = table.view;
  const words: Words = short ? m.action.short : m.action;
  if (view === null || isScored(view) || !table.myTurn || view.phase === 'answer') return [];
  if (table.discarding.leaves) return [];
  if (table.discarding.pending !== null)
    return [action('take-back', m.action.takeBack, true, () => table.discarding.takeBack())];
  const now = view.phase === 'draw' ? whileDrawing : whileMelding;
  return [...anyTime(table, view, words), ...now(table, view, words)];
}

function answerWords(answer: 'yes' | 'no', binds: boolean): string {
  if (answer === 'yes') return binds ? m.hint.mustGoOut : m.hint.saidYes;
  return binds ? m.hint.mayNotGoOut : m.hint.saidNo;
}

/** What may be melded; with the pile something must be. */
function mayMeldWords(now: View, opened: boolean): string {
  const { owes } = now.turn;
  const need = now.needs[now.me] ?? { points: 0, canasta: 'no' };
  if (owes !== 'nothing')
    return m.sentences([m.hint.owes[owes], opened ? '' : m.hint.firstMelds(need)]);
  if (opened) return m.hint.meld;
  return need.canasta === 'no' && now.opening_reach < need.points
    ? m.hint.cannotOpen(now.opening_reach, need.points)
    : m.hint.opening(need);
}

function meldWords(now: View, opened: boolean, enough: boolean): string {
  const answer = now.turn.answer;
  if (enough) return m.hint.enough;
  if (answer !== 'none' && now.ask_binds) return answerWords(answer, true);
  const parts = [mayMeldWords(now, opened)];
  if (answer !== 'none') parts.push(answerWords(answer, false));
  if (now.can_pass) parts.push(now.pass_goes_out ? m.hint.passOut : m.hint.mustPass);
  if (now.can_declare && now.special_hand !== null)
    parts.push(m.hint.special(m.specialHand(now.special_hand.name), now.special_hand.points));
  if (now.can_go_out) parts.push(m.hint.canGoOut);
  return parts.join(' ');
}

function drawWords(now: View): string {
  if (now.amid_draw) return m.hint.drawOn(now.can_pick, now.can_pass);
  if (now.reach === 0) return now.pile.can_take ? m.hint.takeOrEnd : m.hint.onlyEnd;
  if (now.can_pick) return now.pile.can_take ? m.hint.drawTakeOrPick : m.hint.drawOrPick;
  if (now.pile.can_take) return m.hint.draw;
  return now.can_ask ? m.hint.askFirst : m.hint.drawOnly;
}

/** While somebody else is to act; `name` is his. */
export function waitWords({ company, people, view }: Table, name: string): string {
  if (company.paused) return m.people.paused;
  const missed = view !== null && people.isMissed(people.person(view.seat));
  return missed ? m.hint.waitingFor(name) : m.hint.waitFor(name);
}

/** What stands there while nothing else is to be said. */
export function standingWords(table: Table): string {
  const view = table.view;
  if (view === null || isScored(view)) return '';
  const { pending } = table.discarding;
  const enough = table.planJudgement?.ok === true;
  if (pending !== null && table.myTurn) return m.hint.thrown(m.card(pending.card));
  if (table.myTurn)
    return view.phase === 'draw' ? drawWords(view) : meldWords(view, table.opened, enough);
  const waits = view.phase === 'answer' && view.asker === view.me;
  const name = table.people.called(view.seat);
  return waits && table.people.thinks(view.seat)
    ? m.hint.waitAnswer(name)
    : waitWords(table, name);
}

/** What stands there now: a refusal, what is to be said, or what always stands there. */
export function messageOf(table: Table): string {
  const { problem, hint } = table;
  if (problem === null) return hint ?? standingWords(table);
  return m.sentences([reasonText(problem), hint ?? '']);
}
