// The rules in words, cut into parts. Not here: the sentences.
// Invariant: markup in the text stays text.
import { expect, test } from 'vitest';
import { explainParts } from '../src/explain';

test('headings, lists and paragraphs', () => {
  const text = '# Samba\n\n## The deal\nEach gets 15 cards.\n- one\n- two\n\nAfter.\n## End\n';
  expect(explainParts(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Samba' },
    { kind: 'heading', level: 2, text: 'The deal' },
    { kind: 'paragraph', text: 'Each gets 15 cards.' },
    { kind: 'list', items: ['one', 'two'] },
    { kind: 'paragraph', text: 'After.' },
    { kind: 'heading', level: 2, text: 'End' },
  ]);
});

test('a line goes on with the part before it, unless a blank one parts them', () => {
  expect(explainParts('- a rule\n  that goes on\n- next')).toEqual([
    { kind: 'list', items: ['a rule that goes on', 'next'] },
  ]);
  expect(explainParts('one\ntwo\n\nthree')).toEqual([
    { kind: 'paragraph', text: 'one two' },
    { kind: 'paragraph', text: 'three' },
  ]);
});

test('nothing in the text is markup', () => {
  const text = '<script>alert(1)</script>';
  expect(explainParts(text)).toEqual([{ kind: 'paragraph', text }]);
  expect(explainParts('')).toEqual([]);
});
