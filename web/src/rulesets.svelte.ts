// The rule sets of the server, asked for once. Not here: what their rules are.
// Invariant: a failure is kept as its sentence, and asking again is allowed.
import { api, errorText, type RuleSet } from './api';
import * as home from './messages/home';

export const ruleSets = $state<{ all: RuleSet[]; problem: string | null }>({
  all: [],
  problem: null,
});

let asking: Promise<void> | null = null;

async function ask(): Promise<void> {
  ruleSets.problem = null;
  try {
    ruleSets.all = await api.rules();
  } catch (error) {
    ruleSets.problem = errorText(error);
    asking = null;
  }
}

export function loadRuleSets(): void {
  asking ??= ask();
}

/** What a rule set is called: by this page, or else by the server; if by neither, its name. */
export function titleOf(name: string): string {
  return home.games.title(name) || ruleSets.all.find((set) => set.name === name)?.title || name;
}
