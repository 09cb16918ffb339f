// House rules kept on a device, and the addresses of their pages. Not here: what codes say.
// Invariant: damaged storage never throws.
import { expect, test } from 'vitest';
import { forget, readSaved, save } from '../src/house/saved';
import { houseHash, houseLink, playHash, readPlace } from '../src/route';

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage;
}

test('sets are kept by their names, the latest first', () => {
  const storage = memory();
  expect(readSaved(storage)).toEqual([]);
  expect(save(storage, { name: 'Ours', code: 'a~1' })).toBe(true);
  save(storage, { name: 'Theirs', code: 'b~1' });
  save(storage, { name: 'Ours', code: 'a~2' });
  expect(readSaved(storage)).toEqual([
    { name: 'Ours', code: 'a~2' },
    { name: 'Theirs', code: 'b~1' },
  ]);
  forget(storage, 'Ours');
  expect(readSaved(storage).map((set) => set.name)).toEqual(['Theirs']);
});

test('damaged storage counts as empty', () => {
  const storage = memory();
  for (const text of ['{', '7', '[{"name":1}]', 'null']) {
    storage.setItem('canasta.house', text);
    expect(readSaved(storage)).toEqual([]);
  }
});

test('addresses name the pages of house rules', () => {
  const code = 'samba~oc-2~name-a-27b_c~0000';
  expect(readPlace(houseHash(code))).toEqual({ page: 'house', code, players: 0 });
  expect(readPlace(houseHash(code, 5))).toEqual({ page: 'house', code, players: 5 });
  expect(readPlace(houseHash(null))).toEqual({ page: 'house', code: null, players: 0 });
  expect(readPlace(playHash(code))).toEqual({ page: 'lobby', code, players: 0 });
  expect(readPlace(playHash(code, 2))).toEqual({ page: 'lobby', code, players: 2 });
  expect(readPlace('#which')).toEqual({ page: 'which' });
  const link = houseLink('http://host:8080/#t=old', code);
  expect(link).toBe(`http://host:8080/#rules=${code}`);
  expect(readPlace(new URL(link).hash)).toEqual({ page: 'house', code, players: 0 });
});
