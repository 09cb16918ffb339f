// The words of the first steps: what is said at each stop, and around it. Not here: when a stop
// comes (lesson/stops.ts), the ways to it (en.ts). Invariant: numbers come from the table; a
// sentence fits its place at the smallest size (e2e/lesson.test.ts).
import type { Card, View } from '../engine/types';
import type { StopId, Taught } from '../lesson/stops';
import { card, points } from './words.en';

const need = ({ needs, me }: View): string => points(needs[me]?.points ?? 0);

export const lesson = {
  stop: (n: number) => `Stop ${n}`,
  goOn: 'Go on',
  skip: 'Skip all',
  stops: {
    threes: () =>
      'A red three is a bonus: it lies on your side, and you got another card for it. Tap the stock to draw.',
    minimum: (view, throws) =>
      `A side’s first melds must count ${need(view)}; yours reach ${points(view.opening_reach)} so far. Throw ${throws === undefined ? 'a card you can spare' : `the ${card(throws)}`}: tap it, then the pile.`,
    meld: (view) =>
      `Three or more of one rank are a meld. Yours now count ${need(view)}: tap them, then the free place, and confirm.`,
    frozen: () =>
      'A wild card was thrown, so the pile is frozen: only two of the top card’s rank, from your hand, take it now.',
    take: () =>
      'Two of your cards match the top card: instead of drawing you may take the whole pile. Tap the pile.',
    canasta: (view) =>
      `${view.canasta_size} cards of a rank are a canasta. No side goes out without one. Tap your card, then the meld.`,
    out: () =>
      'Your side may go out: play your last card, and the hand is over. What others still hold counts against them.',
    sheet: () =>
      'This is the sheet. Canastas, going out, red threes and laid cards count for a side, cards left in hand against it.',
  } as const satisfies Record<StopId, (view: View, throws?: Card) => string>,
  knows: 'You have met all of it: now you know Canasta.',
  missed: 'What did not come up this time, with its rule:',
  names: {
    threes: 'Red threes',
    minimum: 'The minimum',
    meld: 'The first meld',
    frozen: 'The frozen pile',
    take: 'Taking the pile',
    canasta: 'Canastas',
    out: 'Going out',
  } as const satisfies Record<Taught, string>,
  game: 'Play a real game',
  again: 'This lesson once more',
  own: 'Begin a lesson of your own',
  begin: 'Begin the lesson',
  waits: 'Your game waits meanwhile: the start page has it under “Continue”.',
  standsIn:
    'Your seat stays yours, and a computer plays for you meanwhile: the start page has this game under “Continue”.',
};
