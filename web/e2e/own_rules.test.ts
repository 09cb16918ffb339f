// A rule set of a file that the server was given: offered on the start page, and played to its end.
// Not here: what rule files say. Invariant: the page needs nothing but what the server tells.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DESKTOP } from './browser';
import { Chooser } from './choice';
import { hash, ONE_HAND, openOptions, openTable, playOn, view } from './clicks';
import { setUp } from './setup';

const FILE = join(import.meta.dirname, '../../examples/triple_play.rules');
const { server, person } = setUp('leave', ['--rules', FILE]);

test('the start page offers it, and a table of it begins', async () => {
  const { page, errors } = await person(DESKTOP);
  await page.goto(server.address);
  await openOptions(page);
  const choice = page.locator('input[name="rules"][value="triple_play"]');
  await choice.check();
  const label = page.locator('[data-group="other"] label', { has: choice });
  expect(await label.innerText()).toContain('Triple Play');
  await page.locator('[data-action="start"]').click();
  await page.locator('main.table').waitFor();
  await page.waitForFunction(() => (window.canasta?.view()?.hand.length ?? 0) > 0);
  const now = await view(page);
  expect(now?.hand.length).toBeGreaterThanOrEqual(15);
  expect(now?.packets).toEqual([2, 2, 2, 2]);
  expect(errors).toEqual([]);
});

test('one hand of it, by tapping', async () => {
  const { page, errors } = await person(DESKTOP);
  const wish = { rules: 'triple_play', players: 4, overrides: ONE_HAND };
  await openTable(page, server.address, wish);
  await playOn(page, await Chooser.make(), 'game_end');
  const end = await view(page);
  expect(end?.phase).toBe('game_end');
  expect(end?.scores).toHaveLength(2);
  expect(await hash(page)).toBe(end?.hash);
  expect(errors).toEqual([]);
});
