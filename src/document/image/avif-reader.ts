// Opens an AVIF. Its pixels are decoded by libavif, which does not turn them.
import { toUtf8 } from '../../platform/bytes.ts';
import { type AvifFile, readAvif } from './avif-boxes.ts';
import { turnedSize } from './exif.ts';
import { invalidImage } from './image-error.ts';
import { checkBytes } from './image-limits.ts';
import type { PictureReader } from './picture-reader.ts';
import { type Decode, type PackedPixels, packPixels } from './rgba-raster.ts';

type DecodeAvif = Decode<[bits: 8]>;

const kind = { name: 'AVIF', leaner: 'as a JPEG' };

export function createAvifReader(decode: DecodeAvif): PictureReader {
  return {
    ...kind,
    readSize: readAvif,
    open(bytes, limits) {
      const file = readAvif(bytes);
      const { width, height, orientation, codedPixels, isAnimated } = file;
      // 7 bytes for the coded colours of a pixel, as measured; then its colours in the decoder, and outside of it.
      const decoded = { ...turnedSize(file, orientation), decodedBytes: 7 * codedPixels + 8 * width * height };
      checkBytes(kind, decoded, limits.maxBytes);
      const { raster, traits } = decodePixels(bytes, file, decode);
      return { ...decoded, dpi: undefined, orientation, traits: { doubt: colorDoubt(file), ...traits, isAnimated }, raster };
    },
    readRaster: (bytes) => decodePixels(bytes, readAvif(bytes), decode).raster,
  };
}

/** Raises ASSET_INVALID. */
function decodePixels(bytes: Uint8Array, { width, height, profile }: AvifFile, decode: DecodeAvif): PackedPixels {
  // The decoder takes the first frame of an animation from its track, unless the file says that it is a still picture.
  const still = Uint8Array.from(bytes);
  still.set(toUtf8('avif'), 8);
  const pixels = decode(still, 8);
  if (pixels?.width !== width || pixels.height !== height) throw invalidImage('is a damaged AVIF: its pixels cannot be decoded');
  return packPixels(pixels, profile);
}

/** A warning if the decoder cannot convert the colours to sRGB (ITU-T H.273, 8.1 and 8.2). Codes 1 and 2: sRGB, or unspecified. */
function colorDoubt({ code }: AvifFile): string | undefined {
  if (!code) return undefined;
  if (code.transfer === 16 || code.transfer === 18)
    return 'has colours of high dynamic range (HDR), which are printed as if they were sRGB';
  return code.primaries > 2
    ? 'has colours beyond sRGB without a colour profile, which are printed as if they were sRGB'
    : undefined;
}
