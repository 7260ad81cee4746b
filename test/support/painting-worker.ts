// Lays documents out and paints their pages in a browser's worker. The page serves each file under its name, and takes the pixels.
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { layOutDocument } from '../../src/document/lay-out-document.ts';
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';
import { listItems } from '../../src/live-pages/canvas/find-items.ts';
import { PagePainter, readFieldValues, type StandIn } from '../../src/live-pages/canvas/index.ts';
import { toPicture } from './compare-pixels.ts';
import { fetchResources, type WorkerOrder } from './worker-files.ts';

export interface PaintOrder extends WorkerOrder {
  /** Pixels in a pt. */
  readonly scale: number;
  readonly mostPages: number;
  /** Sends the colours of all pixels, to look at. */
  readonly wantsPixels?: boolean | undefined;
  /** The PDF shows nothing in the places of signatures. */
  readonly showsSignatures?: true | undefined;
}

export interface PaintAnswer {
  readonly pages: readonly {
    readonly width: number;
    readonly height: number;
    /** Of its items. */
    readonly kinds: readonly string[];
    readonly standIns: readonly StandIn[];
  }[];
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
  const isSignature = (item: PageItem) => !order.showsSignatures && item.kind === 'field' && item.form.type === 'Sig';
  const signatures = sheets.flatMap(({ items }) => [...listItems(items)].filter(isSignature));
  const pages = [];
  for (const [i, { width, height, items }] of sheets.slice(0, order.mostPages).entries()) {
    await painter.preparePictures(items);
    const canvas = new OffscreenCanvas(pixelsIn(width * scale), pixelsIn(height * scale));
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    const standIns = painter.paintItems(context, { items, leftOut: new Set([...leftOut, ...signatures]), fieldValues }, scale);
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
    const picture = toPicture(canvas, pixels, 4);
    await send(`/pictures/${i}/lightness`, picture.lightness);
    await send(`/pictures/${i}/colors`, picture.colors);
    if (order.wantsPixels) await send(`/pictures/${i}/pixels`, pixels);
    const kinds = new Set([...listItems(items)].map(({ kind }) => kind));
    pages.push({ width: canvas.width, height: canvas.height, kinds: [...kinds], standIns });
  }
  return { pages };
}

/** As poppler rounds the size of a page. */
const pixelsIn = (length: number): number => Math.ceil(length - 1e-6);

/** As a blob: Playwright is told the bytes of any other body, which costs ten times as much. */
async function send(path: string, bytes: Uint8Array | Uint8ClampedArray): Promise<void> {
  await fetch(path, { method: 'POST', body: new Blob([bytes as Uint8Array<ArrayBuffer>]) });
}

globalThis.onmessage = ({ data: order }: MessageEvent<PaintOrder>) => {
  paintAll(order).then(
    (answer) => globalThis.postMessage(answer),
    (error: Error) => globalThis.postMessage(`${error.stack}`),
  );
};
