// Reads the entropy-coded bits of a JPEG (ISO/IEC 10918-1, annexes C and F), as bits and as Huffman codes.

/** A Huffman table prepared for reading. */
export interface HuffmanTable {
  /** For the next `quickBits` bits: length of the code and its symbol, `length << 8 | symbol`. 0: the code is longer or does not exist. */
  readonly quick: Uint16Array;
  /** By length: the largest code, -1 for none; and the number to add to a code for its index among the symbols. */
  readonly largest: Int32Array;
  readonly offset: Int32Array;
  readonly symbols: Uint8Array;
}

const quickBits = 9;
const longest = 16;

/** Builds the table of these symbols, `counts[i]` of them with codes of i + 1 bits; undefined: such codes are impossible. */
export function buildHuffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable | undefined {
  const quick = new Uint16Array(1 << quickBits);
  const largest = new Int32Array(longest + 1).fill(-1);
  const offset = new Int32Array(longest + 1);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= longest; length++) {
    const count = counts[length - 1]!;
    offset[length] = place - code;
    for (let i = 0; i < count && length <= quickBits; i++) {
      const from = (code + i) << (quickBits - length);
      quick.fill((length << 8) | symbols[place + i]!, from, from + (1 << (quickBits - length)));
    }
    code += count;
    place += count;
    if (code > 1 << length) return undefined;
    if (count > 0) largest[length] = code - 1;
    code <<= 1;
  }
  return { quick, largest, offset, symbols };
}

/** Reads bits up to the next marker. After them it gives zeros, and sets `isExhausted` when one of these zeros is read. */
export class JpegBits {
  readonly #bytes: Uint8Array;
  /** Place of the next byte after `#buffer`. */
  #at: number;
  /** Only its lower `#count` bits are still unread. */
  #buffer = 0;
  #count = 0;
  /** Number of bits at the end of the buffer that do not belong to the data. */
  #beyond = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Place of the next unread byte. */
  get at(): number {
    return this.#at;
  }

  get isExhausted(): boolean {
    return this.#count < this.#beyond;
  }

  /** The next symbol. -1: no code begins with these bits. */
  symbol(table: HuffmanTable): number {
    if (this.#count < longest) this.#fill();
    const found = table.quick[(this.#buffer >>> (this.#count - quickBits)) & ((1 << quickBits) - 1)]!;
    if (found !== 0) {
      this.#count -= found >> 8;
      return found & 0xff;
    }
    for (let length = quickBits + 1; length <= longest; length++) {
      const code = (this.#buffer >>> (this.#count - length)) & ((1 << length) - 1);
      if (code > table.largest[length]!) continue;
      this.#count -= length;
      return table.symbols[code + table.offset[length]!]!;
    }
    return -1;
  }

  /** The next bits as a number, up to 16. */
  take(bits: number): number {
    if (this.#count < bits) this.#fill();
    this.#count -= bits;
    return (this.#buffer >>> this.#count) & ((1 << bits) - 1);
  }

  /** Leaves out bits, up to 64. */
  skip(bits: number): void {
    let left = bits;
    for (; left > longest; left -= longest) this.take(longest);
    if (left > 0) this.take(left);
  }

  /** Ends the data. False: something other than padding stands before the next marker. */
  toMarker(): boolean {
    let isPadding = true;
    // Any bits may fill up a byte that was begun; the whole bytes after it are read as bytes.
    for (let whole = (this.#count - this.#beyond) >> 3; whole > 0; whole--) {
      const byte = (this.#buffer >>> (this.#beyond + (whole - 1) * 8)) & 0xff;
      isPadding &&= byte === 0 || byte === 0xff;
    }
    while (this.#at < this.#bytes.length && !this.#isMarker()) {
      const byte = this.#bytes[this.#at++]!;
      isPadding &&= byte === 0 || byte === 0xff;
    }
    this.#buffer = 0;
    this.#count = 0;
    this.#beyond = 0;
    return isPadding;
  }

  /** Passes a restart marker of this number. False: the marker is missing. */
  passRestart(number: number): boolean {
    let at = this.#at;
    while (this.#bytes[at] === 0xff && this.#bytes[at + 1] === 0xff) at++;
    if (this.#bytes[at] !== 0xff || this.#bytes[at + 1] !== 0xd0 + number) return false;
    this.#at = at + 2;
    return true;
  }

  #fill(): void {
    while (this.#count <= 23) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined || this.#isMarker()) {
        this.#buffer <<= 8;
        this.#beyond += 8;
      } else {
        this.#buffer = (this.#buffer << 8) | byte;
        // B.1.1.5: a zero is stuffed after each 0xff of the data.
        this.#at += byte === 0xff ? 2 : 1;
      }
      this.#count += 8;
    }
  }

  /** Fill bytes may stand before a marker (B.1.1.2). */
  #isMarker(): boolean {
    return this.#bytes[this.#at] === 0xff && this.#bytes[this.#at + 1] !== 0;
  }
}
