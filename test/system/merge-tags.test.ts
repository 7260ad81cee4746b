// The tags, languages and attachments of merged documents.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { makePng } from '../document/image/make-image.ts';
import { mergeFiles } from '../support/merge-files.ts';
import { makeRandomTemplate, randomData } from '../support/random-template.ts';
import { renderPdf } from '../support/render-document.ts';
import { makeFolder } from '../support/run-cli.ts';

const page = { size: [300, 200], margin: 10 };

/** A document with a heading, a link, and a note, which has an identifier. */
function makeTemplate(name: string, document: Record<string, unknown> = { lang: 'en' }, role = 'note') {
  return {
    unit: 'pt',
    document,
    pages: [
      {
        ...page,
        body: [
          { text: `Report ${name}`, role: 'heading1', bookmark: { title: name } },
          { text: 'on', link: '#last' },
          { text: `Note of ${name}`, role },
          { pageBreak: true },
          { text: 'end', bookmark: { title: 'end', anchor: 'last' } },
        ],
      },
    ],
  };
}

const merge = (files: readonly Uint8Array[]) => mergeFiles(files, 'All');

function store(bytes: Uint8Array): string {
  const path = join(makeFolder(), 'merged.pdf');
  writeFileSync(path, bytes);
  execFileSync('qpdf', ['--check', path], { stdio: 'pipe' });
  return path;
}

/** What poppler reads of the structure, a line each. */
const readTags = (bytes: Uint8Array): string[] =>
  execFileSync('pdfinfo', ['-struct-text', store(bytes)], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(' (block)', '').replace(' (inline)', ''));

async function findings(bytes: Uint8Array): Promise<string[]> {
  const { check } = await inspectPdf(bytes, { check: true });
  expect(check!.rules).toBeGreaterThan(25);
  return check!.findings.map(({ rule, message }) => `${rule} ${message}`);
}

/** The top element of each document: type, title, language. */
async function readTops(bytes: Uint8Array): Promise<string[]> {
  const { context, catalog } = await PDFDocument.load(bytes, { updateMetadata: false });
  const list = [...context.enumerateIndirectObjects()].map(([, value]) => value.toString());
  return [
    ...catalog.toString().matchAll(/\/(?:Lang|MarkInfo|Version) .*/g),
    ...list.flatMap((text) => (/^\/T /m.test(text) ? [...text.matchAll(/^\/(?:T|Lang) .*/gm)] : [])),
  ].map(([line]) => line);
}

test('each document is a Document of one tree, is read in order, and breaks no rule', async () => {
  const files = [await renderPdf(makeTemplate('Ada')), await renderPdf(makeTemplate('Bob'))];
  const merged = await merge(files);
  const one = (number: number, name: string) => [
    `  Document "Nr ${number}"`,
    '    H1',
    `      "Report ${name}"`,
    '    P',
    '      Link',
    '        "on"',
    `    Note <000000${number}.note1>`,
    `      "Note of ${name}"`,
    '    P',
    '      "end"',
  ];
  // Poppler shows the annotation of a link by the number of its object.
  const tags = readTags(merged).filter((line) => !/^ *Object/.test(line));
  expect(tags).toEqual(['Document', ...one(1, 'Ada'), ...one(2, 'Bob')]);
  expect(await findings(merged)).toEqual([]);
  const { catalog } = await PDFDocument.load(merged, { updateMetadata: false });
  expect(catalog.toString()).toContain('/DisplayDocTitle true');
});

test('equal documents share no element, no annotation and no identifier', async () => {
  const file = await renderPdf(makeTemplate('Ada'));
  const merged = await merge([file, file, file]);
  expect(await findings(merged)).toEqual([]);
  const { context } = await PDFDocument.load(merged, { updateMetadata: false });
  const list = [...context.enumerateIndirectObjects()].map(([, value]) => value.toString());
  const keys = list.flatMap((text) => /\/StructParents? (\d+)/.exec(text)?.[1] ?? []);
  expect(keys.length).toBe(9);
  expect(new Set(keys).size).toBe(9);
  expect(list.filter((text) => text.includes('/Subtype /Link')).length).toBe(3);
});

test('the merged PDF has the language of the first document, and other documents say their own', async () => {
  const make = (lang?: string) => renderPdf(makeTemplate('Ada', lang === undefined ? {} : { lang }));
  const merged = await merge([await make('de'), await make('de'), await make('fr'), await make()]);
  const tops = await readTops(merged);
  expect(tops.filter((line) => line.includes('/Lang'))).toEqual(['/Lang (de)', '/Lang (fr)', '/Lang ()']);
  expect(await findings(merged)).toEqual([]);
});

