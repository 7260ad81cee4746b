import { describe, expect, test } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import { localLimits } from '../../src/engine/limits.ts';
import { createInlineRenderer } from '../../src/renderer/create-inline-renderer.ts';
import type { TemplateSource } from '../../src/renderer/renderer.ts';
import { rendererSuite } from './renderer.suite.ts';

rendererSuite('in this thread', () => createInlineRenderer());

describe('templates that are kept', () => {
  /** Counts how often its document is asked for, which is only where it is not known. */
  function count(key: string, more: Partial<TemplateSource['document']>, assets: TemplateSource['assets'] = {}) {
    let reads = 0;
    const document = { pages: [{ size: 'A6', body: ['x'] }], dataSchema: true, exampleData: {}, ...more };
    const template: TemplateSource = {
      key,
      slug: key,
      assets,
      get document() {
        reads++;
        return document as TemplateSource['document'];
      },
    };
    return { template, reads: () => reads };
  }

  const large = { 'a.png': { bytes: Buffer.alloc(50 * 1024 ** 2), sha256: '0'.repeat(64) } };
  const image = { pages: [{ size: 'A6', body: [{ image: 'a.png', width: 20 }] }] };

  test.each([
    ['files', image, large],
    ['documents', { description: 'x'.repeat(1_000_000) }, {}],
  ])('are dropped, the longest unused first, where %s take too many bytes', async (_, more, assets) => {
    const renderer = createInlineRenderer();
    // Files are read where they are drawn. That these are no pictures is found after.
    const draw = (template: TemplateSource) =>
      renderer.render({ template, data: {}, options: {}, limits: localLimits }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(PdfgenError);
      });
    const all = ['a', 'b', 'c', 'd'].map((key) => count(key, more, assets));
    const small = count('small', {});
    for (const { template } of all) {
      await draw(template);
      await draw(small.template);
    }
    const before = [...all, small].map(({ reads }) => reads());
    for (const { template } of [small, all[3]!, all[0]!]) await draw(template);
    const asked = [...all, small].map(({ reads }, i) => reads() > before[i]!);
    expect(asked).toEqual([true, false, false, false, false]);
    await renderer.close();
  });
});

test('a style that a font lacks counts for the document that uses it, and once', async () => {
  const renderer = createInlineRenderer();
  const dingbats = (text: string) => ({ text, font: 'zapfdingbats', bold: true });
  const document = {
    locale: 'en-GB',
    pages: [{ size: 'A6', body: [dingbats('\u2713'), { text: '**\u2713**', format: 'inline', font: 'zapfdingbats' }] }],
    dataSchema: true,
    exampleData: {},
  };
  const template = { key: 'a', slug: 'a', assets: {}, document } as TemplateSource;
  for (const _ of ['first', 'second']) {
    const { warnings, templateWarnings } = await renderer.render({ template, data: {}, options: {}, limits: localLimits });
    expect([warnings.map(({ code }) => code), templateWarnings]).toEqual([['missing-font-style'], 0]);
  }
  await renderer.close();
});

test('a name of the file that lacks a value is told, of the PDF and of the XML of its invoice', async () => {
  const renderer = createInlineRenderer();
  const invoice = {
    ...{ profile: 'MINIMUM', 'BT-1': '17', 'BT-2': '2026-04-17', 'BT-3': '380', 'BT-5': 'EUR' },
    ...{ 'BG-4': { 'BT-27': 'S', 'BT-31': 'DE123456789', 'BG-5': { 'BT-40': 'DE' } }, 'BG-7': { 'BT-44': 'B' } },
    'BG-22': { 'BT-109': '10', 'BT-110': '1.9', 'BT-112': '11.9', 'BT-115': '11.9' },
  };
  const document = {
    pages: [{ size: 'A6', body: ['x'] }],
    dataSchema: { properties: { city: { type: 'string' } } },
    document: { filename: '{{ city }}-17' },
    invoice,
  };
  const call = {
    template: { key: 'named', slug: 'named', document, assets: {} },
    data: {},
    options: {},
    limits: localLimits,
  };
  const pdf = await renderer.render(call);
  const message = '"city" is missing and prints nothing.';
  expect(pdf.filename).toBe('17.pdf');
  expect(pdf.warnings).toContainEqual({ code: 'no-value', component: '/document/filename', dataPath: null, page: null, message });
  const xml = await renderer.writeInvoice(call);
  expect(xml.filename).toBe('17.xml');
  expect(xml.warnings).toEqual([expect.objectContaining({ message: `no-value: ${message} (template /document/filename)` })]);
  expect((await renderer.writeInvoice({ ...call, data: { city: 'Bern' } })).warnings).toEqual([]);
});
