// The analysis of a record, in the module with all computer players: one hand, moment by moment.
// Not here: what is made of it (analysis/). Invariant: of the hands of a record one is looked at,
// up to whose end it is read.
import type { Module } from './module';

export const ANALYSIS_CALLS = [
  'cw_analysis_start',
  'cw_analysis_read',
  'cw_analysis_go_on',
] as const;

export interface AnalysisPlan {
  hand: number; // from 1
  playouts: number; // for a decision
  seed: bigint;
}

/** The lines that views start from, the deal, the steps, the score: each as every seat is told it,
    and last as everybody is. */
export type Told = string[][];

export class Analyser {
  readonly #module: Module<(typeof ANALYSIS_CALLS)[number]>;

  constructor(module: Module<(typeof ANALYSIS_CALLS)[number]>) {
    this.#module = module;
  }

  begin(record: string, { hand, playouts, seed }: AnalysisPlan): Told {
    const { calls } = this.#module;
    const [lo, hi] = [BigInt.asUintN(32, seed), BigInt.asUintN(32, seed >> 32n)];
    this.#module.text(calls.cw_analysis_start(playouts, Number(lo), Number(hi)));
    let told: Told = [];
    let hands = 0;
    for (const line of record.split('\n')) {
      if (!this.#module.write(line)) throw new Error('no line of a record is that long');
      const news = this.#module.json<Told>(calls.cw_analysis_read());
      if (news[0]?.[0]?.startsWith('view ') === true) [told, hands] = [[], hands + 1];
      told.push(...news);
      if (hands === hand && news.at(-1)?.[0]?.startsWith('score ') === true) return told;
    }
    throw new Error(`the record has ${hands} hands`);
  }

  /** What the next moment adds to the JSON of the hand; nothing once all were looked at. */
  goOn(): string {
    return this.#module.text(this.#module.calls.cw_analysis_go_on());
  }
}
