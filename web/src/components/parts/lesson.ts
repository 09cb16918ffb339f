// What only a table of the first steps needs, and who comes to one that is not his.
// Not here: the table.
// Invariant: it loads nothing by itself.
export { default as Lesson } from '../lesson/Lesson.svelte';
export { default as Own } from '../lesson/Own.svelte';
