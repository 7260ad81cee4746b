// Holds the canvas beside poppler for more documents than the suite has time for: PDFGEN_CANVAS=study npx vitest run test/system/canvas-study.rest.test.ts
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { assets, data, examples, templateOf } from '../docs/reference-examples.ts';
import { makePng } from '../document/image/make-image.ts';
import { type Comparison, differingPages, openComparison } from '../support/compare-canvas.ts';
import { makeRandomTemplate, randomData } from '../support/random-template.ts';

const dot = makePng({ width: 8, height: 8, bits: 8, colorType: 2, sample: (x, y, i) => (x * 30 + y * i * 10) % 256 });
const seeds = Array.from({ length: Number(process.env.PDFGEN_SEEDS ?? 40) }, (_, i) => i + 1);

describe('the canvas beside poppler', () => {
  let comparison: Comparison;
  beforeAll(async () => {
    comparison = await openComparison();
  });
  afterAll(() => comparison?.close());

  const files = Object.fromEntries(
    Object.entries({ ...assets, 'dot.png': dot }).map(([name, bytes]) => [
      name,
      { bytes, sha256: createHash('sha256').update(bytes).digest('hex') },
    ]),
  );

  async function hold(name: string, document: Readonly<Record<string, unknown>>, given: unknown): Promise<void> {
    const resources = createFileResources(files);
    await resources.loadFonts(document);
    const pages = await comparison.compare(name, { document, data: given, date: '2026-03-01T00:00:00Z' }, resources);
    expect(differingPages(pages)).toEqual([]);
  }

  // Pages of PDFs are not laid out in browsers.
  test.each(examples.filter(([title]) => title !== 'pdf'))('the example of %s', (title, example, shown) =>
    hold(title, templateOf(example, shown), data),
  );

  const laidOut = seeds.filter((seed) => !JSON.stringify(makeRandomTemplate(seed)).includes('application/pdf'));
  test.each(laidOut)('the random template %i', (seed) => hold(`random-${seed}`, makeRandomTemplate(seed), randomData));
});
