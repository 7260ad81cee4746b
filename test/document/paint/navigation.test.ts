import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { findObject } from '../../support/read-pdf.ts';
import { diagnose } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';

/** The catalog of a document. */
async function catalogOf(
  template: { readonly document?: object; readonly pages?: readonly object[] },
  data = {},
): Promise<string> {
  const dataSchema = { type: 'object', properties: { part: { type: 'string' } } };
  const file = await renderPdf({ pages: [{ body: ['x'] }], dataSchema, ...template }, { data });
  await PDFDocument.load(file, { throwOnInvalidObject: true });
  return findObject(file, '/Type/Catalog').body;
}

test('a document says how a viewer opens and prints it', async () => {
  const viewer = { pageMode: 'thumbnails', pageLayout: 'twoColumnsRight', printScaling: 'none', duplex: 'flipLongEdge' };
  const body = await catalogOf({ document: { title: 'T', viewer } });
  expect(body).toContain('/PageMode /UseThumbs/PageLayout /TwoColumnRight');
  expect(body).toContain('/ViewerPreferences <</DisplayDocTitle true/PrintScaling/None/Duplex/DuplexFlipLongEdge>>');
});

test('a document from right to left says on which side of two pages the first one lies', async () => {
  expect(await catalogOf({ document: { lang: 'he' } })).toContain('/ViewerPreferences <</Direction/R2L>>');
  expect(await catalogOf({ document: { lang: 'de' } })).not.toContain('/Direction');
});

test('a document that asks for nothing has no preferences; with bookmarks it opens with the outline', async () => {
  expect(await catalogOf({})).not.toMatch(/PageMode|PageLayout|ViewerPreferences|PageLabels/);
  const pages = [{ body: [{ text: 'x', bookmark: 'X' }] }];
  expect(await catalogOf({ pages })).toContain('/PageMode /UseOutlines');
  const heading = [{ body: [{ text: 'x', role: 'heading1' }] }];
  expect(await catalogOf({ pages: heading })).toContain('/Outlines');
  expect(await catalogOf({ pages: heading })).not.toContain('/PageMode');
  expect(await catalogOf({ pages, document: { viewer: { pageMode: 'none' } } })).toContain('/PageMode /UseNone');
});

test('page labels begin with the first sheet of their layout and go on over later ones', async () => {
  const two = ['x', { pageBreak: true }, 'y'];
  const pages = [
    { body: two, labels: { style: 'lowerRoman' } },
    { body: ['x'] },
    { body: two, labels: { prefix: '{{ part }}-', start: 5 } },
    { body: ['x'], labels: { style: 'none', prefix: 'Terms' } },
  ];
  expect(await catalogOf({ pages }, { part: 'Ä' })).toContain(
    '/PageLabels <</Nums[0<</S/r>>3<</S/D/P<feff00c4002d>/St 5>>5<</P(Terms)>>]>>',
  );
});

test('sheets before the first labels are numbered', async () => {
  const pages = [{ body: ['x'] }, { body: ['x'], labels: { style: 'upperLetters' } }];
  expect(await catalogOf({ pages })).toContain('/PageLabels <</Nums[0<</S/D>>1<</S/A>>]>>');
});

test('levels of the outline are closed at first', async () => {
  const heading = (level: number) => ({ text: `H${level}`, role: `heading${level}` });
  const body = [1, 2, 3, 3, 2, 1, 2].map(heading);
  const countsOf = async (viewer: object) => {
    const file = await renderPdf({ document: { viewer }, pages: [{ body }] });
    const { catalog, context } = await PDFDocument.load(file);
    const read = (node: PDFDict): string => {
      const entries: string[] = [];
      for (let at = node.lookup(PDFName.of('First')); at instanceof PDFDict; at = at.lookup(PDFName.of('Next')))
        entries.push(read(at));
      return `${String(node.lookup(PDFName.of('Count')) ?? '')}${entries.length > 0 ? `(${entries.join(' ')})` : '.'}`;
    };
    return read(context.lookup(catalog.get(PDFName.of('Outlines')), PDFDict));
  };
  expect(await countsOf({})).toBe('7(4(2(. .) .) 1(.))');
  expect(await countsOf({ outlineLevels: 1 })).toBe('2(-2(-2(. .) .) -1(.))');
  expect(await countsOf({ outlineLevels: 2 })).toBe('5(2(-2(. .) .) 1(.))');
  expect(await countsOf({ outlineLevels: 3 })).toBe('7(4(2(. .) .) 1(.))');
});

test('a wrong value is told with its place', async () => {
  const body = ['x'];
  expect(await diagnose({ document: { viewer: { pageMode: 'outlines' } }, pages: [{ body }] })).toEqual([
    'error wrong-value /document/viewer/pageMode',
  ]);
  expect(await diagnose({ document: { viewer: { pagemode: 'none' } }, pages: [{ body }] })).toEqual([
    'error unknown-property /document/viewer/pagemode',
  ]);
  expect(await diagnose({ pages: [{ body, labels: { start: 0 } }] })).toEqual([
    expect.stringMatching(/^error \S+ \/pages\/0\/labels\/start$/),
  ]);
  expect(await diagnose({ pages: [{ body, labels: { style: 'roman' } }] })).toEqual(['error wrong-value /pages/0/labels/style']);
});
