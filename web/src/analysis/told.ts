// What `canasta analyse --json` tells of a hand (docs/analysis.md), also while it is looked at.
// Not here: what it means. Invariant: whole numbers; chances are parts of SURE, lists by side.

export const SURE = 65_536;

/** How far one step is ahead of another, with standard errors. */
export interface Lead {
  points: number;
  points_error: number;
  chance: number;
  chance_error: number;
  worlds: number;
}

export interface Decision {
  options: number;
  best: string;
  lost: Lead; // by the step that was made
  surely: boolean; // more than chance and more than nothing
  next: string;
  reasons: string[];
}

export interface Moment {
  turn: number;
  seat: number;
  step: string;
  decision: Decision | null;
  chance: number[];
}

/** By seat. */
export interface Account {
  decisions: number;
  lost: number;
  lost_error: number;
  lost_chance: number;
  lost_chance_error: number;
  draws: number;
  play: number;
  hidden: number;
}

/** By side; the parts add up to `ahead`. */
export interface SideAccount {
  ahead: number;
  deal: number;
  draws: number;
  play: number;
  hidden: number;
  others: number;
}

export interface HandTold {
  hand: number;
  dealer: number;
  start_chance: number[];
  dealt_chance: number[];
  moments: Moment[];
  sides?: SideAccount[]; // once all moments were looked at
  seats?: Account[];
}

/** The JSON so far; null before the first moment. */
export function readTold(text: string): HandTold | null {
  if (text === '') return null;
  return JSON.parse(text.endsWith('\n') ? text : `${text}]}`) as HandTold;
}
