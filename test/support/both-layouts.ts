// Lays documents out here and in a worker of a browser.
import type { Resource, Resources } from '../../src/document/resources.ts';
import { noteTaken } from './painting-browser.ts';
import { type LayoutOrder, layOutPlain, type PlainPages } from './plain-pages.ts';
import type { ShownDocument } from './shown-documents.ts';
import { openWorkerPage } from './worker-page.ts';

export interface BothLayouts {
  /** Lays a document out in the worker of the page. */
  layOutThere(order: LayoutOrder, taken: ReadonlyMap<string, Resource>): Promise<PlainPages>;
  /** The names of documents whose pages differ, with the first lines that do. */
  findDiffering(documents: readonly ShownDocument[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openBothLayouts(): Promise<BothLayouts> {
  const page = await openWorkerPage('layout-worker.ts');
  const layOutThere: BothLayouts['layOutThere'] = (order, taken) => page.ask<PlainPages>(order, taken);
  return {
    layOutThere,
    async findDiffering(documents) {
      const differing: string[] = [];
      for (const { name, document, data, resources } of documents) {
        const order = { document, data, date: '2026-03-01T00:00:00Z' };
        const { pages: here, taken } = await layOutHere(order, resources);
        const there = await layOutThere(order, taken);
        const at = here.lines.findIndex((line, i) => line !== there.lines[i]);
        if (here.digest !== there.digest || at !== -1) differing.push(`${name}: ${here.lines[at]} | ${there.lines[at]}`);
      }
      return differing;
    },
    close: page.close,
  };
}

/** Lays a document out here, and notes the files that it took. */
export async function layOutHere(
  order: LayoutOrder,
  resources: Resources,
): Promise<{ readonly pages: PlainPages; readonly taken: ReadonlyMap<string, Resource> }> {
  const { noting, taken } = noteTaken(resources);
  return { pages: await layOutPlain(order, { ...noting, names: () => [] }), taken };
}
