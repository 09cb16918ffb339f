// What is said when the server has dealt falsely. Not here: finding it out.
// Invariant: it says what was found, and no more.
import type { Alarm } from '../fair/fairness.svelte';

const alarms: Record<Alarm, string> = {
  commit:
    'The server has changed its word: it committed itself to one shuffle, and now to another.',
  root: 'The server has changed its word: it showed one seal over the deck, and now another.',
  card: 'The server has shown you a card with a false proof: it is not known to be in the deck that was dealt.',
  missing: 'The server has shown you a card without its proof.',
  place: 'The server has shown you a card that still lies in the stock.',
  own: 'The server has left your part out of the shuffle.',
  seed: 'The server has revealed a shuffle that is not the one it had committed itself to.',
};

export const alarm = (what: Alarm): string =>
  `${alarms[what]} This deal is not fair, or the server is broken.`;
