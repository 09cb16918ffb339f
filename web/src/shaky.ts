// Taps with a shaky finger. Browsers make no click of a touch that slips by more than some fifteen
// pixels; up to 24 it is one here, on what the finger came down on.
// Not here: own cards, stock and pile, which are pulled (drag.svelte.ts).
// Invariant: a touch makes one click at most.
import type { Attachment } from 'svelte/attachments';

const SLIP = 24; // pixels
const CLICK_MS = 80; // in which the browser's own click would come

export const shaky: Attachment<HTMLElement> = (table) => {
  let down: { button: HTMLElement; x: number; y: number } | null = null;
  let clicked = 0;
  const stop = new AbortController();
  const on = (type: 'pointerdown' | 'pointerup' | 'click', does: (e: PointerEvent) => void): void =>
    table.addEventListener(type, does as EventListener, { capture: true, signal: stop.signal });
  on('pointerdown', ({ pointerType, target, clientX: x, clientY: y }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    const pulled = button?.matches('.own, [data-stock], [data-pile]') ?? true;
    down = pointerType !== 'touch' || pulled || button === null ? null : { button, x, y };
  });
  on('click', () => clicked++);
  on('pointerup', ({ clientX, clientY }) => {
    if (down === null) return;
    const { button, x, y } = down;
    const before = clicked;
    down = null;
    if (Math.hypot(clientX - x, clientY - y) > SLIP) return;
    const lies = (): boolean => document.elementFromPoint(x, y)?.closest('button') === button;
    setTimeout(() => clicked === before && lies() && button.click(), CLICK_MS);
  });
  return () => stop.abort();
};
