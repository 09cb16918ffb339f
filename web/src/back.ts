// Where the page goes, and the way back, as phones have it: it puts away the sheet on top.
// Not here: sheets, pages. Invariant: while sheets lie there, one entry of the history stands for
// them, and it is gone when they are.
const sheets: (() => void)[] = []; // how each is closed, the one on top last
let clearing = false; // the entry is on its way out, as no sheet lies there any more

interface Mark {
  sheets?: boolean;
}

const isMarked = (): boolean => (history.state as Mark | null)?.sheets === true;

function mark(): void {
  if (!isMarked()) history.pushState({ sheets: true } satisfies Mark, '');
}

function clear(): void {
  if (sheets.length > 0 || !isMarked() || clearing) return;
  clearing = true;
  history.back();
}

/** From now on `close` is what the way back does; gives what ends that. */
export function liesOnTop(close: () => void): () => void {
  sheets.push(close);
  mark();
  return () => {
    const place = sheets.indexOf(close);
    if (place >= 0) sheets.splice(place, 1); // else its page was left before
    setTimeout(clear); // closing one may open another, or lead elsewhere
  };
}

const CLEARED_MS = 500; // at most
const moved = (): Promise<unknown> =>
  new Promise((done) => {
    addEventListener('popstate', done, { once: true });
    setTimeout(done, CLEARED_MS);
  });

/** To another page; `instead` of this one, if there is no way back to it. */
export async function goTo(hash: string, instead = false): Promise<void> {
  if (instead) {
    for (const close of [...sheets]) close();
    sheets.length = 0;
    clear();
  }
  if (clearing) await moved();
  const here = location.pathname + location.search;
  if (instead || isMarked()) history.replaceState(null, '', hash === '' ? here : hash);
  else location.hash = hash;
}

/** What is asked for leads on from this page, unless one has gone elsewhere before it is there. */
export async function leadOn<T>(asked: Promise<T>, on: (made: T) => unknown): Promise<void> {
  const from = location.hash;
  const made = await asked;
  if (location.hash === from) on(made);
}

/** Before a page that was loaded anew is shown: no sheet lies there. The mark may stand at the
    page's own entry (a browser that is told to reload as a sheet opens leaves it there), and then
    the way back led off the page. */
export async function clearLoaded(): Promise<void> {
  if (!isMarked()) return;
  const here = location.href;
  history.replaceState(null, '');
  history.back();
  await moved();
  if (location.href === here) return;
  history.forward();
  await moved();
}

addEventListener('popstate', () => {
  if (isMarked()) return clear(); // it was left behind, for another page
  const stays = clearing ? sheets.length > 0 : sheets.length > 1;
  if (!clearing) sheets.at(-1)?.();
  clearing = false;
  if (stays) mark();
});
