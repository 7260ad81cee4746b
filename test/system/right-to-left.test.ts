// Values in text from right to left, as other programs read them.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeOptions } from '../../src/contract/document-options.ts';
import { renderDocument } from '../../src/document/render.ts';
import type { Resources } from '../../src/document/resources.ts';
import { files } from '../document/text/faces.ts';
import { openFolder } from '../support/folders.ts';
import { createRandom } from '../support/random.ts';
import { compile, testResources } from '../support/render.ts';
import { trialSeeds } from '../support/trials.ts';

const folder = openFolder();

const resources: Resources = {
  ...testResources,
  font: (name) => (name === 'dejavu.ttf' ? { key: name, bytes: readFileSync(files.dejavu) } : testResources.font(name)),
};

/** The texts of the pages, one page for each text. The marks of direction, of the reader and ours, are not seen. */
async function read(texts: readonly object[], data: object, more: object = {}): Promise<readonly string[]> {
  const pages = texts.map((body) => ({ size: [1500, 60], margin: 10, body }));
  const document = { unit: 'pt', fonts: { f: { regular: 'dejavu.ttf' } }, styles: { base: { font: 'f' } }, pages, ...more };
  const { program, diagnostics } = await compile(document, resources);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const chunks: Buffer[] = [];
  await renderDocument({
    program: program!,
    data,
    resources,
    date: undefined,
    options: completeOptions({}),
    standards: [],
    limits: { maxPages: 1000, maxBoxes: 10_000, maxImagePixels: 1e6, maxImageBytes: 1e7 },
    checkTime: () => {},
    write: (chunk) => chunks.push(Buffer.from(chunk)),
  });
  const path = join(folder, 'rtl.pdf');
  writeFileSync(path, Buffer.concat(chunks));
  const all = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8', maxBuffer: 1e8 });
  return all
    .split('\f')
    .slice(0, -1)
    .map((page) =>
      page
        .replace(/[\u200e\u200f\u202a-\u202e]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
}

const values = [
  '+20 3 483 9999',
  '(02) 555-1234',
  '10-20/2026',
  '2026-11-28',
  'EG38 0019 0005 0000 0000 2631 8000 2',
  'ada@mail.example',
  'https://x.example/a?b=1',
  '-1,234.50',
  '(1,234.50)',
  '12.5 %',
  '100%',
  '€ 1.234,00',
  'A-2026/17.b',
  'Well done.',
  '[draft] v2.0-rc.1',
  '3 × 4 = 12',
  '28.11.2026 10:30',
];
const words = ['שלום', 'טלפון', 'חשבונית', 'هاتف', 'مكتبة', 'رقم', 'סכום', 'الإسكندرية'];
const signs = ['', ',', ':', ' –', '.'];

test.each(trialSeeds('right-to-left'))('values are read whole, among words from right to left (seed %d)', async (seed) => {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const lines = Array.from({ length: 60 }, () => {
    const used: number[] = [];
    const parts = Array.from({ length: 2 + Math.floor(random() * 5) }, (_, i) => {
      if (i > 0 && random() < 0.5) {
        used.push(Math.floor(random() * values.length));
        const binding = `{{ v[${used.at(-1)}] }}`;
        return random() < 0.2 ? `**${binding}**` : random() < 0.2 ? `(${binding})` : binding;
      }
      return pick(words) + pick(signs);
    });
    return { used, text: parts.join(' ') };
  });
  const found = await read(
    lines.map(({ text }) => ({ text, format: 'inline' })),
    { v: values },
  );
  const lost = lines.flatMap(({ used, text }, i) =>
    used.every((one) => found[i]!.includes(values[one]!)) ? [] : [`${text} | ${found[i]}`],
  );
  expect(lost).toEqual([]);
});

test('a value alone and in lines of a list is read whole where the language is written from right to left', async () => {
  const found = await read(
    values.map((_, i) => ({ text: [`{{ v[${i}] }}`, `{{ v[${(i + 1) % values.length}] }}`] })),
    { v: values },
    { document: { lang: 'ar' } },
  );
  expect(found).toEqual(values.map((value, i) => `${value} ${values[(i + 1) % values.length]}`));
});
