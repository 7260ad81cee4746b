import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { makeCanvasPages } from '../support/canvas-pages.ts';
import { type Comparison, openComparison } from '../support/compare-canvas.ts';

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

test.each(readdirSync(examples).filter((name) => existsSync(join(examples, name, 'template.json'))))(
  'a canvas shows the pages of %s as the PDF does',
  async (name) => {
    const { document, data, resources } = readExample(name);
    await resources.loadFonts(document);
    const pages = await comparison.compare(name, { document, data, date: '2026-03-01T00:00:00Z' }, resources);
    expect(pages.map(({ places }) => places.length)).toEqual(pages.map(() => 0));
  },
);

const pages = await makeCanvasPages();

test.each(Object.keys(pages))('a canvas shows a page of %s as the PDF does', async (name) => {
  const { document, assets } = pages[name]!;
  const resources = resourcesOf(assets);
  await resources.loadFonts(document);
  const compared = await comparison.compare(name, { document, data: {}, date: '2026-03-01T00:00:00Z' }, resources);
  expect(compared.flatMap(({ places }) => places.map(({ x, y }) => `${x},${y}`)).join(' ')).toBe('');
});
