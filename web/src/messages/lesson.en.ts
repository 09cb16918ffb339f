// The words of the first steps: what is said at each stop, and around it. Not here: when a stop
// comes (lesson/stops.ts), the ways to it (en.ts). Invariant: numbers come from the table; a
// sentence fits its place at the smallest size (e2e/lesson.test.ts).
import type { View } from '../engine/types';
import type { StopId } from '../lesson/stops';
import { points } from './words.en';

const need = ({ needs, me }: View): string => points(needs[me]?.points ?? 0);

export const lesson = {
  stop: (n: number, all: number) => `Stop ${n} of ${all}`,
  goOn: 'Go on',
  skip: 'Skip the lesson',
  stops: {
    threes: () =>
      'A red three came to you. It is a bonus: it lies on your side, and you got another card for it. Begin now: tap the stock to draw.',
    minimum: (view) =>
      `The first melds of your side must count ${need(view)} together. Yours reach ${points(view.opening_reach)} so far. So throw a card you can spare: tap it, then the pile.`,
    meld: (view) =>
      `Three or more of one rank are a meld, and a wild card may help. Yours now count ${need(view)}: tap them, then the free place, and confirm.`,
    frozen: () =>
      'The pile is frozen, as the snowflake shows: somebody threw a wild card. Only two cards of the top card’s rank, from your hand, take it now.',
    take: () =>
      'Your cards match the top card, so you may take the whole pile instead of drawing. Many cards at once win games. Tap the pile.',
    canasta: (view) =>
      `A meld of ${view.canasta_size} cards is a canasta: hundreds of points, and no side goes out without one. Tap your card, then the meld.`,
    out: () =>
      'Your side may go out: play your last card, and the hand is over. What the others still hold counts against them.',
    sheet: () =>
      'This is the sheet. Canastas, going out, red threes and laid cards count for a side, cards left in hand against it. Now you know Canasta.',
  } as const satisfies Record<StopId, (view: View) => string>,
};