test('with a document without tags, the tree is there and the merged PDF is not marked as tagged', async () => {
  const tagged = await renderPdf(makeTemplate('Ada'));
  const untagged = await renderPdf(makeTemplate('Bob', { tagged: false }));
  const merged = await merge([tagged, untagged]);
  expect(readTags(merged).filter((line) => line.includes('Report'))).toEqual(['      "Report Ada"']);
  expect((await readTops(merged)).join()).not.toContain('MarkInfo');
  const none = await PDFDocument.load(await merge([untagged, untagged]), { updateMetadata: false });
  expect(none.catalog.toString()).not.toContain('StructTreeRoot');
});

test('documents of several standards and versions of PDF stand in one tree', async () => {
  const document = { title: 'A', lang: 'en' };
  const files = [];
  for (const standard of ['PDF/A-1a', 'PDF/UA-1', 'PDF/UA-2'])
    files.push(await renderPdf(makeTemplate('Ada', document, 'paragraph'), { standard: [standard] }));
  const merged = await merge(files);
  expect(readTags(merged).filter((line) => line.includes('Report')).length).toBe(3);
  expect(await findings(merged)).toEqual([]);
  expect((await readTops(merged)).join()).toContain('/Version /2.0');
});

test('attachments are kept under names of their own, and an equal attachment is there once', async () => {
  const make = (text: string) =>
    renderPdf(
      makeTemplate('Ada', {
        attachments: [
          { text, filename: 'sums.csv' },
          { text: 'same', filename: 'terms.txt' },
        ],
      }),
    );
  const path = store(await merge([await make('1'), await make('2')]));
  expect(execFileSync('pdfdetach', ['-list', path], { encoding: 'utf8' }).trimEnd().split('\n')).toEqual([
    '3 embedded files',
    '1: sums-2.csv',
    '2: sums.csv',
    '3: terms.txt',
  ]);
  const read = (name: string) => {
    execFileSync('pdfdetach', ['-savefile', name, '-o', `${path}.part`, path]);
    return readFileSync(`${path}.part`, 'utf8');
  };
  expect([read('sums.csv'), read('sums-2.csv'), read('terms.txt')]).toEqual(['1', '2', 'same']);
});

test('an encrypted document is refused by its name', async () => {
  const path = store(await renderPdf(makeTemplate('Ada')));
  const locked = `${path}.locked`;
  execFileSync('qpdf', ['--encrypt', 'user', 'owner', '256', '--', path, locked]);
  await expect(merge([readFileSync(locked)])).rejects.toMatchObject({
    code: 'RENDER_FAILED',
    message: 'The document "Nr 1" cannot be merged with others into one PDF: it is encrypted',
  });
});

const foreign = (structure: string) =>
  Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj <</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R/Lang(en)>> endobj',
      '2 0 obj <</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 70 90]>> endobj',
      '3 0 obj <</Type/Page/Parent 2 0 R/StructParents 7/Contents 4 0 R/Resources<<>>>> endobj',
      '4 0 obj <</Length 15>> stream\n/P<</MCID 0>>BDC EMC\nendstream endobj',
      structure,
      'trailer <</Root 1 0 R/Size 20>>\n%%EOF\n',
    ].join('\n'),
  );

test('types, classes and loops of other programs: each document keeps its own meaning', async () => {
  const tree = (role: string, kids = '0') =>
    foreign(
      [
        `5 0 obj <</Type/StructTreeRoot/K[6 0 R]/RoleMap<</Lead/${role}>>/ClassMap<</Wide<</O/Layout/SpaceAfter 4>>>>/ParentTree<</Nums[7 [6 0 R]]>>>> endobj`,
        `6 0 obj <</S/Lead/P 5 0 R/C/Wide/Pg 3 0 R/K[${kids}]>> endobj`,
      ].join('\n'),
    );
  const merged = await merge([tree('P'), tree('H1'), tree('P', '0 6 0 R')]);
  const { context, catalog } = await PDFDocument.load(merged, { updateMetadata: false });
  const list = [...context.enumerateIndirectObjects()].map(([, value]) => value.toString().replace(/\s+/g, ' '));
  expect(list.flatMap((text) => /\/S (\/(?:Lead|H1)) .*\/SpaceAfter 4/.exec(text)?.[1] ?? [])).toEqual(['/Lead', '/H1', '/Lead']);
  expect(list.find((text) => text.includes('/StructTreeRoot'))).toContain('/RoleMap << /Lead /P >>');
  expect(catalog.toString()).toContain('/Marked true');
  store(merged);
});

test('random documents, merged by threes, break no rule', async () => {
  const images = { 'dot.png': makePng({ width: 1, height: 1, bits: 8, colorType: 0, sample: () => 1 }) };
  const found: string[] = [];
  for (let seed = 1; seed <= 15; seed += 3) {
    const files = [];
    for (let i = 0; i < 3; i++) files.push(await renderPdf(makeRandomTemplate(seed + i), { data: randomData, images }));
    for (const finding of await findings(await merge(files))) found.push(`seed ${seed}: ${finding}`);
  }
  expect(found).toEqual([]);
});
