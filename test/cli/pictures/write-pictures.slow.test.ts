import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { encodePng } from '../../../src/cli/pictures/encode-png.ts';
import { loadPdfium, openPages } from '../../../src/cli/pictures/page-painter.ts';
import { choosePages, readPictureOptions } from '../../../src/cli/pictures/picture-options.ts';
import { type PngChunks, readPngChunks } from '../../../src/document/image/png-chunks.ts';
import { ends } from '../../support/ends.ts';
import { makeWorkspace, runCli } from '../../support/run-cli.ts';

describe('the options', () => {
  test.each<[string, number, number[]]>([
    ['2', 3, [2]],
    ['1-3', 5, [1, 2, 3]],
    ['1-3', 2, [1, 2]],
    ['4-', 6, [4, 5, 6]],
    ['5, 1-2,2', 5, [1, 2, 5]],
  ])('--pages %s of %i pages', (pages, count, expected) => {
    expect(choosePages(readPictureOptions({ png: 'out', pages })!.pages, count)).toEqual(expected);
  });
  test('all pages, at 144 dpi', () => {
    expect(readPictureOptions({ png: 'out' })).toEqual({ folder: 'out', dpi: 144, pages: undefined });
    expect(choosePages(undefined, 2)).toEqual([1, 2]);
    expect(readPictureOptions({})).toBeUndefined();
  });
  test.each<[Record<string, string>, string]>([
    [{ dpi: '300' }, '--dpi says how pages are drawn'],
    [{ pages: '1' }, '--pages says how pages are drawn'],
    [{ png: '' }, '--png needs the name of a folder: each page is a file.'],
    [{ png: '-' }, '--png needs the name of a folder: each page is a file.'],
    [{ png: 'page.png' }, 'got the file name page.png'],
    ...['0', '0-2', '3-1', '', '1,,2', 'all', '1..3', '-2', '1.5', '1-2-3'].map((pages): [Record<string, string>, string] => [
      { png: 'out', pages },
      `got ${JSON.stringify(pages)}`,
    ]),
    ...['17', '1201', '', '96.5', '300dpi', '1e2'].map((dpi): [Record<string, string>, string] => [
      { png: 'out', dpi },
      `from 18 to 1200, got ${JSON.stringify(dpi)}`,
    ]),
  ])('%j is refused', (options, message) => {
    expect(() => readPictureOptions(options)).toThrow(message);
  });
  test('the ends of --dpi are allowed', () => {
    expect(['18', '1200'].map((dpi) => readPictureOptions({ png: 'out', dpi })!.dpi)).toEqual([18, 1200]);
  });
  test('pages beyond the last are refused', () => {
    const { pages } = readPictureOptions({ png: 'out', pages: '1,4-6' })!;
    expect(() => choosePages(pages, 3)).toThrow('--pages 1,4-6: the document has 3 pages.');
    expect(choosePages(pages, 4)).toEqual([1, 4]);
  });
});

/** The samples of a PNG of 8 bits whose rows have filter 0. */
function samplesOf({ data, width }: PngChunks): Uint8Array {
  const rows = inflateSync(Buffer.concat(data));
  const rowBytes = width * 3 + 1;
  return rows.filter((_, i) => i % rowBytes > 0);
}

test('a PNG has its pixels and its density', async () => {
  const rgb = Uint8Array.from({ length: 2 * 3 * 3 }, (_, i) => i * 10);
  const chunks = readPngChunks(await encodePng({ width: 2, height: 3, rgb }, 300));
  expect(chunks).toMatchObject({ width: 2, height: 3, bits: 8, colorType: 2, isInterlaced: false });
  expect(chunks.dpi).toBeCloseTo(300, 1);
  expect([...samplesOf(chunks)]).toEqual([...rgb]);
});

/** The colour at a place in points from the top left corner. */
function colorAt(png: Uint8Array, dpi: number, x: number, y: number): string {
  const chunks = readPngChunks(png);
  const at = (Math.floor((y / 72) * dpi) * chunks.width + Math.floor((x / 72) * dpi)) * 3;
  return Buffer.from(samplesOf(chunks).subarray(at, at + 3)).toString('hex');
}

/** Pages of 40 × 30 pt, each with a square of its own colour at the left. */
const sheet = (fill: string) => ({
  size: [40, 30],
  margin: 0,
  body: [{ frame: [{ rect: 10, width: 10, fill }], height: 20 }],
});
const colors = { 'templates/flags/template.json': { unit: 'pt', pages: [sheet('#ff0000'), sheet('#00ff00'), sheet('#0000ff')] } };

