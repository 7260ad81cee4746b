// Paints documents in Chromium as a page of pdfgen does, in a worker.
import type { Resource, Resources } from '../../src/document/resources.ts';
import type { Picture } from './compare-pixels.ts';
import type { PaintAnswer, PaintOrder } from './painting-worker.ts';
import { openWorkerPage } from './worker-page.ts';

export type PaintedPage = PaintAnswer['pages'][number] &
  Picture & {
    /** RGBA, if it was asked for. */
    readonly pixels: Uint8Array | undefined;
  };

export interface PaintingBrowser {
  /** `taken`: the files of the document, from `noteTaken`. `scale`: pixels in a pt. */
  paint(order: Omit<PaintOrder, 'files'>, taken: ReadonlyMap<string, Resource>): Promise<readonly PaintedPage[]>;
  close(): Promise<void>;
}

export async function openPaintingBrowser(): Promise<PaintingBrowser> {
  const page = await openWorkerPage('painting-worker.ts');
  const paint: PaintingBrowser['paint'] = async (order, taken) => {
    const { pages } = await page.ask<PaintAnswer>(order, taken);
    return pages.map((one, i) => {
      const [lightness, colors, pixels] = ['lightness', 'colors', 'pixels'].map((name) =>
        page.posted.get(`/pictures/${i}/${name}`),
      );
      return { ...one, lightness: lightness!, colors: colors!, pixels };
    });
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One document after the other: they share the worker.
    paint(order, taken) {
      const painted = last.then(() => paint(order, taken));
      last = painted.catch(() => {});
      return painted;
    },
    close: page.close,
  };
}

/** Resources that note the files which a document takes, by their kind and name. */
export function noteTaken(resources: Resources): { readonly noting: Resources; readonly taken: ReadonlyMap<string, Resource> } {
  const taken = new Map<string, Resource>();
  const note = (kind: string, find: (name: string) => Resource | undefined) => (name: string) => {
    const found = find(name);
    if (found) taken.set(`${kind} ${name}`, found);
    return found;
  };
  const noting = {
    ...resources,
    font: note('font', resources.font),
    image: note('image', resources.image),
    file: note('image', resources.file),
    patterns: note('patterns', resources.patterns),
  };
  return { noting, taken };
}
