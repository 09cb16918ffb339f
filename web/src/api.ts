// The HTTP calls of docs/protocol.md. Not here: the WebSocket (net.ts).
// Invariant: every failure is an ApiError with a code that has a sentence.
import type { SeatInfo } from './frames';
import { reasonText } from './messages';

export interface SeatKey {
  table: string;
  seat: number;
  token?: string; // of a new person; this browser keeps it as a cookie, too
  invite: string;
}

export interface TableLook {
  table: string;
  rules: string;
  overrides: string;
  house?: string; // what the rules are called; older servers do not say
  bot: string;
  hints: boolean;
  seats: SeatInfo[];
  phase: string;
}

export interface Bots {
  bots: { name: string; summary: string }[];
  usual: string; // plays where nobody chose
}

export interface RuleSet {
  name: string;
  title: string;
  parent: string; // empty for a root
  players: number[]; // numbers a table may have, ascending
  usual: number; // how many it is usually played by
  targets: number[]; // with each of these numbers: the total that ends a game ...
  rounds: number[]; // ... or the hands it has instead, 0 for none
}

export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A failure in the words of the catalogue. */
export function errorText(error: unknown): string {
  return error instanceof ApiError
    ? reasonText({ code: error.code, have: 0, need: 0 })
    : String(error);
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    throw new ApiError('OFFLINE', String(error));
  }
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  throw new ApiError(
    String(answer?.['error'] ?? 'OFFLINE'),
    String(answer?.['message'] ?? response.status),
  );
}

async function json<T>(response: Response): Promise<T> {
  const answer = (await response.json().catch(() => null)) as T | null;
  if (answer === null) throw new ApiError('OFFLINE', 'the answer is no JSON');
  return answer;
}

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return json<T>(await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

export interface NewTable {
  rules: string;
  players: number;
  overrides: string;
  name: string;
  pace_ms: number;
  seat: number; // of the maker
  bot?: string; // the usual one if it is missing
  hints: boolean;
  join: 'now' | 'next'; // when somebody sits down who takes a seat from a bot
}

const at = (table: string): string => `/v1/tables/${encodeURIComponent(table)}`;

export const api = {
  rules: async () => (await json<{ rulesets: RuleSet[] }>(await ask('/v1/rules'))).rulesets,
  bots: async () => json<Bots>(await ask('/v1/bots')),
  explain: async (rules: string, players: number, overrides: string) => {
    const query = new URLSearchParams({ players: String(players) });
    if (overrides !== '') query.set('overrides', overrides);
    return (await ask(`/v1/rules/${encodeURIComponent(rules)}/explain?${query}`)).text();
  },
  create: (table: NewTable) => post<SeatKey>('/v1/tables', table),
  look: (table: string, invite: string) => post<TableLook>(`${at(table)}/look`, { invite }),
  sit: (table: string, seat: number, invite: string, name: string) =>
    post<SeatKey>(`${at(table)}/seats/${seat}`, { invite, name }),
  leave: (table: string, token?: string) => post<object>(`${at(table)}/leave`, { token }),
};
