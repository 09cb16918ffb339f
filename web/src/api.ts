// The HTTP calls of docs/protocol.md. Not here: the WebSocket (net.ts).
// Invariant: every failure is an ApiError with a code that has a sentence.
import type { SeatInfo } from './frames';

export interface SeatKey {
  table: string;
  seat: number;
  token: string;
  invite: string;
}

export interface TableLook {
  table: string;
  rules: string;
  overrides: string;
  seats: SeatInfo[];
  phase: string;
}

export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

async function post<T>(path: string, body: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    throw new ApiError('OFFLINE', String(error));
  }
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  if (!response.ok || answer === null) {
    throw new ApiError(
      String(answer?.['error'] ?? 'OFFLINE'),
      String(answer?.['message'] ?? response.status),
    );
  }
  return answer as T;
}

export interface NewTable {
  rules: string;
  overrides: string;
  name: string;
  pace_ms: number;
}

const at = (table: string): string => `/v1/tables/${encodeURIComponent(table)}`;

export const api = {
  create: (table: NewTable) => post<SeatKey>('/v1/tables', table),
  look: (table: string, invite: string) => post<TableLook>(`${at(table)}/look`, { invite }),
  sit: (table: string, seat: number, invite: string, name: string) =>
    post<SeatKey>(`${at(table)}/seats/${seat}`, { invite, name }),
  leave: (table: string, token: string) => post<object>(`${at(table)}/leave`, { token }),
};
