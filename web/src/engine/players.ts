// The engine of a table with all computer players, a module of its own: for a worker, and tests.
// Not here: what a table can be asked without them (engine.ts).
// Invariant: as there; the same question has the same answer.
import { Analyser, ANALYSIS_CALLS } from './analyser';
import { Engine, ENGINE_CALLS } from './engine';
import { instantiate, type EngineSource, type Module } from './module';
import type { Thought } from './types';

const CALLS = [...ENGINE_CALLS, ...ANALYSIS_CALLS, 'cw_choose', 'cw_think'] as const;
type Call = (typeof CALLS)[number];

export async function loadPlayers(source: EngineSource): Promise<Players> {
  return new Players(await instantiate(source, CALLS));
}

export class Players extends Engine {
  readonly #players: Module<Call>;
  readonly analyser: Analyser; // of records; it knows nothing of the table

  constructor(module: Module<Call>) {
    super(module);
    this.#players = module;
    this.analyser = new Analyser(module);
  }

  // One step, as a play, that a computer player would make here; the same for the same seed.
  choose(player: string, seed: bigint): string {
    if (!this.#players.write(player)) throw new Error('no player has so long a name');
    const lo = Number(BigInt.asUintN(32, seed));
    const hi = Number(BigInt.asUintN(32, seed >> 32n));
    return this.#players.text(this.#players.calls.cw_choose(lo, hi));
  }

  // What a search would play for this seat, which is to act; it takes a while.
  think(): Thought {
    return this.#players.json<Thought>(this.#players.calls.cw_think());
  }
}
