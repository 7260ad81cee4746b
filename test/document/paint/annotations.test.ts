import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, type PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { mergeFiles } from '../../support/merge-files.ts';
import { syntaxOf } from '../../support/read-pdf.ts';
import { renderPdf } from '../../support/render-document.ts';

const template = (body: readonly unknown[], page: object = {}) => ({
  unit: 'pt',
  document: { title: 'T', lang: 'en' },
  pages: [{ size: [300, 200], margin: 10, body, ...page }],
});

const open = async (body: readonly unknown[], page: object = {}) => PDFDocument.load(await renderPdf(template(body, page)));

/** The annotations of a page, in their order. */
const annotationsOf = (document: PDFDocument, page = 0): PDFDict[] => {
  const listed = document.getPage(page).node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  return listed ? listed.asArray().map((ref) => document.context.lookup(ref, PDFDict)) : [];
};
const textOf = (dict: PDFDict, name: string): string | undefined => {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : value?.toString();
};
const areaOf = (dict: PDFDict): number[] =>
  dict
    .lookup(PDFName.of('Rect'), PDFArray)
    .asArray()
    .map((one) => Math.round((one as PDFNumber).asNumber() * 10) / 10);
const lookOf = (dict: PDFDict): string => dict.lookup(PDFName.of('AP'), PDFDict).get(PDFName.of('N'))!.toString();

/** Each kind of annotation, with text and links around. */
const mixed = [
  { text: 'A link', link: 'https://example.com' },
  { annotation: 'first\nsecond', author: 'Ada', color: '#ff0000', open: true },
  { annotation: 'Zürich, שלום', icon: 'note' },
  { field: 'a', kind: 'text', alt: 'Name' },
  { annotation: 'last', icon: 'help', width: 12, align: 'right' },
];

test('an annotation has its text, its author, its look and its place', async () => {
  const document = await open(mixed);
  const notes = annotationsOf(document).filter((one) => textOf(one, 'Subtype') === '/Text');
  expect(notes.map((one) => ['Contents', 'T', 'Name', 'F', 'C', 'Open'].map((name) => textOf(one, name)))).toEqual([
    ['first\rsecond', 'Ada', '/Comment', '28', '[ 1 0 0 ]', 'true'],
    ['Zürich, שלום', undefined, '/Note', '28', '[ 1 0.835 0.31 ]', undefined],
    ['last', undefined, '/Help', '28', '[ 1 0.835 0.31 ]', undefined],
  ]);
  const [left, bottom, right, top] = areaOf(notes[2]!);
  expect([left, right, top! - bottom!]).toEqual([278, 290, 12]);
  for (const note of notes) {
    expect(note.get(PDFName.of('P'))).toBe(document.getPage(0).ref);
    expect(note.lookup(PDFName.of('AP'), PDFDict).keys().map(String)).toEqual(['/N']);
    for (const absent of ['M', 'CreationDate', 'Popup', 'A', 'AA']) expect(note.has(PDFName.of(absent))).toBe(false);
  }
});

test('annotations are listed in the order of reading, among links and fields', async () => {
  const reversed = [{ frame: mixed.map((one, i) => ({ ...one, at: { x: 0, y: 30 * i, h: 20, order: -i } })), height: 150 }];
  const kindsOf = async (body: readonly unknown[]) => annotationsOf(await open(body)).map((one) => textOf(one, 'Subtype'));
  expect(await kindsOf(mixed)).toEqual(['/Link', '/Text', '/Text', '/Widget', '/Text']);
  expect(await kindsOf(reversed)).toEqual(['/Text', '/Widget', '/Text', '/Text', '/Link']);
  expect(await kindsOf(mixed.filter((one) => !('field' in one)))).toEqual(['/Link', '/Text', '/Text', '/Text']);
});

test('equal icons are written once', async () => {
  const notes = annotationsOf(await open([1, 2, 3].map((i) => ({ annotation: `${i}`, ...(i === 3 && { color: '#ff0000' }) }))));
  const [a, b, c] = notes.map(lookOf);
  expect([a === b, a === c]).toEqual([true, false]);
});

test('in turned parts the icon stands upright, in the middle of its place', async () => {
  const at = { x: 100, y: 20, w: 20, rotate: 45 };
  const [slanted] = annotationsOf(await open([{ frame: [{ annotation: 'x', width: 20, at }], height: 80 }]));
  const [left, bottom, right, top] = areaOf(slanted!);
  expect([right! - left!, top! - bottom!, left! + right!, bottom! + top!].map(Math.round)).toEqual([20, 20, 220, 312]);
  const [quarter] = annotationsOf(await open([{ rotate: 90, stack: ['text', { annotation: 'x', width: 20 }] }]));
  const [x0, y0, x1, y1] = areaOf(quarter!);
  expect([x1! - x0!, y1! - y0!]).toEqual([20, 20]);
});

