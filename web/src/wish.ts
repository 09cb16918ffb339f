// With whom a new table is to be played, and what that means for the order to the server.
// Not here: rules, seats, computer players. Invariant: with computers alone nobody is waited for,
// and the page itself has the first hand dealt, so that its own seed is in it.
import type { NewTable, Watching } from './api';

export interface CompanyWish {
  with: 'computers' | 'people';
  join: 'next' | 'now';
  clock: number; // seconds, 0: no limit
  watch: 'none' | Watching; // what the link to look on shows, if there is one
  open: boolean;
}

export const ALONE: Readonly<CompanyWish> = {
  with: 'computers',
  join: 'next',
  clock: 0,
  watch: 'none',
  open: false,
};

export const CLOCKS = [0, 30, 60, 120] as const;
export const WATCHES = ['none', 'live', 'hand'] as const;

type Part = Pick<NewTable, 'join' | 'deal' | 'watch' | 'clock' | 'open'>;

export function tableWish(wish: CompanyWish): Part {
  if (wish.with === 'computers')
    return { join: 'now', deal: 'later', watch: false, clock: 0, open: false };
  const { join, watch, clock, open } = wish;
  return { join, deal: 'later', watch: watch !== 'none' && watch, clock, open };
}
