// The way back, as phones have it: it puts away the sheet that lies on top.
// Not here: sheets, pages. Invariant: while sheets lie there, one entry of the history stands for
// them, and it is gone when they are.
const sheets: (() => void)[] = []; // how each is closed, the one on top last

interface Mark {
  sheets?: boolean;
}

let clearing = false; // the entry is on its way out, as no sheet lies there any more

const isMarked = (): boolean => (history.state as Mark | null)?.sheets === true;

function mark(): void {
  if (!isMarked()) history.pushState({ sheets: true } satisfies Mark, '');
}

/** Closing one may open another, or lead elsewhere. */
function unmark(): void {
  setTimeout(() => {
    if (sheets.length > 0 || !isMarked() || clearing) return;
    clearing = true;
    history.back();
  });
}

/** From now on `close` is what the way back does; gives what ends that. */
export function liesOnTop(close: () => void): () => void {
  sheets.push(close);
  mark();
  return () => {
    sheets.splice(sheets.indexOf(close), 1);
    unmark();
  };
}

addEventListener('popstate', () => {
  if (isMarked()) return unmark(); // it was left behind, for another page
  const stays = clearing ? sheets.length > 0 : sheets.length > 1;
  if (!clearing) sheets.at(-1)?.();
  clearing = false;
  if (stays) mark();
});
