// English words for deals that can be proven. Not here: the checks.
// Invariant: nothing is called proven that is not; what a proof does not show is said beside it.
import type { Finding, What } from '../fair/check';
import { plural } from './words.en';

const cards = (n: number): string => plural(n, { one: 'The one card', other: 'All # cards' });

const proven: Record<What, (n: number) => string> = {
  seed: () => 'The server’s secret is the one it had committed itself to.',
  before: () => 'That commitment was here before this page gave its part.',
  own: () => 'The part that your page gave was mixed in.',
  deck: (n) =>
    n === 0
      ? 'The secret, without a part of any player, gives exactly this deck.'
      : plural(n, {
          one: 'Secret and the part of one player give exactly this deck.',
          other: 'Secret and the parts of # players give exactly this deck.',
        }),
  cards: (n) => `${cards(n)} you were shown lay in this deck where the proof had said.`,
};

const wrong: Record<What, string> = {
  seed: 'False: the server’s secret is not the one it had committed itself to.',
  before: 'False: the commitment is not the one that this page saw before it gave its part.',
  own: 'False: the part that your page gave was left out.',
  deck: 'False: secret and parts give another deck than the one that was dealt.',
  cards: 'False: a card that you were shown does not lie in this deck where it should.',
};

const unknown: Record<What, string> = {
  seed: 'Not known: whether the server’s secret is the one it had committed itself to.',
  before: 'Not known: this page did not see the commitment before the deal.',
  own: 'Not known: this page gave no part, or it came too late.',
  deck: 'Not known: whether this deck follows from secret and parts.',
  cards: 'Not known: you were shown no card with a proof.',
};

export const fair = {
  check: 'Check this deal',
  checked: 'This deal',
  marks: { proven: '✓', false: '✕', unknown: '–' },
  finding: ({ what, state, count }: Finding) =>
    state === 'proven' ? proven[what](count) : state === 'false' ? wrong[what] : unknown[what],
  fixed: 'The deal of the first steps is fixed, the same for everybody: nothing was shuffled.',
  none: 'This deal has no proof: it was dealt without one.',
  later: 'It can be checked when the hand is over.',
  proves:
    'All five ✓ together show: the order of the deck was fixed before the server knew any player’s part, every part was mixed in, and no card was changed after the deal.',
  provesNot:
    'It does not show that the server did not look into the hands, nor that no player gave a part in league with it.',
  download: 'Download the record',
  downloadAbout: 'The whole game as text; others can check it with “canasta verify”.',
};
