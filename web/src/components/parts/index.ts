// The parts of the page that are fetched when they are needed, for Lazy.svelte.
// Not here: what is in them; what is opened over a table (over.ts). Invariant: with the code of a
// table begins the fetch of the engine, so that neither waits for the other.
import { fetchEngine } from '../../engine/page';

function engineSoon(): void {
  fetchEngine().catch(() => {}); // whoever needs it asks again, and is told
}

export async function room() {
  engineSoon();
  return (await import('./table')).Room;
}

export const join = async () => (await import('./start')).Join;
export const lobby = async () => (await import('./start')).Lobby;
export const house = async () => (await import('./house')).HousePage;
export const which = async () => (await import('./house')).Which;
