// Reads font tables with a check of bounds: a read beyond the end is a damaged font, never undefined and never a hang.
import { PdfgenError } from '../../../contract/errors.ts';

/** The error for a font that cannot be used; `what` completes "The font …". */
export function invalidFont(name: string, what: string, cause?: unknown): PdfgenError {
  return new PdfgenError('ASSET_INVALID', `The font ${name} ${what}`, cause === undefined ? {} : { cause });
}

/** Raised while reading; `openSfnt` and the faces turn it into ASSET_INVALID with the font's name. */
export class DamagedTable extends Error {}

/** The damage with a remedy, which the messages of the reader lack. */
export function describeDamage(damage: DamagedTable): string {
  return damage.message.endsWith('.') ? damage.message : `is damaged: ${damage.message}. Give an intact file.`;
}

/** A table of a font file, big-endian. Every read checks its bounds and throws DamagedTable. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly length: number;

  constructor(bytes: Uint8Array) {
    // slice() of a Node Buffer would return views, but must copy.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.length = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  u8(at: number): number {
    this.#check(at, 1);
    return this.bytes[at]!;
  }

  u16(at: number): number {
    this.#check(at, 2);
    return this.#view.getUint16(at);
  }

  i16(at: number): number {
    this.#check(at, 2);
    return this.#view.getInt16(at);
  }

  u32(at: number): number {
    this.#check(at, 4);
    return this.#view.getUint32(at);
  }

  i32(at: number): number {
    this.#check(at, 4);
    return this.#view.getInt32(at);
  }

  /** Four characters. */
  tag(at: number): string {
    this.#check(at, 4);
    return String.fromCharCode(this.bytes[at]!, this.bytes[at + 1]!, this.bytes[at + 2]!, this.bytes[at + 3]!);
  }

  slice(from: number, to: number): Uint8Array {
    if (from < 0 || to < from || to > this.length) throw new DamagedTable('a part lies outside its table');
    return this.bytes.subarray(from, to);
  }

  #check(at: number, size: number): void {
    if (at < 0 || at + size > this.length) throw new DamagedTable('a value lies outside its table');
  }
}
