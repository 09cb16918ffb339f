// The computer players as people: every level of the program has a name, a sentence and a place.
// Not here: their faces (e2e/lobby.test.ts). Invariant: the levels are read from the program's own
// table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOffered, levelOf, UNOFFERED } from '../src/levels';
import { m } from '../src/messages';
import { levels } from '../src/messages/home';
import { NEWCOMER } from '../src/start/kept';

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

const TABLE = /#define LEVELS\(X\)([^/]*)/.exec(read('src/players/search/thinker.c'))?.[1] ?? '';
const LEVELS = [...TABLE.matchAll(/X\((\d+),/g)].map(([, level]) => `level:${level}`);
const OLD = Object.keys(UNOFFERED);

test('the page knows the levels of the program, in their order, and no others', () => {
  expect(LEVELS.map(levelOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const none of ['level:0', 'level:9', 'level:10', 'level', '5', 'book', ''])
    expect(levelOf(none), none).toBe(0);
  expect(LEVELS).toContain(NEWCOMER.bot);
});

test('each level has a name, in the order of the alphabet, and a sentence of its own', () => {
  const letters = LEVELS.map((one) => m.bot.name(one).charAt(0));
  expect(letters).toEqual([...new Set(letters)].sort());
  expect(new Set(LEVELS.map((one) => levels.about(levelOf(one)))).size).toBe(LEVELS.length);
  for (const one of LEVELS) {
    const level = levelOf(one);
    expect(m.bot.short(one)).toBe(`${m.bot.name(one)} · level ${level}`);
    expect(levels.about(level)).toMatch(/^[A-Z].*\.$/);
    expect(levels.said(m.bot.name(one), level)).toBe(
      `${m.bot.name(one)}, level ${level} of ${LEVELS.length}. ${levels.about(level)}`,
    );
  }
});

test('no two players have one name, and none is shown by the name of its program', () => {
  const known = [...LEVELS, ...OLD];
  expect(new Set(known.map(m.bot.name)).size).toBe(known.length);
  for (const one of known)
    for (const said of [m.bot.short(one), m.bot.long(one), m.bot.legend(one)])
      expect(said).not.toContain(one);
});

test('players that are no level are the program’s, and are not offered', () => {
  const table = /cn_players\[\] = \{([^}]*)\}/.exec(read('src/players/players.c'))?.[1] ?? '';
  for (const one of OLD) expect(table).toContain(`&cn_player_${one}`);
  expect([...LEVELS, ...OLD, 'a-program'].filter(isOffered)).toEqual([...LEVELS, 'a-program']);
});

test('the server lets nobody have the name of a level', () => {
  const seats = read('src/server/table/seat.c');
  for (const one of LEVELS) expect(seats).toContain(`"${m.bot.name(one)}"`);
});
