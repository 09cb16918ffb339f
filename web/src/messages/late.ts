// What of the catalogue comes only with the parts of the page that need it: another language has
// these objects, too. Not here: texts. Invariant: no module that every table needs imports this.
import { clauses, type Clause } from './clauses.en';

export { fair } from './fair.en';
export { gather } from './gather.en';
export { keys } from './keys.en';
export { lesson } from './lesson.en';
export { likes } from './likes.en';
export { menu } from './menu.en';
export { score } from './score.en';
export type { Clause };

/** Where the rules in words say what a refusal is about; null if it is about none. */
export function clauseOf(code: string | null): Clause | null {
  const all: Record<string, Clause> = clauses;
  return code !== null && Object.hasOwn(all, code) ? (all[code] ?? null) : null;
}
