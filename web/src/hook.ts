// What tests in a real browser may ask a page: the own view, its hash, the events it was told.
// Not here: playing; tests play by clicking. Invariant: nothing a person at this seat may not know.
import type { Engine } from './engine/engine';
import type { Judgement, View } from './engine/types';
import type { Table } from './table.svelte';

export interface CanastaHook {
  view: () => View | null;
  hash: () => string;
  judge: (play: string) => Judgement;
  record: () => {
    rules: string;
    overrides: string;
    seats: number;
    start: string;
    events: string[];
  };
  seq: () => number;
  sending: () => boolean;
}

declare global {
  interface Window {
    canasta?: CanastaHook;
  }
}

export function exposeTable(table: Table, engine: Engine): void {
  window.canasta = {
    view: () => table.view,
    hash: () => engine.hash(),
    judge: (play) => engine.judge(play),
    record: () => ({
      rules: table.feed.info?.rules ?? '',
      overrides: table.feed.info?.overrides ?? '',
      seats: table.feed.info?.seats.length ?? 0,
      start: table.feed.record.start,
      events: [...table.feed.record.events],
    }),
    seq: () => table.feed.seq,
    sending: () => table.sending,
  };
}
