// What only a table of the first steps needs. Not here: the table.
// Invariant: it loads nothing by itself.
export { default as Lesson } from '../lesson/Lesson.svelte';
