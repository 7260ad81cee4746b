// Unpacks the data of a stream (ISO 32000-2, 7.4).
import { inflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFArray, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';
import { UnreadablePdf } from './objects.ts';

/** Most bytes that one stream may unpack to. */
const maxStreamBytes = 256_000_000;

const ofPictures = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);

/** Undefined: a filter of pictures, or damaged data. Raises UnreadablePdf for data that unpacks to too much. */
export function decodeStream(stream: PDFRawStream): Uint8Array | undefined {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const list = filter instanceof PDFArray ? filter.asArray().map((one) => stream.dict.context.lookup(one)) : [filter];
  const filters = list.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []));
  if (filters.length === 0) return stream.getContents();
  if (filters.some((name) => ofPictures.has(name))) return undefined;
  const hasParameters = stream.dict.lookup(PDFName.of('DecodeParms')) !== undefined;
  if (filters.length === 1 && filters[0] === 'FlateDecode' && !hasParameters) {
    try {
      return inflateSync(stream.contents, { maxOutputLength: maxStreamBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(error);
      // The data is damaged: pdf-lib gives the bytes before the damage.
    }
  }
  try {
    return decodePDFRawStream(stream).decode();
  } catch {
    return undefined;
  }
}

const tooLarge = (cause: unknown): UnreadablePdf =>
  new UnreadablePdf(`unpacks to more than ${maxStreamBytes / 1e6} MB in one stream`, { cause });
