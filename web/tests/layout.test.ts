// The places of a hand's cards. Not here: drawing.
// Invariant: tried for every size of a hand that a game can have.
import { describe, expect, test } from 'vitest';
import { fitHand, fitMelds, layoutHand } from '../src/layout';

const phone = { width: 328, card: 56, height: 78, minStrip: 28, maxStrip: 44, rowRise: 0.66 };
const desktop = { width: 1000, card: 92, height: 129, minStrip: 46, maxStrip: 72, rowRise: 0.66 };

describe.each([
  ['phone', phone],
  ['desktop', desktop],
])('%s', (_, measure) => {
  test.each([1, 2, 11, 15, 23, 40, 60])('%i cards stay inside and show their corners', (count) => {
    const { places, height } = layoutHand(count, measure);
    expect(places).toHaveLength(count);
    for (const [i, place] of places.entries()) {
      expect(place.x).toBeGreaterThanOrEqual(-0.01);
      expect(place.x + measure.card).toBeLessThanOrEqual(measure.width + 0.01);
      expect(place.y + measure.height).toBeLessThanOrEqual(height + 0.01);
      const next = places[i + 1];
      if (next !== undefined && next.row === place.row)
        expect(next.x - place.x).toBeGreaterThanOrEqual(measure.minStrip - 0.01);
    }
  });
});

test('an empty hand keeps its room', () => {
  expect(layoutHand(0, phone)).toEqual({ places: [], height: 78 });
});

test('rows differ by at most one card', () => {
  const rows = layoutHand(23, phone).places.reduce<number[]>((sum, place) => {
    sum[place.row] = (sum[place.row] ?? 0) + 1;
    return sum;
  }, []);
  expect(Math.max(...rows) - Math.min(...rows)).toBeLessThanOrEqual(1);
});

const ROOMS = [
  { width: 304, height: 124 },
  { width: 374, height: 186 },
  { width: 640, height: 134 },
  { width: 1060, height: 156 },
  { width: 3300, height: 500 },
];

test.each(ROOMS)('a hand of any size lies within $width x $height', (room) => {
  let last = Infinity;
  for (let count = 1; count <= 60; count++) {
    const { card, lift, places, height } = fitHand(count, room, 200);
    expect(places).toHaveLength(count);
    expect(lift + height, `${count} cards`).toBeLessThanOrEqual(room.height + 0.01);
    for (const { x } of places) expect(x + card).toBeLessThanOrEqual(room.width + 0.01);
    expect(card).toBeLessThanOrEqual(last + 0.01);
    last = card;
    if (count > 26) continue;
    const strips = places.slice(1).map(({ x }, i) => x - (places[i]?.x ?? 0));
    const least = Math.min(...strips.filter((strip) => strip > 0), card);
    expect(least, `${count} cards: what is seen of each`).toBeGreaterThanOrEqual(13);
  }
});

const pairs = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, i) => all.slice(i + 1).map((other): [T, T] => [one, other]));

test.each(ROOMS)('melds of a side lie apart, within $width x $height', (all) => {
  const room = { width: all.width, height: all.height / 2 };
  for (let count = 1; count <= 9; count++) {
    const items = Array.from({ length: count }, (_, i) => ({
      ...{ cards: i % 3 === 0 ? 7 : 3, tiles: i % 3 === 0 ? 1.5 : 1 },
    }));
    const { places } = fitMelds(items, room, 160);
    for (const { x, y, width, height } of places) {
      expect(x + width).toBeLessThanOrEqual(room.width);
      expect(y + height, `${count} melds`).toBeLessThanOrEqual(room.height);
    }
    for (const [a, b] of pairs(places)) {
      const beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
      expect(beside || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
    }
  }
});
