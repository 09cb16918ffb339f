// What kind of screen this is. Not here: layout. Invariant: it follows the window as it changes.
import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('(max-width: 720px)');
export const twoColumns = new MediaQuery('(min-width: 901px)');
export const wide = new MediaQuery('(min-width: 1080px)');
