// Addresses, links and the list of own games. Not here: pages.
// Invariant: damaged storage never throws.
import { beforeEach, expect, test } from 'vitest';
import { findGame, forgetGame, readGames, rememberGame, type OwnGame } from '../src/games';
import { inviteLink, isLocalOnly, readPlace, tableHash } from '../src/route';

class MemoryStorage implements Storage {
  #values = new Map<string, string>();
  get length(): number {
    return this.#values.size;
  }
  clear = (): void => this.#values.clear();
  getItem = (key: string): string | null => this.#values.get(key) ?? null;
  key = (i: number): string | null => [...this.#values.keys()][i] ?? null;
  removeItem = (key: string): void => void this.#values.delete(key);
  setItem = (key: string, value: string): void => void this.#values.set(key, value);
}

let storage = new MemoryStorage();
beforeEach(() => (storage = new MemoryStorage()));

const game = (table: string): OwnGame => ({
  table,
  seat: 0,
  token: 't',
  invite: 'i',
  name: 'Anna',
  rules: 'classic_pagat',
  overrides: '',
  at: 0,
});

test('an address names a table and an invitation', () => {
  expect(readPlace('')).toEqual({ page: 'lobby', code: null, players: 0 });
  expect(readPlace('#t=')).toEqual({ page: 'lobby', code: null, players: 0 });
  expect(readPlace(tableHash('ab/c'))).toEqual({ page: 'table', table: 'ab/c', invite: null });
  const link = inviteLink('http://host:8080/#t=old', 'abc', 'k+y');
  expect(link).toBe('http://host:8080/#t=abc&k=k%2By');
  expect(readPlace(new URL(link).hash)).toEqual({ page: 'table', table: 'abc', invite: 'k+y' });
});

test('addresses of this computer only', () => {
  expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].every(isLocalOnly)).toBe(true);
  expect(['192.168.0.4', 'table.example'].some(isLocalOnly)).toBe(false);
});

test('the newest game comes first and each table once', () => {
  for (const table of ['a', 'b', 'a']) rememberGame(storage, game(table));
  expect(readGames(storage).map((one) => one.table)).toEqual(['a', 'b']);
  forgetGame(storage, 'a');
  expect(findGame(storage, 'a')).toBeUndefined();
  expect(findGame(storage, 'b')?.table).toBe('b');
});

test.each(['', 'nonsense', '{"a":1}', '[{"table":"x"}]', 'null'])(
  'storage holding %s is an empty list',
  (text) => {
    storage.setItem('canasta.games', text);
    expect(readGames(storage)).toEqual([]);
  },
);
