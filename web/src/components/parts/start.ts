// The part of the page that somebody needs who is at no table yet.
// Not here: the form of house rules, house.ts. Invariant: it loads nothing by itself.
export { default as Join } from '../Join.svelte';
export { default as Lobby } from '../Lobby.svelte';
