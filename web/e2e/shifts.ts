// How far anything of a page jumps, by the browser's own account (layout shift).
// Not here: tests. Invariant: it counts from where it is asked for.
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    shifts?: Shifts;
  }
}

export interface Shifts {
  all: number; // sum of all layout shifts
  unasked: number; // of those without a tap before them
  what: string[]; // moved by a tenth of a pixel and more, and from where to where
}

export const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sums: Shifts = (window.shifts = { all: 0, unasked: 0, what: [] });
    interface Source {
      node: Node | null;
      previousRect: DOMRectReadOnly;
      currentRect: DOMRectReadOnly;
    }
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: Source[];
    }
    const box = ({ x, y, width, height }: DOMRectReadOnly): string =>
      [x, y, width, height].map((n) => n.toFixed(1)).join(' ');
    const name = (node: Node | null): string =>
      node instanceof Element ? `${node.tagName} ${node.className}` : (node?.textContent ?? '');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        sums.all += value;
        if (!hadRecentInput) sums.unasked += value;
        for (const { node, previousRect, currentRect } of sources)
          if (box(previousRect) !== box(currentRect))
            sums.what.push(`${name(node)}: ${box(previousRect)} to ${box(currentRect)}`);
      }
    }).observe({ type: 'layout-shift' });
  });

export const shifts = (page: Page): Promise<Shifts> =>
  page.evaluate(() => window.shifts ?? { all: NaN, unasked: NaN, what: [] });
