// Where elements may stand: ISO 32000-2, Annex L, and ISO/TS 32005, table 5.
import { expect, test } from 'vitest';
import { headings, typesIn } from '../../../src/document/layout/nesting.ts';
import type { StructureType } from '../../../src/document/layout/tag.ts';

const holders = ['TD', 'TH', 'BlockQuote', 'Note', 'Caption', 'Figure', 'LBody'] as const;

test.each<[kid: StructureType, parents: readonly StructureType[]]>([
  ['Title', holders],
  ['TOC', ['TD', 'TH', 'Note', 'Caption', 'Figure', 'LBody']],
  ['BlockQuote', ['TD', 'TH', 'BlockQuote']],
  ['Caption', ['Caption']],
  ...headings.map((heading): [StructureType, readonly StructureType[]] => [heading, ['Note']]),
])('%s stands in a section of its own in %j, and directly elsewhere', (kid, parents) => {
  for (const parent of [...holders, 'Sect', 'Document', undefined] as const) {
    const isRefused = parent !== undefined && parents.includes(parent);
    expect(typesIn(parent, kid), parent).toEqual(isRefused ? ['Sect', kid] : [kid]);
  }
});

test('an entry of a table of contents has paragraphs, and code has no code in it', () => {
  for (const kid of [...headings, 'Title', 'Caption', 'Sect', 'BlockQuote', 'L'] as const)
    expect(typesIn('TOCI', kid)).toEqual(['P']);
  for (const kid of ['Code', 'Note', 'Figure', 'Form', 'Annot', 'Link', 'Span'] as const)
    expect(typesIn('TOCI', kid)).toEqual(['P', kid]);
  expect([typesIn('Code', 'Code'), typesIn('Code', 'Figure'), typesIn('Code', 'Form'), typesIn('Code', 'Annot')]).toEqual([
    ['Span'],
    ['Span', 'Figure'],
    ['Span', 'Form'],
    ['Span', 'Annot'],
  ]);
});
