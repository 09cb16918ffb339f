// A table of the real server with cards that the test chose: the deck in its log is another one.
// Not here: tests; tables without a server behind them (dealt.ts).
// Invariant: seat 0 begins, holds the given hand and draws the given cards one after the other.
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { splitCards } from '../src/cards';
import type { Card } from '../src/engine/types';
import type { Size } from './browser';
import type { Setup } from './setup';

export interface Stack {
  size: Size;
  rules: string; // of two packs and four jokers, for four
  overrides?: string;
  hand: string; // all cards dealt to seat 0
  turned?: string; // the upcard, where there is one
  draws: string; // from the top of the stock
  bot?: string;
  pace?: number; // ms that a computer waits before each play; usually nobody else plays
}

const SEATS = 4;
const DEALER = 3n; // the first player is the next seat; a BigInt is written as a whole number
const SLOW_BOTS_MS = 5000; // nobody else plays while the test looks

/** Two packs and four jokers; what nobody should be dealt by chance comes last. */
function pack(): Card[] {
  const faces = [...'456789TJQKA23'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
  return [...faces.flatMap((face) => [face, face]), 'X', 'X', 'X', 'X'];
}

function without(cards: readonly Card[], taken: readonly Card[]): Card[] {
  const left = [...cards];
  for (const card of taken) {
    const place = left.indexOf(card);
    if (place < 0) throw new Error(`there is no further ${card} in the deck`);
    left.splice(place, 1);
  }
  return left;
}

/** The deck in the order in which its cards leave it. */
function deckOf({ hand, turned = '', draws }: Stack): string {
  const own = splitCards(hand);
  const next = [...splitCards(turned), ...splitCards(draws)];
  const rest = without(pack(), [...own, ...next]);
  const dealt = own.flatMap((card) => [card, ...rest.splice(0, SEATS - 1)]);
  return [...dealt, ...next, ...rest].join('');
}

const COLUMNS =
  'table_id, seq, kind, seat, inst, n, body_hash, body, time, person, base, sealed';
type Value = string | bigint | Uint8Array | null;

/** A column as the chain has it: its type, its number or length, and what it holds. */
function piece(value: Value): Buffer {
  if (value === null) return Buffer.from([0]);
  const head = Buffer.alloc(9);
  const bytes = typeof value === 'bigint' ? Buffer.alloc(0) : Buffer.from(value as string);
  head[0] = typeof value === 'bigint' ? 1 : typeof value === 'string' ? 2 : 3;
  head.writeBigInt64BE(typeof value === 'bigint' ? value : BigInt(bytes.length), 1);
  return Buffer.concat([head, bytes]);
}

/** The links and the head of a table whose rows are not those that were saved. */
function chainAgain(log: DatabaseSync, table: string): void {
  const select = log.prepare(`SELECT ${COLUMNS} FROM log WHERE table_id = ? ORDER BY seq`);
  select.setReadBigInts(true);
  let link = Buffer.alloc(32);
  let seq = 0n;
  for (const row of select.all(table)) {
    const columns = COLUMNS.split(', ').map((name) => piece(row[name] as Value));
    link = createHash('sha256')
      .update(Buffer.concat([link, ...columns]))
      .digest();
    seq = row['seq'] as bigint;
    log
      .prepare('UPDATE log SET chain = ? WHERE table_id = ? AND seq = ?')
      .run(link, table, seq);
  }
  log.prepare('INSERT OR REPLACE INTO head VALUES (?, ?, ?, 0)').run(table, seq, link);
}

/** A table as logs had them before deals were committed to: its deck stands there in clear. */
function restack(file: string, table: string, deck: string): void {
  const log = new DatabaseSync(file);
  const change = (body: string, kind: string, value: string | bigint): unknown =>
    log
      .prepare(`UPDATE log SET body = ${body} WHERE table_id = ? AND kind = ?`)
      .run(value, table, kind);
  change("json_set(body, '$.dealer', ?)", 'create', DEALER);
  change('?', 'deal', deck);
  log.prepare("DELETE FROM log WHERE table_id = ? AND kind = 'commit'").run(table);
  log.prepare("UPDATE log SET seq = 2 WHERE table_id = ? AND kind = 'deal'").run(table);
  log.prepare('UPDATE log SET base = NULL, sealed = NULL WHERE table_id = ?').run(table);
  chainAgain(log, table);
  log.close();
}

/** With `before` in the page before anything else. */
export async function stackedTable(
  { server, person }: Setup,
  stack: Stack,
  before: () => void = () => undefined,
): Promise<Page> {
  const { size, rules, overrides = '', bot, pace = SLOW_BOTS_MS } = stack;
  const who = { players: SEATS, name: 'Anna', pace_ms: pace };
  const wish = { rules, overrides, deal: 'now', ...who, ...(bot === undefined ? {} : { bot }) };
  const body = JSON.stringify(wish);
  const answer = await fetch(`${server.address}v1/tables`, { method: 'POST', body });
  const key = (await answer.json()) as { table: string };
  if (!answer.ok) throw new Error(JSON.stringify(key));
  await server.kill();
  restack(server.data, key.table, deckOf(stack));
  await server.start();
  const { page } = await person(size);
  await page.addInitScript(before);
  await page.addInitScript(
    (own) => localStorage.setItem('canasta.games', JSON.stringify([own])),
    { ...wish, ...key, at: 0 },
  );
  await page.goto(`${server.address}#t=${key.table}`);
  await page.locator('main.table').waitFor();
  return page;
}
