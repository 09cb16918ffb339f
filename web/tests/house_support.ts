// What tests of house rules share: the real engine, the rule sets of the folder, the lesson's.
// Not here: tests. Invariant: rule sets are those that are built in, whatever their number.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newRules } from './engine_support';

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = inRoot('rulesets');

const ruleFilesIn = (path: string): string[] =>
  readdirSync(path)
    .filter((file) => file.endsWith('.rules'))
    .map((file) => file.replace(/\.rules$/, ''))
    .sort();

/** Names of the sheets of clubs and families, which stand behind the rule sets. */
export const clubNames = (): string[] => ruleFilesIn(`${folder}/clubs`);

/** Names of all rule sets, the root first, as the start page has it. */
export function ruleSetNames(): string[] {
  const names = ruleFilesIn(folder);
  return ['classic_pagat', ...names.filter((name) => name !== 'classic_pagat')];
}

/** What is played in the first steps. */
export function lessonRules(): { rules: string; overrides: string } {
  const text = readFileSync(inRoot('lessons/first.lesson'), 'utf8');
  const value = (key: string): string => RegExp(`^${key} = (.*)$`, 'm').exec(text)?.[1] ?? '';
  return { rules: value('rules'), overrides: value('overrides') };
}

export const engineOfTests = newRules;
