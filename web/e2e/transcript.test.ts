// What who does not see the page meets in a whole hand: what is said, in its order, and the tree of
// what can be reached, beside a golden file. Not here: what a voice makes of it.
// Invariant: the same cards are dealt and played each time; the computers play without chance.
// A change that is meant: CANASTA_RENEW=1 npm --prefix web run e2e transcript, and read the change.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP } from './browser';
import { Chooser, type Choice } from './choice';
import { act, moment, ONE_HAND, view } from './clicks';
import { setUp } from './setup';
import { stackedTable } from './stacked';

const setup = setUp();
const GOLDEN = join(import.meta.dirname, 'golden/transcript.txt');

declare global {
  interface Window {
    said?: string[];
  }
}

/** Notes what the live regions say: of a log what is new in it, of others all that they hold. What
    is said in one go stands in one line, so two regions at once would be seen. */
function listen(): void {
  const said: string[] = (window.said = []);
  const REGION = '[aria-live], [role="status"], [role="alert"], [role="log"]';
  const before = new Map<Element, string>();
  const words = (node: Node): string =>
    node instanceof Element && node.getAttribute('aria-hidden') === 'true'
      ? ''
      : node.nodeType === Node.TEXT_NODE
        ? (node.textContent ?? '')
        : [...node.childNodes].map(words).join(' ');
  const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const urgent = (region: Element): boolean =>
    region.getAttribute('aria-live') === 'assertive' || region.getAttribute('role') === 'alert';
  const hear = (region: Element): string[] => {
    const now = tidy(words(region));
    const was = before.get(region);
    before.set(region, now);
    if (now === '' || now === was) return [];
    const log = region.getAttribute('role') === 'log';
    const last = log ? tidy(words(region.lastElementChild ?? region)) : now;
    const born = was === undefined && region.getAttribute('role') !== 'alert';
    const how = urgent(region) ? 'says at once' : born ? 'may say' : 'says';
    return [`${how}: ${last}`];
  };
  const look = (): void => {
    const regions = [...document.querySelectorAll('main.table')].flatMap((table) => [
      ...table.querySelectorAll(REGION),
    ]);
    const all = regions.flatMap(hear);
    if (all.length > 0) said.push(all.join(' | '));
  };
  new MutationObserver(look).observe(document, {
    ...{ subtree: true, childList: true, characterData: true },
    attributes: true,
  });
}

async function heard(page: Page): Promise<string[]> {
  return page.evaluate(() => window.said?.splice(0) ?? []);
}

/** The tree as lines, without what only holds others together. */
async function tree(page: Page, of: string): Promise<string[]> {
  const text = await page.locator(of).first().ariaSnapshot();
  return text.split('\n');
}

/** What is new in the tree (+), and what has gone from it (-). */
function changes(before: readonly string[], after: readonly string[]): string[] {
  const less = (some: readonly string[], others: readonly string[]): string[] => {
    const left = [...others];
    return some.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [
    ...less(before, after).map((line) => `  - ${line.trim().replace(/^- /, '')}`),
    ...less(after, before).map((line) => `  + ${line.trim().replace(/^- /, '')}`),
  ];
}

function deedWords(choice: Choice): string {
  switch (choice.kind) {
    case 'discard':
      return `discards ${choice.card}`;
    case 'take':
      return `takes with ${choice.cards.join(' ')}`;
    case 'lay':
      return `lays ${choice.group.cards.join(' ')}`;
    case 'open':
      return `opens with ${choice.groups.map(({ cards }) => cards.join('')).join(' ')}`;
    case 'join':
      return 'joins';
    default:
      return choice.kind;
  }
}

/** The tree is whole at the first turn and at the end; between them what turns find changed. */
async function wholeHand(page: Page): Promise<string[]> {
  const lines: string[] = [];
  const chooser = await Chooser.make('racer');
  let before: string[] = [];
  while ((await moment(page)) === 'turn') {
    lines.push(...(await heard(page)));
    if ((await view(page))?.phase === 'draw') {
      const after = await tree(page, 'main.table');
      lines.push('', ...(before.length === 0 ? after : changes(before, after)));
      if (before.length === 0) lines.push('', ...(await answers(page)));
      before = after;
    }
    lines.push('', `# Anna ${deedWords(await act(page, chooser))}`);
  }
  await page.locator('[data-sheet]').waitFor();
  lines.push(...(await heard(page)), '', ...(await tree(page, 'dialog[open]')));
  return [...lines, '', ...(await tree(page, 'main.table'))];
}

/** What is answered to the questions by key. */
async function answers(page: Page): Promise<string[]> {
  const lines: string[] = [];
  for (const key of 'HPMNOSCWL') {
    await page.keyboard.press(`Shift+${key}`);
    lines.push(`# Shift ${key}`, ...(await heard(page)));
  }
  return lines;
}

test('a whole hand is told as the golden file tells it', async () => {
  const stack = {
    size: DESKTOP,
    rules: 'classic_pagat',
    overrides: ONE_HAND,
    hand: '4c4d4hKcKdKhKs8c8d2c9s',
    turned: '9d',
    draws: '5h6h3hKc',
    bot: 'racer',
    pace: 0,
  };
  const page = await stackedTable(setup, stack, listen);
  const lines = await wholeHand(page);
  // One region at a time, none that came with its words, and no control without a name.
  expect(lines.filter((line) => /^may say|^says.* \| says/.test(line))).toEqual([]);
  const nameless = /- (button|textbox|link|img|article)( \[|:|$)/;
  expect(lines.filter((line) => nameless.test(line))).toEqual([]);
  const told = `${lines.join('\n')}\n`;
  if (process.env['CANASTA_RENEW'] === '1') writeFileSync(GOLDEN, told);
  expect(told).toBe(readFileSync(GOLDEN, 'utf8'));
});
