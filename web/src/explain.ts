// The plain-English rules of a table, as the server tells them, cut into parts that can be drawn.
// Not here: the rules themselves, and HTML; the text is shown as text, whatever is in it.
// Invariant: every line that is not blank is in exactly one part, in its order.
export type Part =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

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
