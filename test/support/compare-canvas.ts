// Holds the canvas beside poppler: the same document painted in Chromium and drawn from the PDF, at the same size.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Pixels, readPpm } from '../../scripts/viewers.mjs';
import { completeOptions } from '../../src/contract/document-options.ts';
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import { loadWriter, renderDocument } from '../../src/document/render.ts';
import type { Resources } from '../../src/document/resources.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';
import { findDifferences, type Picture, type Place, toPicture } from './compare-pixels.ts';
import { noteTaken, openPaintingBrowser, type PaintedPage } from './painting-browser.ts';
import type { PaintOrder } from './painting-worker.ts';
import type { LayoutOrder } from './plain-pages.ts';

/** Pixels in a pixel of the screen, in each direction: how viewers smooth edges is not compared. */
const fine = 4;
const limits = { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 1e8, maxImageBytes: 1e9 };
/** A folder for the pictures, to look at. */
const out = process.env.PDFGEN_CANVAS_PICTURES;

/** Places of a page that may differ: poppler puts letters on quarters of its pixels, which shows where they touch a line. */
const mostPlaces = 2;

export interface ComparedPage extends Pick<PaintedPage, 'standIns' | 'kinds'> {
  /** Where the canvas and the PDF differ, in pt. */
  readonly places: readonly Place[];
  readonly canvas: Picture;
  readonly pdf: Picture;
}

export interface Comparison {
  /** At 72 pixels in an inch. `name`: of the pictures. */
  compare(
    name: string,
    order: LayoutOrder & Pick<PaintOrder, 'showsSignatures'>,
    resources: Resources,
  ): Promise<readonly ComparedPage[]>;
  close(): Promise<void>;
}

/** `page 2: 14 places, the first at 10,20`. */
export const differingPages = (compared: readonly ComparedPage[]): readonly string[] =>
  compared.flatMap(({ places: [first, ...others] }, i) =>
    first && others.length >= mostPlaces
      ? [`page ${i + 1}: ${others.length + 1} places, the first at ${first.x},${first.y}`]
      : [],
  );

/** `mostPages`: of a document. */
export async function openComparison(mostPages = 3): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-canvas-'));
  const browser = await openPaintingBrowser();
  return {
    async compare(name, order, resources) {
      const { pdf, taken } = await renderHere(order, resources);
      const [expected, painted] = await Promise.all([
        drawByPoppler(pdf, join(folder, name), mostPages),
        browser.paint({ ...order, scale: fine, mostPages, wantsPixels: out !== undefined }, taken),
      ]);
      if (painted.length !== expected.length) throw new Error(`${painted.length} pages, not ${expected.length}`);
      return painted.map((page, i) => {
        const pdfPage = toPicture(expected[i]!, expected[i]!.pixels, 3);
        const places = findDifferences(page, pdfPage, fine);
        if (out) save(join(out, `${name}-${i + 1}`), page, expected[i]!, places);
        return { places, standIns: page.standIns, kinds: page.kinds, canvas: page, pdf: pdfPage };
      });
    },
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}

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

async function drawByPoppler(pdf: Uint8Array, folder: string, mostPages: number): Promise<Pixels[]> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'it.pdf');
  writeFileSync(file, pdf);
  await promisify(execFile)('pdftoppm', ['-r', String(72 * fine), '-l', String(mostPages), file, join(folder, 'page')]);
  const pages = readdirSync(folder).filter((name) => name.endsWith('.ppm'));
  const pictures = pages.sort().map((name) => readPpm(readFileSync(join(folder, name))));
  rmSync(folder, { recursive: true });
  return pictures;
}

/** Writes both pictures, and one in which what differs is red. */
function save(path: string, { width, height, pixels }: PaintedPage, expected: Pixels, places: readonly Place[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const own = pixels!.filter((_, i) => i % 4 < 3);
  const marked = own.map((value) => 128 + (value >> 1));
  for (const { x, y } of places)
    for (let v = 0; v < fine; v++)
      for (let u = 0; u < fine; u++) marked.set([255, 0, 0], ((y * fine + v) * width + x * fine + u) * 3);
  for (const [name, picture] of Object.entries({
    canvas: { width, height, pixels: own },
    poppler: expected,
    marks: { width, height, pixels: marked },
  }))
    writeFileSync(
      `${path}-${name}.ppm`,
      Buffer.concat([Buffer.from(`P6 ${picture.width} ${picture.height} 255\n`), picture.pixels]),
    );
}
