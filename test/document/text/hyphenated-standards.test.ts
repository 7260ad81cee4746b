// Hyphenated and justified text, balanced lines and marks keep every standard, and are read without hyphens.
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { findTagFaults } from '../../support/find-tag-faults.ts';
import { readObjects } from '../../support/read-pdf.ts';
import { listBreaches, renderPdf } from '../../support/render-document.ts';

const article =
  'Da die **Anerkennung der angeborenen Würde** und der gleichen und *unveräußerlichen Rechte* aller Mitglieder der ^Gemeinschaft^ der Menschen die [Grundlage von Freiheit, Gerechtigkeit und Frieden](https://example.com) in der Welt bildet, wird die [Menschenrechtserklärung]{.gone} verkündet';
const heading = 'Allgemeine Erklärung der Menschenrechte der Vereinten Nationen';
const item = 'Menschenrechtsverletzungen und Gleichberechtigungsgrundsätze';
const template = {
  unit: 'pt',
  document: { lang: 'de', title: 'Erklärung' },
  styles: { base: { size: 10, align: 'justify', hyphenate: true }, gone: { strike: true } },
  pages: [
    {
      size: [160, 240],
      margin: 10,
      body: [
        { text: heading, role: 'heading1', align: 'start', lines: 'balanced' },
        { text: article, format: 'inline' },
        { list: [{ text: item }] },
        { table: [{ n: 1 }], as: 'r', columns: [{ header: { text: 'Spalte' }, body: { text: `{{ r.n }} ${item}` } }] },
      ],
    },
  ],
};
const plain = article.replaceAll(/\*|\^|\]\(.*?\)|\]\{.*?\}|\[/g, '');

/** Ends of lines in words: texts that end in a soft hyphen, in UTF-16. */
const countHyphens = (pdf: Buffer) =>
  [...readObjects(pdf).values()].reduce(
    (sum, { stream }) => sum + (stream?.toString('latin1').match(/\/ActualText/g)?.length ?? 0),
    0,
  );

describe.each(['PDF/A-1b', 'PDF/A-2a', 'PDF/A-2u', 'PDF/A-3b', 'PDF/UA-1', 'PDF/UA-2'])('%s', (standard) => {
  test('is kept, and the text is read without hyphens', async () => {
    expect(await listBreaches(template, { standard })).toEqual([]);
    const pdf = await renderPdf(template, { standard });
    const { check, reading } = await inspectPdf(pdf, { check: true, read: true });
    expect(check!.findings).toEqual([]);
    expect(await findTagFaults(pdf)).toEqual([]);
    expect(countHyphens(pdf)).toBeGreaterThan(5);
    const read = reading!.join('\n');
    for (const text of [heading, item, `1 ${item}`]) expect(read).toContain(text);
    expect(read.replaceAll(/\[link: (.*?)\]/g, '$1')).toContain(plain);
    expect(read).not.toMatch(/[-\u00ad\u2010]/);
  });
});
