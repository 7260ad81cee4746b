// Objects that documents of a merged PDF share.
import { createHash } from 'node:crypto';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import type { PdfSink } from '../../document/paint/pdf-sink.ts';

/** Most objects that are remembered, so that documents can share equal objects such as a logo. */
const mostShared = 20_000;

/** Writes objects of the documents into the merged PDF. Writes equal objects only once, even if they come from different documents. */
export class SharedObjects {
  readonly #merged: PdfSink;
  readonly #ids = new BoundedCache<number>(mostShared);

  constructor(merged: PdfSink) {
    this.#merged = merged;
  }

  write(object: CopiedObject): number {
    const hash = createHash('sha256').update(object.text, 'latin1');
    const key = (object.data ? hash.update('\0').update(object.data) : hash).digest('base64');
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#merged.reserve();
    writeCopied(this.#merged, id, object);
    this.#ids.set(key, id);
    return id;
  }
}

/**
 * An object of a document, with the ids of the merged PDF in its text. With data, the object is a stream, and the text holds the entries of its
 * dictionary.
 */
export interface CopiedObject {
  readonly text: string;
  readonly data?: Uint8Array;
}

/** Writes an object that the documents do not share. */
export function writeCopied(merged: PdfSink, id: number, { text, data }: CopiedObject): void {
  if (data) merged.writeStream(id, text, data);
  else merged.writeObject(id, text);
}
