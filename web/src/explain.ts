// The plain-English rules of a table, as the server tells them, cut into parts that can be drawn.
// Not here: the rules themselves, and HTML; the text is shown as text, whatever is in it; how the
// sentence of a refusal reads (messages/clauses.en.ts).
// Invariant: every line that is not blank is in exactly one part, in its order.
import type { Clause } from './messages/late';

export type Part =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

const NOTHING: Part = { kind: 'paragraph', text: '' };
const HEADING = /^(#{1,3})\s+(.*)$/;
const BULLET = /^\s*[-*]\s+(.*)$/;

function lastList(parts: readonly Part[]): string[] | null {
  const last = parts.at(-1);
  return last?.kind === 'list' ? last.items : null;
}

/** A line that goes on where the one before it stopped. */
function goOn(parts: Part[], line: string, afterBlank: boolean): void {
  const last = parts.at(-1);
  if (afterBlank || last === undefined || last.kind === 'heading') {
    parts.push({ kind: 'paragraph', text: line });
  } else if (last.kind === 'paragraph') {
    last.text = `${last.text} ${line}`;
  } else {
    last.items.push(`${last.items.pop() ?? ''} ${line}`.trim());
  }
}

/** Headings (`## `), lists (`- `) and paragraphs; nothing else has a meaning. */
export function explainParts(text: string): Part[] {
  const parts: Part[] = [];
  let afterBlank = true;
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line);
    if (heading !== null) {
      const [, marks = '', words = ''] = heading;
      parts.push({ kind: 'heading', level: marks.length, text: words.trim() });
    } else if (bullet !== null) {
      const items = lastList(parts);
      if (items === null) parts.push({ kind: 'list', items: [bullet[1] ?? ''] });
      else items.push(bullet[1] ?? '');
    } else if (line.trim() !== '') {
      goOn(parts, line.trim(), afterBlank);
    }
    afterBlank = line.trim() === '';
  }
  return parts;
}

/** A sentence of a part: its words from one letter to another; `line` is of the items of a list. */
export interface Marked {
  part: number;
  line: number; // 0 where it is no list
  from: number;
  to: number;
}

export const linesOf = (part: Part): readonly string[] =>
  part.kind === 'list' ? part.items : [part.text];

/** Every sentence of a part, where it stands and how it reads. */
function sentencesOf(part: Part, at: number): (Marked & { words: string })[] {
  return linesOf(part).flatMap((text, line) =>
    [...text.matchAll(/\S.*?(?:[.](?=\s|$)|$)/g)].map(({ 0: words, index: from }) => ({
      ...{ part: at, line, from, to: from + words.length, words },
    })),
  );
}

/** The sentence that says a rule; its heading where this table has none such, else the first. */
export function findClause(parts: readonly Part[], { under, says, goesOn }: Clause): Marked {
  const head = parts.findIndex((part) => part.kind === 'heading' && part.text === under);
  const rest = parts.slice(head + 1);
  const next = rest.findIndex(({ kind }) => kind === 'heading');
  const own = head < 0 ? parts : next < 0 ? rest : rest.slice(0, next);
  const all = own.flatMap((part, i) => sentencesOf(part, (head < 0 ? 0 : head + 1) + i));
  const found = says.flatMap((one) => all.find(({ words }) => one.test(words)) ?? [])[0];
  if (found === undefined) {
    const part = Math.max(0, head);
    return { part, line: 0, from: 0, to: linesOf(parts[part] ?? NOTHING)[0]?.length ?? 0 };
  }
  const { part, line, from } = found;
  let { to } = found;
  for (const one of all.slice(all.indexOf(found) + 1)) {
    if (one.part !== part || one.line !== line || goesOn?.test(one.words) !== true) break;
    to = one.to;
  }
  return { part, line, from, to };
}
