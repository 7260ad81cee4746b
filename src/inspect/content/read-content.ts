// Takes a content stream apart into operators with their operands (ISO 32000-2, 7.8.2).
import type { FileRoom } from '../../pdf-file/file-room.ts';
import { Dict, Name, type Resolve, Text, type Value } from '../../pdf-file/objects.ts';

export interface ContentOperation {
  readonly operator: string;
  readonly operands: readonly Value[];
  /** Where it stands: its first byte, operands included, and the byte after it. */
  readonly start: number;
  readonly end: number;
}

const Kind = { Regular: 0, White: 1, Delimiter: 2 } as const;

const kinds = new Uint8Array(256);
for (const white of [0, 9, 10, 12, 13, 32]) kinds[white] = Kind.White;
for (const delimiter of '()<>[]{}/%') kinds[delimiter.charCodeAt(0)] = Kind.Delimiter;

const maxDepth = 100;

/** A keyword, such as an operator. */
class Keyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

const closeArray = new Keyword(']');
const closeDict = new Keyword('>>');

/** Broken syntax is skipped up to the next operator. `room`: counts what is read. Raises UnreadablePdf. */
export function* readContent(bytes: Uint8Array, resolve: Resolve, room?: FileRoom): Generator<ContentOperation> {
  const reader = new ContentReader(bytes, resolve, room);
  let operands: Value[] = [];
  let start = 0;
  for (;;) {
    const at = reader.findNext();
    if (operands.length === 0) start = at;
    const token = reader.read(0);
    if (token === undefined) return;
    if (!(token instanceof Keyword)) {
      operands.push(token);
      continue;
    }
    const operation = token.word === 'BI' ? reader.readInlineImage() : { operator: token.word, operands };
    yield { ...operation, start, end: reader.offset };
    operands = [];
  }
}

class ContentReader {
  readonly #bytes: Buffer;
  readonly #resolve: Resolve;
  readonly #room: FileRoom | undefined;
  #at = 0;

