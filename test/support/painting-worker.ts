// Lays documents out and paints their pages in a browser's worker. The page serves each file under its name, and takes the pixels.
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { layOutDocument } from '../../src/document/lay-out-document.ts';
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';
import { PagePainter, readFieldValues, type StandIn } from '../../src/live-pages/canvas/index.ts';
import { fetchResources, type WorkerOrder } from './worker-files.ts';

export interface PaintOrder extends WorkerOrder {
  /** Pixels in a pt. */
  readonly scale: number;
}

export interface PaintAnswer {
  readonly pages: readonly { readonly width: number; readonly height: number; readonly standIns: readonly StandIn[] }[];
}

const limits = { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 1e8, maxImageBytes: 1e9 };

interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly items: PageItem[];
}

async function paintAll(order: PaintOrder): Promise<PaintAnswer> {
  const { document, data, date, scale } = order;
  const resources = await fetchResources(order);
  const engine = await loadTextEngine();
  const { program, diagnostics } = await withDemanded(resources, () => compileTemplate(document, resources, engine));
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  const { sheets, leftOut } = await withDemanded(resources, () => {
    const sheets: Sheet[] = [];
    let leftOut: ReadonlySet<PageItem> = new Set();
    const input = { program, resources, data, date, limits, standards: program.standards, checkTime() {} };
    layOutDocument(input, (parts) => {
      leftOut = parts.leftOut;
      return {
        addPage: ({ width, height, items }) => void sheets.push({ width, height, items: [...items] }),
        addLate: (page, items) => void sheets[page]!.items.push(...items),
      };
    });
    return { sheets, leftOut };
  });
  const painter = new PagePainter();
  const fieldValues = readFieldValues(sheets.map(({ items }) => items));
  const pages = [];
  for (const [i, { width, height, items }] of sheets.entries()) {
    await painter.preparePictures(items);
    const canvas = new OffscreenCanvas(pixelsIn(width * scale), pixelsIn(height * scale));
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    const standIns = painter.paintItems(context, { items, leftOut, fieldValues }, scale);
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
    await fetch(`/pixels/${i}`, { method: 'POST', body: await deflate(toRgb(pixels)) });
    pages.push({ width: canvas.width, height: canvas.height, standIns });
  }
  return { pages };
}

/** As poppler rounds the size of a page. */
const pixelsIn = (length: number): number => Math.ceil(length - 1e-6);

function toRgb(rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    rgb[to++] = rgba[from]!;
    rgb[to++] = rgba[from + 1]!;
    rgb[to++] = rgba[from + 2]!;
  }
  return rgb;
}

const deflate = (bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();

globalThis.onmessage = ({ data: order }: MessageEvent<PaintOrder>) => {
  paintAll(order).then(
    (answer) => globalThis.postMessage(answer),
    (error: Error) => globalThis.postMessage(`${error.stack}`),
  );
};
