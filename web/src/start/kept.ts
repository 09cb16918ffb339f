// What the next game is to be, as this browser keeps it. Not here: games played (games.ts).
// Invariant: unreadable storage gives what somebody new is offered, part by part, and no error.
import type { Length } from '../lengths';
import { ALONE, CLOCKS, WATCHES, type CompanyWish } from '../wish';

export interface Wish {
  rules: string; // name of a rule set, or the code of house rules
  players: number; // 0: as many as usual
  length: Length;
  seat: number;
  bot: string;
  hints: 'allowed' | 'off';
  company: CompanyWish;
}

const KEY = 'canasta.wish';

export const NEWCOMER: Readonly<Wish> = {
  rules: 'classic_pagat',
  players: 0,
  length: 'full',
  seat: 0,
  bot: 'level:5',
  hints: 'allowed',
  company: ALONE,
};

type Values = Record<string, unknown>;

const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};

const oneOf = <T>(value: unknown, all: readonly T[], otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise;

const small = (value: unknown): number =>
  Number.isInteger(value) && (value as number) >= 0 ? (value as number) : 0;

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;

const company = (kept: Values): CompanyWish => ({
  with: oneOf(kept['with'], ['computers', 'people'], ALONE.with),
  join: oneOf(kept['join'], ['next', 'now'], ALONE.join),
  clock: oneOf(kept['clock'], CLOCKS, ALONE.clock),
  watch: oneOf(kept['watch'], WATCHES, ALONE.watch),
  open: kept['open'] === true,
});

export function readWish(storage: Storage): Wish {
  let kept: Values = {};
  try {
    kept = valuesOf(JSON.parse(storage.getItem(KEY) ?? '{}'));
  } catch {
    // Somebody new, then.
  }
  return {
    rules: text(kept['rules'], NEWCOMER.rules) || NEWCOMER.rules,
    players: small(kept['players']),
    length: oneOf(kept['length'], ['hand', 'short', 'full'], NEWCOMER.length),
    seat: small(kept['seat']),
    bot: text(kept['bot'], NEWCOMER.bot) || NEWCOMER.bot,
    hints: oneOf(kept['hints'], ['allowed', 'off'], NEWCOMER.hints),
    company: company(valuesOf(kept['company'])),
  };
}

export function writeWish(storage: Storage, wish: Wish): void {
  try {
    storage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // Private windows may refuse storage; the wish holds while the page is open.
  }
}
