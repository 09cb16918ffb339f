// The games this browser holds a seat in, and the person's name, in local storage.
// Not here: the games themselves. Invariant: unreadable storage counts as empty, never as an error;
// a key is forgotten when its person wishes or has left, never because a server is in trouble.
import { api, ApiError, type SeatKey } from './api';
import { isOver } from './codes';

export interface OwnGame extends SeatKey {
  name: string;
  rules: string;
  overrides: string;
  house?: string; // name of house rules
  at: number; // milliseconds since 1970 of the last visit
  alone?: boolean; // made to be played with computer players
  lesson?: boolean; // the first steps
  over?: boolean; // when it was looked at last
}

const GAMES = 'canasta.games';
const NAME = 'canasta.name';
const FORGOTTEN = 'canasta.forgotten'; // tables taken off the list that the server knows of
const MOST_GAMES = 50;

function isGame(value: unknown): value is OwnGame {
  if (typeof value !== 'object' || value === null) return false;
  const game = value as Record<string, unknown>;
  const texts = ['table', 'invite', 'name', 'rules', 'overrides'];
  return texts.every((key) => typeof game[key] === 'string') && typeof game['seat'] === 'number';
}

export function readGames(storage: Storage): OwnGame[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(GAMES) ?? '[]');
    return Array.isArray(value) ? value.filter(isGame) : [];
  } catch {
    return [];
  }
}

function writeGames(storage: Storage, games: OwnGame[]): void {
  try {
    storage.setItem(GAMES, JSON.stringify(games.slice(0, MOST_GAMES)));
  } catch {
    // Private windows may refuse storage; the game still runs while the page is open.
  }
}

/** Puts a game on top of the list; one of the same table is replaced. */
export function rememberGame(storage: Storage, game: OwnGame): void {
  writeGames(storage, [game, ...readGames(storage).filter((old) => old.table !== game.table)]);
  const forgotten = readForgotten(storage);
  if (forgotten.includes(game.table))
    writeForgotten(
      storage,
      forgotten.filter((table) => table !== game.table),
    );
}

/** Whether a game is over, so that the start page knows before it has asked. */
export function markOver(storage: Storage, table: string, over: boolean): void {
  const games = readGames(storage);
  const game = games.find((one) => one.table === table);
  if (game === undefined || (game.over ?? false) === over) return;
  game.over = over;
  writeGames(storage, games);
}

export function readForgotten(storage: Storage): string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(FORGOTTEN) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function writeForgotten(storage: Storage, tables: string[]): void {
  try {
    storage.setItem(FORGOTTEN, JSON.stringify(tables.slice(0, MOST_GAMES)));
  } catch {
    // As above.
  }
}

export function forgetGame(storage: Storage, table: string): void {
  writeGames(
    storage,
    readGames(storage).filter((game) => game.table !== table),
  );
  writeForgotten(storage, [table, ...readForgotten(storage).filter((old) => old !== table)]);
}

/** Of who is nobody here any more: neither games nor name stay. */
export function forgetAll(storage: Storage): void {
  for (const key of [GAMES, NAME, FORGOTTEN]) storage.removeItem(key);
}

/** Gives the seat up; the key is kept unless the server has taken it back or knows it no more. */
export async function leaveGame(
  storage: Storage,
  { table, token }: Pick<OwnGame, 'table' | 'token'>,
  leave: typeof api.leave = api.leave,
): Promise<void> {
  try {
    await leave(table, token);
  } catch (error) {
    if (!(error instanceof ApiError && isOver(error.code))) throw error;
  }
  forgetGame(storage, table);
}

export function findGame(storage: Storage, table: string): OwnGame | undefined {
  return readGames(storage).find((game) => game.table === table);
}

export function readName(storage: Storage): string {
  return storage.getItem(NAME) ?? '';
}

/** None leaves what was there. */
export function writeName(storage: Storage, name: string): void {
  if (name === '') return;
  try {
    storage.setItem(NAME, name);
  } catch {
    // As above.
  }
}
