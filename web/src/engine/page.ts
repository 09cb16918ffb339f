// The engine modules of this page, each fetched and compiled once, whoever asks first.
// Not here: what they are asked (engine.ts, rules.ts). Invariant: a fetch that failed is begun anew
// by who asks next, and no two of a module run at a time.
import { loadEngine, type Engine } from './engine';
import { compileEngine } from './module';
import { loadRules, type Rules } from './rules';

function once(name: string): () => Promise<WebAssembly.Module> {
  let module: Promise<WebAssembly.Module> | null = null;
  return () =>
    (module ??= compileEngine(new URL(name, document.baseURI)).catch((error: unknown) => {
      module = null;
      throw error;
    }));
}

/** Begins the fetch early; who needs the engine hears of a failure. */
export const fetchEngine = once('engine.wasm');
/** For a worker beside the page. */
export const fetchPlayers = once('players.wasm');
const fetchRules = once('rules.wasm');

/** An engine of one's own, of the module that all share. */
export async function newEngine(): Promise<Engine> {
  return loadEngine(await fetchEngine());
}

export async function newRules(): Promise<Rules> {
  return loadRules(await fetchRules());
}
