import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { raises } from '../support/ends.ts';
import { mergeFiles } from '../support/merge-files.ts';
import { renderPdf } from '../support/render-document.ts';
import { makeFolder } from '../support/run-cli.ts';

const template = {
  unit: 'pt',
  dataSchema: { type: 'object', properties: { name: { type: 'string' } } },
  pages: [
    {
      size: [200, 100],
      margin: 10,
      body: [
        { text: '{{ name }}', bookmark: { title: 'First of {{ name }}' } },
        { text: 'on', link: '#last' },
        { pageBreak: true },
        { text: 'end', bookmark: { title: 'Last of {{ name }}', anchor: 'last' } },
      ],
    },
  ],
};

/** Documents of two pages, with two entries of the outline and a link from the first page to the second. */
const makeDocuments = (...names: readonly string[]) => Promise.all(names.map((name) => renderPdf(template, { data: { name } })));

const merge = (files: readonly Uint8Array[]) => mergeFiles(files, 'All of (März)');

interface Outline {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly open: boolean;
  readonly kids: readonly Outline[];
}

function inspect(bytes: Buffer) {
  const path = join(makeFolder(), 'merged.pdf');
  writeFileSync(path, bytes);
  execFileSync('qpdf', ['--check', path], { stdio: 'pipe' });
  const json = execFileSync('qpdf', ['--json', '--json-key=outlines', path], { encoding: 'utf8' });
  const { outlines } = JSON.parse(json) as { readonly outlines: readonly Outline[] };
  const show = ({ title, destpageposfrom1, kids }: Outline): unknown => [title, destpageposfrom1, ...kids.map(show)];
  return { outline: outlines.map(show), text: execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }) };
}

test('each document has an entry, with its own outline below, and links within it lead to its own pages', async () => {
  const bytes = await merge(await makeDocuments('Ada', 'Bob'));
  const { outline, text } = inspect(bytes);
  expect(outline).toEqual([
    ['Nr 1', 1, ['First of Ada', 1], ['Last of Ada', 2]],
    ['Nr 2', 3, ['First of Bob', 3], ['Last of Bob', 4]],
  ]);
  expect(text.split(/\s+/).join(' ')).toBe('Ada on end Bob on end ');
  const merged = await PDFDocument.load(bytes, { updateMetadata: false });
  expect([merged.getTitle(), merged.getProducer()]).toEqual(['All of (März)', 'pdfgen']);
  expect(bytes.toString()).toContain('<rdf:li xml:lang="x-default">All of (März)</rdf:li>');
  const pages = merged.getPages();
  const targets = [0, 2].map((at) => String(pages[at]!.node.Annots()!.lookup(0)));
  expect(targets.map((link) => /\/Dest \[ (\d+ 0 R)/.exec(link)?.[1])).toEqual([String(pages[1]!.ref), String(pages[3]!.ref)]);
});

test('the same documents give the same bytes; what they share is there once', async () => {
  const [file] = (await makeDocuments('Ada')) as [Buffer];
  const one = await merge([file]);
  const ten = await merge(Array.from({ length: 10 }, () => file));
  expect(await merge([file])).toEqual(one);
  const fonts = (bytes: Buffer) => bytes.toString('latin1').split('/Length1').length - 1;
  expect([fonts(one), fonts(ten)]).toEqual([1, 1]);
});

test('what a page takes from those above it, and objects that lead to each other, are kept', async () => {
  const text = [
    '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
    '2 0 obj <</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 70 90]/Rotate 90/Resources<<>>>> endobj',
    '3 0 obj <</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R]>> endobj',
    '4 0 obj <</Type/Annot/Subtype/Text/Rect[1 1 2 2]/Contents(a)/Popup 5 0 R/P 3 0 R>> endobj',
    '5 0 obj <</Type/Annot/Subtype/Popup/Rect[1 1 2 2]/Parent 4 0 R>> endobj',
  ].join('\n');
  const source = await PDFDocument.load(Buffer.from(`%PDF-1.7\n${text}\ntrailer <</Root 1 0 R/Size 6>>\n%%EOF\n`));
  const bytes = await merge([await source.save(), await source.save()]);
  inspect(bytes);
  for (const page of (await PDFDocument.load(bytes)).getPages()) {
    expect([page.getWidth(), page.getHeight(), page.getRotation().angle]).toEqual([70, 90, 90]);
    const [note, popup] = page.node.Annots()!.asArray();
    expect(String(page.doc.context.lookup(note))).toContain(`/Popup ${popup}`);
    expect(String(page.doc.context.lookup(popup))).toContain(`/Parent ${note}`);
    expect(String(page.doc.context.lookup(note))).toContain(`/P ${page.ref}`);
  }
});

const broken = (pages: string) =>
  `%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n${pages}\ntrailer <</Root 1 0 R>>\n%%EOF\n`;

test.each([
  ['no PDF', 'hello'],
  ['a file without pages', broken('2 0 obj <</Type/Pages/Count 0/Kids[]>> endobj')],
  [
    'a file that is nested without end',
    broken(
      `2 0 obj <</Type/Pages/Count 1/Kids[3 0 R]>> endobj\n3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/A 4 0 R>> endobj\n${Array.from({ length: 20_000 }, (_, i) => `${i + 4} 0 obj <</A ${i + 5} 0 R>> endobj`).join('\n')}`,
    ),
  ],
])('%s is refused by its name', async (_, text) => {
  await raises(merge([Buffer.from(text)]), 'RENDER_FAILED', '"Nr 1" cannot be merged with others into one PDF');
});
