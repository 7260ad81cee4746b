// The parts and items of all examples say where they come from.
import { expect, test } from 'vitest';
import { exampleNames, readExample, referenceDocuments, type ShownDocument } from '../../support/shown-documents.ts';
import { faultsOf, isSameTraced, traceTemplate } from '../../support/traced-pages.ts';

const trace = ({ document, data, resources }: ShownDocument) => traceTemplate(document, data, resources);

const references = await referenceDocuments();

test.each(references)('the parts and items of the example of $name say where they come from', async (shown) => {
  expect(faultsOf(shown.document, await trace(shown))).toEqual([]);
  expect(await isSameTraced(shown)).toBe(true);
});

test.each(exampleNames)('the parts and items of %s say where they come from', async (name) => {
  const shown = await readExample(name);
  expect(faultsOf(shown.document, await trace(shown))).toEqual([]);
  expect(await isSameTraced(shown)).toBe(true);
});
