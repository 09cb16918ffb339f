// Things of the table that are pulled with mouse or finger: own cards, cards of the tray, own
// melds, the stock, the pile. Not here: what may be played; a drop does what a tap on the same
// place does with these cards. Invariant: what is dropped where nothing is meant goes back, and
// nothing has happened.
import type { Choosing } from './choosing';
import type { Card } from './engine/types';
import type { Problem } from './messages';
import type { Motion } from './motion/motion.svelte';
import type { Box } from './motion/spots';
import type { OwnHand } from './ownhand.svelte';
import { TAKE_GROUP } from './plan';

type What = 'hand' | 'tray' | 'meld' | 'stock' | 'pile';

export interface Held {
  what: What;
  id: number; // of the card that was gripped, or of the meld
  ids: ReadonlySet<number>; // of all own cards that come along
  cards: readonly (Card | null)[]; // that are shown at the pointer; own cards move themselves
  box: Box; // where the first of them lay
  x: number;
  y: number;
  dx: number;
  dy: number;
  moving: boolean;
  dropped: boolean; // and it is not known yet what becomes of it
}

/** A finger slips so far, and still means a tap. */
const SLIP = { touch: 24, other: 8 };
/** Where each thing can be dropped; on `data-drop` it presses the button, whatever card it is. */
const PLACES: Record<What, string> = {
  hand: `[data-pile], button[data-meld], [data-new-meld], [data-group], [data-drop='any'], .ours,
    .area-hand`,
  tray: '[data-group], [data-drop], .area-hand',
  meld: 'button[data-meld]:not([data-gives])',
  stock: '.ours, .area-hand',
  pile: 'button[data-meld]:not([data-gives]), .ours, .area-hand',
};
const NEWS_MS = 1000; // at most, from the answer to a play to the news of it

/** What it needs of a table: what a tap does on each of its places. */
export interface Board {
  readonly own: OwnHand;
  readonly motion: Motion;
  readonly sending: boolean;
  problem: Problem | null;
  hint: string | null;
  choosing: Choosing;
  draw(): Promise<boolean>;
  pullPile(meld?: number | null): Promise<void>;
  dropOnPile(): Promise<void>;
  tapMeld(index: number): Promise<void>;
  joinMelds(index: number, onto: number): Promise<void>;
  put(group: number | null): void;
  putElsewhere(id: number, group: number | null): void;
}

export class Drag {
  readonly #table: Board;
  #over: Element | null = null;
  #selected: ReadonlySet<number> = new Set(); // before own cards were pulled
  #givenUp = false; // what is still pulled means nothing any more
  held = $state.raw<Held | null>(null);
  /** What is on its way to a place just now. */
  readonly pulled = $derived(
    this.held?.moving === true && !this.held.dropped ? this.held.what : null,
  );

  constructor(table: Board) {
    this.#table = table;
  }

