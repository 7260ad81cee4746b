// Draws pages of a PDF with PDFium, which runs as WebAssembly. The package is an optional one: a person who wants pictures installs it.
import { libraryFile } from '../../files/program-files.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Pixels } from './encode-png.ts';

const packageName = '@hyzyla/pdfium';

/** The functions of PDFium that are used (fpdfview.h, fpdf_formfill.h). Documents, pages and bitmaps are addresses; 0: none. */
interface PdfiumModule {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _FPDF_InitLibrary(): void;
  _FPDF_LoadMemDocument(address: number, bytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_GetPageWidth(page: number): number;
  _FPDF_GetPageHeight(page: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, address: number, rowBytes: number): number;
  _FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, argb: number): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(bitmap: number, page: number, ...place: PagePlace): void;
  _FPDFDOC_InitFormFillEnvironment(document: number, callbacks: number): number;
  _FPDF_FFLDraw(form: number, bitmap: number, page: number, ...place: PagePlace): void;
}

type PagePlace = [left: number, top: number, width: number, height: number, quarterTurns: number, flags: number];

const bgrFormat = 2;
const rgbOrder = 0x10;
const withAnnotations = 0x01;

/** The most pixels of a picture. A4 at 1200 dpi has 139 million. */
const mostPixels = 150e6;

export interface PagePainter {
  readonly pageCount: number;
  /** `page`: from 1. Raises UsageError if the picture would be too large. */
  paint(page: number, dpi: number): Pixels;
}

/**
 * Loads PDFium. Its functions are called directly: the drawing function of the package cuts sizes to whole points, and smooths text with the colours of a
 * screen. Raises UsageError if it is not installed.
 */
export async function loadPdfium(): Promise<PdfiumModule> {
  try {
    const [{ PDFiumModule }, wasmBinary] = await Promise.all([
      import('@hyzyla/pdfium') as unknown as Promise<{ PDFiumModule(options: object): Promise<PdfiumModule> }>,
      libraryFile(`${packageName}/pdfium.wasm`),
    ]);
    const pdfium = await PDFiumModule({ wasmBinary });
    pdfium._FPDF_InitLibrary();
    return pdfium;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `--png draws pages with the package ${packageName}, which is not installed. Install it beside pdfgen: npm install ${packageName} (with -g if pdfgen was installed so)`,
    );
  }
}

/** Opens a PDF. `password`: what opens an encrypted one. */
export function openPages(pdfium: PdfiumModule, pdf: Uint8Array, password = ''): PagePainter {
  const document = pdfium._FPDF_LoadMemDocument(keep(pdfium, pdf), pdf.length, keep(pdfium, Buffer.from(`${password}\0`)));
  if (document === 0) throw new Error(`PDFium cannot read the document (error ${pdfium._FPDF_GetLastError()})`);
  // Only a form environment draws fields, even fields with an appearance. This one has version 2 and no callbacks.
  const environment = new Uint8Array(256);
  environment[0] = 2;
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, keep(pdfium, environment));
  return {
    pageCount: pdfium._FPDF_GetPageCount(document),
    paint(number, dpi) {
      const page = pdfium._FPDF_LoadPage(document, number - 1);
      if (page === 0) throw new Error(`PDFium cannot read page ${number} (error ${pdfium._FPDF_GetLastError()})`);
      try {
        const toPixels = (points: number) => Math.max(1, Math.round((points / 72) * dpi));
        const width = toPixels(pdfium._FPDF_GetPageWidth(page));
        const height = toPixels(pdfium._FPDF_GetPageHeight(page));
        if (width * height > mostPixels) throw tooLarge(number, width, height, dpi);
        return { width, height, rgb: paintPage(pdfium, { page, form, width, height }) };
      } finally {
        pdfium._FPDF_ClosePage(page);
      }
    },
  };
}

function paintPage(
  pdfium: PdfiumModule,
  { page, form, width, height }: Readonly<Record<'page' | 'form' | 'width' | 'height', number>>,
): Uint8Array {
  const rowBytes = width * 3;
  const address = allocate(pdfium, rowBytes * height);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bgrFormat, address, rowBytes);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, rgbOrder | withAnnotations);
    pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, rgbOrder);
    // The memory moves when it grows, so the view is taken anew.
    return pdfium.HEAPU8.slice(address, address + rowBytes * height);
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium._free(address);
  }
}

function keep(pdfium: PdfiumModule, bytes: Uint8Array): number {
  const address = allocate(pdfium, bytes.length);
  pdfium.HEAPU8.set(bytes, address);
  return address;
}

function allocate(pdfium: PdfiumModule, bytes: number): number {
  const address = pdfium._malloc(bytes);
  if (address === 0) throw new Error(`PDFium has no memory for ${bytes} bytes`);
  return address;
}

function tooLarge(page: number, width: number, height: number, dpi: number): UsageError {
  const fitting = Math.floor(dpi * Math.sqrt(mostPixels / (width * height)));
  return new UsageError(
    `The picture of page ${page} would have ${width} × ${height} pixels, and at most ${mostPixels / 1e6} million are drawn. Write --dpi ${fitting} or less.`,
  );
}
