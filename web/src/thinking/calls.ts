// What a worker beside the page can be asked, of the module with all computer players.
// Not here: asking (thinking.ts), answering one after the other (worker.ts).
// Invariant: question and answer are plain data, and the page fetches nothing of this file.
import type { AnalysisPlan, Told } from '../engine/analyser';
import type { Start } from '../engine/engine';
import type { Players } from '../engine/players';
import type { Thought } from '../engine/types';

/** A table as one seat was told of it. */
export interface Position {
  start: Start;
  events: readonly string[];
}

function take(players: Players, { start, events }: Position): void {
  for (const answer of [players.start(start), ...events.map((line) => players.event(line))])
    if (!answer.ok) throw new Error(answer.message);
}

export const calls = {
  /** What a search would play here, of which the seat has the turn. */
  think: (players: Players, position: Position): Thought => {
    take(players, position);
    return players.think();
  },

  /** A step that this player would make here. */
  choose: (players: Players, position: Position, player: string, seed: bigint): string => {
    take(players, position);
    return players.choose(player, seed);
  },
  /** Begins the analysis of a hand of a record; what was told in that hand. */
  analyse: (players: Players, record: string, plan: AnalysisPlan): Told =>
    players.analyser.begin(record, plan),
  /** What its next moment adds to its JSON; nothing once all were looked at. */
  goOn: (players: Players): string => players.analyser.goOn(),
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
type After<All extends unknown[]> = All extends [Players, ...infer Rest] ? Rest : never;
export type Asked<Name extends CallName> = After<Parameters<Calls[Name]>>;
export type Answered<Name extends CallName> = ReturnType<Calls[Name]>;

/** As they travel; the answer has the number of its question, and none is one that failed. */
export type Question = {
  [Name in CallName]: { id: number; call: Name; asked: Asked<Name> };
}[CallName];
export interface Reply {
  id: number;
  answer: Answered<CallName> | null;
}
