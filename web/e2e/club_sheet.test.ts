// A club's sheet, set up in the form from nothing, reads like the sheet, and is played.
// Not here: sheets by themselves (tests/rulesets/test_clubs.py).
// Invariant: what was typed is what the built-in sheet of the same club says, word for word.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from './browser';
import { Chooser } from './choice';
import { hurryBots, moment, openOptions, view } from './clicks';
import { action, changes, find, playHand, row, setNumber, sheet } from './form';
import { PROGRAM } from './server';
import { setUp } from './setup';

const { server, person } = setUp();

async function choose(
  page: Page, words: string, param: string, value: string,
): Promise<void> {
  await find(page, words);
  const field = row(page, param);
  const list = field.locator('select').first();
  if ((await list.count()) > 0) await list.selectOption(value);
  else if (value === 'yes' || value === 'no') {
    const toggle = field.locator('[role="switch"]');
    const on = (await toggle.getAttribute('aria-checked')) === 'true';
    if (on !== (value === 'yes')) await toggle.click();
  } else await field.locator(`[data-value="${value}"]`).click();
}

async function fillRows(
  page: Page, words: string, param: string, cells: number[],
): Promise<void> {
  await find(page, words);
  const fields = row(page, param).locator('.row');
  while ((await fields.count()) > cells.length) await fields.last().locator('.drop').click();
  for (const [i, cell] of cells.entries()) {
    const field = fields.nth(i).locator('input[type="number"]');
    await field.fill(String(cell));
    await field.blur();
  }
}

/** What hangs on the wall of the camping club, beginning with Hand and Foot. */
async function typeSheet(page: Page): Promise<void> {
  const kinds = row(page, 'out_needs').locator('input[type="number"]');
  await find(page, 'kinds needed');
  for (const [i, count] of [2, 2, 0].entries()) {
    await kinds.nth(i).fill(String(count));
    await kinds.nth(i).blur();
  }
  await setNumber(page, 'packs of cards', 'decks', 4);
  await setNumber(page, 'jokers', 'jokers_total', 8);
  await setNumber(page, 'black three left', 'black3_left_in_hand', 0);
  await choose(page, 'melds of wild cards', 'wild_meld', 'no');
  await choose(page, 'canastas of wild', 'wild_canasta', 'no');
  await choose(page, 'wilds against naturals', 'wild_ratio', 'wild_lt_natural');
  await fillRows(page, 'first meld, hand by hand', 'min_by_round', [90, 120, 150]);
  await find(page, 'cards taken');
  await row(page, 'take_amount').locator('button.usual').click(); // no longer the whole pile
  await row(page, 'take_amount').locator('input[type="number"]').fill('6');
  await row(page, 'take_amount').locator('input[type="number"]').blur();
  await choose(page, 'taking onto an own meld', 'take_add_to_meld', 'never');
  await setNumber(page, 'needed to go out', 'out_canastas', 4);
  await choose(page, 'last card is thrown', 'out_discard', 'required');
  await setNumber(page, 'number of hands', 'rounds', 3);
}

/** Words without what only a layout adds. */
const words = (text: string): string[] =>
  text.toLowerCase().match(/[a-z0-9]+/g)?.filter((word) => word !== '') ?? [];

for (const [name, size] of [['a desktop', DESKTOP], ['a phone', PHONE]] as const)
  test(`the sheet of a camping club is typed in on ${name}, and a hand played by it`, async () => {
    const { page, errors } = await person(size);
    await page.goto(server.address);
    await openOptions(page);
    await page.locator('input[name="rules"][value="hand_and_foot"]').check();
    await action(page, 'house').click();
    await page.locator('input[name="house-name"]').fill('Our club');
    await typeSheet(page);
    expect((await changes(page)).join('\n')).toMatch(/2 natural and 2 mixed/);

    const told = execFileSync(PROGRAM, ['rules', 'explain', 'camping_club'], { encoding: 'utf8' });
    const own = words(told.slice(told.indexOf('## The table')));
    const shown = words(await sheet(page));
    expect(shown.slice(shown.indexOf('four', shown.indexOf('table')))).toEqual(
      own.slice(own.indexOf('four')),
    );

    await action(page, 'play-house').click();
    await openOptions(page);
    await page.locator('input[name="length"][value="hand"]').check();
    await action(page, 'start').click();
    await page.locator('main.table').waitFor();
    await hurryBots(page);
    expect(await view(page)).toMatchObject({ canastas_needed: 4, draw_count: 2, rounds: 1 });
    await moment(page);
    const acts = await playHand([page], await Chooser.make());
    expect(acts[0]).toBeGreaterThan(3);
    expect(errors).toEqual([]);
  });
