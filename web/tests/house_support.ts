// What tests of house rules share: the real engine, the rule sets of the folder.
// Not here: tests. Invariant: rule sets are those that are built in, whatever their number.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newRules } from './engine_support';

const folder = fileURLToPath(new URL('../../rulesets', import.meta.url));

/** Names of all rule sets, the root first, as the start page has it. */
export function ruleSetNames(): string[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.rules'))
    .map((file) => file.replace(/\.rules$/, ''))
    .sort();
  return ['classic_pagat', ...names.filter((name) => name !== 'classic_pagat')];
}

export const engineOfTests = newRules;
