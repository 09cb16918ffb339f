// Where a place of the table lies on the screen just now. Not here: which cards go there.
// Invariant: it only measures; a place that is not drawn has no box.
import type { Spot } from './moves';

export interface Box {
  x: number;
  y: number;
  width: number;
}

function elementOf(spot: Spot): Element | null {
  switch (spot.at) {
    case 'stock':
    case 'pile':
      return (
        document.querySelector(`[data-pulled="${spot.at}"]`) ??
        document.querySelector(`[data-${spot.at}] .picture`)
      );
    case 'hand':
      return document.querySelector(`[data-id="${spot.id}"]`);
    case 'seat':
      return document.querySelector(`[data-seat="${spot.seat}"] .mini`);
    case 'packet':
      return document.querySelector(
        ['data-packets', 'data-talon']
          .map((mark) => `:is([data-seat="${spot.seat}"], [data-own="${spot.seat}"]) [${mark}]`)
          .join(),
      );
    case 'threes':
      return document.querySelector(`[data-side="${spot.side}"] .threes`);
    case 'meld':
      return document.querySelector(`[data-side="${spot.side}"] [data-meld="${spot.place}"]`);
    case 'slot':
      return (
        document
          .querySelectorAll(`[data-side="${spot.side}"] [data-meld="${spot.place}"] .slot`)
          .item(spot.i) ?? null
      );
  }
}

/** The box of a card there; melds and threes are as wide as one card of them. */
export function boxOf(spot: Spot): Box | null {
  const element = elementOf(spot);
  if (element === null) return null;
  const { x, y, width } = element.getBoundingClientRect();
  if (width === 0) return null;
  if (spot.at !== 'meld' && spot.at !== 'threes') return { x, y, width };
  const card = element.querySelector('svg.card')?.getBoundingClientRect().width ?? width;
  return { x: x + Math.max(0, width - card), y, width: Math.min(width, card) };
}

/** What is not to be seen before the card arrives; a meld that lay there already (`was`) stays. */
export function coveredBy(spot: Spot, was: boolean): Element | null {
  const element = elementOf(spot);
  if (spot.at === 'hand') return element?.firstElementChild ?? null;
  if (spot.at === 'pile') return element?.querySelector('svg.card') ?? null;
  return spot.at === 'meld' && !was ? element : null;
}
