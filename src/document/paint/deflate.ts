// Compression of everything in the file that is not compressed already.
import { deflateSync } from 'node:zlib';

/** zlib at level 5. Room for the whole result is given at once: growing by pieces costs as much as a small stream itself. */
export function deflate(data: Uint8Array): Uint8Array {
  // The bound of zlib's compressBound, so that there is one output buffer for any input.
  const bound = data.length + (data.length >>> 10) + 64;
  return deflateSync(data, { level: 5, chunkSize: bound });
}
