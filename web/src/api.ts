// The HTTP calls of docs/protocol.md. Not here: the WebSocket (net.ts).
// Invariant: every failure is an ApiError with a code that has a sentence.
import type { SeatInfo } from './frames';
import { refusalText } from './messages';

export interface SeatKey {
  table: string;
  seat: number;
  token?: string; // of a new person; this browser keeps it as a cookie, too
  invite: string;
  watch?: string;
  from?: 'next'; // it is his with the next hand
}

export interface TableLook {
  table: string;
  rules: string;
  overrides: string;
  house?: string; // what the rules are called; older servers do not say
  bot: string;
  hints: boolean;
  lesson?: boolean; // the first steps
  seats: SeatInfo[];
  phase: string;
  // How it stands; older servers do not say.
  totals?: number[]; // by side
  sides?: number[]; // of each seat
  won?: number[]; // sides
  hand?: number; // its number
  turn?: number; // the seat that is to act
  at?: number; // seconds since 1970
  seat?: number; // of who asks without an invitation
  join?: 'now' | 'next';
  kept_until?: string; // a day; missing: for ever
  deserted?: number; // hands its maker has left at earlier tables
}

/** A table that its people want to be found. */
export interface OpenTable {
  table: string;
  invite: string;
  rules: string;
  house: string;
  overrides: string;
  seats: SeatInfo[];
  join: 'now' | 'next';
}

/** A game of a table, by its number. */
export interface PlayedGame {
  game: number;
  date: string;
  hands: number;
  finished: boolean;
}

/** Who this browser belongs to. */
export interface Me {
  person: string;
  name: string;
  login?: string; // of an account
  devices: { id: string; label: string; this: boolean }[];
  tables: string[]; // the latest first
}

export interface Bots {
  bots: { name: string; summary: string }[];
  usual: string; // plays where nobody chose
}

export interface RuleSet {
  name: string;
  title: string;
  about: string; // one sentence, or empty: the page has its own of the games it knows
  club: boolean; // the sheet of a club or a family
  parent: string; // empty for a root
  players: number[]; // numbers a table may have, ascending
  usual: number; // how many it is usually played by
  targets: number[]; // with each of these numbers: the total that ends a game ...
  rounds: number[]; // ... or the hands it has instead, 0 for none
}

export class ApiError extends Error {
  readonly code: string;
  readonly retryMs: number; // 0, or when to ask again
  constructor(code: string, message: string, retryMs = 0) {
    super(message);
    this.code = code;
    this.retryMs = retryMs;
  }
}

/** A failure in the words of the catalogue. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? refusalText(error.code, error.retryMs) : String(error);
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
    Number(answer?.['retry_ms'] ?? 0),
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

/** Who looks on sees what is played, or hands that are over. */
export type Watching = 'live' | 'hand';

export interface NewTable {
  rules: string;
  players: number;
  overrides: string;
  name?: string | undefined; // without: the one he has
  pace_ms: number;
  seat: number; // of the maker
  bot?: string; // the usual one if it is missing
  hints: boolean;
  join: 'now' | 'next'; // when somebody sits down who takes a seat from a bot
  deal: 'now' | 'later'; // whether the first hand waits for the maker's word
  watch: false | Watching; // an invitation to look on
  clock: number; // seconds for a turn, 0: as long as one likes
  open: boolean; // everybody finds the table
}

/** A key of its own for a call that has no body; without one the cookie says who asks. */
const shown = (token?: string): RequestInit =>
  token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };

const at = (table: string): string => `/v1/tables/${encodeURIComponent(table)}`;

export const api = {
  rules: async () => (await json<{ rulesets: RuleSet[] }>(await ask('/v1/rules'))).rulesets,
  bots: async () => json<Bots>(await ask('/v1/bots')),
  /** Where others of the network find the page: told at the server's own computer. */
  lan: async () => (await json<{ addresses: string[] }>(await ask('/v1/lan'))).addresses,
  explain: async (rules: string, players: number, overrides: string) => {
    const query = new URLSearchParams({ players: String(players) });
    if (overrides !== '') query.set('overrides', overrides);
    return (await ask(`/v1/rules/${encodeURIComponent(rules)}/explain?${query}`)).text();
  },
  create: (table: NewTable) => post<SeatKey>('/v1/tables', table),
  /** The table of the first steps, which says itself what is played. */
  lesson: (name: string, pace_ms: number) =>
    post<SeatKey>('/v1/tables', { lesson: true, pace_ms, name: name || undefined }),
  /** Without an invitation for who has a seat there. */
  look: (table: string, invite?: string) => post<TableLook>(`${at(table)}/look`, { invite }),
  /** Without a name he keeps the one he has. */
  sit: (table: string, seat: number, invite: string, name?: string) =>
    post<SeatKey>(`${at(table)}/seats/${seat}`, { invite, name }),
  free: (table: string, seat: number, token?: string) =>
    post<{ free: boolean; have?: number; need?: number }>(`${at(table)}/free/${seat}`, { token }),
  invite: (table: string, to: 'sit' | Watching, token?: string) => {
    const scope = to === 'sit' ? { scope: to } : { scope: 'watch', watch: to };
    return post<object>(`${at(table)}/invite`, { ...scope, token });
  },
  openTables: async () => (await json<{ tables: OpenTable[] }>(await ask('/v1/tables'))).tables,
  games: async (table: string, token?: string) =>
    (await json<{ games: PlayedGame[] }>(await ask(`${at(table)}/games`, shown(token)))).games,
  record: async (table: string, game: number, token?: string) =>
    (await ask(`${at(table)}/games/${game}`, shown(token))).text(),
  /** Null for a browser that is nobody's yet. */
  me: async () => {
    const me = await json<Me | { person: null }>(await ask('/v1/me'));
    return me.person === null ? null : me;
  },
  beGuest: (name: string) => post<Me>('/v1/me', { name }),
  rename: (name: string) => post<Me>('/v1/me/name', { name }),
  code: () => post<{ code: string; seconds: number }>('/v1/me/code', {}),
  useCode: (code: string) => post<Me>('/v1/code', { code }),
  endDevice: (id: string) => post<Me>(`/v1/me/devices/${encodeURIComponent(id)}/end`, {}),
  account: (login: string, password: string) => post<Me>('/v1/me/account', { login, password }),
  myData: async () => (await ask('/v1/me/export')).text(),
  deleteMe: () => post<object>('/v1/me/delete', { confirm: 'delete' }),
  signIn: (login: string, password: string) => post<Me>('/v1/session', { login, password }),
  leave: (table: string, token?: string) => post<object>(`${at(table)}/leave`, { token }),
};
