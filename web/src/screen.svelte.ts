// What kind of screen this is, and which room the table has on it: `wide` (people around it), `low`
// (a phone on its side) or `tall`. Not here: layout (Table.svelte has the same conditions as CSS).
// Invariant: it follows the window as it changes; sizes grow with the browser's font size.
import { MediaQuery } from 'svelte/reactivity';

export const twoColumns = new MediaQuery('(min-width: 901px)');
const LANDSCAPE = '(min-aspect-ratio: 11/10)';
const landscape = new MediaQuery(LANDSCAPE);
const roomy = new MediaQuery(`${LANDSCAPE} and (min-width: 56rem) and (min-height: 30rem)`);
/** Room for the log beside the table. */
export const withLog = new MediaQuery(
  `${LANDSCAPE} and (min-width: 75rem) and (min-height: 30rem)`,
);

/** The system asks for dark colours. */
export const darkSystem = new MediaQuery('(prefers-color-scheme: dark)');

export type Room = 'wide' | 'low' | 'tall';

export const screen = {
  get room(): Room {
    return roomy.current ? 'wide' : landscape.current ? 'low' : 'tall';
  },
  /** Little room for words. */
  get cramped(): boolean {
    return !roomy.current;
  },
};
