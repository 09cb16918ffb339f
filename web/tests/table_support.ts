// A table with the real engine, whose line only listens. Not here: tests.
// Invariant: a table that was begun agrees with the engine's hash.
import { expect } from 'vitest';
import type { Command, TableInfo } from '../src/frames';
import type { Reply } from '../src/net';
import { settings } from '../src/settings.svelte';
import { Table } from '../src/table.svelte';
import type { SecondThought } from '../src/thinking/second.svelte';
import { newEngine } from './engine_support';

// Nobody takes a discard back here, and nobody is asked whether he means it.
Object.assign(settings, { takeBackMs: 0, askDiscard: false });

export class Listener {
  sent: Command[] = [];
  resyncs = 0;
  nudges = 0;
  said: string[] = [];
  answer: Reply = { ok: true, seq: 0 };
  command = (body: Command): Promise<Reply> => {
    this.sent.push(body);
    return Promise.resolve(this.answer);
  };
  resync = (): void => {
    this.resyncs++;
  };
  nudge = (): void => {
    this.nudges++;
  };
  say = (what: string): void => {
    this.said.push(what);
  };
  get plays(): string[] {
    return this.sent.map((body) => ('play' in body ? body.play : body.do));
  }
}

const NAMES = ['Anna', 'Bruno', 'Clara', 'David', 'Eva', 'Finn'];

export function infoOf(rules: string, players: number): TableInfo {
  const seats = NAMES.slice(0, players).map((name, i) => ({
    name,
    who: i === 0 ? ('human' as const) : ('bot' as const),
    present: i === 0,
  }));
  const company = { bot: 'book', hints: true };
  return { id: 'T', rules, overrides: '', ...company, seats, pace_ms: 0, invite: 'I' };
}

export interface Begun {
  table: Table;
  line: Listener;
}

/** A table that has read a snapshot, first with a wrong hash and then with the right one. */
export async function beginTable(
  info: TableInfo,
  start: string,
  events: readonly string[],
  person = 0,
  second?: SecondThought,
): Promise<Begun> {
  const engine = await newEngine();
  const table = new Table(engine, null, second);
  const line = new Listener();
  table.connect(line);
  table.receive({ t: 'welcome', v: 1, seat: person, table: info.id, n: 0 });
  const snap = { t: 'snap' as const, seq: 5, table: info, start, events: [...events], sheets: [] };
  table.receive({ ...snap, vh: 'wrong' });
  expect(line.resyncs).toBe(1);
  table.receive({ ...snap, vh: engine.hash() });
  expect(line.resyncs).toBe(1);
  line.resyncs = 0;
  return { table, line };
}

/** Taps these cards of the hand, and no others. */
export function selectCards(table: Table, cards: readonly string[]): void {
  table.clearSelection();
  for (const card of cards) {
    const own = table.inHand.find((one) => one.card === card && !table.own.selected.has(one.id));
    if (own === undefined) throw new Error(`no ${card}`);
    table.toggle(own.id);
  }
}
