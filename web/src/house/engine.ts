// The engine for questions about rules, loaded once. Not here: tables; each has its own.
// Invariant: nothing that is asked here changes it.
import type { RuleSet } from '../api';
import { newRules } from '../engine/page';
import type { HouseEngine } from './draft.svelte';

let loading: Promise<HouseEngine> | null = null;

export function rulesEngine(): Promise<HouseEngine> {
  loading ??= newRules().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** True for what can only be a code: no rule set has this letter in its name. */
export function isCode(text: string): boolean {
  return text.includes('~');
}

/** The code in a link or in what somebody pasted. */
export function codeIn(text: string): string {
  const found = /(?:rules|play)=([^&\s]+)/.exec(text)?.[1];
  try {
    return found === undefined ? text.trim() : decodeURIComponent(found);
  } catch {
    return text.trim();
  }
}

export interface HouseEntry extends RuleSet {
  rules: string;
  overrides: string;
}

/** House rules as an entry in the list of games, under their code; null if nobody can play them. */
export function asRuleSet(engine: HouseEngine, code: string): HouseEntry | null {
  const said = engine.code(code);
  if (!said.ok) return null;
  const { rules, overrides, name } = said;
  const ask = (players: number) => engine.house({ rules, overrides, name, players });
  const usual = ask(0);
  if (usual === null || !usual.ok) return null;
  const tables = usual.counts.flatMap((players) => {
    const table = ask(players);
    return table?.ok === true ? [table] : [];
  });
  const lengths = (what: string) => tables.map(({ values }) => Number(values[what]));
  return {
    ...{ name: code, title: name, about: '', club: false, parent: rules, rules, overrides },
    ...{ players: tables.map((table) => table.players), usual: usual.players },
    ...{ targets: lengths('target'), rounds: lengths('rounds') },
  };
}
