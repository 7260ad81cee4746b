// What documents say besides their pages, in the merged PDF.
import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { mergeFiles } from '../../support/merge-files.ts';
import { renderPdf } from '../../support/render-document.ts';

const merge = (...files: readonly Uint8Array[]) => mergeFiles(files, 'All');

/** A document with a page for each layout. */
const make = (layouts: readonly object[], document: object = {}) =>
  renderPdf({
    document: { title: 'One', lang: 'en', ...document },
    pages: layouts.map((one) => ({ size: 'A6', body: ['x'], ...one })),
  });

const labelsOf = async (bytes: Uint8Array) => (await inspectPdf(bytes)).pages.map(({ label }) => label);

test('pages keep their labels, and a document without labels counts from 1', async () => {
  const labeled = await make([{ labels: { style: 'lowerRoman', start: 3 } }, {}, { labels: { prefix: 'Terms-' } }]);
  const plain = await make([{}, {}]);
  const both = ['1', '2', 'iii', 'iv', 'Terms-1'];
  expect(await labelsOf(await merge(plain, labeled, plain, labeled))).toEqual([...both, ...both]);
  expect(await labelsOf(await merge(plain, plain))).toEqual([null, null, null, null]);
});

const place = { field: 'buyer', kind: 'signature', alt: 'Signature of the buyer', height: 15 };

test('places for signatures stay, under names of their own', async () => {
  const contract = await make([{ body: [place] }]);
  const merged = await merge(contract, contract, await make([{}]));
  const { signatures, check } = await inspectPdf(merged, { check: true });
  expect(signatures).toMatchObject([
    { field: 'buyer', isSigned: false },
    { field: 'buyer-2', isSigned: false },
  ]);
  expect(check!.findings).toEqual([]);
  expect((await PDFDocument.load(merged)).getForm().getFields()).toHaveLength(2);
});

test('fields keep their values, their groups and their fonts, under names of their own', async () => {
  const form = await make([
    {
      body: [
        { field: 'person.name', kind: 'text', value: 'Ada', alt: 'Name' },
        { field: 'person.pay', kind: 'radio', option: 'card', value: 'card', alt: 'Payment' },
        { field: 'person.pay', kind: 'radio', option: 'cash', value: 'card', alt: 'Payment' },
      ],
    },
  ]);
  const merged = await merge(form, form);
  const { check } = await inspectPdf(merged, { check: true });
  expect(check!.findings).toEqual([]);
  const document = await PDFDocument.load(merged);
  const fields = document.getForm().getFields();
  expect(fields.map((field) => field.getName())).toEqual(['person.name', 'person.pay', 'person-2.name', 'person-2.pay']);
  expect(document.getForm().getTextField('person-2.name').getText()).toBe('Ada');
  expect(document.getForm().getRadioGroup('person-2.pay').getSelected()).toBe('card');
  const fonts = document.getForm().acroForm.dict.lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.of('Font'), PDFDict);
  const appearance = document.getForm().getTextField('person-2.name').acroField.getDefaultAppearance();
  expect(fonts.keys().map((name) => name.asString())).toEqual([/^\/\w+/.exec(appearance!)![0]]);
});

test.each([
  ['is signed', 'Sig', 'it is signed, and its signature would be broken. Merge the documents first, then sign the merged PDF'],
  ['has a field without a name', undefined, 'it has form fields without a name, which would be lost'],
])('a document that %s is refused by its name', async (_what, type, message) => {
  const document = await PDFDocument.load(await make([{}]));
  const { context, catalog } = document;
  const named = type === undefined ? {} : { T: PDFHexString.fromText('a') };
  const field = context.register(context.obj({ FT: type ?? 'Tx', ...named, V: { Type: 'Sig' } }));
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field] }));
  const bytes = await document.save({ updateFieldAppearances: false });
  await expect(merge(await make([{}]), bytes)).rejects.toThrow(
    `The document "Nr 2" cannot be merged with others into one PDF: ${message}`,
  );
});

test('the merged PDF opens and prints as all of its documents ask', async () => {
  const viewerOf = async (...documents: readonly object[]) => {
    const files = await Promise.all(documents.map((viewer) => make([{}], { viewer })));
    return (await inspectPdf(await merge(...files))).viewer;
  };
  const asked = { pageLayout: 'singlePage', printScaling: 'none', duplex: 'simplex' };
  expect(await viewerOf(asked, asked)).toEqual({
    PageMode: 'UseOutlines',
    PageLayout: 'SinglePage',
    PrintScaling: 'None',
    Duplex: 'Simplex',
    DisplayDocTitle: true,
  });
  expect(await viewerOf(asked, { duplex: 'flipLongEdge', printScaling: 'none' })).toEqual({
    PageMode: 'UseOutlines',
    PrintScaling: 'None',
    DisplayDocTitle: true,
  });
  expect(await viewerOf({ pageMode: 'thumbnails' }, { pageMode: 'thumbnails' })).toMatchObject({ PageMode: 'UseThumbs' });
});
