// The frames of docs/protocol.md as types, and their reading.
// Not here: sending and reconnecting (net.ts). Invariant: what is no frame of the protocol is null.
import type { ToldDeal } from './fair/check';

export interface SeatInfo {
  name: string;
  who: 'bot' | 'human';
  present: boolean;
  coming?: string; // who has this seat from the next hand on
}

/** Who has played the events of a seat from one on, as it was then. */
export interface DoerTold {
  event: number; // of those of the snapshot
  seat: number;
  name: string;
  who: 'bot' | 'human'; // whose the seat was
  by?: 'computer'; // for itself, or for a person
}

/** A deal that can be proven; its own seed comes when the hand is over. */
export type FairTold = ToldDeal;

export interface TableInfo {
  id: string;
  rules: string;
  overrides: string;
  house?: string; // what the rules are called, empty for a rule set as it stands
  bot: string; // the computer player of all seats without a person
  hints: boolean; // pages may show what `book` would play
  lesson?: boolean; // on a fixed deal, which proves nothing
  seats: SeatInfo[];
  pace_ms: number;
  join?: 'now' | 'next';
  clock?: number; // seconds for a turn; 0: as long as one likes
  paused?: boolean; // by consent
  lost?: boolean; // the hand dealt last cannot be opened any more: it is given up
  owner?: number; // the seat whose word counts, if a person has one
  invite?: string; // these two: for who sits there
  watch?: string; // an invitation to look on, if there is one
  watching?: 'hand'; // who looks on sees hands that are over; missing: as they are played
}

export interface HandSheet {
  hand: number;
  scores: import('./engine/types').Score[];
  totals: number[];
}

export interface Snapshot {
  t: 'snap';
  seq: number;
  table: TableInfo;
  start: string;
  events: string[];
  doers?: DoerTold[];
  sheets: HandSheet[];
  clock_ms?: number; // that the clock leaves who is to act
  lasted_s?: number; // that a game with a limit of time has lasted, pauses left out
  vh: string;
  fair?: { next?: { deal: number; commit: string; given: number[] }; dealt?: FairTold };
  proofs?: unknown[]; // of the cards of this hand that were shown
}

export type TableChange = { t: 'ev'; seq: number; vh?: string } & (
  | {
      kind: 'play';
      seat: number;
      by?: 'computer';
      events: string[];
      seats?: SeatInfo[]; // somebody sits down as it ends the hand
      owner?: number;
      proofs?: unknown[];
    }
  | {
      kind: 'deal';
      lasted_s?: number;
      start?: string;
      events: string[];
      seats?: SeatInfo[];
      owner?: number;
      fair?: FairTold;
      proofs?: unknown[];
    }
  | { kind: 'game'; start: string; events?: string[] }
  | { kind: 'seat'; seats: SeatInfo[]; owner?: number }
  | { kind: 'pace'; ms: number }
  | { kind: 'pause'; paused: boolean; lasted_s?: number }
  | { kind: 'invite'; invite?: string; watch?: string; watching?: 'hand' }
  | { kind: 'commit'; deal: number; commit: string }
  | { kind: 'seed'; seat: number }
  | { kind: 'reveal'; deal: number; seed: string }
);

export interface Refusal {
  t: 'rej';
  n?: number;
  code: string;
  have?: number;
  need?: number;
  step?: number;
  seq?: number;
  retry_ms?: number;
}

export type ServerFrame =
  | { t: 'welcome'; v: number; seat: number | null; table: string; n: number; resumed?: boolean }
  | Snapshot
  | TableChange
  | { t: 'seats'; seats: SeatInfo[]; owner?: number; paused?: boolean; lasted_s?: number }
  | { t: 'ack'; n: number; seq: number }
  | Refusal
  | { t: 'paused' } // the server cannot save just now; a snapshot follows when it can
  | { t: 'nudge'; seat: number } // who reminds
  | { t: 'clock'; seat: number } // whose turn a bot plays
  | { t: 'vote'; seat: number; what: string } // who would like a pause, or a seat freed
  | { t: 'said'; seat: number; what: string } // a phrase, by its key
  | { t: 'pong' }
  | { t: 'bye'; code: string };

const KINDS = new Set([
  ...['welcome', 'snap', 'paused', 'ev', 'seats', 'ack', 'rej', 'pong', 'bye'],
  ...['nudge', 'clock', 'vote', 'said'],
]);

export function readFrame(text: string): ServerFrame | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('t' in value)) return null;
    return KINDS.has(String(value.t)) ? (value as ServerFrame) : null;
  } catch {
    return null;
  }
}

export type Command =
  | { play: string; at: number }
  | { do: 'deal' | 'next' | 'rematch' | 'pause' | 'resume'; at: number }
  | { do: 'seed'; deal: number; seed: string; at: number }
  | { do: 'pace'; ms: number; at: number };
