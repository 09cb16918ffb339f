// House rules by clicks: a form, a code, another browser that opens it, a table under it.
// Not here: values and questions by themselves (tests/house.test.ts, tests/which.test.ts).
// Invariant: what the page shows of house rules is what their table plays.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from './browser';
import { Chooser } from './choice';
import { hurryBots, moment, openOptions, view } from './clicks';
import { action, changes, find, playHand, row, setNumber, sheet } from './form';
import { setUp } from './setup';

const { server, person } = setUp();

/** Classic, but two canastas to go out, draw two and 3,000 points. */
async function makeGrandmas(page: Page): Promise<string> {
  await openOptions(page);
  await page.locator('input[name="rules"][value="classic_pagat"]').check();
  await action(page, 'house').click();
  await page.locator('input[name="house-name"]').fill("Grandma's rules");
  expect(await sheet(page)).toContain('reaches 5,000');
  await setNumber(page, 'needed to go out', 'out_canastas', 2);
  await setNumber(page, 'cards drawn', 'draw_count', 2);
  await setNumber(page, 'points to win', 'target', 3000);
  return page.locator('[data-code]').inputValue();
}

test('rules made by clicks, shared by a link, played by two', async () => {
  const anna = await person(DESKTOP);
  await anna.page.goto(server.address);
  const code = await makeGrandmas(anna.page);
  expect(code).toBe('classic_pagat~dc-2~oc-2~to-3000~name-Grandma-27s_rules~1j74');
  const rules = await sheet(anna.page);
  for (const words of ["Grandma's rules", 'Draw two cards', 'two canastas', 'reaches 3,000'])
    expect(rules).toContain(words);
  expect((await changes(anna.page)).length).toBe(3);
  const link = await anna.page.locator('[data-link]').getAttribute('data-link');
  expect(link).toBe(`${server.address}#rules=${code}`);

  // Ben opens the link and makes a table by it.
  const ben = await person(PHONE);
  await ben.page.goto(link ?? '');
  await expect.poll(() => changes(ben.page)).toHaveLength(3);
  expect((await changes(ben.page)).join()).toMatch(/Cards drawn in a turn.*2.*instead of 1/s);
  await action(ben.page, 'play-house').click();
  await openOptions(ben.page);
  await ben.page.locator(`input[name="rules"][value="${code}"]:checked`).waitFor();
  await ben.page.locator('input[name="name"]').fill('Ben');
  await ben.page.locator('input[name="length"][value="hand"]').check();
  await action(ben.page, 'start').click();
  await ben.page.locator('main.table').waitFor();
  await hurryBots(ben.page);
  expect(await view(ben.page)).toMatchObject({ target: 3000, rounds: 1 });

  // Anna is invited, reads what is different, and sits down.
  await action(ben.page, 'menu').click();
  const invitation = await ben.page.locator('[data-invite]').inputValue();
  await action(ben.page, 'close').click();
  await anna.page.goto(invitation);
  await expect.poll(() => anna.page.locator('main.join').innerText()).toContain("Grandma's rules");
  await expect.poll(() => changes(anna.page)).toHaveLength(4); // and the length of one hand
  await action(anna.page, 'rules').click();
  await anna.page.locator('[data-rules-text] [data-change]').nth(3).waitFor();
  expect(await anna.page.locator('[data-rules-text]').innerText()).toContain('Draw two cards');
  await action(anna.page, 'close').click();
  await anna.page.locator('input[name="name"]').fill('Anna');
  await anna.page.locator('[data-sit="2"]').click();
  await anna.page.locator('main.table').waitFor();

  const chooser = await Chooser.make();
  await Promise.race([moment(ben.page), moment(anna.page)]);
  const acts = await playHand([ben.page, anna.page], chooser);
  expect(Math.min(...acts)).toBeGreaterThan(0);
  const drawn = await ben.page.evaluate(
    () => window.canasta?.record().events.filter((line) => / draw gets /.test(line)) ?? [],
  );
  expect(drawn.length).toBeGreaterThan(0);
  // Whoever draws for the others to see nothing of it gets two cards.
  expect(drawn.filter((line) => / draw gets \?\?(\s|$)/.test(line)).length).toBeGreaterThan(0);

  await ben.page.goto(server.address);
  await expect
    .poll(() => ben.page.locator('[data-game]').first().innerText())
    .toContain("Grandma's rules");
  expect([...anna.errors, ...ben.errors]).toEqual([]);
});

