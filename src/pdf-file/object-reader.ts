// Reads the syntax of a PDF at a place (ISO 32000-2, 7.3), with the parser of pdf-lib.
import { type PDFContext, type PDFDict, PDFName, PDFNumber, type PDFObject, PDFParser, PDFRef } from '@cantoo/pdf-lib';
import { UnreadablePdf } from './objects.ts';

/** A dictionary with the data of its stream, packed as in the file. */
export interface StreamParts {
  readonly dict: PDFDict;
  /** The end of the dictionary, after its `>>`. */
  readonly dictEnd: number;
  readonly data: Uint8Array;
}

/** Most arrays and dictionaries inside of each other. Programs that write PDFs nest about ten. */
const maxDepth = 500;

/** Most values of one object, such as an array that should be a tree. Programs that write PDFs reach some ten thousands. */
const maxValues = 2_000_000;

/** Reads from the first of the bytes on. Every read raises an error where the bytes are something else. */
export class ObjectReader extends PDFParser {
  readonly #bytes: Buffer;
  #depth = 0;
  #values = 0;

  /** `context`: of the document that the values are for. */
  constructor(bytes: Buffer, context?: PDFContext) {
    super(bytes);
    this.#bytes = bytes;
    if (context) Object.assign(this, { context });
  }

  /** Raises UnreadablePdf for a value that is nested too deeply, or holds too many others. */
  override parseObject(ref?: PDFRef): PDFObject {
    this.#values++;
    if (this.#values > maxValues) throw new UnreadablePdf(`holds more than ${maxValues / 1e6} million values in one object`);
    if (this.#depth === maxDepth) throw new UnreadablePdf(`nests its arrays and dictionaries more than ${maxDepth} deep`);
    this.#depth++;
    const value = super.parseObject(ref);
    this.#depth--;
    return value;
  }

  get offset(): number {
    return this.bytes.offset();
  }

  /** If the next token is this word, skips it and returns true. */
  skipWord(word: string): boolean {
    this.skipWhitespaceAndComments();
    return this.matchKeyword([...Buffer.from(word)]);
  }

  readCount(): number {
    this.skipWhitespaceAndComments();
    return this.parseRawInt();
  }

  /** The head of an indirect object, such as `3 0 obj`. */
  readHead(): PDFRef {
    const [number, generation] = [this.readCount(), this.readCount()];
    if (!this.skipWord('obj')) throw new Error('There is no object.');
    this.#values = 0;
    return PDFRef.of(number, generation);
  }

  readValue(): PDFObject {
    return this.parseObject();
  }

  /** The value of an indirect object, which ends before `endobj`. Some programs leave that word out before the next object. */
  readIndirect(): PDFObject {
    const value = this.readValue();
    const end = this.offset;
    const isNumberNext = /\d/.test(String.fromCharCode(this.bytes.peek()));
    if (isNumberNext) this.readHead();
    this.bytes.moveTo(end);
    return value;
  }

  readDict(): PDFDict {
    this.skipWhitespaceAndComments();
    return this.parseDict();
  }

  isDict(): boolean {
    this.skipWhitespaceAndComments();
    return this.bytes.peek() === 0x3c && this.bytes.peekAhead(1) === 0x3c;
  }

  /** `findLength`: follows the reference to a length that stands elsewhere. */
  readStream(findLength: (ref: PDFRef) => number | undefined): StreamParts {
    const parts = this.readDictOrStream(findLength);
    if (!parts.data) throw new Error('There is no stream.');
    return { ...parts, data: parts.data };
  }

  /** `data` undefined: the dictionary has no stream. */
  readDictOrStream(
    findLength: (ref: PDFRef) => number | undefined,
  ): Omit<StreamParts, 'data'> & { data: Uint8Array | undefined } {
    const dict = this.readDict();
    const dictEnd = this.offset;
    this.skipWhitespaceAndComments();
    const keyword = /^stream(?: *\r?\n|\r)?/.exec(this.#bytes.toString('latin1', this.offset, this.offset + 10));
    if (!keyword) return { dict, dictEnd, data: undefined };
    const start = this.offset + keyword[0].length;
    const length = dict.get(PDFName.of('Length'));
    const told = length instanceof PDFNumber ? length.asNumber() : length instanceof PDFRef ? findLength(length) : undefined;
    const isRight = told !== undefined && told >= 0 && this.#endsAt(start + told);
    const end = isRight ? start + told : this.#findEnd(start);
    // Programs disagree about what such a stream holds.
    if (told !== undefined && !isRight)
      throw new UnreadablePdf('is damaged: the /Length of a stream is wrong. Mend the file first, for example with: qpdf IN OUT');
    this.bytes.moveTo(end);
    return { dict, dictEnd, data: this.#bytes.subarray(start, end) };
  }

  #endsAt(offset: number): boolean {
    return /^[\0\t\n\f\r ]*endstream/.test(this.#bytes.toString('latin1', offset, offset + 20));
  }

  /** The end of data whose length is not told. */
  #findEnd(start: number): number {
    const at = this.#bytes.indexOf('endstream', start);
    if (at === -1) throw new Error('The stream has no end.');
    const before = /\r?\n$|\r$/.exec(this.#bytes.toString('latin1', Math.max(start, at - 2), at));
    return at - (before?.[0].length ?? 0);
  }
}
