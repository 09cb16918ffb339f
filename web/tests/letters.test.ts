// Letters: few sizes, and all of them follow the browser's font size. Not here: what fits where.
// Invariant: a size that is written down anywhere is one of these.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../src');
// Outside the table by name, inside it in em of its own size; what is drawn is as large as a card.
const NAMED =
  /^(var\(--letters-[a-z]+\)|inherit|1\.2em|1em|0\.9em|0\.82em|0\.72em|0\.6em|0\.52em)$/;
const FITTED = /^(min|max|clamp|calc)\(|cqw$|^var\(--says, 1em\)$/;

test('no text has a size of its own', () => {
  const sizes = globSync('**/*.{svelte,css}', { cwd: SOURCES }).flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/font-size:\s*([^;]+);/g)].map(
      ([, size = '']) => [file, size.trim()] as const,
    ),
  );
  expect(sizes.length).toBeGreaterThan(100);
  const others = sizes.filter(([, size]) => !NAMED.test(size) && !FITTED.test(size));
  expect(others).toEqual([]);
});
