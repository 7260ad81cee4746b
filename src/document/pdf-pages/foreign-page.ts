// Pages of other PDFs on their way to layout and paint.
import type { Standard } from '../standard.ts';

export interface ForeignFile {
  /** SHA-256 of its bytes. */
  readonly key: string;
  readonly bytes: Uint8Array;
  /** The pages, in the order of the file. `page` opens a page. */
  readonly sizes: readonly PageSize[];
  /** `number`: from 1 to the number of sizes. Raises ForeignFault for a damaged page. */
  page(number: number): ForeignPage;
  openCopier(sink: PageSink): PageCopier;
}

/** In pt, turned as the page is shown. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface ForeignPage extends PageSize {
  /** Distinct for distinct pages. */
  readonly key: string;
  readonly file: ForeignFile;
  readonly number: number;
  /** Which annotations no longer work or are left out, as a clause. Undefined: no such annotations. */
  readonly losses: string | undefined;
  /** What of the page breaks the standards. */
  findBreaches(standard: Standard): readonly ForeignBreach[];
}

export interface ForeignBreach {
  readonly rule: 'foreign-font' | 'foreign-content';
  /** A clause. */
  readonly message: string;
}

/** What pages are written into: a part of `PdfSink`. */
export interface PageSink {
  reserve(): number;
  writeObject(id: number, body: string): void;
  writeStream(id: number, entries: string, data: Uint8Array): void;
}

/** Copies pages of one file into another one. An object that several pages use is copied once. */
export interface PageCopier {
  /** Writes a page as a form over the unit square, and gives its object. Raises ForeignFault. */
  copy(page: ForeignPage): number;
  /** The layers of the copied pages. */
  layers(): readonly Layer[];
}

/** A layer of content that viewers can hide (ISO 32000-2, 8.11). */
export interface Layer {
  readonly object: number;
  readonly isHidden: boolean;
  /** When viewers decide by themselves whether it is hidden: the names of events and categories. */
  readonly events: readonly { readonly event: string; readonly categories: readonly string[] }[];
}

/** Why a file cannot be used. The message goes on after the name of the file. */
export class ForeignFault extends Error {
  override readonly name = 'ForeignFault';
  readonly code: 'missing-pdf' | 'locked-pdf';

  constructor(code: ForeignFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
