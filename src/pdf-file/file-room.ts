// How much work one file may ask for. A few hundred bytes can stand for gigabytes, and for millions of objects or operators: so what a file may hold
// grows with its size.
import { counted } from '../words/counts.ts';
import { UnreadablePdf } from './objects.ts';

/** Most bytes after any filter of a stream. */
const maxStreamBytes = 256_000_000;

/** Most bytes of all streams, counted each time that a stream is unpacked, for each byte of the file and at all. Most files of people reach ten. */
const unpackedPerByte = 100;
const smallestUnpacked = 64_000_000;
const maxFileBytes = 4_000_000_000;

/** Values and operators of content for each byte of the file, counted each time that they are painted. Files of people reach two. */
const tokensPerByte = 4;
const smallestTokens = 300_000;

/** Bytes of the file for each entry of its cross-reference sections, and for each object that is in use. Packed objects of our own densest files take 15. */
const bytesPerEntry = 4;
const bytesPerObject = 10;
const smallestObjects = 1000;

/** Pages beside their content, which is never packed. */
const bytesPerPage = 64;
const maxPages = 100_000;

/** Most filters of a stream. Files that people use have one or two. */
export const maxFilters = 8;

export class FileRoom {
  readonly #fileLength: number;
  readonly #maxFile: number;
  readonly #maxStream: number;
  #left = 0;
  #tokensLeft = 0;
  #entriesLeft = 0;

  /** `fileLength`: of the file, in bytes. `maxFile`, `maxStream`: lower bounds of a caller. */
  constructor(fileLength: number, maxFile = maxFileBytes, maxStream = maxStreamBytes) {
    this.#fileLength = fileLength;
    this.#maxFile = Math.min(maxFile, smallestUnpacked + unpackedPerByte * fileLength);
    this.#maxStream = maxStream;
    this.renew();
  }

  /** Begins to count anew. */
  renew(): void {
    this.#left = this.#maxFile;
    this.#tokensLeft = smallestTokens + tokensPerByte * this.#fileLength;
    this.#entriesLeft = smallestObjects + this.#fileLength / bytesPerEntry;
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
    const where =
      this.#left < this.#maxStream ? `${Math.round(this.#maxFile / 1e6)} MB in all` : `${this.#maxStream / 1e6} MB in one stream`;
    return new UnreadablePdf(`unpacks to more than ${where}`, cause === undefined ? undefined : { cause });
  }

  /** Counts values and operators of content. Raises UnreadablePdf. */
  takeTokens(count: number): void {
    this.#tokensLeft -= count;
    if (this.#tokensLeft < 0)
      throw new UnreadablePdf(
        `paints more than ${counted(smallestTokens + tokensPerByte * this.#fileLength, 'value')} and operators, or twice as many characters, far more than a file of ${counted(this.#fileLength, 'byte')} should hold`,
      );
  }

  /** Counts bytes of texts in content: two cost as much as a value. Raises UnreadablePdf. */
  takeText(bytes: number): void {
    this.takeTokens(bytes / 2);
  }

  /** Counts entries of cross-reference sections. Raises UnreadablePdf. */
  takeEntries(count: number): void {
    this.#entriesLeft -= count;
    if (this.#entriesLeft < 0) throw this.#manyObjects();
  }

  /** Raises UnreadablePdf for more objects in use than the file can hold. */
  checkObjects(count: number): void {
    if (count > smallestObjects + this.#fileLength / bytesPerObject) throw this.#manyObjects();
  }

  /** Raises UnreadablePdf for more pages than the file can hold, or than anybody prints. */
  checkPages(count: number): void {
    if (count > maxPages) throw new UnreadablePdf(`has more than ${maxPages} pages`);
    if (count > smallestObjects + this.#fileLength / bytesPerPage)
      throw new UnreadablePdf(`lists more pages than a file of ${counted(this.#fileLength, 'byte')} can hold`);
  }

  #manyObjects(): UnreadablePdf {
    return new UnreadablePdf(
      `lists more objects than a file of ${counted(this.#fileLength, 'byte')} can hold. If it is sound, write it anew, for example with: qpdf IN OUT`,
    );
  }
}
