// What is said of a hint and of the second thought about it. Not here: where (Advice, Voice).
// Invariant: nothing of a thought is said before it has come.
import { m } from '../messages';
import type { Table } from '../table.svelte';

/** How the play compares with another way; nothing while that is not known, or there is none. */
export function comparison({ view, second, otherAdvised }: Table): string {
  const other = second.thought?.other;
  const [part] = otherAdvised;
  if (view === null || part === undefined || !other) return '';
  return second.words?.than(other, m.advice.part(part, view)) ?? '';
}

/** The same in as few words as there are. */
export function ahead({ second }: Table): string {
  const other = second.thought?.other;
  return (other && second.words?.ahead(other)) ?? '';
}

/** Why, most important first. */
export function reasons({ advice, second }: Table): string[] {
  return [...(second.thought?.counted ?? []), ...(advice?.reasons ?? [])];
}

/** All of it aloud. */
export function adviceAloud(table: Table): string {
  const { view, advised } = table;
  if (view === null || advised.length === 0) return '';
  const parts = advised.map((part) => m.advice.part(part, view));
  return m.advice.told(parts, [comparison(table), ...reasons(table)]);
}
