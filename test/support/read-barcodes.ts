// Reads the barcodes of a page as a scanner sees them, by ZXing.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { loadPdfium, openPages, type PagePainter } from '../../src/cli/pictures/page-painter.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** Compiled once: that takes longer than painting some pages. */
let pdfium: ReturnType<typeof loadPdfium> | undefined;

async function openPdf(pdf: Uint8Array): Promise<PagePainter> {
  pdfium ??= loadPdfium();
  return openPages(await pdfium, pdf);
}

export interface ReadBarcode {
  readonly format: string;
  readonly text: string;
}

/** The codes of a page of a PDF at a density, from top to bottom. */
export async function readPageBarcodes(
  pdf: Uint8Array,
  dpi: number,
  options: ReaderOptions = {},
  page = 1,
): Promise<ReadBarcode[]> {
  const { width, height, rgb } = (await openPdf(pdf)).paint(page, dpi);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    data[to] = rgb[from]!;
    data[to + 1] = rgb[from + 1]!;
    data[to + 2] = rgb[from + 2]!;
  }
  const found = await readPixelBarcodes({ data, width, height }, options);
  return found.sort((a, b) => a.position.topLeft.y - b.position.topLeft.y).map(({ format, text }) => ({ format, text }));
}

/** A part of a page, in mm from its top left corner. */
export interface PageArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The QR code of each page of a PDF at a density, in one place. Its text is UTF-8. */
export async function readQrCodes(pdf: Uint8Array, dpi: number, count: number, area: PageArea): Promise<(string | undefined)[]> {
  const pages = await openPdf(pdf);
  const [left, top, width, height] = [area.left, area.top, area.width, area.height].map((mm) => Math.round((mm / 25.4) * dpi));
  const texts: (string | undefined)[] = [];
  for (let page = 1; page <= count; page++) {
    const { width: whole, rgb } = pages.paint(page, dpi);
    const data = new Uint8ClampedArray(width! * height! * 4).fill(255);
    for (let y = 0, to = 0; y < height!; y++) {
      let from = ((top! + y) * whole + left!) * 3;
      for (let x = 0; x < width!; x++, from += 3, to += 4) {
        data[to] = rgb[from]!;
        data[to + 1] = rgb[from + 1]!;
        data[to + 2] = rgb[from + 2]!;
      }
    }
    const [code] = await readPixelBarcodes({ data, width: width!, height: height! }, { formats: ['QRCode'], tryRotate: false });
    texts.push(code && Buffer.from(code.bytes).toString());
  }
  return texts;
}

/** The codes of a picture. */
export async function readPixelBarcodes(
  pixels: { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number },
  options: ReaderOptions = {},
): Promise<ReadResult[]> {
  const found = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
    tryHarder: true,
    tryRotate: true,
    maxNumberOfSymbols: 255,
    textMode: 'Plain',
    ...options,
  });
  return found.filter(({ isValid }) => isValid);
}
