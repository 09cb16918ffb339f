// A new lesson, however it was asked for. Not here: what happens in it (lesson.svelte.ts).
// Invariant: what is played there the server says.
import { api } from '../api';
import { rememberGame } from '../games';
import { settings } from '../settings.svelte';

/** Makes its table and remembers it: its id. */
export async function beginLesson(name: string): Promise<string> {
  const key = await api.lesson(name, settings.paceMs);
  const told = { name, rules: '', overrides: '', alone: true, lesson: true };
  rememberGame(localStorage, { ...key, ...told, at: Date.now() });
  return key.table;
}
