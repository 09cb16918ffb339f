// Things of the table that are pulled with mouse or finger: own cards, the stock, the pile.
// Not here: what may be played; a drop does what a tap on the same place does with these cards.
// Invariant: what is dropped where nothing is meant goes back, and nothing has happened.
import type { Table } from './table.svelte';

export interface Held {
  what: 'hand' | 'stock' | 'pile';
  id: number; // of the own card that was gripped
  ids: ReadonlySet<number>; // of all that come along
  x: number;
  y: number;
  dx: number;
  dy: number;
  moving: boolean;
}

/** A finger slips so far, and still means a tap. */
const SLIP = { touch: 24, other: 8 };
const PLACES =
  '[data-pile], button[data-meld], [data-new-meld], [data-add], [data-group], .ours, .area-hand';

export class Drag {
  readonly #table: Table;
  #over: HTMLElement | null = null;
  held = $state.raw<Held | null>(null);

  constructor(table: Table) {
    this.#table = table;
  }

  press(event: PointerEvent, what: Held['what'], id = -1): void {
    if (event.button !== 0) return;
    // From here on: a quick mouse has left what it gripped before it is told of its first move.
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    this.held = { what, id, ids: new Set(), x, y, dx: 0, dy: 0, moving: false };
  }

  /** All selected cards come along with one of them; another one comes alone. */
  #grips({ what, id }: Held): ReadonlySet<number> {
    const selected = this.#table.own.selected;
    return what === 'hand' && !selected.has(id) ? new Set([id]) : selected;
  }

  pull(event: PointerEvent): void {
    const held = this.held;
    if (held === null) return;
    if (event.buttons === 0) return this.let(); // released where the page did not see it
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    const slip = event.pointerType === 'touch' ? SLIP.touch : SLIP.other;
    const moving = held.moving || Math.hypot(dx, dy) > slip;
    const ids = moving && !held.moving ? this.#grips(held) : held.ids;
    this.held = { ...held, dx, dy, moving, ids };
    if (moving) this.#mark(placeAt(event, held.what));
  }

  #mark(place: HTMLElement | null): void {
    if (place === this.#over) return;
    this.#over?.removeAttribute('data-over');
    place?.setAttribute('data-over', '');
    this.#over = place;
  }

  /** Nothing is held any more. */
  let(): void {
    this.#mark(null);
    this.held = null;
  }

  /** What was pulled away and let go, and where; null if it was a tap. */
  drop(event: PointerEvent): { held: Held; place: HTMLElement | null } | null {
    const held = this.held;
    this.let();
    if (held === null || !held.moving) return null;
    swallowClick();
    return { held, place: placeAt(event, held.what) };
  }

  /** Does what the place means for these cards; false where it means nothing. */
  async play(held: Held, place: HTMLElement | null): Promise<boolean> {
    if (place === null) return false;
    if (held.what === 'stock') await this.#table.draw();
    else if (held.what === 'pile') await this.#takePile();
    else if (place.matches('.area-hand')) return false;
    else await this.#playCards(held, place);
    return true;
  }

  /** With what was put together before, if that is enough, the side has opened. */
  async #takePile(): Promise<void> {
    await this.#table.takePile();
    const { plan, planJudgement } = this.#table;
    if (plan.take !== null && planJudgement?.ok === true) await this.#table.confirm();
  }

  async #playCards(held: Held, place: HTMLElement): Promise<void> {
    const table = this.#table;
    table.own.select(held.ids);
    if (place.matches('[data-pile]')) await table.tapPile();
    else if (place.matches('[data-group]')) table.put(Number(place.dataset['group']));
    else if (place.matches('.ours')) table.put(null);
    else place.click();
  }
}

const CLICK_MS = 100; // in which the click that ends a pull comes

/** What was pulled may be gone, and the click that ends the pull then meets what lies there now. */
function swallowClick(): void {
  const stop = (event: MouseEvent): void => {
    if (event.detail > 0) event.stopPropagation(); // one by a key is another
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), CLICK_MS);
}

/** The place under the pointer that is meant for what is held. */
function placeAt({ clientX, clientY }: PointerEvent, what: Held['what']): HTMLElement | null {
  const all = document.elementsFromPoint(clientX, clientY);
  const found = all.flatMap((one) =>
    one.closest('.dragged') === null ? (one.closest<HTMLElement>(PLACES) ?? []) : [],
  );
  const [place = null] = found;
  if (what === 'hand' || place === null) return place;
  return place.closest<HTMLElement>('.ours, .area-hand');
}
