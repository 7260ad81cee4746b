// All examples and all kinds of items, as a canvas shows them and as the PDF does.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { makeCanvasPages, makeStandIns } from '../support/canvas-pages.ts';
import { type Comparison, differingPages, openComparison } from '../support/compare-canvas.ts';
import type { Picture } from '../support/compare-pixels.ts';

const examples = fileURLToPath(new URL('../../templates-examples/', import.meta.url));

let comparison: Comparison;
beforeAll(async () => {
  comparison = await openComparison();
});
afterAll(() => comparison?.close());

const resourcesOf = (assets: Readonly<Record<string, Uint8Array>>) =>
  createFileResources(
    Object.fromEntries(
      Object.entries(assets).map(([name, bytes]) => [name, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }]),
    ),
  );

function readExample(name: string) {
  const at = join(examples, name);
  const read = (file: string) =>
    existsSync(join(at, file)) ? (JSON.parse(readFileSync(join(at, file), 'utf8')) as Record<string, unknown>) : undefined;
  const [template, dataSchema, exampleData] = ['template.json', 'schema.json', 'example.json'].map(read);
  const document = { ...template, ...(dataSchema && { dataSchema }), ...(exampleData && { exampleData }) };
  const names = existsSync(join(at, 'assets')) ? readdirSync(join(at, 'assets')) : [];
  const assets = Object.fromEntries(names.map((file) => [file, readFileSync(join(at, 'assets', file))]));
  return { document, data: document.exampleData, resources: resourcesOf(assets) };
}

// Chromium paints a document while another one is compared.
test.concurrent.each(readdirSync(examples).filter((name) => existsSync(join(examples, name, 'template.json'))))(
  'a canvas shows the pages of %s as the PDF does',
  async (name) => {
    const { document, data, resources } = readExample(name);
    await resources.loadFonts(document);
    const pages = await comparison.compare(name, { document, data, date: '2026-03-01T00:00:00Z' }, resources);
    expect(differingPages(pages)).toEqual([]);
  },
);

const pages = await makeCanvasPages();
const shownKinds = new Set<string>();

test.concurrent.each(Object.keys(pages))('a canvas shows a page of %s as the PDF does', async (name) => {
  const { document, assets } = pages[name]!;
  const resources = resourcesOf(assets);
  await resources.loadFonts(document);
  const compared = await comparison.compare(name, { document, data: {}, date: '2026-03-01T00:00:00Z' }, resources);
  expect(differingPages(compared)).toEqual([]);
  expect(compared.flatMap(({ standIns }) => standIns)).toEqual([]);
  for (const { kinds } of compared) for (const kind of kinds) shownKinds.add(kind);
});

test('these pages show every kind of item', () => {
  const all: Readonly<Record<PageItem['kind'], true>> = {
    ...{ text: true, rect: true, line: true, path: true, modules: true, image: true },
    ...{ link: true, anchor: true, field: true, annotation: true, group: true },
  };
  expect([...shownKinds].sort()).toEqual(Object.keys(all).sort());
});

test('what a canvas cannot show is told', async () => {
  const { document, assets } = makeStandIns();
  const resources = resourcesOf(assets);
  const order = { document, data: {}, date: '2026-03-01T00:00:00Z', showsSignatures: true } as const;
  const [page] = await comparison.compare('stand-ins', order, resources);
  expect(page!.standIns).toEqual([
    { kind: 'font', name: 'Helvetica-Bold' },
    { kind: 'font', name: 'ZapfDingbats' },
    { kind: 'colors', name: 'cmyk.jpg' },
    { kind: 'picture', name: 'plain.jpg' },
    { kind: 'signature', name: 'sign' },
  ]);
});

/** The middles of what is dark in a line of a picture. */
function middlesOf({ width, lightness }: Picture, y: number): number[] {
  const found: number[] = [];
  let start = -1;
  for (let x = 0; x <= width; x++) {
    const isDark = x < width && lightness[y * width + x]! < 128;
    if (isDark && start < 0) start = x;
    if (isDark || start < 0) continue;
    found.push((start + x) / 2);
    start = -1;
  }
  return found;
}

test('characters of standard fonts stand where the PDF has them', async () => {
  const words = '| || ||| | |||| | || |||| || | ||| || | |||';
  const fonts = [
    ['helvetica', {}],
    ['times', { letterSpacing: 2, bold: true }],
    ['courier', { align: 'justify' }],
  ] as const;
  const background = fonts.map(([font, more], i) => ({
    text: words,
    font,
    size: 20,
    ...more,
    at: { x: 10, y: 10 + i * 80, w: 250 },
  }));
  const document = { unit: 'pt', pages: [{ size: [270, 250], margin: 10, background, body: [] }] };
  const resources = resourcesOf({});
  const order = { document, data: {}, date: '2026-03-01T00:00:00Z' };
  const [page] = await comparison.compare('standard-fonts', order, resources);
  // Through the middle of each first line, in quarters of a pt. A machine paints the bars with fonts of its own, whose widths differ by up to a pt.
  for (const y of [94, 414, 734]) {
    const [own, expected] = [middlesOf(page!.canvas, y), middlesOf(page!.pdf, y)];
    expect(own.length).toBeGreaterThan(12);
    expect(own.length).toBe(expected.length);
    for (const [i, middle] of own.entries()) expect(Math.abs(middle - expected[i]!)).toBeLessThan(6);
  }
});
