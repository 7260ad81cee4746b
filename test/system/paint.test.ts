// What paint writes, read by other programs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeCode128 } from '../../src/document/barcode/encode-code128.ts';
import { encodeQr } from '../../src/document/barcode/encode-qr.ts';
import { openImage } from '../../src/document/image/open-image.ts';
import type { ImageItem, ModulesItem, PageItem, TextItem } from '../../src/document/layout/fragment.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';
import type { Face, TextStyle } from '../../src/document/text/shaped-text.ts';
import { initialText, textPropertiesFor } from '../../src/document/text/text-properties.ts';
import { makePng, type PngOptions, toResource } from '../document/image/make-image.ts';
import {
  addProperties,
  exifOf,
  gifPalette,
  joinRiff,
  makeAvif,
  makeBox,
  makeGif,
  makeWebp,
  pixelsOf,
  readRiff,
  webpHead,
} from '../document/image/make-picture.ts';
import { makeLink, makePage, makeRect, writePdf } from '../document/paint/samples.ts';
import { files } from '../document/text/faces.ts';
import { openFolder } from '../support/folders.ts';
import { testResources } from '../support/render.ts';
import { renderPdf } from '../support/render-document.ts';

const folder = openFolder();

function save(items: readonly PageItem[], name: string): string {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, writePdf([makePage(items)], { metadata: { title: name } }).file);
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  return path;
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function toPicture(path: string, dpi: number): string {
  const target = path.replace(/\.pdf$/, '');
  run('pdftoppm', ['-r', String(dpi), '-singlefile', '-png', path, target]);
  return `${target}.png`;
}

/** The pixels of a page, to be compared with those of another. */
function digestOfPicture(path: string): string {
  const target = path.replace(/\.pdf$/, '');
  run('pdftoppm', ['-r', '72', '-singlefile', path, target]);
  return createHash('sha256')
    .update(readFileSync(`${target}.ppm`))
    .digest('hex');
}

const engine = await loadTextEngine();
const folderOfDejaVu = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const dejaVu = engine.openFace(toResource(readFileSync(join(folderOfDejaVu, 'DejaVuSans.ttf'))));

function makeLines(text: string, faces: readonly Face[], align: 'left' | 'justify', more: Partial<TextStyle> = {}): TextItem[] {
  const style: TextStyle = {
    ...textPropertiesFor('glyphs', initialText),
    faces,
    size: 9,
    lang: 'en',
    ...more,
  };
  let y = 10;
  return engine
    .prepare([{ text, style, link: undefined }], { ...textPropertiesFor('paragraph', initialText), align, dir: 'auto' })
    .wrap(180)
    .flatMap((line) => {
      const baseline = y + line.baseline;
      y += line.height;
      return line.segments.map((segment): TextItem => ({ kind: 'text', x: 10, y: baseline, segment, tag: undefined }));
    });
}

test.each([
  ['embedded, justified', [dejaVu], 'justify'],
  ['standard, justified', [engine.standardFace('Helvetica')], 'justify'],
] as const)('text reads back as it was given: %s', (name, faces, align) => {
  const text = 'Größe, Fluß and office: the waffle affair of Zürich cost 12 345,00 all in all, which is not much.';
  const path = save(makeLines(text, faces, align, { letterSpacing: 0.2, underline: true }), name.replace(/\W/g, '-'));
  expect(run('pdftotext', [path, '-']).replace(/\s+/g, ' ').trim()).toBe(text);
});

test('characters above and below the line are read in it', async () => {
  const text = 'H~2~O, x~i~^2^ and 10 m^2^ of `a b` **[c^d^](https://x.example)** e.';
  const path = join(folder, 'raised.pdf');
  for (const align of ['left', 'justify']) {
    const body = [{ text: [text, text].join(' '), format: 'inline', align, width: 60 }];
    writeFileSync(path, await renderPdf({ pages: [{ body }] }));
    const read = run('pdftotext', [path, '-']).replace(/\s+/g, ' ').trim();
    const printed = 'H2O, xi2 and 10 m2 of a b cd e.';
    expect(read).toBe(`${printed} ${printed}`);
  }
});

test('marks of direction are said by a face with CFF outlines too', () => {
  const signs = engine.openFace(toResource(readFileSync(files.signs)));
  const text = 'Customer \uf015 (שלום) \uf015 house';
  const read = run('pdftotext', [save(makeLines(text, [signs, dejaVu], 'left'), 'signs'), '-']);
  expect(read).toContain('\u200e');
  expect(read.replace(/[\u200e\u200f\u202a-\u202e]/g, '').trim()).toBe(text);
});

