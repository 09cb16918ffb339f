// What can be said in the line for words just now, as completion. Not here: the grammar; lines are
// read by the engine. Invariant: only what the engine lists, put into its own words.
import type { View } from '../engine/types';

const SAID = new Set(['draw', 'ask', 'yes', 'no', 'pass', 'declare', 'lay-out']);

export function spoken(view: View): string[] {
  const plain = view.steps.filter((step) => SAID.has(step));
  const takes = view.takes.map((take) => take.play);
  const joins = view.joins.map((join) => join.play);
  const throws = view.steps.some((step) => step.startsWith('discard'))
    ? view.hand.map((card) => `discard ${card}`)
    : [];
  const lays = view.steps.includes('open') ? ['open '] : [];
  return [...new Set([...plain, ...takes, ...joins, ...lays, ...throws])];
}
