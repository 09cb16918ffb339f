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
}

export const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sums: Shifts = (window.shifts = { all: 0, unasked: 0 });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) {
        sums.all += value;
        if (!hadRecentInput) sums.unasked += value;
      }
    }).observe({ type: 'layout-shift' });
  });

export const shifts = (page: Page): Promise<Shifts> =>
  page.evaluate(() => window.shifts ?? { all: NaN, unasked: NaN });
