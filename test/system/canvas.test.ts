// A few pages as a canvas shows them and as the PDF does; canvas.rest.test.ts compares all.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Resources } from '../../src/document/resources.ts';
import { makeCanvasPages } from '../support/canvas-pages.ts';
import { type Comparison, differingPages, openComparison } from '../support/compare-canvas.ts';
import { openResources, readExample } from '../support/shown-documents.ts';

let comparison: Comparison;
beforeAll(async () => {
  comparison = await openComparison();
});
afterAll(() => comparison?.close());

const compare = (name: string, document: Readonly<Record<string, unknown>>, data: unknown, resources: Resources) =>
  comparison.compare(name, { document, data, date: '2026-03-01T00:00:00Z' }, resources);

test('a canvas shows the pages of the invoice as the PDF does', async () => {
  const { document, data, resources } = await readExample('invoice');
  expect(differingPages(await compare('invoice', document, data, resources))).toEqual([]);
});

test('a canvas shows texts and shapes as the PDF does', async () => {
  const pages = await makeCanvasPages();
  for (const name of ['text', 'shapes']) {
    const { document, assets } = pages[name]!;
    const compared = await compare(name, document, {}, await openResources(document, assets));
    expect(differingPages(compared), name).toEqual([]);
    expect(compared.flatMap(({ standIns }) => standIns)).toEqual([]);
  }
});
