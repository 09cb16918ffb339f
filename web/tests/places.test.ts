// Addresses, links and the list of own games. Not here: pages.
// Invariant: damaged storage never throws, and no trouble of the server costs a key.
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../src/api';
import { isOver } from '../src/codes';
import {
  findGame,
  forgetGame,
  leaveGame,
  readForgotten,
  readGames,
  rememberGame,
} from '../src/games';
import type { OwnGame } from '../src/games';
import { inviteLink, isLocalOnly, readPlace, tableHash, watchLink } from '../src/route';
import { MemoryStorage } from './storage_support';

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
  const place = { page: 'table', table: 'abc', invite: null, watch: null };
  expect(readPlace(tableHash('ab/c'))).toEqual({ ...place, table: 'ab/c' });
  const link = inviteLink('http://host:8080/#t=old', 'abc', 'k+y');
  expect(link).toBe('http://host:8080/#t=abc&k=k%2By');
  expect(readPlace(new URL(link).hash)).toEqual({ ...place, invite: 'k+y' });
  const watch = watchLink('http://host:8080/#t=old', 'abc', 'k+y');
  expect(readPlace(new URL(watch).hash)).toEqual({ ...place, watch: 'k+y' });
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

test('what was taken off the list is not told of again, until somebody sits there anew', () => {
  rememberGame(storage, game('a'));
  forgetGame(storage, 'a');
  forgetGame(storage, 'b');
  expect(readForgotten(storage)).toEqual(['b', 'a']);
  rememberGame(storage, game('a'));
  expect(readForgotten(storage)).toEqual(['b']);
  storage.setItem('canasta.forgotten', '{');
  expect(readForgotten(storage)).toEqual([]);
});

test('a seat that was left is forgotten', async () => {
  rememberGame(storage, game('a'));
  const asked: string[] = [];
  await leaveGame(storage, game('a'), (table, token) => {
    asked.push(table, token ?? '');
    return Promise.resolve({});
  });
  expect(asked).toEqual(['a', 't']);
  expect(readGames(storage)).toEqual([]);
});

test.each(['NO_TABLE', 'BAD_TOKEN', 'LEFT'])('%s ends a game', async (code) => {
  rememberGame(storage, game('a'));
  await leaveGame(storage, game('a'), () => Promise.reject(new ApiError(code, '')));
  expect(readGames(storage)).toEqual([]);
  expect(isOver(code)).toBe(true);
});

test.each(['STORE', 'FULL', 'DAMAGED', 'UNSURE', 'RATE', 'BAD_INVITE', 'OFFLINE'])(
  '%s ends no game: the key is kept',
  async (code) => {
    rememberGame(storage, game('a'));
    const leaving = leaveGame(storage, game('a'), () => Promise.reject(new ApiError(code, '')));
    await expect(leaving).rejects.toMatchObject({ code });
    expect(findGame(storage, 'a')?.token).toBe('t');
    expect(isOver(code)).toBe(false);
  },
);

test.each(['', 'nonsense', '{"a":1}', '[{"table":"x"}]', 'null'])(
  'storage holding %s is an empty list',
  (text) => {
    storage.setItem('canasta.games', text);
    expect(readGames(storage)).toEqual([]);
  },
);