test('what a box cuts away is no annotation', async () => {
  const hidden = { height: 20, stack: [{ frame: ['one', { annotation: 'x', at: { x: 0, y: 50 } }] }] };
  expect(annotationsOf(await open([hidden]))).toEqual([]);
});

test('each sheet has an annotation of its own where its component repeats', async () => {
  const page = {
    body: ['one', { table: [1, 2, 3, 4, 5, 6], columns: [{ header: { annotation: 'head' }, body: { text: 'x', size: 20 } }] }],
    header: [{ annotation: 'top', width: 5 }],
    background: [{ annotation: 'behind', at: { x: 5, y: 5, w: 5 } }],
  };
  for (const standard of ['PDF/UA-1', 'PDF/UA-2']) {
    const pdf = await renderPdf(template(page.body, page), { standard });
    const document = await PDFDocument.load(pdf);
    expect(document.getPageCount()).toBe(2);
    for (const sheet of [0, 1])
      expect(
        annotationsOf(document, sheet)
          .map((one) => textOf(one, 'Contents'))
          .toSorted(),
      ).toEqual(['behind', 'head', 'top']);
    expect((await inspectPdf(pdf, { check: true })).check!.findings).toEqual([]);
    expect(syntaxOf(pdf).match(/\/S\/Annot/g)).toHaveLength(6);
  }
});

describe('the structure', () => {
  const places = [
    ...mixed,
    { list: ['a', { annotation: 'item' }] },
    { list: [['a', { annotation: 'beside' }]] },
    { table: [1], columns: [{ header: { annotation: 'header' }, body: { annotation: 'cell {{ item }}' } }] },
    { role: 'artifact', stack: [{ annotation: 'in an artifact' }] },
    { role: 'figure', alt: 'A figure', stack: [{ annotation: 'in a figure' }] },
    { role: 'quote', stack: ['a', { annotation: 'in a quote' }] },
    { role: 'code', stack: [{ annotation: 'in code' }] },
    { link: 'https://example.com', stack: ['a', { annotation: 'in a link' }] },
    { opacity: 0.5, stack: [{ annotation: 'in a faded part' }] },
    { annotation: 'ein Satz', lang: 'de' },
    { annotation: 'a note', role: 'note' },
  ];
  const isFaded = (one: object) => 'opacity' in one;

  test.each([['PDF/UA-1', 'PDF/A-2a'], ['PDF/UA-2', 'PDF/A-4'], ['PDF/A-3b'], ['PDF/UA-1', 'PDF/A-1b']])(
    'keeps %s %s in every place',
    async (...standard) => {
      const kept = standard.includes('PDF/A-1b') ? places.filter((one) => !isFaded(one)) : places;
      const pdf = await renderPdf(template(kept), { standard: standard.filter((one) => one !== undefined) });
      const { check } = await inspectPdf(pdf, { check: true });
      expect(check!.findings).toEqual([]);
    },
  );

  test('says each text where it stands', async () => {
    const { reading } = await inspectPdf(await renderPdf(template(places)), { read: true });
    const said = reading!.filter((line) => line.includes('annotation'));
    expect(said.map((line) => line.trim())).toEqual([
      'annotation: first second',
      'annotation: Zürich, שלום',
      'annotation: last',
      '• annotation: item',
      'annotation: beside',
      'row 1, headers: annotation: header',
      'row 2: annotation: cell 1',
      'annotation: in an artifact',
      'annotation: in a quote',
      'annotation: in code',
      'annotation: in a link',
      'annotation: in a faded part',
      'annotation: ein Satz',
      '[note: [annotation: a note]]',
    ]);
  });

  test('a character of private use means nothing to those who hear the text', async () => {
    for (const note of [{ annotation: 'a\ue000' }, { annotation: 'a', author: 'b\ue000' }])
      await expect(renderPdf(template([note]), { standard: 'PDF/A-2a' })).rejects.toMatchObject({ code: 'STANDARD_BREACH' });
  });

  test('PDF/A-1a has none for annotations', async () => {
    await expect(renderPdf(template([{ annotation: 'x' }]), { standard: 'PDF/A-1a' })).rejects.toMatchObject({
      code: 'STANDARD_BREACH',
    });
  });
});

test('merged documents keep their annotations', async () => {
  const file = await renderPdf(template(mixed));
  const merged = await mergeFiles([file, file], 'All');
  const document = await PDFDocument.load(merged, { updateMetadata: false });
  for (const page of [0, 1])
    expect(
      annotationsOf(document, page)
        .map((one) => textOf(one, 'Subtype'))
        .join(''),
    ).toBe('/Link/Text/Text/Widget/Text');
  expect((await inspectPdf(merged, { check: true })).check!.findings).toEqual([]);
});
