// What finished hands were worth: fetched when somebody opens it.
// Not here: the button (analysis/Worth.svelte). Invariant: it loads nothing by itself.
export { default as Analysis } from '../analysis/Analysis.svelte';
