import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BothLayouts, openBothLayouts } from '../support/both-layouts.ts';
import { exampleNames, guideDocuments, readExample, referenceDocuments, scriptDocuments } from '../support/shown-documents.ts';

let layouts: BothLayouts;
beforeAll(async () => {
  layouts = await openBothLayouts();
});
afterAll(() => layouts?.close());

/** Documents in which the ICU of a browser differs from that of Node, and what differs. */
const otherIcu: Readonly<Record<string, string>> = { km: 'the words of its dictionary, between which lines may break' };

test.each([
  ['example templates', () => Promise.all(exampleNames.map(readExample)), 10],
  ['examples of the reference', referenceDocuments, 50],
  ['blocks of the guides', guideDocuments, 80],
  ['scripts', scriptDocuments, 20],
] as const)('the %s are laid out in a browser as in Node', async (_, read, least) => {
  const documents = (await read()).filter(({ name }) => !(name in otherIcu));
  expect(documents.length).toBeGreaterThan(least);
  expect(await layouts.findDiffering(documents)).toEqual([]);
});