test('justified lines reach the right edge', () => {
  const text =
    'Lines of justified text end where the box ends, however many spaces there are between their words, short or long.';
  const path = save(makeLines(text, [dejaVu], 'justify'), 'edges');
  const edges = [
    ...run('pdftotext', ['-bbox-layout', path, '-']).matchAll(/<line xMin="[\d.]+" yMin="[\d.]+" xMax="([\d.]+)"/g),
  ].map(([, x]) => Number(x));
  expect(edges.length).toBeGreaterThan(2);
  for (const edge of edges.slice(0, -1)) expect(Math.abs(edge - 190)).toBeLessThan(0.1);
});

test('fonts are embedded, subset and mapped to Unicode', () => {
  const path = save(makeLines('abc', [dejaVu], 'left'), 'fonts');
  expect(run('pdffonts', [path])).toMatch(/[A-Z]{6}\+DejaVuSans\s+CID TrueType\s+Identity-H\s+yes yes yes/);
});

function placeModules(modules: ReturnType<typeof encodeQr>, scaleY?: number): ModulesItem {
  if ('error' in modules) throw new Error(modules.error);
  const scale = scaleY === undefined ? 1.5 : 1;
  return {
    kind: 'modules',
    x: 12,
    y: 12,
    scaleX: scale,
    scaleY: scaleY ?? scale,
    rects: modules.rects,
    fill: '#000000',
    tag: undefined,
  };
}

test.each([
  'https://example.com/invoices/4711?x=1',
  'BCD\n002\n1\nSCT\n\nMüller & Söhne\nDE02120300000000202051\nEUR12.50',
  '0123456789',
])('a QR code of %j is read by a scanner', (text) => {
  const path = save([placeModules(encodeQr(text, { ecc: 'medium' }))], 'qr');
  expect(run('zbarimg', ['--raw', '-q', '-Sbinary', toPicture(path, 200)]).trimEnd()).toBe(text);
});

test.each(['PDFGEN-0042', '1234567890', 'aB12345c', '00123456789012345675', 'x!~ #1', 'A\tB'])(
  'a Code 128 of %j is read by a scanner',
  (text) => {
    const path = save([placeModules(encodeCode128(text), 40)], 'code128');
    expect(run('zbarimg', ['--raw', '-q', '-Sdisable', '-Scode128.enable', toPicture(path, 200)]).replace(/\n$/, '')).toBe(text);
  },
);

function placeImage(options: PngOptions): ImageItem {
  const image = openImage(toResource(makePng(options)), { maxBytes: 1e7, maxPixels: 100_000 });
  return { kind: 'image', x: 20, y: 10, width: 160, height: 80, image, tag: undefined };
}

const sample = (x: number, y: number, i: number) => (i === 3 ? x * 8 : (x * 9 + y * 20 + i * 60) & 255);
const rgba: PngOptions = { width: 32, height: 16, bits: 8, colorType: 6, sample };

test('an interlaced image looks like the same one that is not', () => {
  const plain = save([makeRect(), placeImage(rgba)], 'plain');
  const interlaced = save([makeRect(), placeImage({ ...rgba, interlaced: true })], 'interlaced');
  expect(digestOfPicture(interlaced)).toBe(digestOfPicture(plain));
});

test('opacity shows what lies below', () => {
  const below = save([makeRect({ x: 20, width: 160, fill: '#0000ff' }), placeImage(rgba)], 'below');
  const alone = save([placeImage(rgba)], 'alone');
  const opaque = save([makeRect({ x: 20, y: 20, width: 150, fill: '#0000ff' }), placeImage({ ...rgba, colorType: 2 })], 'opaque');
  const opaqueAlone = save([placeImage({ ...rgba, colorType: 2 })], 'opaque-alone');
  expect(digestOfPicture(below)).not.toBe(digestOfPicture(alone));
  expect(digestOfPicture(opaque)).toBe(digestOfPicture(opaqueAlone));
  expect(run('pdfimages', ['-list', below])).toMatch(/smask/);
});

/** A picture of 16 × 8 pixels, each ten points wide. Its corners differ. */
const small = pixelsOf(16, 8);

async function placeBytes(bytes: Uint8Array): Promise<ImageItem> {
  const image = await withDemanded(testResources, () => openImage(toResource(bytes), { maxBytes: 1e7, maxPixels: 100_000 }));
  return { kind: 'image', x: 20, y: 10, width: image.width * 5, height: image.height * 5, image, tag: undefined };
}

