// Where the focus is when a page has come: on the page itself, if it was on what is gone.
// Not here: the first page, which the browser brings; a table (Keys.svelte).
// Invariant: whoever has put it somewhere keeps it there.
import type { Attachment } from 'svelte/attachments';

let first = true;

export const arrives: Attachment<HTMLElement> = (page) => {
  if (!first && document.activeElement === document.body) {
    page.tabIndex = -1;
    page.focus({ preventScroll: true });
  }
  first = false;
};
