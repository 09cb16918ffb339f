// The places of a hand's cards. Not here: drawing.
// Invariant: tried for every size of a hand that a game can have.
import { describe, expect, test } from 'vitest';
import { cardSize, layoutHand } from '../src/layout';

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

test('cards of a large hand are smaller, and still fit the screen in few rows', () => {
  for (const [width, room] of [
    [344, 330],
    [1030, 320],
  ] as const) {
    let last = Infinity;
    for (let count = 1; count <= 60; count++) {
      const card = cardSize(width, count);
      expect(card).toBeLessThanOrEqual(last);
      last = card;
      if (count > 40) continue;
      const measure = { width, card, height: card * 1.4, minStrip: card / 2, maxStrip: card };
      const { height } = layoutHand(count, { ...measure, rowRise: 0.6 });
      expect(height, `${count} cards on ${width}`).toBeLessThanOrEqual(room);
    }
  }
});
