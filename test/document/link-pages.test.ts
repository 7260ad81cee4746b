// Links to pages by their numbers, the shapes of addresses, and the page that is shown first.
import { describe, expect, test } from 'vitest';
import { explainDropped, isLinkTarget } from '../../src/document/layout/link-target.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { findObject, syntaxOf } from '../support/read-pdf.ts';
import { diagnose } from '../support/render.ts';
import { renderPdf, warningsOf } from '../support/render-document.ts';

const pageBreak = { pageBreak: true };
const three = (link: string, more: object = {}) => ({
  document: { title: 'T', lang: 'en', ...more },
  pages: [{ body: [{ text: 'to', link }, pageBreak, 'two', pageBreak, 'three'] }],
});
/** The objects of the pages. */
const pagesOf = (pdf: Uint8Array) => [...findObject(pdf, '/Type/Pages').body.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));

describe('a link to a page by its number', () => {
  test('leads there', async () => {
    const pdf = await renderPdf(three('#page=3'));
    expect(syntaxOf(pdf)).toContain(`/Dest[${pagesOf(pdf)[2]} 0 R/XYZ null null null]`);
    expect(await warningsOf(three('#page=3'))).toEqual([]);
  });
  test('is left out if there is no such page', async () => {
    expect(await warningsOf(three('#page=4'))).toEqual([
      'link-dropped The document has no page 4, and the link to it is left out. The last page is 3.',
    ]);
    expect(await warningsOf(three('#page=0'))).toHaveLength(1);
  });
  test('gives way to an anchor of this name', async () => {
    const { pages } = three('#page=3');
    const body = [...pages[0]!.body.slice(0, 3), { text: 'two', bookmark: { title: 'B', anchor: 'page=3' } }];
    const pdf = await renderPdf({ pages: [{ body }] });
    expect(syntaxOf(pdf)).toContain(`/Dest[${pagesOf(pdf)[1]} 0 R/XYZ `);
  });
});

describe('what is shown first', () => {
  const openOf = async (viewer: object) => {
    const pdf = await renderPdf(three('#page=2', { viewer }));
    const action = /\/OpenAction (\[.*?\])/.exec(findObject(pdf, '/Type/Catalog').body)?.[1];
    return action?.replace(/\d+ 0 R/, (ref) => `page ${pagesOf(pdf).indexOf(Number.parseInt(ref, 10)) + 1}`);
  };
  test.each([
    [{ page: 2 }, '[page 2/XYZ null null null]'],
    [{ zoom: 'fit' }, '[page 1/Fit]'],
    [{ page: 3, zoom: 'fitWidth' }, '[page 3/FitH null]'],
    [{ zoom: 125 }, '[page 1/XYZ null null 1.25]'],
    [{ pageMode: 'thumbnails' }, undefined],
  ])('%j', async (viewer, action) => {
    expect(await openOf(viewer)).toBe(action);
  });
  test('a page beyond the last one is told of', async () => {
    expect(await warningsOf(three('#page=2', { viewer: { page: 9 } }))).toEqual([
      'missing-page The viewer should show page 9 first, and the document has 3 pages: it opens at its beginning.',
    ]);
  });
  test('an unknown zoom is an error with the one that was meant', async () => {
    expect(await diagnose(three('#page=2', { viewer: { zoom: 'fit-width' } }))).toEqual([
      'error wrong-value /document/viewer/zoom',
    ]);
    expect(await diagnose(three('#page=2', { viewer: { page: 0 } }))).toEqual(['error wrong-value /document/viewer/page']);
  });
});

test.each([[['PDF/UA-1', 'PDF/A-2a']], [['PDF/UA-2', 'PDF/A-4']], [['PDF/A-1a']]])('%j allows both', async (standard) => {
  const pdf = await renderPdf(three('#page=3', { viewer: { page: 2, zoom: 'fit' } }), { standard });
  expect((await inspectPdf(pdf, { check: true })).check!.findings).toEqual([]);
});

describe('the shape of addresses', () => {
  test.each([
    'mailto:ann@example.com',
    'mailto:ann@example.com?subject=A',
    'mailto:?subject=A',
    'tel:+41-44-123-45-67',
    'tel:112',
    'tel:(044) 123 45 67',
    'tel:7042;phone-context=example.com',
  ])('%s is one', (target) => expect(isLinkTarget(target)).toBe(true));
  test.each([
    ['mailto:ann', 'an address such as "mailto:ann@example.com"'],
    ['mailto:ann@', 'an address such as "mailto:ann@example.com"'],
    ['mailto:@example.com', 'an address such as "mailto:ann@example.com"'],
    ['tel:', 'a number such as "tel:+41 44 123 45 67"'],
    ['tel:()', 'a number such as "tel:+41 44 123 45 67"'],
    ['tel:call me', 'a number such as "tel:+41 44 123 45 67"'],
    ['ann@example.com', '"mailto:ann@example.com"'],
    ['+41 44 123 45 67', '"tel:+41 44 123 45 67"'],
    ['page 3', 'an http, https, mailto or tel address, or "#" and the name of an anchor or "page=3"'],
  ])('%s is none', (target, advice) => {
    expect(isLinkTarget(target)).toBe(false);
    expect(explainDropped(target)).toBe(`The link "${target}" is left out: write ${advice}`);
  });
});
