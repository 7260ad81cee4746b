import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Resource, Resources } from '../../src/document/resources.ts';
import { noteTaken } from '../support/painting-browser.ts';
import { type LayoutOrder, layOutPlain, type PlainPages } from '../support/plain-pages.ts';
import {
  exampleNames,
  guideDocuments,
  openResources,
  readExample,
  referenceDocuments,
  type ShownDocument,
  scriptDocuments,
} from '../support/shown-documents.ts';
import { openWorkerPage, type WorkerPage } from '../support/worker-page.ts';

let page: WorkerPage;
beforeAll(async () => {
  page = await openWorkerPage('layout-worker.ts');
});
afterAll(() => page?.close());

/** Lays a document out here, and notes the files that it took. */
async function layOutHere(order: LayoutOrder, resources: Resources) {
  const { noting, taken } = noteTaken(resources);
  return { pages: await layOutPlain(order, { ...noting, names: () => [] }), taken };
}

/** Lays a document out in the worker of the page. */
const layOutThere = (order: LayoutOrder, taken: ReadonlyMap<string, Resource>): Promise<PlainPages> =>
  page.ask<PlainPages>(order, taken);

test.each(exampleNames)('the pages of %s are laid out in a browser as in Node', async (name) => {
  const { here, there } = await layOutBoth(await readExample(name));
  expect(there).toEqual(here);
});

async function layOutBoth({ document, data, resources }: Omit<ShownDocument, 'name'>) {
  const order = { document, data, date: '2026-03-01T00:00:00Z' };
  const { pages, taken } = await layOutHere(order, resources);
  return { here: pages, there: await layOutThere(order, taken) };
}

/** Documents in which the ICU of a browser differs from that of Node, and what differs. */
const otherIcu: Readonly<Record<string, string>> = { km: 'the words of its dictionary, between which lines may break' };

test.each([
  ['examples of the reference', referenceDocuments, 50],
  ['blocks of the guides', guideDocuments, 80],
  ['scripts', scriptDocuments, 20],
] as const)('the %s are laid out in a browser as in Node', async (_, read, least) => {
  const documents = (await read()).filter(({ name }) => !(name in otherIcu));
  expect(documents.length).toBeGreaterThan(least);
  const differing: string[] = [];
  for (const one of documents) {
    const { here, there } = await layOutBoth(one);
    const at = here.lines.findIndex((line, i) => line !== there.lines[i]);
    if (here.digest !== there.digest || at !== -1) differing.push(`${one.name}: ${here.lines[at]} | ${there.lines[at]}`);
  }
  expect(differing).toEqual([]);
});

const faulty: readonly unknown[] = [
  { txt: 'a' },
  { type: 'qrCode', value: 'a' },
  { unknown: 'a', width: 3 },
  { text: 'a', colour: 'red' },
  { text: 'a', color: 'redd' },
  { text: 'a', align: 'centre' },
  { text: 'a', weight: 'bold' },
  { text: 'a', tabs: [{ at: 5, leader: '....' }] },
  { text: 'a', size: '12pt' },
  { text: '{{ a && b }}' },
  '{{ now }}',
  '{{ a | uppercase }}',
  '{{ a.length }}',
  '{% if a %}',
  { list: ['a'], ordered: true },
  { list: ['a'], marker: 'circle' },
  { field: 'x', kind: 'text', placeholder: 'y' },
  { chart: 'x', kind: 'bar', smooth: true },
  { table: 'a', columns: [{ header: 'A', body: 'a', colspan: 2 }] },
];

test('faults of templates are explained in a browser as in Node', async () => {
  const dataSchema = { type: 'object', additionalProperties: false, properties: { a: { type: 'array' } } };
  const orderOf = (body: unknown) => ({
    document: { pages: [{ body: [body] }], dataSchema },
    data: {},
    date: '2026-03-01T00:00:00Z',
  });
  const { taken } = await layOutHere(orderOf('a'), await openResources(orderOf('a').document, {}));
  for (const part of faulty) {
    const order = orderOf(part);
    const resources = { ...(await openResources(order.document, {})), names: () => [] };
    const here = await layOutPlain(order, resources).then(
      () => '',
      ({ message }: Error) => message,
    );
    expect(here, JSON.stringify(part)).not.toBe('');
    await expect(layOutThere(order, taken)).rejects.toThrow(here);
  }
});
