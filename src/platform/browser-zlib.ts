// What reading PDF files needs of Node's zlib, for browsers. It takes the place of `node:zlib` in the bundle for browsers.
import { Unzlib, zlibSync } from 'fflate';
import { joinBytes } from './bytes.ts';

export const constants = { Z_SYNC_FLUSH: 2 };

/** As `zlib.inflateSync` with `finishFlush`: data may have no end. Raises an error with Node's code for more than `maxOutputLength` bytes. */
export function inflateSync(data: Uint8Array, { maxOutputLength }: { readonly maxOutputLength: number }): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Unzlib((piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  // A piece of input unpacks to at most a thousand times its size, so memory stays within bounds.
  for (let at = 0; at < data.length; at += 65_536) {
    stream.push(data.subarray(at, at + 65_536));
    if (length > maxOutputLength) throw Object.assign(new Error('There is too much.'), { code: 'ERR_BUFFER_TOO_LARGE' });
  }
  return joinBytes(pieces);
}

export const deflateSync = (data: Uint8Array): Uint8Array => zlibSync(data);