  press(event: PointerEvent, what: What, id = -1, cards: readonly (Card | null)[] = []): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.#givenUp = false;
    const gripped = event.currentTarget as HTMLElement;
    // From here on: a quick mouse has left what it gripped before it is told of its first move.
    gripped.setPointerCapture(event.pointerId);
    const box = (gripped.querySelector('svg.card') ?? gripped).getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    const still = { dx: 0, dy: 0, moving: false, dropped: false };
    this.held = { what, id, ids: new Set(), cards, box, x, y, ...still };
  }

  /** What anything but an own card listens to. */
  listeners(what: What, id = -1, cards: readonly (Card | null)[] = []) {
    return {
      onpointerdown: (event: PointerEvent) => this.press(event, what, id, cards),
      onpointermove: (event: PointerEvent) => this.pull(event),
      onpointerup: (event: PointerEvent) => void this.drop(event),
      onpointercancel: (event: PointerEvent) => this.cancel(event),
    };
  }

  /** All selected cards come along with one of them, another one comes alone. Those that come are
      selected, so that their places show; not while a question stands, which is about others. */
  #grip({ what, id }: Held): ReadonlySet<number> {
    if (what !== 'hand') return new Set();
    const { own, choosing } = this.#table;
    this.#selected = own.selected;
    const ids = own.selected.has(id) ? own.selected : new Set([id]);
    if (choosing === null) own.select(ids);
    return ids;
  }

  pull(event: PointerEvent): void {
    const held = this.held;
    if (held === null || held.dropped || !event.isPrimary) return;
    if (event.buttons === 0) return this.let(); // released where the page did not see it
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    const slip = event.pointerType === 'touch' ? SLIP.touch : SLIP.other;
    const moving = held.moving || Math.hypot(dx, dy) > slip;
    const ids = moving && !held.moving ? this.#grip(held) : held.ids;
    this.held = { ...held, dx, dy, moving, ids };
    if (moving) this.#mark(litAt(placeAt(event, held.what)));
  }

  #mark(place: Element | null): void {
    if (place === this.#over) return;
    this.#over?.removeAttribute('data-over');
    place?.setAttribute('data-over', '');
    this.#over = place;
  }

  /** Nothing is held any more; what was not played lies where it lay, selected as it was. */
  let(played = false): void {
    const held = this.held;
    this.#mark(null);
    this.held = null;
    if (held === null || !held.moving) return;
    const { own, choosing, motion } = this.#table;
    const left = [...this.#selected].filter((id) => !played || !held.ids.has(id));
    if (held.what === 'hand' && choosing === null) own.select(new Set(left));
    if (!played) for (const card of held.cards) motion.fly(card, movedBox(held), held.box);
  }

  /** What is pulled goes back, wherever it is let go then; false if nothing is. */
  giveUp(): boolean {
    if (this.pulled === null) return false;
    this.let();
    this.#givenUp = true;
    return true;
  }

  /** The browser takes the pointer for something else. */
  cancel(event: PointerEvent): void {
    if (event.isPrimary) this.let();
  }

  /** What has just been told of the table is what was played. */
  landed(): void {
    if (this.held?.dropped === true) this.let(true);
  }

  /** False if it was a tap; `within` is for a card that is dropped among the others. A second
      finger does nothing. */
  drop(event: PointerEvent, within: () => void = () => undefined): boolean {
    if (!event.isPrimary) return true;
    const held = this.held;
    if (this.#givenUp) {
      swallowClick();
      return true;
    }
    if (held === null || !held.moving) {
      this.let();
      return false;
    }
    swallowClick();
    const place = placeAt(event, held.what);
    const inside = held.what === 'hand' && place?.matches('.area-hand') === true;
    if (inside) within();
    if (place === null || inside) this.let();
    else void this.#play(held, place);
    return true;
  }

  /** It lies there until it is known what becomes of it. */
  async #play(held: Held, place: HTMLElement): Promise<void> {
    const table = this.#table;
    table.problem = table.hint = null;
    const played = this.#means(held, place);
    const mine = (this.held = { ...held, dropped: true });
    const sent = table.sending;
    await played;
    if (this.held !== mine) return;
    const refused = table.problem !== null || table.hint !== null;
    if (refused || !sent) this.let(!refused);
    else setTimeout(() => this.held === mine && this.let(true), NEWS_MS);
  }

  /** Does what the place means for what is held. */
  async #means(held: Held, place: HTMLElement): Promise<void> {
    const table = this.#table;
    if (place.matches('[data-drop]')) {
      if (held.what === 'hand') table.own.select(this.#selected);
      place.click();
    } else if (held.what === 'stock') await table.draw();
    else if (held.what === 'pile')
      await table.pullPile(place.matches('.area-hand') ? undefined : meldOf(place));
    else if (held.what === 'meld') await table.joinMelds(held.id, meldOf(place) ?? held.id);
    else if (held.what === 'tray') table.putElsewhere(held.id, groupOf(place));
    else await this.#playCards(held, place);
  }

  async #playCards(held: Held, place: HTMLElement): Promise<void> {
    const table = this.#table;
    const [group, meld] = [groupOf(place), meldOf(place)];
    table.choosing = null;
    table.own.select(held.ids);
    if (place.matches('[data-pile]')) await table.dropOnPile();
    else if (place.matches('[data-new-meld], [data-gives]')) place.click();
    else if (meld !== null) await table.tapMeld(meld);
    else table.put(group);
  }
}

const meldOf = ({ dataset: { meld } }: HTMLElement): number | null =>
  meld === undefined ? null : Number(meld);

function groupOf({ dataset: { group } }: HTMLElement): number | null {
  if (group === undefined) return null;
  return group === 'take' ? TAKE_GROUP : Number(group);
}

function movedBox({ box, dx, dy }: Held): Box {
  return { x: box.x + dx, y: box.y + dy, width: box.width };
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
function placeAt({ clientX, clientY }: PointerEvent, what: What): HTMLElement | null {
  const all = document.elementsFromPoint(clientX, clientY);
  const [place = null] = all.flatMap((one) => one.closest<HTMLElement>(PLACES[what]) ?? []);
  return place;
}

/** What says there that it would be taken; beside all else of the own side, the free place. */
function litAt(place: HTMLElement | null): Element | null {
  const free = place?.matches('.ours') === true ? place.querySelectorAll('[data-new-meld]') : [];
  if (free.length > 0) return free.length === 1 ? (free[0] ?? null) : null;
  return place?.matches('[data-lit], [data-drop], .area-hand') === true ? place : null;
}
