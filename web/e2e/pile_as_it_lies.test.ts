// The pile taken as it lies, and melded for afterwards: what is owed is said, and until it is laid
// the turn does not end.
// Not here: when the pile may be taken so (the engine). Invariant: what is tapped is what is sent.
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from './browser';
import { selectCards } from './clicks';
import { answers, dealTable } from './dealt';
import { setUp } from './setup';

const { server, person } = setUp();

const MELDED = {
  rules: 'classic_pagat',
  overrides: 'take_with = any_card; min_table = any:15',
  events: [
    'deal 1 dealer 3 turned 9d hand 0:KcKdKh5d5h7sTs4s8h8dJc',
    ...['0 draw gets Td', '0 lay Kc', '0 lay Kd', '0 lay Kh', '0 open', '0 discard 4s'],
    ...['1 draw gets ?', '1 discard 5c', '2 draw gets ?', '2 discard 6d'],
    ...['3 draw gets ?', '3 discard Qd'],
  ],
};

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('the pile is owed for until a card of it is melded (%s)', async (_, size) => {
  const dealt = await dealTable(person, server.address, { size, ...MELDED });
  const { page, sent } = dealt;
  const action = (name: string) => page.locator(`[data-action="${name}"]`);
  const message = page.locator('[data-message]');
  const pile = page.locator('[data-pile]');
  expect(await pile.getAttribute('aria-label')).toContain('a match for one of its cards');
  await pile.click();
  await answers(dealt, 'take-all', '0 take-all');
  const owed = 'You took the pile: meld a card of a rank that was in it before you discard.';
  expect(await message.innerText()).toBe(owed);
  expect(await page.locator('.message .more').count()).toBe(0); // it is read without a tap
  await selectCards(page, ['7s']);
  await action('discard').click();
  expect(await page.locator('[role="alert"]').innerText()).toBe(
    'You took the pile: first lay what you took it for.',
  );
  expect(sent.at(-1)).toMatchObject({ play: 'take-all' });
  await selectCards(page, ['5c', '5d', '5h']);
  await action('lay').click();
  await answers(dealt, 'meld 5c5d5h', '0 lay 5c', '0 lay 5d', '0 lay 5h');
  expect(await message.innerText()).toBe('Meld if you like, then discard one card.');
  await selectCards(page, ['7s']);
  await action('discard').click();
  await answers(dealt, 'discard 7s', '0 discard 7s');
  expect(await message.innerText()).toContain('is playing');
});
