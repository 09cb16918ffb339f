// The parts of the start page that need no browser: groups, what is kept of a wish, how a game
// stands, which game is one to continue.
// Not here: the page (e2e/lobby.test.ts).
// Invariant: the rule sets are read from their files; what is expected of them is written here.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, type TableLook } from '../src/api';
import { readGames, rememberGame } from '../src/games';
import * as home from '../src/messages/home';
import { fits, GROUPS, listed, placeOf, PLACES } from '../src/start/groups';
import { NEWCOMER, readWish, writeWish, type Wish } from '../src/start/kept';
import { companyOf, standingOf, winnerOf } from '../src/start/standing';
import { ALONE } from '../src/wish';
import { MemoryStorage } from './storage_support';

const SETS = readdirSync(join(import.meta.dirname, '../../rulesets')).flatMap(
  (file) => /^(\w+)\.rules$/.exec(file)?.[1] ?? [],
);

describe('the list of games', () => {
  test('every rule set of the program has its group, picture, title and sentence', () => {
    expect(SETS).toHaveLength(29);
    expect([...PLACES.keys()].sort()).toEqual(SETS.sort());
    for (const name of SETS) {
      expect(placeOf(name, null).cards, name).toHaveLength(3);
      expect(home.games.title(name), name).not.toBe('');
      expect(home.games.about(name), name).toMatch(/^[A-Z].{20,110}\.$/);
    }
    expect(new Set(SETS.map(home.games.title)).size).toBe(29);
    const pictures = SETS.map((name) => placeOf(name, null).cards.join(' '));
    expect(new Set(pictures).size).toBe(29);
  });

  test('no title and no sentence names a source or a program', () => {
    for (const name of SETS)
      expect(home.games.title(name) + home.games.about(name)).not.toMatch(
        /pagat|bicycle|us playing|wiki|forum|league|cla\b|book|racer/i,
      );
  });

  test('house rules are one’s own, unknown sets come last', () => {
    expect(placeOf('samba~oc-3~1', 'samba')).toEqual({
      group: 'yours',
      cards: placeOf('samba', null).cards,
    });
    expect(placeOf('a_new_one', null).group).toBe('other');
    const games = ['a_new_one', 'bolivia', 'samba', 'classic_pagat', 'mine~1'].map((name) => ({
      name,
      group: placeOf(name, name === 'mine~1' ? 'samba' : null).group,
    }));
    const names = listed(games).map(({ group, games: own }) => [
      group,
      own.map((one) => one.name),
    ]);
    expect(names).toEqual([
      ['yours', ['mine~1']],
      ['classic', ['classic_pagat']],
      ['samba', ['samba', 'bolivia']],
      ['other', ['a_new_one']],
    ]);
    expect(Object.keys(home.games.groups).sort()).toEqual([...GROUPS].sort());
  });

  test('a game is found by words of title, sentence or group, in any order and spelling', () => {
    const said = ['Samba', 'Three packs, and runs of one suit.', 'Samba and family'];
    for (const wanted of ['', 'sam', 'SAMBA', 'suit runs', ' family  three ', 'sámba'])
      expect(fits(wanted, said), wanted).toBe(true);
    for (const wanted of ['sambo', 'samba hearts']) expect(fits(wanted, said), wanted).toBe(false);
  });
});

describe('the wish', () => {
  const WISH: Wish = {
    ...{ rules: 'samba', players: 4, length: 'short', seat: 2, bot: 'racer', hints: 'off' },
    company: { with: 'people', join: 'now', clock: 60, watch: 'hand', open: true },
  };

  test('is read as it was written', () => {
    const storage = new MemoryStorage();
    writeWish(storage, WISH);
    expect(readWish(storage)).toEqual(WISH);
  });

  test.each(['', 'no json', 'null', '7', '[]', '{"rules":"","bot":""}', '{"bot":3,"seat":-1}'])(
    'is that of somebody new where the storage says %j',
    (text) => {
      const storage = new MemoryStorage();
      storage.setItem('canasta.wish', text);
      expect(readWish(storage)).toEqual({ ...NEWCOMER, company: { ...ALONE } });
    },
  );

  test('keeps what can be read of one that is damaged', () => {
    const storage = new MemoryStorage();
    const company = { with: 'cats', clock: 60 };
    const kept = { ...WISH, length: 'for ever', players: 'two', company };
    storage.setItem('canasta.wish', JSON.stringify(kept));
    expect(readWish(storage)).toEqual({
      ...{ ...WISH, length: 'full', players: 0 },
      company: { ...ALONE, clock: 60 },
    });
  });

  test('a storage that refuses is no error', () => {
    const storage = new MemoryStorage();
    storage.setItem = () => {
      throw new Error('private');
    };
    expect(() => writeWish(storage, WISH)).not.toThrow();
  });
});

