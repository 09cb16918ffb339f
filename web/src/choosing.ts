// A question that the page puts before it can go on. Not here: putting it, the answers.
// Invariant: there is one at a time.
import type { HandCard } from './cards';
import type { Swap, Target } from './engine/types';

/** Why somebody would rather be asked before he throws a card. */
export type Doubt = 'wild' | 'canasta';

/** Which of several ways? Really this card? */
export type Choosing =
  | { kind: 'take' }
  | { kind: 'place' }
  | { kind: 'swap'; ways: readonly Swap[] }
  | { kind: 'end'; ways: readonly Target[] } // of a sequence
  | { kind: 'discard'; card: HandCard; why: Doubt }
  | null;
