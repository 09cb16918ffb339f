// axe-core in a page. Not here: which pages. Invariant: its own rules, none left out but by `only`.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Faults as lines: the rule, and where; of one kind of rules alone if that is wanted. */
export async function faults(
  page: Page,
  where: string,
  only: string | null = null,
): Promise<string[]> {
  const loaded = await page.evaluate(() => 'axe' in window);
  if (!loaded) await page.evaluate(axe.source);
  const found = await page.evaluate((wanted) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    return here.run(wanted === null ? {} : { runOnly: wanted });
  }, only);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id} ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}
