import { inflateSync } from 'node:zlib';
import { unfilter } from '../../../src/document/image/png-rows.ts';
import type { PixelPlane } from '../../../src/document/image/raster.ts';

/** Samples of a compressed plane, as numbers. */
export function samplesIn(plane: PixelPlane, width: number, height: number): number[] {
  const rowBytes = Math.ceil((width * plane.samples * plane.bits) / 8);
  const inflated = inflateSync(plane.data);
  const rows =
    plane.coding === 'png' ? unfilter(inflated, height, rowBytes, Math.max(1, (plane.samples * plane.bits) >> 3)) : inflated;
  const values: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < width * plane.samples; i++) {
      const bit = i * plane.bits;
      const at = y * rowBytes + (bit >> 3);
      if (plane.bits === 16) values.push((rows[at]! << 8) | rows[at + 1]!);
      else values.push((rows[at]! >> (8 - plane.bits - (bit & 7))) & (2 ** plane.bits - 1));
    }
  }
  return values;
}
