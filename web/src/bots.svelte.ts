// The computer players of the server, asked for once. Not here: how they play, and their levels.
// Invariant: while the list is not there, no player is named and the server takes its usual one.
import { api } from './api';

export const bots = $state<{ names: string[]; usual: string }>({ names: [], usual: '' });

let asking: Promise<void> | null = null;

async function ask(): Promise<void> {
  try {
    const told = await api.bots();
    bots.names = told.bots.map((bot) => bot.name);
    bots.usual = told.usual;
  } catch {
    asking = null; // A table can be made all the same.
  }
}

export function loadBots(): void {
  asking ??= ask();
}
