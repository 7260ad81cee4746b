// What the page asks of the worker, and what the worker answers. Each request has one answer. The worker also says when it waits for files.
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { JsonSchema } from '../contract/schema.ts';
import type { ShownTemplate } from '../contract/shown-template.ts';
import type { Origin } from '../document/layout/origin.ts';
import type { ReadElement } from '../document/read-sheets.ts';
import type { StandIn } from './canvas/index.ts';

/** Where files are loaded from. */
export interface FileBase {
  /** The absolute address to which the paths of files are relative. */
  readonly address: string;
  /** Headers of each request, such as the one that proves who asks. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Lays out a document, and paints some of its sheets. */
export interface ShowRequest {
  readonly kind: 'show';
  readonly template: ShownTemplate;
  readonly base: FileBase;
  readonly data: unknown;
  /** The date of the document, as in `options.date`. */
  readonly date: string | undefined;
  readonly view: View;
}

/** Paints sheets of the document that was laid out last. */
export interface PaintRequest {
  readonly kind: 'paint';
  readonly view: View;
}

/** Lays out the document that was laid out last once more, for the digest of its pages. Few people ask for it. */
export interface DigestRequest {
  readonly kind: 'digest';
}

/** Prints expressions with the names and values of a text, at the first place where the text is printed. */
export interface PrintRequest {
  readonly kind: 'print';
  /** Of the text. */
  readonly pointer: string;
  /** Without braces: `order.total | money`. */
  readonly expressions: readonly string[];
}

/** Finds where a part of the page layouts is shown, and counts how many times. */
export interface FindRequest {
  readonly kind: 'find';
  readonly pointer: string;
}

export type WorkerRequest = ShowRequest | PaintRequest | PrintRequest | DigestRequest | FindRequest;

/** What is to be seen of a document. */
export interface View {
  /** Pixels of the screen for each pt. */
  readonly scale: number;
  /** Indexes of sheets. Those that the document does not have are left out. */
  readonly sheets: readonly number[];
}

/** In pt. */
export interface SheetSize {
  readonly width: number;
  readonly height: number;
}

/** A part of the template on a sheet. */
export interface ShownPart extends Origin {
  /** What surrounds it on the sheet, in pt. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** For a cell of a table: the least width of its columns, in pt. */
  readonly leastWidth?: number | undefined;
  /** For what is as wide as its content, such as a table: the width of its place, in pt. */
  readonly mostWidth?: number | undefined;
}

export interface PaintedSheet {
  readonly sheet: number;
  /** In the order of painting: a part comes after those around it. */
  readonly parts: readonly ShownPart[];
  /** What is read aloud of the sheet. */
  readonly text: ReadElement;
  readonly bitmap: ImageBitmap;
  /** What looks different in the PDF. */
  readonly standIns: readonly StandIn[];
}

export interface ShownAnswer {
  readonly kind: 'shown';
  readonly sheets: readonly SheetSize[];
  readonly painted: readonly PaintedSheet[];
  readonly warnings: readonly RenderWarning[];
  /** What compiling the template warns of. */
  readonly doubts: readonly Diagnostic[];
}

/** The document cannot be laid out. */
export interface RefusedAnswer {
  readonly kind: 'refused';
  /** Faults of the template, and breaches of the standards that the document keeps. Empty: `message` says what is wrong. */
  readonly faults: readonly (Diagnostic & { readonly page?: number | undefined })[];
  readonly message: string;
}

export interface PaintedAnswer {
  readonly kind: 'painted';
  readonly painted: readonly PaintedSheet[];
}

export interface DigestAnswer {
  readonly kind: 'digest';
  /** As the server makes it. Undefined: no document was laid out. */
  readonly digest: string | undefined;
}

export interface PrintedAnswer {
  readonly kind: 'printed';
  /** False: the template has no text at this place. */
  readonly isKnown: boolean;
  /** For each expression. */
  readonly texts: readonly PrintedExpression[];
  /** What expressions can name here beside the data, outermost first: elements of lists, names of `let`, what a table knows. */
  readonly names: readonly LocalName[];
  /** The filters of the template that take no argument, which can be formats. */
  readonly filters: readonly string[];
}

export interface PrintedExpression {
  /** Undefined: these data do not show the text, or the expression is faulty. */
  readonly text: string | undefined;
  /** Undefined: it has none. */
  readonly fault: string | undefined;
  /** In some documents it has no value, and it does not say what stands there then. */
  readonly mayBeMissing?: true | undefined;
}

export interface LocalName {
  readonly name: string;
  readonly schema: JsonSchema | boolean;
}

export interface FoundAnswer {
  readonly kind: 'found';
  /** As `countPlaces` counts. */
  readonly times: number;
  /** In the order of the sheets. A part that goes on in another column or on another sheet has a place more. */
  readonly places: readonly PlaceOnSheet[];
}

/** A rectangle on a sheet, in pt. */
export interface PlaceOnSheet {
  /** Index of the sheet. */
  readonly sheet: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type WorkerAnswer = ShownAnswer | RefusedAnswer | PaintedAnswer | PrintedAnswer | DigestAnswer | FoundAnswer;

/** Told while a request is worked on. Time in which files are loaded or pictures decoded is not time of work. */
export interface WaitNote {
  readonly kind: 'waits';
  readonly isWaiting: boolean;
}
