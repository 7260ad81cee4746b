// The bytes of a file on their way out: gathered to larger pieces, counted and hashed.
import { createHash } from 'node:crypto';
import type { WrittenFile } from './pdf-sink.ts';

/** Small pieces are gathered up to this many bytes: a write for each piece would be dozens of writes for each page. */
const chunkBytes = 65_536;

export class FileOutput {
  readonly #write: (chunk: Uint8Array) => void;
  readonly #hash = createHash('sha256');
  #chunks: Uint8Array[] = [];
  #gathered = 0;
  #flushed = 0;
  /** Text that is not bytes yet, in Latin-1. */
  #text = '';

  constructor(write: (chunk: Uint8Array) => void) {
    this.#write = write;
  }

  /** Number of bytes so far: the offset of what comes next. */
  get offset(): number {
    return this.#flushed + this.#gathered + this.#text.length;
  }

  /** Adds text in Latin-1. */
  addText(text: string): void {
    this.#text += text;
    if (this.#text.length >= chunkBytes) this.#takeText();
  }

  addBytes(bytes: Uint8Array): void {
    this.#takeText();
    this.#take(bytes);
  }

  /** SHA-256 of all bytes so far. */
  digestSoFar(): Buffer {
    this.#takeText();
    const soFar = this.#hash.copy();
    for (const chunk of this.#chunks) soFar.update(chunk);
    return soFar.digest();
  }

  end(): WrittenFile {
    this.#takeText();
    this.#flush();
    return { bytes: this.#flushed, sha256: this.#hash.digest('hex') };
  }

  #takeText(): void {
    if (this.#text === '') return;
    const bytes = Buffer.from(this.#text, 'latin1');
    this.#text = '';
    this.#take(bytes);
  }

  #take(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#gathered += bytes.length;
    if (this.#gathered >= chunkBytes) this.#flush();
  }

  #flush(): void {
    const chunk = Buffer.concat(this.#chunks, this.#gathered);
    this.#chunks = [];
    this.#flushed += this.#gathered;
    this.#gathered = 0;
    this.#hash.update(chunk);
    this.#write(chunk);
  }
}
