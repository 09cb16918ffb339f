// What can be said in the line for words just now, and a line as it was meant. Not here: the
// grammar; lines are read by the engine. Invariant: only what the engine lists is offered, put into
// its own words, and a line that it can read stays as it is.
import type { View } from '../engine/types';
import { keys } from '../messages/late';
import type { Table } from '../table.svelte';

type Judge = Pick<Table, 'judge'>;

const SAID = new Set(['draw', 'pick', 'ask', 'yes', 'no', 'pass', 'declare', 'lay-out']);

export function spoken(view: View): string[] {
  const plain = view.steps.filter((step) => SAID.has(step));
  const takes = view.takes.map((take) => take.play);
  const joins = view.joins.map((join) => join.play);
  const swaps = view.swaps.map((swap) => swap.play);
  const throws = view.steps.some((step) => step.startsWith('discard'))
    ? view.hand.map((card) => `discard ${card}`)
    : [];
  const opened = view.sides[view.side_of[view.me] ?? -1]?.opened === true;
  const lays = view.steps.some((step) => /^(open|lay-.)$/.test(step))
    ? [opened ? 'meld ' : 'open ']
    : [];
  return [...new Set([...plain, ...takes, ...joins, ...swaps, ...lays, ...throws])];
}

/** A group of cards in whatever letters, with its name in front. */
const GROUP = /^([2-9tjqkaws]?(?:#\d+|\+)?:?)((?:[2-9tjqka][cdhs]|x)*)$/;

/** Ranks in capitals, all else in small letters. */
function inPlainLetters(line: string): string {
  return line.toLowerCase().replace(/[^\s;]+/g, (word) => {
    const [, name = '', cards = ''] = GROUP.exec(word) ?? [];
    const upper = cards.replace(/[^cdhs]/g, (rank) => rank.toUpperCase());
    return name === '' && cards === '' ? word : name.toUpperCase() + upper;
  });
}

/** Capitals do not matter in a line that could not be read with them. */
export function asWritten(line: string, table: Judge): string {
  return table.judge(line).code === 'SYNTAX' ? inPlainLetters(line) : line;
}

/** What could be said instead of a line that cannot be read; null where nothing can. */
export function unread(offers: readonly string[], table: Judge): string | null {
  const example = offers.find((offer) => table.judge(offer).ok);
  const verbs = new Set(offers.map((offer) => offer.split(' ')[0] ?? ''));
  return example === undefined ? null : keys.line.unread([...verbs], example);
}
