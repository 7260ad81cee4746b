// Pages of other PDFs, drawn by poppler from the files themselves and from documents that show them.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { makePlainJpeg } from '../document/image/make-image.ts';
import { openFolder } from '../support/folders.ts';
import { onePage, writePdf } from '../support/foreign-pdf.ts';
import { renderPdf } from '../support/render-document.ts';

const folder = openFolder();

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A page with text, shapes and a gradient, as pdfgen writes it. */
const own = renderPdf({
  document: { title: 'Own', lang: 'en' },
  pages: [
    {
      size: [80, 60],
      margin: 8,
      body: [
        { text: 'Quarterly report', size: 18, bold: true, color: '#0f5c63' },
        { text: 'Printed as it stands in its file.', opacity: 0.6, link: 'https://a.example' },
        { ellipse: 12, width: 30, fill: { from: '#c00', to: '#00c', angle: 40 }, stroke: { width: 1, color: '#000' } },
        { barcode: 'https://a.example/1', symbology: 'qr', width: 14, alt: 'Code' },
      ],
    },
    { size: [60, 80], margin: 8, body: ['The second page'] },
  ],
});

async function makeWithLib(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (const [i, text] of ['First', 'Second'].entries())
    document.addPage([300, 200]).drawText(`${text} page`, { x: 20 + i, y: 100, size: 30, font });
  const picture = await document.embedJpg(makePlainJpeg({ width: 40, height: 30, components: 3 }));
  document.getPages()[0]!.drawImage(picture, { x: 200, y: 20, width: 80, height: 60 });
  return document.save({ useObjectStreams });
}

/** A file that a program of qpdf has written anew. */
async function rewritten(...options: readonly string[]): Promise<Uint8Array> {
  writeFileSync(join(folder, 'in.pdf'), await own);
  run('qpdf', [...options, 'in.pdf', 'anew.pdf']);
  return readFileSync(join(folder, 'anew.pdf'));
}

const odd = onePage('/CropBox[20 10 180 90]/Rotate 270/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>', {
  Content: ['', 'q 0 0 1 rg 0 0 60 50 re f Q BT /F 24 Tf 30 60 Td (Turned) Tj ET 4 w 20 10 m 180 90 l S'],
});

const files: readonly [string, () => Promise<Uint8Array> | Uint8Array][] = [
  ['of pdfgen', () => own],
  ['of pdf-lib', () => makeWithLib(false)],
  ['of pdf-lib with object streams', () => makeWithLib(true)],
  ['linearised', () => rewritten('--linearize')],
  ['without object streams, in PDF 1.4', () => rewritten('--object-streams=disable', '--force-version=1.4')],
  ['unpacked', () => rewritten('--qdf')],
  ['turned to the right', () => rewritten('--rotate=90')],
  ['turned around', () => rewritten('--rotate=180')],
  ['turned to the left', () => rewritten('--rotate=-90')],
  ['cut and turned', () => writePdf(odd)],
];

test.each(files)('a file %s looks in a document as it does itself', async (_, make) => {
  const file = Buffer.from(await make());
  const template = {
    unit: 'pt',
    document: { title: 'Pages', lang: 'en' },
    pages: [
      { each: "'in.pdf' | pdf_pages", as: 'p', size: '{{ p.size }}', margin: 0, background: [{ pdf: '{{ p }}' }], body: [] },
    ],
  };
  const pdf = await renderPdf(template, { images: { 'in.pdf': file } });
  const [given, made] = [draw(file, 'given'), draw(pdf, 'made')];
  expect(made.length).toBe(given.length);
  for (const [i, picture] of given.entries()) expect(shareOfOther(picture, made[i]!)).toBeLessThan(0.003);
});

/** The pages as PPM. */
function draw(pdf: Uint8Array, name: string): readonly Buffer[] {
  for (const old of readdirSync(folder)) if (old.startsWith(`${name}-`)) rmSync(join(folder, old));
  writeFileSync(join(folder, `${name}.pdf`), pdf);
  expect(run('qpdf', ['--check', `${name}.pdf`])).toContain('No syntax or stream encoding errors');
  run('pdftoppm', ['-r', '100', '-cropbox', `${name}.pdf`, name]);
  const pages = readdirSync(folder).filter((one) => one.startsWith(`${name}-`));
  return pages.toSorted().map((one) => readFileSync(join(folder, one)));
}

/** The share of the bytes of colours that differ by more than smoothed edges do. Sheets are measured in whole pixels, so one may have a pixel more. */
function shareOfOther(a: Buffer, b: Buffer): number {
  const [one, other] = [readPpm(a), readPpm(b)];
  expect([Math.abs(one.width - other.width) <= 1, Math.abs(one.height - other.height) <= 1]).toEqual([true, true]);
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width * 3; x++)
      if (Math.abs(one.pixels[y * one.width * 3 + x]! - other.pixels[y * other.width * 3 + x]!) > 96) count++;
  return count / (width * height * 3);
}

function readPpm(file: Buffer): { readonly width: number; readonly height: number; readonly pixels: Buffer } {
  const [head, width, height] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(file.toString('latin1', 0, 40))!;
  return { width: Number(width), height: Number(height), pixels: file.subarray(head.length) };
}
