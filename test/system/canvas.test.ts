import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPpm } from '../../scripts/viewers.mjs';
import { completeOptions } from '../../src/contract/document-options.ts';
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import { loadWriter, renderDocument } from '../../src/document/render.ts';
import type { Resources } from '../../src/document/resources.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { findDifference, type Picture } from '../support/compare-pixels.ts';
import { noteTaken, openPaintingBrowser, type PaintingBrowser } from '../support/painting-browser.ts';
import type { LayoutOrder } from '../support/plain-pages.ts';

const examples = fileURLToPath(new URL('../../templates-examples/', import.meta.url));
/** Pixels in a pixel of the screen, in each direction. */
const fine = Number(process.env.FINE ?? 4);
const limits = { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 1e8, maxImageBytes: 1e9 };
const out = process.env.CANVAS_OUT;

let folder: string;
let browser: PaintingBrowser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pdfgen-canvas-'));
  browser = await openPaintingBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Renders a document, and notes the files that it takes. */
async function renderHere({ document, data, date }: LayoutOrder, resources: Resources) {
  const { noting, taken } = noteTaken({ ...resources, names: () => [] });
  const engine = await loadTextEngine();
  const { program, diagnostics } = await withDemanded(noting, () => compileTemplate(document, noting, engine));
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  const writer = await loadWriter(program.standards);
  const chunks: Uint8Array[] = [];
  const input = { program, data, date, resources: noting, options: completeOptions({}), standards: program.standards, ...writer };
  await withDemanded(noting, () => {
    chunks.length = 0;
    renderDocument({ ...input, limits, checkTime() {}, write: (chunk) => chunks.push(chunk) });
  });
  return { pdf: Buffer.concat(chunks), taken };
}

function drawByPoppler(pdf: Uint8Array, dpi: number): Picture[] {
  const at = join(folder, 'poppler');
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at);
  writeFileSync(join(at, 'it.pdf'), pdf);
  execFileSync('pdftoppm', ['-r', String(dpi), join(at, 'it.pdf'), join(at, 'page')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const pages = readdirSync(at).filter((file) => file.endsWith('.ppm'));
  return pages.sort().map((file) => readPpm(readFileSync(join(at, file))));
}

async function compare(name: string, order: LayoutOrder, resources: Resources) {
  const t0 = performance.now();
  const { pdf, taken } = await renderHere(order, resources);
  const t1 = performance.now();
  const expected = drawByPoppler(pdf, 72 * fine);
  const t2 = performance.now();
  const painted = await browser.paint({ ...order, scale: fine }, taken);
  const t3 = performance.now();
  expect(painted.length).toBe(expected.length);
  const report = painted.map((page, i) => {
    const difference = findDifference(page, expected[i]!, { blur: fine, reach: fine / 2, slack: 24 });
    if (out) save(`${name}-${i + 1}`, page, expected[i]!, difference.marks);
    return { page: i + 1, count: difference.count, box: difference.box, standIns: page.standIns };
  });
  console.log(
    name,
    'render',
    Math.round(t1 - t0),
    'poppler',
    Math.round(t2 - t1),
    'paint',
    Math.round(t3 - t2),
    'compare',
    Math.round(performance.now() - t3),
  );
  return report;
}

function save(name: string, page: Picture, expected: Picture, marks: Uint8Array) {
  mkdirSync(out!, { recursive: true });
  const ppm = ({ width, height, pixels }: Picture) => Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), pixels]);
  writeFileSync(join(out!, `${name}-canvas.ppm`), ppm(page));
  writeFileSync(join(out!, `${name}-poppler.ppm`), ppm(expected));
  const [width, height] = [Math.min(page.width, expected.width), Math.min(page.height, expected.height)];
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const gray = 128 + (page.pixels[(y * page.width + x) * 3 + 1]! >> 1);
    pixels.set(marks[i] ? [255, 0, 0] : [gray, gray, gray], i * 3);
  }
  writeFileSync(join(out!, `${name}-marks.ppm`), ppm({ width, height, pixels }));
}

function readExample(name: string) {
  const at = join(examples, name);
  const read = (file: string) =>
    existsSync(join(at, file)) ? (JSON.parse(readFileSync(join(at, file), 'utf8')) as Record<string, unknown>) : undefined;
  const [template, dataSchema, exampleData] = ['template.json', 'schema.json', 'example.json'].map(read);
  const document = { ...template, ...(dataSchema && { dataSchema }), ...(exampleData && { exampleData }) };
  const assets = existsSync(join(at, 'assets')) ? readdirSync(join(at, 'assets')) : [];
  const sources = assets.map((file) => {
    const bytes = readFileSync(join(at, 'assets', file));
    return [file, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }] as const;
  });
  return { document, data: document.exampleData, resources: createFileResources(Object.fromEntries(sources)) };
}

test.each(readdirSync(examples).filter((name) => existsSync(join(examples, name, 'template.json'))))(
  'a canvas shows the pages of %s as the PDF does',
  async (name) => {
    const { document, data, resources } = readExample(name);
    await resources.loadFonts(document);
    const report = await compare(name, { document, data, date: '2026-03-01T00:00:00Z' }, resources);
    console.log(JSON.stringify(report));
    expect(report.map(({ count }) => count)).toEqual(report.map(() => 0));
  },
);
