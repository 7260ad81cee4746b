// Objects that documents of a merged PDF share.
import { createHash } from 'node:crypto';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { type CopiedObject, type ObjectSink, writeCopied } from '../../pdf-file/copier.ts';

/** Most objects that are remembered, so that documents can share equal objects such as a logo. */
const mostShared = 20_000;

/** Writes objects of the documents into the merged PDF. Writes equal objects only once, even if they come from different documents. */
export class SharedObjects {
  readonly #merged: ObjectSink;
  readonly #ids = new BoundedCache<number>(mostShared);

  constructor(merged: ObjectSink) {
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
