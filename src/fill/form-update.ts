// Changes and new objects of a file, which its update adds to the end.
import { PDFArray, type PDFContext, PDFDict, PDFHexString, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { deflate } from '../document/paint/deflate.ts';
import type { ObjectSink } from '../pdf-file/copier.ts';
import { makeUpdate, type NewObject, serialize } from '../pdf-file/incremental-update.ts';
import { type Ref, UnreadablePdf } from '../pdf-file/objects.ts';

export class FormUpdate implements ObjectSink {
  readonly context: PDFContext;
  readonly #file: Buffer;
  readonly #changed = new Map<PDFRef, PDFObject>();
  readonly #added: NewObject[] = [];
  #last: number;

  constructor(file: Buffer, context: PDFContext) {
    this.context = context;
    this.#file = file;
    this.#last = context.largestObjectNumber;
  }

  reserve(): number {
    this.#last++;
    return this.#last;
  }

  writeObject(id: number, body: string): void {
    this.#added.push({ ref: PDFRef.of(id), body: Buffer.from(body, 'latin1') });
  }

  writeStream(id: number, entries: string, data: Uint8Array): void {
    const head = Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`, 'latin1');
    this.#added.push({ ref: PDFRef.of(id), body: Buffer.concat([head, data, Buffer.from('\nendstream')]) });
  }

  /** Adds a stream and gives its reference. */
  addStream(entries: string, data: string): PDFRef {
    const id = this.reserve();
    this.writeStream(id, `${entries}/Filter/FlateDecode`, deflate(Buffer.from(data, 'latin1')));
    return PDFRef.of(id);
  }

  addObject(value: PDFObject): PDFRef {
    const ref = PDFRef.of(this.reserve());
    this.#added.push({ ref, body: serialize(value) });
    return ref;
  }

  /** A dictionary of the file. What the caller changes in it is written. Raises UnreadablePdf for a value that is not a dictionary. */
  change(ref: PDFRef): PDFDict {
    const value = this.context.lookup(ref);
    if (!(value instanceof PDFDict)) throw new UnreadablePdf(`is damaged: object ${ref.objectNumber} is no dictionary`);
    this.#changed.set(ref, value);
    return value;
  }

  /** The file with its update. */
  finish(): Buffer {
    const changed = [...this.#changed].map(([ref, value]) => ({ ref, body: serialize(value) }));
    const update = makeUpdate(this.#file, this.context, [...changed, ...this.#added]);
    return Buffer.concat([this.#file, update]);
  }
}

export const toPdfRef = (ref: Ref): PDFRef => PDFRef.of(ref.id, Number(ref.key.split(' ')[1]));

/** A name whose bytes are the characters of `bytes`. */
export const nameOf = (bytes: string): PDFName =>
  PDFName.of(bytes.replace(/[^A-Za-z0-9_.+-]/g, (one) => `#${one.charCodeAt(0).toString(16).padStart(2, '0')}`));

export const textOf = (text: string): PDFHexString => PDFHexString.fromText(text.replace(/\p{Surrogate}/gu, '\ufffd'));

export function toArray(values: readonly PDFObject[], context: PDFContext): PDFArray {
  const array = PDFArray.withContext(context);
  for (const one of values) array.push(one);
  return array;
}
