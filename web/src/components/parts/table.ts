// The part of the page that a table needs: fetched when one is opened.
// Not here: what is opened there by hand, sheets.ts. Invariant: it loads nothing by itself.
export { default as Room } from '../Room.svelte';
