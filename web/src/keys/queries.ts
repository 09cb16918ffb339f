// What a person asks the table by one key, answered in a sentence: for who does not see it.
// Not here: saying it aloud (Voice.svelte). Invariant: nothing is told that the page does not show.
import { waitWords } from '../actions';
import type { View } from '../engine/types';
import { m } from '../messages';
import { turnSentence } from '../narrate';
import { nthOfKind } from '../melds';
import { isScored, type Table } from '../table.svelte';

export type Query =
  | 'hand'
  | 'pile'
  | 'ourMelds'
  | 'theirMelds'
  | 'missing'
  | 'score'
  | 'counts'
  | 'whoseTurn'
  | 'lastTurn';

function meldsOf(table: Table, view: View, sides: readonly number[]): string {
  const parts = sides.map((side) => {
    const { melds, red3, black3 } = view.sides[side] ?? { melds: [], red3: [], black3: [] };
    const nth = nthOfKind(melds);
    const labels = melds.map((meld, i) => m.table.meldLabel(meld, nth[i] ?? null));
    const threes = [...red3, ...black3];
    return m.query.melds(
      table.people.groupNameShort(table.people.sideGroup(side)),
      threes.length === 0 ? labels : [...labels, m.table.threes(threes)],
    );
  });
  return parts.join(' ');
}

function missing(table: Table, view: View): string {
  if (isScored(view)) return m.query.over(view.phase);
  const need = view.needs[view.me];
  if (table.opened || need === undefined) return m.query.opened;
  const verdict = table.planJudgement;
  return verdict === null ? m.hint.opening(need) : m.tray.count(verdict.points, verdict.minimum);
}

const ANSWERS: Record<Query, (table: Table, view: View) => string> = {
  hand: (_, view) => m.query.hand(view.hand),
  pile: (_, { pile, phase, stock }) =>
    m.query.pile(m.table.pileLabel(pile.count, pile.top, m.table.pileWords(pile, phase)), stock),
  ourMelds: (table, view) => meldsOf(table, view, [table.people.mySide]),
  theirMelds: (table, view) => meldsOf(table, view, table.people.otherSides),
  missing,
  score: (table, view) =>
    m.query.score(
      view.sides.map(({ total }, side) => ({
        name: table.people.groupNameShort(table.people.totalGroup(side)),
        total,
      })),
    ),
  counts: (table, view) =>
    m.query.counts(
      table.people.others.map((seat) => ({
        name: table.people.name(seat),
        count: view.hand_counts[seat] ?? 0,
      })),
    ),
  whoseTurn: (table, view) => {
    if (isScored(view)) return m.query.over(view.phase);
    return table.myTurn ? m.query.yourTurn : waitWords(table, table.people.name(view.seat));
  },
  lastTurn: ({ feed, people }) => {
    const turn = feed.turns.findLast((one) => one.done);
    return turn === undefined ? m.log.empty : turnSentence(m, turn, people.doer(turn));
  },
};

export function answerTo(table: Table, query: Query): string {
  return table.view === null ? '' : ANSWERS[query](table, table.view);
}
