// How many bytes the streams of one file may unpack to: a few hundred bytes can stand for gigabytes.
import { UnreadablePdf } from './objects.ts';

/** Most bytes after any filter of a stream. */
const maxStreamBytes = 256_000_000;

/** Most bytes of all streams, counted each time that a stream is unpacked. */
const maxFileBytes = 4_000_000_000;

/** Most filters of a stream. Files that people use have one or two. */
export const maxFilters = 8;

export class UnpackRoom {
  readonly #maxFile: number;
  readonly #maxStream: number;
  #left: number;

  constructor(maxFile = maxFileBytes, maxStream = maxStreamBytes) {
    this.#maxFile = maxFile;
    this.#maxStream = maxStream;
    this.#left = maxFile;
  }

  /** Begins to count anew. */
  renew(): void {
    this.#left = this.#maxFile;
  }

  /** Most bytes of the next filter. */
  get most(): number {
    return Math.max(0, Math.min(this.#maxStream, this.#left));
  }

  /** Counts bytes that a filter has made. Raises UnreadablePdf. */
  take(bytes: number): void {
    if (bytes > this.most) throw this.full();
    this.#left -= bytes;
  }

  full(cause?: unknown): UnreadablePdf {
    const where = this.#left < this.#maxStream ? `${this.#maxFile / 1e6} MB in all` : `${this.#maxStream / 1e6} MB in one stream`;
    return new UnreadablePdf(`unpacks to more than ${where}`, cause === undefined ? undefined : { cause });
  }
}
