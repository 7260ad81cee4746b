// Compression of everything in the file that is not compressed already.
import { deflateSync } from 'node:zlib';

/** Shorter than this there is little to find: level 1 takes two thirds of the time and gives 0.7 % more bytes (an invoice's fonts). */
const shortBytes = 6_000;

/** zlib. Room for the whole result is given at once: growing by pieces costs as much as a small stream itself. */
export function deflate(data: Uint8Array): Uint8Array {
  // The bound of zlib's compressBound, so that there is one output buffer for any input.
  const bound = data.length + (data.length >>> 10) + 64;
  return deflateSync(data, { level: data.length < shortBytes ? 1 : 5, chunkSize: bound });
}
