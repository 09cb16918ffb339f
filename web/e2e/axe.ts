// axe-core in a page. Not here: which pages. Invariant: its own rules, none left out.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Faults as lines: the rule, and where. */
export async function faults(page: Page, where: string): Promise<string[]> {
  const loaded = await page.evaluate(() => 'axe' in window);
  if (!loaded) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: here } = window as unknown as { axe: { run: () => Promise<AxeResults> } };
    return here.run();
  });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id} ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}