test('what does not go together is refused at its switch, and taken back', async () => {
  const { page, errors } = await person(DESKTOP);
  await page.goto(`${server.address}#house`);
  await find(page, 'asking');
  await row(page, 'ask_partner').locator('[data-value="required"]').click();
  await find(page, 'answer binds');
  await row(page, 'ask_binding').locator('[role="switch"]').click();
  expect(await row(page, 'ask_binding').locator('[role="alert"]').innerText()).toMatch(/bind/);
  expect(await page.locator('[data-refused]').getAttribute('data-refused')).toBe('ask_binding');
  expect(await action(page, 'play-house').count()).toBe(0);
  expect(await page.locator('[data-code]').count()).toBe(0);
  await action(page, 'undo-refused').click();
  expect(await page.locator('[data-refused]').count()).toBe(0);
  expect(await changes(page)).toHaveLength(1);
  await page.locator('[data-change] button.reset').click();
  expect(await changes(page)).toHaveLength(0);
  expect(errors).toEqual([]);
});

test('lists have editors of their own; a set is kept and opened again', async () => {
  const { page, errors } = await person(PHONE);
  await page.goto(`${server.address}#house`);
  await page.locator('input[name="house-name"]').fill('Ours');
  await find(page, 'points for the first meld by');
  const bands = row(page, 'min_table').locator('.row');
  expect(await bands.count()).toBe(4);
  await row(page, 'min_table').locator('.add').click();
  await bands.nth(4).locator('input').nth(0).fill('7000');
  await bands.nth(4).locator('input').nth(1).fill('150');
  await bands.nth(4).locator('input').nth(1).blur();
  await find(page, 'other bonuses by rank');
  await row(page, 'bonus_rank').locator('.add').click();
  await find(page, 'kinds needed');
  await row(page, 'out_needs').locator('input').nth(0).fill('2'); // natural ones
  await row(page, 'out_needs').locator('input').nth(0).blur();
  expect((await changes(page)).join('\n')).toMatch(/150 from 7,000 on/);
  expect(await page.locator('[data-code]').inputValue()).toMatch(
    /^classic_pagat~mt-any-15\.0-50\.1500-90\.3000-120\.7000-150~on-natural-2~br-A-E1000--M~name-O/,
  );
  await page.reload(); // the address has followed
  await expect.poll(() => changes(page)).toHaveLength(3);
  await page.locator('[data-keep] summary').click();
  await action(page, 'keep').click();

  await page.goto(server.address);
  await openOptions(page);
  await page.locator('[data-group="yours"] label', { hasText: 'Ours' }).waitFor();
  await page.goto(`${server.address}#house`);
  await page.reload();
  await page.locator('[data-keep] summary').click();
  await page.locator('[data-saved="Ours"]').click();
  await expect.poll(() => changes(page)).toHaveLength(3);
  expect(errors).toEqual([]);
});

test('a code that is damaged, or says what is not known, is told in full', async () => {
  const { page } = await person(DESKTOP);
  await page.goto(`${server.address}#rules=classic_pagat~oc-3~1j74`);
  await page.locator('[data-code-problems="1"]').waitFor();
  expect(await page.locator('[data-code-problems]').innerText()).toMatch(/damaged/);
  await page.locator('input[name="pasted"]').fill('samba~');
  await page.locator('form button[type="submit"]').click();
  await page.locator('[data-pasted-problems]').waitFor();

  // As a later version might write it: one rule is new, one value is changed.
  await page.goto(`${server.address}#rules=classic_pagat~oc-2~zz-9~to-0~fpx2`);
  await page.locator('[data-code-problems="2"]').waitFor();
  const told = await page.locator('[data-code-problems]').innerText();
  expect(told).toContain("knows no rule 'zz', which is to be '9'");
  expect(told).toContain("“Points to win” is 1 to 1000000, not '0'");
  expect((await changes(page)).join()).toMatch(/Canastas needed to go out.*2/s);
  expect(await changes(page)).toHaveLength(1);
});

test('the questions lead to a rule set and its changes', async () => {
  const { page, errors } = await person(PHONE);
  await page.goto(server.address);
  await openOptions(page);
  await action(page, 'which').click();
  const say = (answer: string) => page.locator(`[data-answer="${answer}"]`).click();
  for (const answer of ['fourPairs', 'eleven', 'one']) await say(answer);
  await action(page, 'back').click();
  await say('two');
  for (const answer of ['none', 'no', 'no', 'none', 'untilMelded', 'all', 'stops', 'three'])
    await say(answer);
  for (const answer of ['two', 'any', 't3000']) await say(answer);
  await page.locator('[data-found="classic_pagat"]').waitFor();
  expect(await changes(page)).toHaveLength(3);
  await action(page, 'open-found').click();
  await expect
    .poll(() => page.locator('[data-code]').inputValue())
    .toMatch(/^classic_pagat~dc-2~oc-2~to-3000~/);
  await action(page, 'reset-all').click();
  expect(await changes(page)).toHaveLength(0);
  await action(page, 'undo').click();
  expect(await changes(page)).toHaveLength(3);
  expect(errors).toEqual([]);
});
