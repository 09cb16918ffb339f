// What is opened over a table: its menu, its rules, the score of a hand; and what stands there
// before its first one.
// Not here: the table. Invariant: it loads nothing by itself.
export { default as Gathering } from '../company/Gathering.svelte';
export { default as Menu } from '../Menu.svelte';
export { default as KeysSheet } from '../table/KeysSheet.svelte';
export { default as RulesSheet } from '../RulesSheet.svelte';
export { default as ScoreSheet } from '../ScoreSheet.svelte';
export { default as Words } from '../table/Words.svelte';
