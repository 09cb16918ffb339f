// The content security policy: the page does nothing that it forbids, wherever one goes in it.
// Not here: the header's other words (tests/server/test_page.py).
// Invariant: a violation is heard whether or not anything is seen of it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, type Person, type Size } from './browser';
import { moment, ONE_HAND, openTable } from './clicks';
import { setUp } from './setup';

const { server, person } = setUp();

const MOST_HINTS = 200;

async function listening(size: Size): Promise<Person & { broken: string[] }> {
  const one = await person(size);
  const broken: string[] = [];
  await one.page.exposeFunction('heard', (what: string) => void broken.push(what));
  await one.page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { heard } = window as unknown as { heard: (what: string) => void };
      heard(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  return { ...one, broken };
}

/** Opens what stands there to be opened, and closes it again. */
async function openAndClose(page: Page, action: string): Promise<void> {
  const button = page.locator(`[data-action="${action}"]`).first();
  if (!(await button.isVisible())) return;
  await button.click();
  await page.locator('[role="dialog"], dialog').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[role="dialog"], dialog').first().waitFor({ state: 'detached' });
}

async function playByHints(page: Page): Promise<void> {
  for (let i = 0; i < MOST_HINTS && (await moment(page)) === 'turn'; i++) {
    const seq = await page.evaluate(() => window.canasta?.seq() ?? 0);
    await page.locator('[data-action="hint"]').click();
    await page.locator('[data-action="follow"]').click();
    await page.waitForFunction(
      (before) => (window.canasta?.seq() ?? 0) > before && window.canasta?.sending() === false,
      seq,
    );
  }
  expect(await moment(page)).toBe('game_end');
}

test('styles in attributes are forbidden, and a violation is heard', async () => {
  const { page, broken } = await listening(DESKTOP);
  await page.goto(server.address);
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(() => broken.join()).toContain('style-src');
});

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('no page, sheet or dialog does what is forbidden (%s)', async (_, size) => {
  const { page, broken, errors } = await listening(size);
  for (const place of ['', '#house', '#which', '#play=samba', '#t=nothing&k=nothing']) {
    await page.goto(`${server.address}${place}`);
    await page.locator('#app button').first().waitFor();
    for (const more of await page.locator('details > summary').all())
      if (await more.isVisible()) await more.click();
    await openAndClose(page, 'rules');
  }
  await openTable(page, server.address, { rules: 'two_player', players: 2, overrides: ONE_HAND });
  for (const action of ['rules', 'menu', 'log']) await openAndClose(page, action);
  await playByHints(page);
  await page.locator('[role="dialog"], dialog').first().waitFor();
  await page.locator('[data-action="check-deal"]').click();
  await page.waitForTimeout(300);
  expect(broken).toEqual([]);
  expect(errors.filter((error) => /security policy/i.test(error))).toEqual([]);
});
