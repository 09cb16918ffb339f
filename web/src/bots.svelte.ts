// The computer players that the server offers, asked for once. Not here: how they play.
// Invariant: while the list is not there, none is offered.
import { api } from './api';
import { isOffered } from './levels';

export const bots = $state<{ names: string[]; usual: string }>({ names: [], usual: '' });

let asking: Promise<void> | null = null;

async function ask(): Promise<void> {
  try {
    const told = await api.bots();
    bots.names = told.bots.map((bot) => bot.name).filter(isOffered);
    bots.usual = told.usual;
  } catch {
    asking = null; // A table can be made all the same.
  }
}

export function loadBots(): void {
  asking ??= ask();
}