const person = (name: string) => ({ name, who: 'human' as const, present: true });
const computer = (name: string) => ({ name, who: 'bot' as const, present: true });

const LOOK: TableLook = {
  ...{ table: 't1', rules: 'samba', overrides: '', house: '', bot: 'book', hints: true },
  seats: [person('Anna'), computer('Rook'), person('Ben'), computer('Gizmo')],
  ...{ phase: 'draw', totals: [900, 1250], sides: [0, 1, 0, 1], won: [], turn: 0, at: 1000 },
};

describe('how a game stands', () => {
  test('two sides are us and them, the own one first', () => {
    expect(standingOf(LOOK, 1)).toMatchObject([
      { who: 'us', total: 1250 },
      { who: 'them', total: 900 },
    ]);
    expect(standingOf(LOOK, -1).map(({ who, names }) => [who, names])).toEqual([
      ['named', ['Anna', 'Ben']],
      ['named', ['Rook', 'Gizmo']],
    ]);
  });

  test('each alone is me and the others by name', () => {
    const alone = { ...LOOK, totals: [5, 10, 15], sides: [0, 1, 2], won: [2] };
    const sides = standingOf(alone, 1);
    expect(sides.map(({ who, names, total }) => [who, names, total])).toEqual([
      ['me', ['Rook'], 10],
      ['named', ['Anna'], 5],
      ['named', ['Ben'], 15],
    ]);
    expect(winnerOf(sides)?.names).toEqual(['Ben']);
    expect(winnerOf(standingOf({ ...alone, won: [0, 1] }, 1))).toBe(null);
  });

  test('an older server tells nothing of it, and nothing is made up', () => {
    const { totals: _, sides: __, won: ___, ...old } = LOOK;
    expect(standingOf(old, 0)).toEqual([]);
    expect(winnerOf([])).toBe(null);
  });

  test('nobody is company of his own', () => {
    expect(companyOf(LOOK, 0)).toEqual({ persons: ['Ben'], bots: ['Rook', 'Gizmo'] });
  });
});

describe('one’s own games', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new MemoryStorage());
    return () => vi.unstubAllGlobals();
  });

  const remember = (table: string): void =>
    rememberGame(localStorage, {
      ...{ table, seat: 0, token: 'k', invite: 'i', name: 'Anna' },
      ...{ rules: 'samba', overrides: '', at: 1 },
    });

  test('what is over or gone is not one to continue, what cannot be asked is', async () => {
    const { MyGames } = await import('../src/start/mine.svelte');
    const answers: Record<string, TableLook | string> = {
      ...{ over: { ...LOOK, phase: 'game_end' }, on: LOOK },
      ...{ gone: 'NO_TABLE', away: 'ARCHIVED', off: 'OFFLINE' },
    };
    for (const table of Object.keys(answers).reverse()) remember(table);
    const mine = new MyGames(async (table) => {
      const answer = answers[table];
      if (typeof answer === 'object') return answer;
      throw new ApiError(answer ?? '', '');
    });
    mine.lookAround();
    await vi.waitFor(() => expect(mine.all.map((one) => one.state)).toContain('stuck'));
    expect(mine.all.map(({ table, state }) => [table, state])).toEqual([
      ['over', 'finished'],
      ['on', 'running'],
      ['gone', 'gone'],
      ['away', 'stuck'],
      ['off', 'running'],
    ]);
    expect(mine.running.map(({ table }) => table)).toEqual(['on', 'off']);
    expect(mine.others.map(({ table }) => table)).toEqual(['off', 'over', 'away', 'gone']);

    // The next time it is known before anybody has asked.
    expect(readGames(localStorage).filter((game) => game.over)).toHaveLength(1);
    const next = new MyGames(() => new Promise(() => {}));
    expect(next.running.map(({ table }) => table)).not.toContain('over');
    next.forget('on');
    expect(next.all.map(({ table }) => table)).not.toContain('on');
  });
});

test('a date is said in words', () => {
  const now = new Date(2026, 10, 27, 1, 0).getTime();
  const then = (...date: [number, number, number, number]): number => new Date(...date).getTime();
  expect(home.lobby.when(then(2026, 10, 27, 0), now)).toBe('today');
  expect(home.lobby.when(then(2026, 10, 26, 23), now)).toBe('yesterday');
  expect(home.lobby.when(then(2026, 10, 12, 9), now)).toBe('12 Nov');
  expect(home.lobby.when(then(2025, 10, 12, 9), now)).toBe('12 Nov 2025');
});
