// Compresses the rows of a picture.
import { deflate } from '../../platform/index.ts';
import type { PixelPlane } from './raster.ts';

/** `rows`: rows with a PNG filter byte each. */
export function packPlane(rows: Uint8Array, bits: number, samples: number): PixelPlane {
  return { coding: 'png', bits, samples, data: deflate(rows) };
}
