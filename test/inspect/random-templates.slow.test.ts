// Documents of random templates keep the rules that the checker knows.
import { expect, test } from 'vitest';
import { componentTypes } from '../../src/document/components/registry.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { makePng } from '../document/image/make-image.ts';
import { makeRandomTemplate, randomData, typesOf } from '../support/random-template.ts';
import { renderPdf } from '../support/render-document.ts';
import { trialSeeds } from '../support/trials.ts';

const seeds = trialSeeds('random-templates.slow');
const images = { 'dot.png': makePng({ width: 1, height: 1, bits: 8, colorType: 0, sample: () => 1 }) };

test('random templates hold every component', () => {
  const known = new Set(Array.from({ length: 45 }, (_, seed) => typesOf(makeRandomTemplate(seed))).flat());
  expect(componentTypes().filter((type) => !known.has(type))).toEqual([]);
});

test('random documents, a third of them in PDF/UA-1 and PDF/A-2a, and a third in PDF/UA-2, break no rule', async () => {
  const found: string[] = [];
  for (const seed of seeds) {
    const standard = [['PDF/A-2a', 'PDF/UA-1'], ['PDF/UA-2'], undefined][seed % 3];
    const pdf = await renderPdf(makeRandomTemplate(seed), { data: randomData, images, ...(standard && { standard }) });
    const { check } = await inspectPdf(pdf, { check: true });
    expect(check!.rules).toBeGreaterThan(40);
    for (const { rule, message } of check!.findings) found.push(`seed ${seed}: ${rule} ${message}`);
  }
  expect(found).toEqual([]);
});
