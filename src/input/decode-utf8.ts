// Decodes UTF-8 and refuses other encodings. A guessed encoding would print wrong names on invoices.
import { InputError } from './input-error.ts';
import { findWesternWord } from './western-text.ts';

export interface Utf8Options {
  /** Where the bytes begin in the file. Default: 0. */
  readonly offset?: number;
  /** No message may quote the text. */
  readonly isSecret?: boolean | undefined;
}

/** Decodes UTF-8 without its byte order mark. Raises InputError with the offset of the first wrong byte, counted from `offset`. */
export function decodeUtf8(bytes: Uint8Array, file: string, { offset = 0, isSecret = false }: Utf8Options = {}): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const [first, second] = bytes;
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    const at = findInvalid(bytes);
    const what = isUtf16 ? 'is UTF-16' : notUtf8(offset + at, isSecret ? undefined : (bytes[at] ?? 0));
    const remedy = isUtf16 ? toUtf8('UTF-16') : westernToUtf8(isSecret ? undefined : findWesternWord(bytes, at));
    const before = bytes.subarray(0, at);
    const line = countNewlines(before) + 1;
    const column = at - before.lastIndexOf(0x0a);
    throw new InputError('data', `${what}; ${remedy}`, { file, line, column, cause });
  }
}

/** `byte`: undefined for a byte that must not be shown. */
export const notUtf8 = (offset: number, byte: number | undefined): string =>
  byte === undefined
    ? `is not UTF-8 at byte ${offset}`
    : `is not UTF-8: byte ${offset} is 0x${byte.toString(16).padStart(2, '0').toUpperCase()}`;

/** What to do about a file in another encoding. */
export const toUtf8 = (encoding: string): string => `save it as UTF-8, or convert it: iconv -f ${encoding} -t UTF-8`;

/** What to do about a file that must be UTF-8. `western`: a word of its text in windows-1252. */
export const westernToUtf8 = (western: string | undefined): string =>
  western === undefined
    ? 'save it as UTF-8'
    : `save it as UTF-8; if ${JSON.stringify(western)} is right there, convert it: iconv -f WINDOWS-1252 -t UTF-8`;

function countNewlines(bytes: Uint8Array): number {
  let lines = 0;
  for (let i = bytes.indexOf(0x0a); i !== -1; i = bytes.indexOf(0x0a, i + 1)) lines++;
  return lines;
}

/** The first byte that cannot be decoded. The bytes before it decode as a stream. */
export function findInvalid(bytes: Uint8Array): number {
  const decodes = (end: number) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(middle)) good = middle;
    else bad = middle;
  }
  // A cut sequence decodes as a stream; its first byte is then the wrong byte.
  for (let back = 1; back <= Math.min(3, good); back++) {
    const byte = bytes[good - back]!;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? good - back : good;
    if (byte < 0x80) break;
  }
  return good;
}
