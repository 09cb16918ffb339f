// The frames of docs/protocol.md as types, and their reading.
// Not here: sending and reconnecting (net.ts). Invariant: what is no frame of the protocol is null.
export interface SeatInfo {
  name: string;
  who: 'bot' | 'human';
  present: boolean;
}

export interface TableInfo {
  id: string;
  rules: string;
  overrides: string;
  house?: string; // what the rules are called, empty for a rule set as it stands
  bot: string; // the computer player of all seats without a person
  hints: boolean; // pages may show what `book` would play
  seats: SeatInfo[];
  pace_ms: number;
  invite: string;
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
  sheets: HandSheet[];
  vh: string;
}

export type TableChange = { t: 'ev'; seq: number; vh?: string } & (
  | { kind: 'play'; seat: number; events: string[] }
  | { kind: 'deal'; start?: string; events: string[] }
  | { kind: 'seat'; seats: SeatInfo[] }
  | { kind: 'pace'; ms: number }
  | { kind: 'game'; start: string; events?: string[] }
);

export interface Refusal {
  t: 'rej';
  n?: number;
  code: string;
  have?: number;
  need?: number;
  step?: number;
  seq?: number;
}

export type ServerFrame =
  | { t: 'welcome'; v: number; seat: number; table: string; n: number; resumed?: boolean }
  | Snapshot
  | TableChange
  | { t: 'seats'; seats: SeatInfo[] }
  | { t: 'ack'; n: number; seq: number }
  | Refusal
  | { t: 'paused' } // the server cannot save just now; a snapshot follows when it can
  | { t: 'pong' }
  | { t: 'bye'; code: string };

const KINDS = new Set(['welcome', 'snap', 'paused', 'ev', 'seats', 'ack', 'rej', 'pong', 'bye']);

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
  | { do: 'next' | 'rematch'; at: number }
  | { do: 'pace'; ms: number; at: number };
