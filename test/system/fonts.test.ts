// Fonts of all kinds in whole documents, read by other programs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderDocument } from '../../src/document/render.ts';
import type { Resources } from '../../src/document/resources.ts';
import { files } from '../document/text/faces.ts';
import { compile, testResources } from '../support/render.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfgen-fonts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8' });

const own: Readonly<Record<string, string>> = {
  'thai.woff': files.thai,
  'devanagari.woff': files.devanagari,
  'signs.otf': files.signs,
  'signs.woff': files.signsWoff,
};
const resources: Resources = {
  ...testResources,
  font: (name) => (own[name] ? { key: name, bytes: readFileSync(own[name]) } : testResources.font(name)),
};

async function save(body: unknown, name: string): Promise<string> {
  const { program } = await compile({ unit: 'pt', pages: [{ size: [300, 150], margin: 10, body }] }, resources);
  const chunks: Uint8Array[] = [];
  renderDocument({
    program: program!,
    data: {},
    resources,
    date: undefined,
    fontSubset: 'document',
    limits: { maxPages: 10, maxBoxes: 1000, maxImagePixels: 1e6 },
    checkTime: () => {},
    write: (chunk) => chunks.push(chunk),
  });
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}

test('Greek from Symbol and ticks from ZapfDingbats extract as they read', async () => {
  const path = await save(
    [
      { type: 'text', text: 'αβγ ∑', font: 'symbol', size: 20 },
      // Two ticks together: poppler takes single signs at even distances for letters spaced out, in any font.
      { type: 'text', text: '✓✓ ✗ ➔', font: 'zapfdingbats', size: 20 },
      { type: 'text', text: '⎛⎝⟨∆Δ⟩ ®', font: 'symbol', size: 20 },
    ],
    'symbols.pdf',
  );
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  const fonts = run('pdffonts', [path]).split('\n').slice(2);
  expect(fonts.find((line) => line.startsWith('Symbol '))).toMatch(/Type 1 +Symbol +no +no +yes/);
  expect(fonts.find((line) => line.startsWith('ZapfDingbats '))).toMatch(/Type 1 +ZapfDingbats +no +no +yes/);
  const lines = run('pdftotext', [path, '-']).split('\n');
  expect(lines.slice(0, 3)).toEqual(['αβγ ∑', '✓✓ ✗ ➔', '⎛⎝⟨∆Δ⟩ ®']);
});

test('Thai and Devanagari extract as they were given', async () => {
  const lines = ['น้ำ กำลัง ที่นี่ ภาษาไทย', 'हिन्दी किताब क्षेत्र धर्म'];
  const path = await save(
    [
      { type: 'text', text: lines[0], font: 'thai.woff', size: 16 },
      { type: 'text', text: lines[1], font: 'devanagari.woff', size: 16 },
    ],
    'scripts.pdf',
  );
  expect(run('pdftotext', [path, '-']).split('\n').slice(0, 2)).toEqual(lines);
  expect(run('pdffonts', [path])).toMatch(/\+NotoSansThai-Regular +CID TrueType +Identity-H +yes yes yes/);
});

/** Darkness of each pixel, 0 to 255. */
function paint(path: string): Buffer {
  const target = path.replace(/\.pdf$/, '');
  run('pdftoppm', ['-r', '72', '-gray', '-singlefile', path, target]);
  const picture = readFileSync(`${target}.pgm`);
  return picture.subarray(picture.length - 300 * 150).map((value) => 255 - value) as Buffer;
}

test('CFF outlines are embedded and painted as the TrueType version of the same font', async () => {
  const body = (font: string) => [{ type: 'text', text: '\uf015\uf004\uf0e0\uf095\uf1ec', font, size: 40, lineHeight: 1.2 }];
  const cff = await save(body('signs.otf'), 'cff.pdf');
  expect(run('qpdf', ['--check', cff])).toContain('No syntax or stream encoding errors');
  expect(run('pdffonts', [cff])).toMatch(/[A-Z]{6}\+FontAwesome-Identity-H +CID Type 0C +Identity-H +yes yes yes/);
  const painted = paint(cff);
  const other = paint(await save(body('signs.woff'), 'truetype.pdf'));
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  expect(sum(painted)).toBeGreaterThan(255 * 1000);
  // Edges may differ by the rounding of their curves.
  expect(sum(painted.map((value, i) => Math.abs(value - other[i]!)))).toBeLessThan(sum(painted) * 0.05);
});
