// Decodes the bytes of an input file piece by piece. The byte order mark or the user names the encoding.
import { findInvalid, notUtf8 } from './decode-utf8.ts';
import { InputError } from './input-error.ts';
import { type InputSource, readHead } from './source.ts';
import { decodeWestern, findWesternWord, westernReach } from './western-text.ts';

export interface Encoding {
  /** Name in the Encoding Standard. */
  readonly label: string;
  readonly byteOrderMark: boolean;
}

/** The encoding of the byte order mark, else the given encoding, else UTF-8. Raises InputError of kind `usage` for an unknown encoding. */
export async function findEncoding(source: InputSource, given: string | undefined): Promise<Encoding> {
  const head = await readHead(source, 3);
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { label: 'utf-8', byteOrderMark: true };
  if (head[0] === 0xff && head[1] === 0xfe) return { label: 'utf-16le', byteOrderMark: true };
  if (head[0] === 0xfe && head[1] === 0xff) return { label: 'utf-16be', byteOrderMark: true };
  try {
    return { label: new TextDecoder(given ?? 'utf-8').encoding, byteOrderMark: false };
  } catch (cause) {
    throw new InputError(
      'usage',
      `${JSON.stringify(given)} is not a known encoding; save the file as UTF-8, or use an encoding such as windows-1252 or utf-16le`,
      { cause },
    );
  }
}

/** Says what to do about bytes that do not fit the encoding. `western`: a word of the text in windows-1252, if the text can be in this encoding. */
export type EncodingRemedy = (western?: string) => string;

/**
 * Text without its byte order mark. No piece ends inside a character. Raises InputError of kind `data` at the first bytes that do not fit the
 * encoding.
 */
export async function* decodeText(source: InputSource, encoding: Encoding, remedy: EncodingRemedy): AsyncGenerator<string> {
  let isFirst = true;
  for await (const text of encoding.label === 'utf-8'
    ? decodeUtf8(source, remedy)
    : decodeOther(source, encoding.label, remedy)) {
    const piece = isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
    isFirst = false;
    if (piece !== '') yield piece;
  }
}

async function* decodeUtf8(source: InputSource, remedy: EncodingRemedy): AsyncGenerator<string> {
  // Decodes each piece on its own, to find the wrong byte inside the piece.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let offset = 0;
  let rest: Uint8Array = new Uint8Array();
  const decode = async (bytes: Uint8Array): Promise<string> => {
    try {
      return decoder.decode(bytes);
    } catch (cause) {
      const at = findInvalid(bytes);
      const line = await lineAt(source, offset + at);
      const what = notUtf8(offset + at, source.isSecret ? undefined : (bytes[at] ?? 0));
      const message = `${what}; ${remedy(await westernWordAt(source, offset + at))}`;
      throw new InputError('data', message, { file: source.file, line, cause });
    }
  };
  for await (const chunk of source.chunks()) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.length - cutLength(bytes);
    yield await decode(bytes.subarray(0, end));
    offset += end;
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield await decode(rest);
}

async function westernWordAt(source: InputSource, offset: number): Promise<string | undefined> {
  if (source.isSecret) return undefined;
  const from = Math.max(0, offset - westernReach);
  const parts: Uint8Array[] = [];
  for await (const chunk of source.chunks(from, offset + westernReach)) parts.push(chunk);
  return findWesternWord(Buffer.concat(parts), offset - from);
}

/** The number of bytes at the end that begin a character but do not complete it. */
function cutLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** The line of a byte. As in the readers of rows, a line ends with CR, LF or both. */
async function lineAt(source: InputSource, offset: number): Promise<number> {
  let line = 1;
  let previous = 0;
  for await (const chunk of source.chunks(0, offset)) {
    for (const byte of chunk) {
      if (byte === 0x0d || (byte === 0x0a && previous !== 0x0d)) line++;
      previous = byte;
    }
  }
  return line;
}

async function* decodeOther(source: InputSource, label: string, remedy: EncodingRemedy): AsyncGenerator<string> {
  if (label === 'windows-1252') {
    for await (const chunk of source.chunks()) yield decodeWestern(chunk);
    return;
  }
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  let line = 1;
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (cause) {
      const message = `is not ${label}, at line ${line} or soon after; ${remedy()}`;
      throw new InputError('data', message, { file: source.file, line, cause });
    }
  };
  for await (const chunk of source.chunks()) {
    const text = decode(chunk);
    yield text;
    line += text.split(/\r\n|\r|\n/).length - 1;
  }
  yield decode(undefined);
}
