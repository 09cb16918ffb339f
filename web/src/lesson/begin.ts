// A new lesson, and the game behind it, however they were asked for. Not here: what happens in a
// lesson (lesson.svelte.ts). Invariant: what is played in a lesson the server says, and the game
// behind it is the same one in earnest.
import { api } from '../api';
import type { TableInfo } from '../frames';
import { leaveGame, readGames, readName, rememberGame } from '../games';
import { settings } from '../settings.svelte';
import { ALONE, tableWish } from '../wish';

/** Makes its table and remembers it: its id. One at a time: the one before is left. */
export async function beginLesson(name = readName(localStorage)): Promise<string> {
  const key = await api.lesson(name, settings.paceMs);
  for (const before of readGames(localStorage).filter(({ lesson }) => lesson === true))
    void leaveGame(localStorage, before).catch(() => undefined); // then it stays on the list
  const told = { name, rules: '', overrides: '', alone: true, lesson: true };
  rememberGame(localStorage, { ...key, ...told, at: Date.now() });
  return key.table;
}

/** A whole game by the rules of the lesson, with as many of the same computer players. */
export async function beginGame({ rules, seats, bot, hints }: TableInfo): Promise<string> {
  const name = readName(localStorage);
  const order = { rules, overrides: '', players: seats.length, seat: 0, bot, hints };
  const own = { name: name || undefined, pace_ms: settings.paceMs };
  const key = await api.create({ ...order, ...own, ...tableWish(ALONE) });
  rememberGame(localStorage, { ...key, name, rules, overrides: '', alone: true, at: Date.now() });
  return key.table;
}
