// The games this browser's person has a seat in, and how they stand just now.
// Not here: words. Invariant: a game that is over or gone is never one to continue; one that
// cannot be looked at just now is.
import { api, ApiError, type TableLook } from '../api';
import { isFinal, isOver } from '../codes';
import { forgetGame, markOver, readForgotten, readGames, type OwnGame } from '../games';
import { person } from '../me.svelte';

export type GameState = 'running' | 'finished' | 'stuck' | 'gone';

export interface Mine {
  table: string;
  game: OwnGame | null; // null: another device has sat down there
  look: TableLook | null;
  code: string | null; // why it cannot be looked at
  state: GameState;
  seat: number; // -1: it is not known
  at: number; // milliseconds since 1970: when something happened there last
}

const MOST_TOLD = 20; // tables that only the server knows of

type Look = (table: string, invite?: string) => Promise<TableLook>;

export class MyGames {
  readonly #look: Look;
  #games = $state.raw(readGames(localStorage));
  #forgotten = $state.raw(readForgotten(localStorage));
  #looks = $state<Record<string, TableLook>>({});
  #codes = $state<Record<string, string>>({});

  readonly #told = $derived(
    (person.me?.tables ?? [])
      .filter((table) => this.#games.every((game) => game.table !== table))
      .filter((table) => !this.#forgotten.includes(table))
      .slice(0, MOST_TOLD),
  );
  /** The last one visited first; of those the server tells of only what could be looked at. */
  readonly all = $derived([
    ...this.#games.map((game) => this.#mine(game.table, game)),
    ...this.#told.flatMap((table) =>
      this.#looks[table] === undefined ? [] : [this.#mine(table, null)],
    ),
  ]);
  readonly running = $derived(this.all.filter(({ state }) => state === 'running'));
  /** All but the first one to continue: what runs, what is over, what is gone. */
  readonly others = $derived([
    ...this.running.slice(1),
    ...this.all.filter(({ state }) => state === 'finished' || state === 'stuck'),
    ...this.all.filter(({ state }) => state === 'gone'),
  ]);

  constructor(look: Look = lookAt) {
    this.#look = look;
  }

  #mine(table: string, game: OwnGame | null): Mine {
    const look = this.#looks[table] ?? null;
    const code = this.#codes[table] ?? null;
    const seat = game?.seat ?? look?.seat ?? -1;
    const at = look?.at === undefined ? (game?.at ?? 0) : look.at * 1000;
    return { table, game, look, code, state: stateOf(game, look, code), seat, at };
  }

  /** Asks each table once how it stands. */
  lookAround(): void {
    for (const game of this.#games) void this.#ask(game.table, game.invite);
    for (const table of this.#told) void this.#ask(table);
  }

  readonly #asked = new Set<string>();

  async #ask(table: string, invite?: string): Promise<void> {
    if (this.#asked.has(table)) return;
    this.#asked.add(table);
    try {
      const look = await this.#look(table, invite);
      this.#looks[table] = look;
      markOver(localStorage, table, look.phase === 'game_end');
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'OFFLINE') this.#codes[table] = error.code;
    }
  }

  forget(table: string): void {
    forgetGame(localStorage, table);
    this.#games = readGames(localStorage);
    this.#forgotten = readForgotten(localStorage);
  }
}

function stateOf(game: OwnGame | null, look: TableLook | null, code: string | null): GameState {
  if (code !== null) return isOver(code) ? 'gone' : isFinal(code) ? 'stuck' : 'running';
  const over = look === null ? (game?.over ?? false) : look.phase === 'game_end';
  return over ? 'finished' : 'running';
}

/** An invitation that has been replaced is no reason not to look. */
async function lookAt(table: string, invite?: string): Promise<TableLook> {
  try {
    return await api.look(table, invite);
  } catch (error) {
    if (invite === undefined || !(error instanceof ApiError && error.code === 'BAD_INVITE'))
      throw error;
    return api.look(table);
  }
}