/** The colours in the middle of each pixel of a placed picture, as a page shows them. */
function seenPixels(path: string, { image }: ImageItem): string[] {
  const target = path.replace(/\.pdf$/, '');
  run('pdftoppm', ['-r', '72', '-singlefile', path, target]);
  const ppm = readFileSync(`${target}.ppm`);
  const [head = '', width = ''] = /^P6\n(\d+) \d+\n255\n/.exec(ppm.toString('latin1', 0, 40))!;
  return Array.from({ length: image.width * image.height }, (_, i) => {
    const [x, y] = [20 + 5 * (i % image.width) + 2, 10 + 5 * Math.floor(i / image.width) + 2];
    const at = head.length + 3 * (y * Number(width) + x);
    return ppm.toString('hex', at, at + 3);
  });
}

/** For each orientation of Exif: which stored pixel a person sees at a place. */
const stored: readonly ((x: number, y: number) => readonly [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [15 - x, y],
  (x, y) => [15 - x, 7 - y],
  (x, y) => [x, 7 - y],
  (x, y) => [y, x],
  (x, y) => [y, 7 - x],
  (x, y) => [15 - y, 7 - x],
  (x, y) => [15 - y, x],
];

/** Angle of `irot` and mode of `imir` for each orientation. */
const boxes = [[], [undefined, 1], [2], [undefined, 0], [1, 0], [3], [3, 0], [1]] as const;

test.each([1, 2, 3, 4, 5, 6, 7, 8])('WebP and AVIF of orientation %s are seen the right way up', async (orientation) => {
  const [angle, mirror] = boxes[orientation - 1]!;
  const webp = joinRiff([webpHead(16, 8, 8), readRiff(await makeWebp(small))[0]!, ['EXIF', exifOf(orientation)]]);
  const avif = addProperties(
    await makeAvif(small),
    ...(angle === undefined ? [] : [makeBox('irot', Buffer.from([angle]))]),
    ...(mirror === undefined ? [] : [makeBox('imir', Buffer.from([mirror]))]),
  );
  const [width, height] = orientation >= 5 ? [8, 16] : [16, 8];
  const expected = Array.from({ length: 128 }, (_, i) => {
    const [x, y] = stored[orientation - 1]!(i % width, Math.floor(i / width));
    return Buffer.from(small.data.subarray(4 * (y * 16 + x), 4 * (y * 16 + x) + 3)).toString('hex');
  });
  for (const [name, bytes] of [
    ['webp', webp],
    ['avif', avif],
  ] as const) {
    const item = await placeBytes(bytes);
    expect(item.image).toMatchObject({ width, height });
    expect(seenPixels(save([item], `${name}-${orientation}`), item)).toEqual(expected);
  }
});

test('a GIF shows its palette, and what lies below its transparent colour', async () => {
  const indices = Uint8Array.from({ length: 128 }, (_, i) => i % 16);
  const item = await placeBytes(
    makeGif({ width: 16, height: 8, columns: 16, rows: 8, indices, colors: 16, transparent: 3, isInterlaced: true }),
  );
  const seen = seenPixels(save([makeRect({ x: 10, y: 0, width: 120, height: 80, fill: '#0000ff' }), item], 'gif'), item);
  const palette = gifPalette(16);
  expect(seen).toEqual(
    [...indices].map((index) =>
      index === 3 ? '0000ff' : Buffer.from(palette.subarray(3 * index, 3 * index + 3)).toString('hex'),
    ),
  );
});

test('links, late items and bookmarks make a valid file of many pages', () => {
  const path = join(folder, 'many.pdf');
  const pages = Array.from({ length: 30 }, (_, i) =>
    makePage(
      [
        makeLink('https://example.com/'),
        makeLink(`#p${29 - i}`),
        {
          kind: 'anchor',
          x: 0,
          y: 0,
          width: 0,
          height: 0,
          name: `p${i}`,
          bookmark: { title: `Page ${i}`, level: 1 + (i % 3) },
          source: { component: `p${i}`, dataPath: null },
        },
      ],
      ({ total }) => makeLines(`Page ${i + 1} of ${total}`, [dejaVu], 'left'),
    ),
  );
  writeFileSync(path, writePdf(pages).file);
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  expect(run('pdftotext', ['-f', '3', '-l', '3', path, '-'])).toContain('Page 3 of 30');
});

test('two processes write the same bytes', () => {
  const script = `
    const { createPdf } = await import(${JSON.stringify(new URL('../../.build/document/paint/create-pdf.js', import.meta.url).href)});
    const metadata = { title: 'T', keywords: [], lang: 'en' };
    const pdf = createPdf({ metadata, options: { strict: false, fontSubset: 'document' }, write() {} });
    pdf.addPage({ width: 100, height: 100, items: [{ kind: 'rect', x: 1, y: 1, width: 9, height: 9, radius: 2, fill: '#123456' }] });
    process.stdout.write(pdf.end().sha256);`;
  const digests = [1, 2].map(() => run(process.execPath, ['--input-type=module', '-e', script]));
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(digests[1]).toBe(digests[0]);
});
