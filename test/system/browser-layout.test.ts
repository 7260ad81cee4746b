// A few documents, laid out in a browser and in Node; browser-layout.rest.test.ts lays out all.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BothLayouts, layOutHere, openBothLayouts } from '../support/both-layouts.ts';
import { layOutPlain } from '../support/plain-pages.ts';
import { openResources, readExample, referenceDocuments, scriptDocuments } from '../support/shown-documents.ts';

let layouts: BothLayouts;
beforeAll(async () => {
  layouts = await openBothLayouts();
});
afterAll(() => layouts?.close());

test('documents are laid out in a browser as in Node', async () => {
  const few = (await referenceDocuments()).filter((_, i) => i % 8 === 0);
  const scripts = (await scriptDocuments()).filter(({ name }) => ['de', 'el', 'ar', 'hi', 'th'].includes(name));
  expect([few.length, scripts.length]).toEqual([expect.toSatisfy((count) => count > 6), 5]);
  expect(await layouts.findDiffering([await readExample('invoice'), ...few, ...scripts])).toEqual([]);
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
    await expect(layouts.layOutThere(order, taken)).rejects.toThrow(here);
  }
});
