// Files that ask for far more work than their size, wherever a file of somebody else is read. Each is refused by a count.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fillPdf } from '../../src/fill/fill-pdf.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { loadPdf } from '../../src/pdf-file/load-pdf.ts';
import { onePage, writePdf } from '../support/foreign-pdf.ts';
import { diagnoseWith } from '../support/render-document.ts';

const pack = (text: string | Buffer): readonly [string, Buffer] => ['/Filter/FlateDecode', deflateSync(text)];

const inspect = (pdf: Buffer) => inspectPdf(pdf, { read: true, check: true });
const fill = (pdf: Buffer) => fillPdf(pdf, { data: {}, flatten: false } as never, {} as never);
const draw = async (pdf: Buffer) => {
  const [fault] = await diagnoseWith({ pages: [{ body: [{ pdf: 'a.pdf', alt: 'a' }] }] }, { 'a.pdf': pdf });
  if (fault !== undefined) throw new Error(fault);
};
/** Signing loads a file so. */
const load = (pdf: Buffer) => loadPdf(pdf);
const readers = Object.entries({ inspect, fill, draw, load });

/** A file whose cross-reference stream lists objects beside the first five: free, in use, or pages of one object stream that the tree of pages lists (`pages`) or not (`packed`). */
function writeMany(count: number, kind: 'free' | 'used' | 'packed' | 'pages'): Buffer {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> ';
  const numbers = kind === 'pages' || kind === 'packed' ? Array.from({ length: count }, (_, i) => i + 6) : [];
  const kids = kind === 'pages' ? numbers.map((number) => `${number} 0 R`).join(' ') : '3 0 R';
  const head = `${numbers.map((number, i) => `${number} ${i * page.length}`).join(' ')} `;
  const stream = (entries: string, data: string | Buffer) => {
    const [filter, packed] = pack(data);
    return [`<<${entries}${filter}/Length ${packed.length}>>stream\n`, packed, '\nendstream'];
  };
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  const add = (...parts: readonly (string | Buffer)[]) => {
    offsets.push(Buffer.concat(pieces).length);
    pieces.push(Buffer.concat([`${offsets.length} 0 obj\n`, ...parts, '\nendobj\n'].map((part) => Buffer.from(part))));
  };
  add('<</Type/Catalog/Pages 2 0 R>>');
  add(`<</Type/Pages/Count 1/Kids[${kids}]>>`);
  add('<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>');
  add(...stream(`/Type/ObjStm/N ${numbers.length}/First ${head.length}`, head + page.repeat(numbers.length)));
  const row = (...[type, a, b]: readonly [number, number, number]) => {
    const bytes = Buffer.alloc(9, type);
    bytes.writeUInt32BE(a, 1);
    bytes.writeUInt32BE(b, 5);
    return bytes;
  };
  const last = Buffer.concat(pieces).length;
  const more = Array.from({ length: count }, (_, i) =>
    kind === 'free' ? row(0, 0, 0) : kind === 'used' ? row(1, 9, 0) : row(2, 4, i),
  );
  const rows = [row(0, 0, 65_535), ...offsets.map((offset) => row(1, offset, 0)), row(1, last, 0), ...more];
  add(...stream(`/Type/XRef/Size ${count + 6}/W[1 4 4]/Root 1 0 R`, Buffer.concat(rows)));
  pieces.push(Buffer.from(`startxref\n${last}\n%%EOF\n`));
  return Buffer.concat(pieces);
}

describe.each(readers)('%s refuses', (_, read) => {
  test.each([
    ['free objects', writeMany(100_000, 'free'), 'lists more objects than a file of '],
    ['objects that are not there', writeMany(100_000, 'used'), 'lists more objects than a file of '],
    ['packed objects', writeMany(60_000, 'packed'), 'lists more objects than a file of '],
  ])('more %s than a file can hold', async (_, pdf, fault) => {
    await expect(read(pdf)).rejects.toThrow(fault);
  });
});

test.each(readers.slice(0, 3))('%s takes no more pages than the file can hold', async (_, read) => {
  // So many objects a file may have, but not so many pages.
  await expect(read(writeMany(1700, 'pages'))).rejects.toThrow(/lists more pages than a file of \S+ bytes can hold/);
});

describe('content costs no more than its file is worth', () => {
  const font = '/Resources<</Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<</X @Form>>>>';
  const page = (content: string) =>
    writePdf(
      onePage(font, { Content: pack(content), Form: ['/Type/XObject/Subtype/Form/BBox[0 0 1 1]', 'q Q'] } as never) as never,
    );
  test.each([
    ['operators', 'q Q '.repeat(300_000)],
    ['numbers', '1 '.repeat(600_000)],
    ['texts of an array', `BT /F 9 Tf [${'(a)1 '.repeat(300_000)}] TJ ET`],
    ['a long text', `BT /F 9 Tf (${'a'.repeat(1_000_000)}) Tj ET`],
    ['a long text with signs that are written otherwise', `BT /F 9 Tf (${'\\\\a(b)'.repeat(300_000)}) Tj ET`],
    ['a long text in hexadecimal digits', `BT /F 9 Tf <${'61'.repeat(1_000_000)}> Tj ET`],
    ['arrays', '['.repeat(600_000)],
    ['pictures in line', 'BI /W 1 ID a EI '.repeat(150_000)],
    ['forms', '/X Do '.repeat(20_000)],
  ])('%s', async (_, content) => {
    await expect(inspect(page(content))).rejects.toThrow(
      /paints more than \d+,\d+ values and operators, or twice as many characters, far more than a file/,
    );
  });
  test('marks inside of each other', async () => {
    await expect(inspect(page('/P BMC '.repeat(600)))).rejects.toThrow('nests marked content more than 500 deep on page 1');
  });
  test('graphics states inside of each other, on a page that is drawn', async () => {
    await expect(draw(page('q '.repeat(600)))).rejects.toThrow('nests q more than 500 deep, which viewers cannot show');
    await expect(draw(page('q Q '.repeat(600)))).resolves.toBeUndefined();
  });
  test('a long page of a large file is read', async () => {
    const content = Array.from({ length: 150_000 }, (_, i) => `${i} ${(i * 7919) % 1009} l`).join('\n');
    expect((await inspect(page(content))).pages).toHaveLength(1);
  });
});
