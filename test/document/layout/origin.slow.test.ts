// The pages of random templates say where they come from.
import { expect, test } from 'vitest';
import { makeRandomTemplate, randomData } from '../../support/random-template.ts';
import { openResources } from '../../support/shown-documents.ts';
import { faultsOf, isSameTraced, traceTemplate } from '../../support/traced-pages.ts';
import { trialSeeds } from '../../support/trials.ts';
import { makePng } from '../image/make-image.ts';

const assets = { 'dot.png': makePng({ width: 1, height: 1, bits: 8, colorType: 0, sample: () => 1 }) };

// Not all that a random template has is shown with its data, and what has a place may lie off the sheet.
const isExpected = (fault: string) => / has no part$| reaches off its sheet$/.test(fault);

test.each(trialSeeds('origin.slow'))('the template of the seed %s', async (seed) => {
  const document = makeRandomTemplate(seed);
  const resources = await openResources(document, assets);
  const shown = { document, data: randomData, resources };
  expect(faultsOf(document, await traceTemplate(document, randomData, resources)).filter((fault) => !isExpected(fault))).toEqual(
    [],
  );
  expect(await isSameTraced(shown)).toBe(true);
});