  constructor(bytes: Uint8Array, resolve: Resolve, room: FileRoom | undefined) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#resolve = resolve;
    this.#room = room;
  }

  get offset(): number {
    return this.#at;
  }

  /** Where the next value or keyword begins. */
  findNext(): number {
    this.#skipWhite();
    return this.#at;
  }

  /** The next value or keyword; undefined: the end. */
  read(depth: number): Value | Keyword | undefined {
    this.#skipWhite();
    this.#room?.takeTokens(1);
    const bytes = this.#bytes;
    const byte = bytes[this.#at];
    if (byte === undefined) return undefined;
    switch (byte) {
      case 0x2f:
        this.#at++;
        return new Name(
          this.#takeRegular().replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        );
      case 0x28:
        return this.#readString();
      case 0x5b:
        this.#at++;
        return this.#readUntil(closeArray, depth);
      case 0x5d:
        this.#at++;
        return closeArray;
      case 0x3c:
        if (bytes[this.#at + 1] !== 0x3c) return this.#readHex();
        this.#at += 2;
        return this.#toDict(this.#readUntil(closeDict, depth));
      case 0x3e:
        this.#at += bytes[this.#at + 1] === 0x3e ? 2 : 1;
        return closeDict;
      default:
        return toValue(this.#takeRegular());
    }
  }

  /** The entries of an inline image as the one operand of `BI`; its data is skipped. */
  readInlineImage(): Pick<ContentOperation, 'operator' | 'operands'> {
    const values: Value[] = [];
    for (;;) {
      const token = this.read(0);
      if (token === undefined) break;
      if (token instanceof Keyword) {
        if (token.word === 'ID') break;
        continue;
      }
      values.push(token);
    }
    this.#at++;
    const { length } = this.#bytes;
    // ISO 32000-2, 8.9.7: EI stands between white space.
    while (this.#at < length && !this.#isEndOfImage()) this.#at++;
    this.#at += 3;
    return { operator: 'BI', operands: [this.#toDict(values)] };
  }

  #isEndOfImage(): boolean {
    const [bytes, at] = [this.#bytes, this.#at];
    if (bytes[at + 1] !== 0x45 || bytes[at + 2] !== 0x49) return false;
    const after = bytes[at + 3];
    return kinds[bytes[at]!] === Kind.White && (after === undefined || kinds[after] === Kind.White);
  }

  #readUntil(end: Keyword, depth: number): Value[] {
    const values: Value[] = [];
    if (depth > maxDepth) return values;
    for (;;) {
      const token = this.read(depth + 1);
      if (token === undefined || token === end) return values;
      if (!(token instanceof Keyword)) values.push(token);
    }
  }

  #toDict(values: readonly Value[]): Dict {
    const entries = new Map<string, Value>();
    for (let i = 0; i + 1 < values.length; i += 2) {
      const name = values[i];
      if (name instanceof Name) entries.set(name.name, values[i + 1]!);
    }
    return new Dict(entries, this.#resolve);
  }

  /** Skips white space, comments, and brackets that begin nothing. */
  #skipWhite(): void {
    const bytes = this.#bytes;
    for (; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at]!;
      if (kinds[byte] === Kind.White || byte === 0x29 || byte === 0x7b || byte === 0x7d) continue;
      if (byte !== 0x25) return;
      while (this.#at < bytes.length && bytes[this.#at] !== 10 && bytes[this.#at] !== 13) this.#at++;
    }
  }

  #takeRegular(): string {
    const start = this.#at;
    while (this.#at < this.#bytes.length && kinds[this.#bytes[this.#at]!] === Kind.Regular) this.#at++;
    return this.#bytes.toString('latin1', start, this.#at);
  }

  #readString(): Text {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let depth = 0;
    let isEscaped = false;
    let end = this.#at;
    for (; end < bytes.length; end++) {
      const byte = bytes[end]!;
      if (byte === 0x5c) {
        isEscaped = true;
        end++;
      } else if (byte === 0x28) depth++;
      else if (byte === 0x29 && --depth === 0) break;
    }
    end = Math.min(end, bytes.length);
    this.#room?.takeText(end - start);
    this.#at = start;
    // A copy: the text may outlive the content.
    const text = isEscaped ? this.#readEscaped(end) : Uint8Array.prototype.slice.call(bytes, start, end);
    this.#at = end + 1;
    return new Text(text, false);
  }

  #readEscaped(end: number): Uint8Array {
    const out: number[] = [];
    for (; this.#at < end; this.#at++) {
      const byte = this.#bytes[this.#at]!;
      if (byte !== 0x5c) out.push(byte);
      else {
        this.#at++;
        this.#readEscape(out);
      }
    }
    return Uint8Array.from(out);
  }

  #readEscape(out: number[]): void {
    const bytes = this.#bytes;
    const byte = bytes[this.#at];
    if (byte === undefined) return;
    if (byte >= 0x30 && byte <= 0x37) {
      let value = 0;
      let digits = 0;
      for (; digits < 3 && bytes[this.#at + digits]! >= 0x30 && bytes[this.#at + digits]! <= 0x37; digits++)
        value = value * 8 + bytes[this.#at + digits]! - 0x30;
      this.#at += digits - 1;
      out.push(value & 255);
      return;
    }
    if (byte === 13 && bytes[this.#at + 1] === 10) this.#at++;
    if (byte === 10 || byte === 13) return;
    out.push(escapes.get(byte) ?? byte);
  }

  #readHex(): Text {
    const start = ++this.#at;
    while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== 0x3e) this.#at++;
    this.#room?.takeText((this.#at - start) / 2);
    const written = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, this.#at++ - start).toString('latin1');
    const digits = written.replace(/[^0-9a-fA-F]/g, '');
    return new Text(Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, 'hex'), true);
  }
}

const escapes = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

function toValue(word: string): Value | Keyword {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return Number(word);
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (word === 'null') return null;
  return new Keyword(word);
}
