// The part of the page for rules: the form of house rules, and finding one's own.
// Not here: the sheet that tells them at a table. Invariant: it loads nothing by itself.
export { default as HousePage } from '../house/HousePage.svelte';
export { default as Which } from '../house/Which.svelte';
