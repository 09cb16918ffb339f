// The tray over a reload. Not here: what the engine says of its places.
// Invariant: whatever stands in the storage, reading it gives a tray or none, never an error.
import { expect, test } from 'vitest';
import { laidAgain, readTray } from '../src/kepttray';

function holding(text: string): Storage {
  return { getItem: () => text } as unknown as Storage;
}

const WHOLE = {
  hand: 2,
  take: null,
  groups: [{ cards: ['Kc'], kind: 'rank', rank: 'K', meld: null }],
};

test('a tray of the same hand is read, one of another hand is not', () => {
  expect(readTray(holding(JSON.stringify(WHOLE)), 'T', 2)).toEqual(WHOLE);
  expect(readTray(holding(JSON.stringify(WHOLE)), 'T', 3)).toBeNull();
});

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['groups that are none', '{"hand":2,"take":null,"groups":[null]}'],
  ['a group of numbers', '{"hand":2,"take":null,"groups":[{"cards":[1]}]}'],
  ['a take without a play', '{"hand":2,"take":{"cards":["Kc"]},"groups":[]}'],
  ['a take that is none', '{"hand":2,"take":7,"groups":[]}'],
])('%s in the storage is no tray', (_, text) => {
  expect(readTray(holding(text), 'T', 2)).toBeNull();
});

test('cards that are not held any more are left out, and what has no place', () => {
  const kept = readTray(holding(JSON.stringify(WHOLE)), 'T', 2);
  if (kept === null) throw new Error('it was read before');
  expect(laidAgain(kept, [], () => [])).toEqual([]);
  const held = [{ id: 1, card: 'Kc', fresh: false }];
  expect(laidAgain(kept, held, () => [])).toEqual([]);
});
