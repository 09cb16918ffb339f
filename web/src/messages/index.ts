// The catalogue in use, and the sentence of a reason. Not here: texts.
// Invariant: components read texts from here only.
import type { Clause } from './clauses.en';
import { en, type Messages } from './en';
import type { ReasonNumbers } from './reasons.en';

export const m: Messages = en;

export interface Problem extends ReasonNumbers {
  code: string;
}

function isKnown(code: string): code is keyof Messages['reasons'] {
  return Object.hasOwn(m.reasons, code);
}

export function reasonText(problem: Problem): string {
  return isKnown(problem.code) ? m.reasons[problem.code](problem) : m.unknownReason(problem.code);
}

/** A refusal that passes says when. */
export function refusalText(code: string, retryMs: number): string {
  return retryMs > 0 ? m.tryAgainIn(retryMs) : reasonText({ code, have: 0, need: 0 });
}

/** What a refusal is about in the rules in words; null if it is about no rule. */
export function clauseOf(code: string | null): Clause | null {
  const all: Record<string, Clause | null> = m.clauses;
  return code !== null && Object.hasOwn(all, code) ? (all[code] ?? null) : null;
}
