// An opened file with its pages, metadata, content and tags. Facts and rules read them here.

import { asDict, type Dict, decodeText, Text } from '../pdf-file/objects.ts';
import { openPdf, type PdfFile, walkTree } from '../pdf-file/open-pdf.ts';
import { type PdfPage, readPages } from '../pdf-file/pages.ts';
import { type Claims, readClaims, readXmp, type Xmp } from '../pdf-file/xmp.ts';
import { logPaint, type PaintLog } from './content/paint-log.ts';
import { readStructure, type StructureTree } from './structure.ts';

export interface OpenedPdf {
  readonly file: PdfFile;
  readonly pages: readonly PdfPage[];
  readonly xmp: Xmp | undefined;
  readonly claims: Claims;
  readonly tree: StructureTree | undefined;
  readonly log: PaintLog;
}

/** Raises UnreadablePdf. */
export async function readPdf(bytes: Uint8Array, password?: string): Promise<OpenedPdf> {
  const file = await openPdf(bytes, password);
  const metadata = file.catalog.stream('Metadata')?.decode();
  const xmp = metadata && readXmp(metadata);
  const pages = readPages(file);
  return { file, pages, xmp, claims: readClaims(xmp), tree: readStructure(file, pages), log: logPaint(pages, file.room) };
}

/** File specifications with the names that lead to them. */
export function listFileSpecifications(catalog: Dict): readonly (readonly [name: string, file: Dict])[] {
  const files = new Map<Dict, string>();
  for (const [name, value] of walkTree(catalog.dict('Names')?.dict('EmbeddedFiles'), 'Names')) {
    const file = asDict(catalog.resolve(value));
    if (file) files.set(file, name instanceof Text ? decodeText(name.bytes) : '');
  }
  for (const value of catalog.list('AF')) {
    const file = asDict(value);
    if (file && !files.has(file)) files.set(file, '');
  }
  return [...files].map(([file, name]) => [name, file] as const);
}
