// Copies objects of a PDF into another file.
import type { PDFContext, PDFDict, PDFObject, PDFRef } from '@cantoo/pdf-lib';

export type PdfLib = typeof import('@cantoo/pdf-lib');

/** The file that objects are copied into. Object bodies and dictionary entries are PDF syntax in Latin-1. */
export interface ObjectSink {
  /** A new object id. */
  reserve(): number;
  writeObject(id: number, body: string): void;
  /** `entries`: the entries of the stream's dictionary besides /Length. */
  writeStream(id: number, entries: string, data: Uint8Array): void;
}

/** An object with the ids of the other file in its text. With data, the object is a stream, and the text holds the entries of its dictionary. */
export interface CopiedObject {
  readonly text: string;
  readonly data?: Uint8Array;
}

export function writeCopied(sink: ObjectSink, id: number, { text, data }: CopiedObject): void {
  if (data) sink.writeStream(id, text, data);
  else sink.writeObject(id, text);
}

export interface CopierOptions {
  readonly lib: PdfLib;
  /** The objects of the source. */
  readonly context: PDFContext;
  readonly sink: ObjectSink;
}

/** Copies objects of one file, each once. The kinds of copiers differ in how objects get their ids, and in what of them is copied. */
export abstract class Copier {
  protected readonly lib: PdfLib;
  protected readonly context: PDFContext;
  protected readonly sink: ObjectSink;
  /** Ids in the other file. */
  protected readonly ids = new Map<PDFRef, number>();

  constructor({ lib, context, sink }: CopierOptions) {
    this.lib = lib;
    this.context = context;
    this.sink = sink;
  }

  /** Maps an object of the source to an object that is written elsewhere. */
  assign(ref: PDFRef, id: number): void {
    this.ids.set(ref, id);
  }

  /** A value in PDF syntax. The objects that it refers to are copied. */
  format(value: PDFObject): string {
    const { PDFArray, PDFDict, PDFRef } = this.lib;
    if (value instanceof PDFRef) return this.#formatRef(value);
    if (value instanceof PDFDict) return `<<${this.entriesOf(value, [])}>>`;
    if (value instanceof PDFArray)
      return `[${value
        .asArray()
        .map((one) => this.format(one))
        .join(' ')}]`;
    return this.formatSimple(value);
  }

  /** The members of a dictionary, with their names, in PDF syntax. */
  entriesOf(dict: PDFDict, without: readonly string[]): string {
    return dict
      .entries()
      .filter(([name]) => !without.includes(name.decodeText()))
      .map(([name, value]) => this.formatEntry(dict, name.toString(), value))
      .join('');
  }

  /** Gives an object its id, and writes it now or later. Called again while the object is not in `ids`. */
  protected abstract place(ref: PDFRef, value: PDFObject): void;

  /** A member of a dictionary with its name; empty: it is left out. */
  protected formatEntry(_dict: PDFDict, name: string, value: PDFObject): string {
    return `${name} ${this.format(value)}`;
  }

  /** A value that holds no others. */
  protected formatSimple(value: PDFObject): string {
    return value.toString();
  }

  protected toCopied(value: PDFObject): CopiedObject {
    const { PDFStream } = this.lib;
    if (!(value instanceof PDFStream)) return { text: this.format(value) };
    return { text: this.entriesOf(value.dict, ['Length']), data: value.getContents() };
  }

  #formatRef(ref: PDFRef): string {
    if (!this.ids.has(ref)) {
      const value = this.context.lookup(ref);
      if (!value) return 'null';
      this.place(ref, value);
    }
    return `${this.ids.get(ref)} 0 R`;
  }
}
