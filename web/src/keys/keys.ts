// The keys of the table: cards by rank, one key for each deed, and questions with Shift.
// Not here: the page around them (Keys.svelte). Invariant: no key does what a button would not.
import { actionsOf } from '../actions';
import { isWild } from '../cards';
import type { Table } from '../table.svelte';
import type { Query } from './queries';

/** Names of buttons (actions.ts) by key; the first that is there is pressed. */
export const DEEDS: Record<string, readonly string[]> = {
  d: ['draw'],
  p: ['take'],
  g: ['pick'],
  l: ['lay', 'stage'],
  s: ['stage'],
  c: ['confirm', 'join', 'declare', 'lay-out'],
  t: ['discard'],
  u: ['take-back', 'undo'],
  o: ['ask'],
  n: ['pass'],
  w: ['swap'],
};

export const QUERIES: Record<string, Query> = {
  H: 'hand',
  P: 'pile',
  M: 'ourMelds',
  N: 'theirMelds',
  O: 'missing',
  S: 'score',
  C: 'counts',
  W: 'whoseTurn',
  L: 'lastTurn',
};

/** The rank that a key means, as cards are written; ten has two. */
export function rankOfKey(key: string): string | null {
  if (key === '0' || key === '1') return 'T';
  const rank = key.toUpperCase();
  return /^[2-9JQKAX]$/.test(rank) ? rank : null;
}

/** A swap by what is selected, or by anything that might. */
function swapAsked({ selection, inHand }: Table): string | undefined {
  const natural = [...selection, ...inHand].find(({ card }) => !isWild(card));
  return natural && `swap ${natural.card} 2`;
}

/** What the engine is asked why a deed has no button; where that lacks only the moment, "pass". */
const ASKED: Record<string, string> = {
  ...{ d: 'draw', p: 'take', g: 'pick', o: 'ask', c: 'open' },
  ...{ n: 'pass', l: 'pass', s: 'pass', t: 'pass' },
};

function refuse(table: Table, play: string | undefined): void {
  if (play === undefined || table.view === null || table.discarding.pending !== null) return;
  const verdict = table.judge(play);
  if (!verdict.ok) table.refuse(verdict);
}

/** Presses the button of a key, or says why it has none just now; false for other keys. */
export function press(table: Table, key: string): boolean {
  const names = DEEDS[key];
  if (names === undefined || table.sending) return false;
  const actions = actionsOf(table, false);
  const action = names.flatMap((name) => actions.find((one) => one.name === name) ?? [])[0];
  if (action === undefined) refuse(table, key === 'w' ? swapAsked(table) : ASKED[key]);
  else void action.does();
  return true;
}
