// Objects that documents of a merged PDF share.
import { createHash } from 'node:crypto';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import type { PdfSink } from '../../document/paint/pdf-sink.ts';

/** Most objects that are remembered, so that documents can share equal objects such as a logo. */
const mostShared = 20_000;

/** Writes equal objects only once, even if they come from different documents. */
export class SharedObjects {
  readonly #sink: PdfSink;
  readonly #ids = new BoundedCache<number>(mostShared);

  constructor(sink: PdfSink) {
    this.#sink = sink;
  }

  write(body: Body): number {
    const hash = createHash('sha256').update(body.text, 'latin1');
    const key = (body.data ? hash.update('\0').update(body.data) : hash).digest('base64');
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#sink.reserve();
    writeBody(this.#sink, id, body);
    this.#ids.set(key, id);
    return id;
  }
}

/** The text of an object. With data, the object is a stream, and the text holds the entries of its dictionary. */
export interface Body {
  readonly text: string;
  readonly data?: Uint8Array;
}

/** Writes an object that is not shared. */
export function writeBody(sink: PdfSink, id: number, { text, data }: Body): void {
  if (data) sink.writeStream(id, text, data);
  else sink.writeObject(id, text);
}
