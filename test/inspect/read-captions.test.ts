// Captions and headings, as `inspect --read` says them.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { renderPdf } from '../support/render-document.ts';

const readBody = async (...body: readonly unknown[]) => {
  const template = { document: { title: 'Captions', lang: 'en' }, pages: [{ body }] };
  return (await inspectPdf(await renderPdf(template, { data: { rows: ['x'] } }), { read: true })).reading!;
};

test('the texts of a caption stand apart, and the lines of one text do not', async () => {
  const table = { table: 'rows', columns: [{ header: 'A', body: 'x' }] };
  expect((await readBody({ stack: ['Sales', 'in tonnes'], role: 'caption' }, table))[0]).toBe('caption: Sales; in tonnes');
  expect((await readBody({ text: ['Sales', 'in tonnes'], role: 'caption' }, table))[0]).toBe('caption: Sales in tonnes');
});
