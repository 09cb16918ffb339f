// What is asked about a table, and what is said of the answer. Not here: the hint itself.
// Invariant: no module that every table needs imports this.
import { adviceParts } from '../advice';
import type { Thought, View } from '../engine/types';
import type { Feed } from '../feed.svelte';
import { m } from '../messages';
import { second } from '../messages/thinking.en';
import type { Position } from './calls';

/** What another engine has to be told to stand where this table does. */
export function positionOf({ info, record }: Feed): Position | null {
  if (info === null) return null;
  const { rules, overrides, seats } = info;
  const start = { rules, overrides, seats: seats.length, view: record.start };
  return { start, events: [...record.events] };
}

export interface Said {
  compared: string; // how the play compares with another way; empty: there is none
  ahead: string; // the same in as few words as there are
  changes: string; // begins what is told of another play than the first; empty: it is the same
}

export function said({ differs, other }: Thought, view: View): Said {
  const melds = view.sides[view.side_of[view.me] ?? 0]?.melds ?? [];
  const [part] = adviceParts(other?.play ?? '', melds, view.chooses_melds);
  const told = other !== null && part !== undefined;
  return {
    compared: told ? second.than(other, m.advice.part(part, view)) : '',
    ahead: told ? second.ahead(other) : '',
    changes: differs ? second.changes : '',
  };
}
