// An open file and its pages, for the modules that copy and check them.
import type { PDFContext, PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { FileRoom } from '../../pdf-file/file-room.ts';
import type { PdfFile } from '../../pdf-file/open-pdf.ts';
import type { PageBox, PdfPage } from '../../pdf-file/pages.ts';
import type { PaintedAnnotation } from './annotations.ts';
import type { ForeignPage } from './foreign-page.ts';

export interface OpenFile {
  readonly context: PDFContext;
  readonly plain: PdfFile;
  /** How much the streams of `plain` may unpack to. */
  readonly room: FileRoom;
}

/** A page that is ready to be copied. */
export interface ReadyPage extends ForeignPage {
  readonly source: PdfPage;
  readonly node: PDFDict;
  readonly box: PageBox;
  /** Quarters of a turn, clockwise. */
  readonly turns: number;
  /** Unpacked, without marks of the structure. */
  readonly content: Uint8Array;
  readonly resources: PDFObject | undefined;
  readonly annotations: readonly PaintedAnnotation[];
}
