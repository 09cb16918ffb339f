// The catalogue in use, and the sentence of a reason. Not here: texts.
// Invariant: components read texts from here only.
import { en, type Messages } from './en';
import { ruleless, type ReasonNumbers, type Ruleless } from './reasons.en';

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

/** Whether a refusal is about a rule of the table, which its rules in words say. */
export function hasRule(code: string): boolean {
  return Object.hasOwn(m.ruleReasons, code) && !ruleless.includes(code as Ruleless);
}
