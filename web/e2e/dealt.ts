// A table that the test itself deals: the WebSocket of the page is answered by the test.
// Not here: tests. Invariant: the engine in the page takes every line, so the table is possible.
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import type { Manner, Size } from './browser';
import type { Setup } from './setup';

export interface Deal {
  size: Size;
  rules: string;
  overrides?: string;
  events: string[];
  players?: number;
  person?: number; // whose page it is
  away?: readonly number[]; // people for whom a computer plays
  start?: string;
  hints?: boolean;
}

export interface Dealt {
  page: Page;
  sent: Record<string, unknown>[]; // what the page sends, but for signs of life
  tell: (frame: Record<string, unknown>) => void; // what the server would send
}

const NAMES = ['Anna', 'Bruno', 'Clara', 'David', 'Eva', 'Finn', 'Greta', 'Hugo'];
const START = 'view seat 0 dealer 3 played 0 totals 1200,-40';

export async function dealTable(
  person: Setup['person'],
  address: string,
  deal: Deal,
  manner: Manner = 'hasty',
): Promise<Dealt> {
  const {
    size,
    rules,
    overrides = '',
    events,
    players = 4,
    person: me = 0,
    away = [],
    start = START,
    hints = true,
  } = deal;
  const { page } = await person(size, manner);
  const sent: Record<string, unknown>[] = [];
  const seats = NAMES.slice(0, players).map((name, i) => ({
    name,
    who: i === me || away.includes(i) ? 'human' : 'bot',
    present: i === me,
  }));
  const known = { id: 'T', rules, overrides, seats, pace_ms: 900, invite: 'I' };
  const table = { ...known, bot: 'book', hints };
  const doers = away.map((seat) => ({
    ...{ event: 0, seat, name: NAMES[seat], who: 'human', by: 'computer' },
  }));
  const snap = { t: 'snap', seq: 9, table, start, events, doers, sheets: [], vh: '' };
  let line: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    line = socket;
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as Record<string, unknown>;
      if (frame['t'] === 'ping') return socket.send(JSON.stringify({ t: 'pong' }));
      sent.push(frame);
      if (frame['t'] !== 'hello') return;
      socket.send(JSON.stringify({ t: 'welcome', v: 1, seat: me, table: 'T', n: 0 }));
      socket.send(JSON.stringify(snap));
    });
  });
  const key = { table: 'T', seat: me, token: 'x', invite: 'I' };
  const game = { ...key, name: NAMES[me], rules, overrides, at: 0 };
  await page.addInitScript(
    (own) => localStorage.setItem('canasta.games', JSON.stringify([own])),
    game,
  );
  await page.goto(`${address}#t=T`);
  await page.locator('main.table').waitFor();
  return { page, sent, tell: (frame) => line?.send(JSON.stringify(frame)) };
}

/** Waits until this play is sent, and does it as the server would. */
export async function answers(dealt: Dealt, play: string, ...events: string[]): Promise<void> {
  const { page, sent, tell } = dealt;
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'cmd', play });
  const command = sent.at(-1) ?? {};
  const seq = Number(command['at']) + 1;
  tell({ t: 'ack', n: command['n'], seq });
  tell({ t: 'ev', seq, kind: 'play', seat: 0, events });
  await expect.poll(() => page.evaluate(() => window.canasta?.seq())).toBe(seq);
}
