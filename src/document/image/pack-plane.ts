// Compresses the rows of a picture.
import { deflateSync } from 'node:zlib';
import type { PixelPlane } from './raster.ts';

/** `rows`: rows with a PNG filter byte each. */
export function packPlane(rows: Uint8Array, bits: number, samples: number): PixelPlane {
  return { coding: 'png', bits, samples, data: deflate(rows) };
}

/** Compresses into a single piece of memory. The system provides it only as it is filled; joining pieces would hold the result twice. */
export function deflate(bytes: Uint8Array): Uint8Array {
  // RFC 1951, 3.2.4: data that cannot be compressed takes five more bytes for each block of up to 65,535. zlib's own bound allows for smaller blocks.
  const most = bytes.length + (bytes.length >> 8) + 1024;
  const deflated = deflateSync(bytes, { chunkSize: most });
  return deflated.length * 2 < most ? Buffer.from(deflated) : deflated;
}