describe('generate single --png', () => {
  test('draws each page into a folder, and writes no PDF unless -o names it', async () => {
    const cwd = makeWorkspace(colors);
    const { stdout, stderr, exitCode } = await runCli(['generate', 'single', 'flags', '--png', 'out/pages', '--dpi', '72'], {
      cwd,
    });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    expect(stderr).toMatch(/out\/pages\/flags-1\.png … flags-3\.png {2}3 pictures {2}40 × 30 pixels {2}\d+ bytes\n$/);
    expect(readdirSync(join(cwd, 'out/pages'))).toEqual(['flags-1.png', 'flags-2.png', 'flags-3.png']);
    const pages = [1, 2, 3].map((page) => readFileSync(join(cwd, `out/pages/flags-${page}.png`)));
    expect(pages.map((page) => colorAt(page, 72, 5, 5))).toEqual(['ff0000', '00ff00', '0000ff']);
    expect(pages.map((page) => colorAt(page, 72, 15, 5))).toEqual(['ffffff', 'ffffff', 'ffffff']);
    expect(readdirSync(cwd).sort()).toEqual(['out', 'pdfgen.json', 'templates']);
    await runCli(['generate', 'single', 'flags', '--png', 'out/pages', '-o', 'flags.pdf'], { cwd });
    expect(readFileSync(join(cwd, 'flags.pdf'), 'latin1').slice(0, 5)).toBe('%PDF-');
  });
  test('draws the pages of --pages at the density of --dpi, and lists them with --json', async () => {
    const cwd = makeWorkspace(colors);
    const { stdout } = await runCli(['generate', 'single', 'flags', '--png', 'out', '--dpi', '200', '--pages', '2-', '--json'], {
      cwd,
    });
    const made = JSON.parse(stdout) as { path?: string; pages: number; pictures: { path: string; bytes: number }[] };
    expect(made.pages).toBe(3);
    expect(made).not.toHaveProperty('path');
    expect(made.pictures).toEqual(
      [2, 3].map((page) => ({
        page,
        width: 111,
        height: 83,
        bytes: expect.any(Number),
        path: join(cwd, `out/flags-${page}.png`),
      })),
    );
    const bytes = made.pictures.map(({ path }) => readFileSync(path));
    expect(bytes.map(({ length }) => length)).toEqual(made.pictures.map((one) => one.bytes));
    expect(colorAt(bytes[0]!, 200, 5, 5)).toBe('00ff00');
  });
  test('numbers pages with as many digits as the last one, and tells of pictures that it did not make', async () => {
    const many = { pages: Array.from({ length: 10 }, () => sheet('#000000')), unit: 'pt' };
    const cwd = makeWorkspace({
      'templates/many/template.json': many,
      'out/many-3.png': '',
      'out/many-x.png': '',
      'out/other-1.png': '',
    });
    const draw = (pages: string) =>
      runCli(['generate', 'single', 'many', '--png', 'out', '--dpi', '18', '--pages', pages], { cwd });
    expect((await draw('1,10')).stderr).toMatch(/note: out has 1 picture of many that is not of this run, such as many-3\.png\n/);
    expect(readdirSync(join(cwd, 'out'))).toEqual(['many-01.png', 'many-10.png', 'many-3.png', 'many-x.png', 'other-1.png']);
    expect((await draw('2')).stderr).toMatch(/note: out has 3 pictures of many that are not of this run, such as many-01\.png\n/);
  });
  test('draws an encrypted document', async () => {
    const cwd = makeWorkspace({ ...colors, 'secret.txt': 'geheim\n' });
    const draw = (...options: string[]) =>
      runCli(['generate', 'single', 'flags', '--png', 'out', '--dpi', '72', '--overwrite', ...options], { cwd });
    for (const options of [
      ['--user-password-file', 'secret.txt'],
      ['--owner-password-file', 'secret.txt', '--permissions', 'none'],
    ]) {
      expect((await draw(...options)).exitCode).toBe(0);
      expect(colorAt(readFileSync(join(cwd, 'out/flags-3.png')), 72, 5, 5)).toBe('0000ff');
    }
  });
  test('never replaces a file of another kind, and refuses a folder that is a file before any work', async () => {
    const cwd = makeWorkspace({ ...colors, 'out/flags-2.png': 'my notes', file: '' });
    await ends(
      runCli(['generate', 'single', 'flags', '--png', 'out'], { cwd }),
      9,
      `${join('out', 'flags-2.png')} is there already, and is not a PNG picture. Name another file with --png, or replace it with --overwrite.`,
    );
    expect(existsSync(join(cwd, 'out/flags-1.png'))).toBe(false);
    expect((await runCli(['generate', 'single', 'flags', '--png', 'out', '--overwrite'], { cwd })).exitCode).toBe(0);
    await ends(
      runCli(['generate', 'single', 'flags', '--png', 'file'], { cwd }),
      9,
      'Cannot write file: something else already has this name.',
    );
  });
  test('a name of a picture for -o leads to --png', async () => {
    const cwd = makeWorkspace(colors);
    for (const name of ['page.png', 'page.jpg'])
      await ends(
        runCli(['generate', 'single', 'flags', '-o', name], { cwd }),
        2,
        'For pictures of the pages, write --png FOLDER.',
      );
  });
  test('a page that would be too large says which density fits', async () => {
    const cwd = makeWorkspace({ 'templates/wall/template.json': { pages: [{ size: [3000, 2000], body: [] }] } });
    await ends(
      runCli(['generate', 'single', 'wall', '--png', 'out', '--dpi', '1200'], { cwd }),
      2,
      'The picture of page 1 would have 141732 × 94488 pixels, and at most 150 million are drawn. Write --dpi 127 or less.',
    );
    expect((await runCli(['generate', 'single', 'wall', '--png', 'out', '--dpi', '60'], { cwd })).exitCode).toBe(0);
  });
});

test('fields of a form are drawn', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([100, 50]);
  const field = pdf.getForm().createCheckBox('paid');
  field.addToPage(page, { x: 10, y: 10, width: 20, height: 20 });
  field.check();
  const { rgb } = openPages(await loadPdfium(), await pdf.save()).paint(1, 72);
  expect(rgb.length).toBe(100 * 50 * 3);
  expect(rgb.some((sample) => sample < 100)).toBe(true);
});

test('bytes that are no PDF are an error', async () => {
  const pdfium = await loadPdfium();
  expect(() => openPages(pdfium, Buffer.from('hello'))).toThrow('PDFium cannot read the document');
});
