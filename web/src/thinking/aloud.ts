// Why a hint is one, and all of it aloud, with the second thought about it once that has come.
// Not here: where (Advice, Voice), what is said of a thought (said.ts).
// Invariant: most important first.
import { m } from '../messages';
import type { Table } from '../table.svelte';

export function reasons({ advice, second }: Table): string[] {
  return [...(second?.thought?.counted ?? []), ...(advice?.reasons ?? [])];
}

/** All of it aloud. */
export function adviceAloud(table: Table): string {
  const { view, advised, second } = table;
  if (view === null || advised.length === 0) return '';
  const parts = advised.map((part) => m.advice.part(part, view));
  return m.advice.told(parts, [second?.said?.compared ?? '', ...reasons(table)]);
}
