// Tagged documents, read by other programs.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { renderTemplate } from '../docs/render-template.ts';
import { findTagFaults } from '../support/find-tag-faults.ts';
import { openFolder } from '../support/folders.ts';

const examples = fileURLToPath(new URL('../../templates-examples/', import.meta.url));
const folder = openFolder();

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The structure that poppler reads, after qpdf has checked the file. `-struct-text` adds the texts: for each of them poppler goes through its whole page. */
function readStructure(pdf: Uint8Array, option: '-struct' | '-struct-text'): string {
  const path = join(folder, 'it.pdf');
  writeFileSync(path, pdf);
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  return run('pdfinfo', [option, path]);
}

async function renderExample(name: string): Promise<Uint8Array> {
  const engine = await createLocalEngine({ template: `${examples}${name}` });
  const { uuid } = await engine.findTemplate(name);
  const { exampleData } = await engine.getTemplate({ params: { uuid } });
  const { body } = await engine.generateSingle({ params: { uuid }, body: { data: exampleData } });
  return Buffer.concat(body);
}

test.each(readdirSync(examples))('each thing on the pages of the example %s belongs to one element or to none', async (name) => {
  const pdf = await renderExample(name);
  expect(await findTagFaults(pdf)).toEqual([]);
  expect(readStructure(pdf, '-struct')).toMatch(/^Document\n {2}\w/);
});

/** Everything that paint treats in its own way, over more pages than wait for the total. */
const everything = {
  unit: 'pt',
  styles: { lined: { underline: true } },
  document: { title: 'Everything', lang: 'en' },
  pages: [
    {
      size: [200, 120],
      margin: 10,
      footer: [{ body: ['Page {{ page.number }} of {{ page.total }}, [help](https://example.com/help)'] }],
      body: [
        { text: 'Heading', role: 'heading1', style: 'lined' },
        'See **the** [long **text** of a link that goes on](https://example.com/).',
        {
          frame: [
            { rect: 20, fill: '#eeeeee', at: { x: 0, y: 0, w: 50 } },
            { text: 'Turned', style: 'lined', at: { x: 60, y: 10, w: 40, rotate: 30 } },
          ],
          height: 70,
        },
        { barcode: 'A-1', symbology: 'code128', alt: 'Code A-1', bookmark: { title: 'Code' } },
        {
          table: 'rows',
          as: 'r',
          columns: [
            { header: 'Name', body: 'Number {{ r }} with a text that needs two lines' },
            { header: 'Empty', body: '' },
          ],
        },
        '{{ page.total }} pages',
      ],
    },
  ],
};

test('a document of links, turned text, barcodes, a long table and late numbers has no fault in its tags', async () => {
  const data = { rows: Array.from({ length: 60 }, (_, i) => i) };
  const pdf = await renderTemplate(everything, data);
  const loaded = await PDFDocument.load(pdf);
  expect(loaded.getPageCount()).toBeGreaterThan(12);
  expect(loaded.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
  expect(await findTagFaults(pdf)).toEqual([]);
  const aloud = readStructure(pdf, '-struct-text');
  expect(aloud).toContain('"Number 7 with a text that needs two lines"');
  expect(aloud.match(/ {2}TR\n/g)).toHaveLength(61);
  expect(Buffer.from(await renderTemplate(everything, data)).equals(Buffer.from(pdf))).toBe(true);
});

test('text from right to left is read in its order, with its links, over lines', async () => {
  const sentence =
    'ראו [את האתר שלנו](https://example.com) לפרטים נוספים ועוד, ואז [קישור ארוך שנשבר](https://example.com/2) סוף (2026).';
  const body = [
    { text: sentence, format: 'inline' },
    'كتاب جديد 123 صفحة',
    { text: 'Hello שלום עולם, and more', role: 'heading1' },
    'עמוד {{ page.number }} מתוך {{ page.total }}',
    { text: 'כולו קישור', link: 'https://example.com/3' },
  ];
  const template = { fonts: { main: { regular: 'font.ttf' } }, pages: [{ size: [70, 100], margin: 5, font: 'main', body }] };
  const font = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const pdf = await renderTemplate(template, {}, { 'font.ttf': readFileSync(font) });
  const { reading } = await inspectPdf(pdf, { read: true, check: false });
  expect(reading).toEqual([
    'ראו [link: את האתר שלנו] לפרטים נוספים ועוד, ואז [link: קישור ארוך שנשבר] סוף (2026).',
    'كتاب جديد 123 صفحة',
    'heading 1: Hello שלום עולם, and more',
    'עמוד 1 מתוך 1',
    'link: כולו קישור',
  ]);
  expect(await findTagFaults(pdf)).toEqual([]);
});

test('what is painted without a tag is found', async () => {
  const document = await PDFDocument.load(await renderTemplate({ pages: [{ body: ['x'] }] }, {}));
  document.getPages()[0]!.drawRectangle({ x: 0, y: 0, width: 10, height: 10 });
  expect(await findTagFaults(await document.save())).toContainEqual(expect.stringContaining('paints what no tag holds'));
});
