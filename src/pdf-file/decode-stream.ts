// Unpacks the data of a stream, one filter after the other (ISO 32000-2, 7.4). Each filter has a bound.
import { constants, inflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { type FileRoom, maxFilters } from './file-room.ts';
import { UnreadablePdf } from './objects.ts';
import { undoPredictor } from './predictor.ts';

const ofPictures = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);

/** Undefined: a filter of pictures, or damaged data. Raises UnreadablePdf for data that unpacks to too much. */
export function decodeStream(stream: PDFRawStream, room: FileRoom): Uint8Array | undefined {
  const { context } = stream.dict;
  const listOf = (name: string): readonly (PDFObject | undefined)[] => {
    const value = stream.dict.lookup(PDFName.of(name));
    return value instanceof PDFArray ? value.asArray().map((one) => context.lookup(one)) : [value];
  };
  const filters = listOf('Filter').flatMap((one) => (one instanceof PDFName ? [one] : []));
  if (filters.some((name) => ofPictures.has(name.decodeText()))) return undefined;
  if (filters.length > maxFilters) throw new UnreadablePdf(`packs a stream with more than ${maxFilters} filters`);
  const parameters = listOf('DecodeParms');
  let bytes: Uint8Array | undefined = stream.getContents();
  for (const [i, filter] of filters.entries()) {
    const own = parameters[i];
    bytes = undoFilter(filter, own instanceof PDFDict ? own : PDFDict.withContext(context), bytes, room);
    if (!bytes) return undefined;
    room.take(bytes.length);
  }
  return bytes;
}

function undoFilter(filter: PDFName, parameters: PDFDict, data: Uint8Array, room: FileRoom): Uint8Array | undefined {
  const isFlate = filter === PDFName.of('FlateDecode');
  const bytes = isFlate ? inflate(data, room) : undoWithLib(filter, parameters, data, room);
  if (!bytes || !(isFlate || filter === PDFName.of('LZWDecode'))) return bytes;
  const number = (name: string, initial: number): number => {
    const value = parameters.lookup(PDFName.of(name));
    return value instanceof PDFNumber ? value.asNumber() : initial;
  };
  const samples = number('Colors', 1) * number('BitsPerComponent', 8);
  return undoPredictor(bytes, number('Predictor', 1), number('Columns', 1), samples);
}

/** Unpacks data. If they are damaged, gives the bytes before the damage. */
function inflate(data: Uint8Array, room: FileRoom): Uint8Array | undefined {
  const inflateStart = (length: number): Uint8Array | undefined => {
    try {
      // The flush accepts data without an end.
      const how = { maxOutputLength: Math.max(1, room.most), finishFlush: constants.Z_SYNC_FLUSH };
      return inflateSync(data.subarray(0, length), how);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw room.full(error);
      return undefined;
    }
  };
  const whole = inflateStart(data.length);
  if (whole) return whole;
  let [good, bad] = [0, data.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (inflateStart(middle)) good = middle;
    else bad = middle;
  }
  const start = inflateStart(good);
  return start?.length ? start : undefined;
}

/** LZW, RunLength, ASCII85 and ASCIIHex. Undefined: another filter, or damaged data. */
function undoWithLib(filter: PDFName, parameters: PDFDict, data: Uint8Array, room: FileRoom): Uint8Array | undefined {
  const dict = PDFDict.withContext(parameters.context);
  dict.set(PDFName.of('Filter'), filter);
  dict.set(PDFName.of('DecodeParms'), parameters);
  try {
    const decoder = decodePDFRawStream(PDFRawStream.of(dict, data));
    for (let size = 0, length = chunkBytes; length === chunkBytes; size += length) {
      if (size > room.most) throw room.full();
      length = decoder.getBytes(chunkBytes).length;
    }
    decoder.reset();
    return decoder.decode();
  } catch (error) {
    if (error instanceof UnreadablePdf) throw error;
    return undefined;
  }
}

const chunkBytes = 65_536;
