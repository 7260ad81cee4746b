// Opens a WebP. Its pixels are decoded by libwebp.
import { turnedSize } from './exif.ts';
import { invalidImage } from './image-error.ts';
import { checkBytes, checkPixels } from './image-limits.ts';
import type { PictureReader } from './picture-reader.ts';
import { type Decode, type Pixels, packPixels } from './rgba-raster.ts';
import { readWebp, readWebpSize, type WebpFile } from './webp-container.ts';

const kind = { name: 'WebP', leaner: 'as a JPEG' };

export function createWebpReader(decode: Decode): PictureReader {
  return {
    ...kind,
    readSize: readWebpSize,
    open(bytes, limits) {
      const file = readWebp(bytes);
      const { width, height, orientation, profile, isAnimated } = file;
      checkPixels(width, height, limits.maxPixels);
      // In the decoder, and outside of it.
      const decoded = { ...turnedSize(file, orientation), decodedBytes: 8 * width * height };
      checkBytes(kind, decoded, limits.maxBytes);
      const { raster, traits } = packPixels(decodePixels(file, decode), profile);
      return { ...decoded, dpi: undefined, orientation, traits: { ...traits, isAnimated }, raster };
    },
    readRaster(bytes) {
      const file = readWebp(bytes);
      return packPixels(decodePixels(file, decode), file.profile).raster;
    },
  };
}

/** Raises ASSET_INVALID. */
function decodePixels({ still, width, height, left, top, columns, rows }: WebpFile, decode: Decode): Pixels {
  const frame = decode(still);
  if (!frame || frame.width !== columns || frame.height !== rows)
    throw invalidImage('is a damaged WebP: its pixels cannot be decoded');
  if (columns === width && rows === height) return frame;
  // Around the first frame of an animation there is nothing.
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < rows; y++)
    data.set(frame.data.subarray(4 * y * columns, 4 * (y + 1) * columns), 4 * ((top + y) * width + left));
  return { width, height, data };
}
