// The objects of a PDF (ISO 32000-2, 7.3) as plain values. Getters follow references, and give undefined for a value of another type.

/** A name without its slash. */
export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A string: its bytes, decrypted. */
export class Text {
  readonly bytes: Uint8Array;
  /** Whether the file writes the string in hexadecimal digits. */
  readonly isHex: boolean;
  constructor(bytes: Uint8Array, isHex: boolean) {
    this.bytes = bytes;
    this.isHex = isHex;
  }
}

/** A reference to an indirect object. `key` is equal for equal references. */
export class Ref {
  readonly key: string;
  readonly id: number;
  constructor(id: number, generation: number) {
    this.id = id;
    this.key = `${id} ${generation}`;
  }
}

export type Value = null | boolean | number | Name | Text | Ref | Dict | Stream | readonly Value[];

/** Gives the object behind a reference; null for a missing object. */
export type Resolve = (value: Value | undefined) => Exclude<Value, Ref>;

export class Dict {
  readonly entries: ReadonlyMap<string, Value>;
  readonly #resolve: Resolve;

  constructor(entries: ReadonlyMap<string, Value>, resolve: Resolve) {
    this.entries = entries;
    this.#resolve = resolve;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  /** The value as it stands, which may be a reference. */
  raw(name: string): Value | undefined {
    return this.entries.get(name);
  }

  get(name: string): Exclude<Value, Ref> {
    return this.#resolve(this.entries.get(name));
  }

  /** A dictionary, or the dictionary of a stream. */
  dict(name: string): Dict | undefined {
    return asDict(this.get(name));
  }

  stream(name: string): Stream | undefined {
    const value = this.get(name);
    return value instanceof Stream ? value : undefined;
  }

  name(name: string): string | undefined {
    const value = this.get(name);
    return value instanceof Name ? value.name : undefined;
  }

  number(name: string): number | undefined {
    const value = this.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  boolean(name: string): boolean | undefined {
    const value = this.get(name);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** A text string (ISO 32000-2, 7.9.2.2). */
  text(name: string): string | undefined {
    const value = this.get(name);
    return value instanceof Text ? decodeText(value.bytes) : undefined;
  }

  /** The elements of an array, each resolved; empty for another value. */
  list(name: string): readonly Exclude<Value, Ref>[] {
    const value = this.get(name);
    return Array.isArray(value) ? value.map(this.#resolve) : [];
  }

  /** The elements of an array as they stand; a single value counts as an array of one, a missing value as empty. */
  rawItems(name: string): readonly Value[] {
    const value = this.get(name);
    if (Array.isArray(value)) return value;
    return value === null ? [] : [this.raw(name)!];
  }

  resolve(value: Value | undefined): Exclude<Value, Ref> {
    return this.#resolve(value);
  }
}

export class Stream {
  readonly dict: Dict;
  readonly #decode: () => Uint8Array | undefined;

  constructor(dict: Dict, decode: () => Uint8Array | undefined) {
    this.dict = dict;
    this.#decode = decode;
  }

  /** The bytes after all filters; undefined: a filter of pictures, or damaged data. Raises UnreadablePdf for data that unpacks to too much. */
  decode(): Uint8Array | undefined {
    return this.#decode();
  }
}

/** A file that is not a PDF, is damaged or encrypted, or asks for too much. The message goes on after the name of the file. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf';
}

export const asDict = (value: Value | undefined): Dict | undefined =>
  value instanceof Dict ? value : value instanceof Stream ? value.dict : undefined;

const utf8 = new TextDecoder('utf-8');
const utf16 = new TextDecoder('utf-16be');

/** Decodes a text string: UTF-16 and UTF-8 by their marks, else PDFDocEncoding. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16.decode(bytes).replace(/\u001b[^\u001b]*\u001b/g, '');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return utf8.decode(bytes);
  return Array.from(bytes, (byte) => docEncoding.get(byte) ?? String.fromCharCode(byte)).join('');
}

/** ISO 32000-2, 7.3.5: a name that is text is UTF-8. Other names are shown byte by byte. */
export function decodeName(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}

// ISO 32000-2, Annex D.2: PDFDocEncoding where it differs from Latin-1.
const docEncoding = new Map<number, string>([
  ...[...'˘ˇˆ˙˝˛˚˜'].map((character, i) => [0x18 + i, character] as const),
  ...[...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map((character, i) => [0x80 + i, character] as const),
  [0xa0, '€'],
]);
const docCodes = new Map([...docEncoding].map(([code, character]) => [character, String.fromCharCode(code)]));

/** A text in PDFDocEncoding, each byte as a character. A character that the encoding does not have stays as it is. */
export const toDocEncoding = (text: string): string =>
  Array.from(text, (character) => docCodes.get(character) ?? character).join('');
