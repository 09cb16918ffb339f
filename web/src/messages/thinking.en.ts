// What is said of a hint that was thought over. Not here: the hint itself (company.en.ts).
// Invariant: a difference that chance hides is told as none; it comes with the first thought.
import type { OtherWay } from '../engine/types';
import { points } from './words.en';

/** Nobody counts single points of a guess. */
const roughly = (n: number): string => {
  const step = n < 50 ? 5 : 10;
  return points(Math.max(step, step * Math.round(n / step)));
};

const inShort: Record<OtherWay['sense'], (n: number) => string> = {
  points: (n) => `about +${roughly(n)}`,
  game: () => 'wins more often',
  equal: () => 'about equal',
};

/** An instruction as what one could do instead; what follows a colon only tells more of it. */
const instead = (part: string, atOnce: boolean): string => {
  const [deed = ''] = part.split(':');
  return `to ${deed.charAt(0).toLowerCase()}${deed.slice(1)}${atOnce ? ' at once' : ''}`;
};

export const second = {
  /** How much better than the other way, of which `part` is the first part. */
  than: ({ sense, points: n, at_once }: OtherWay, part: string): string => {
    const way = instead(part, at_once);
    switch (sense) {
      case 'points':
        return `About ${roughly(n)} points better than ${way}.`;
      case 'game':
        return `Better for the whole game than ${way}.`;
      case 'equal':
        return `About as good as ${way}.`;
    }
  },
  ahead: ({ sense, points: n }: OtherWay): string => inShort[sense](n),
  /** Another hint took the place of the first. */
  changes: 'On second thoughts: ',
};
