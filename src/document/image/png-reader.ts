// Opens a PNG.
import { checkBytes } from './image-limits.ts';
import type { PictureReader } from './picture-reader.ts';
import { readPngChunks, readPngSize } from './png-chunks.ts';
import { checkStored, decodedBytes, hasAlpha, readPngRaster } from './png-raster.ts';

export const pngReader: PictureReader = {
  name: 'PNG',
  leaner: 'with 8 bits a sample, without opacity and interlacing',
  readSize: readPngSize,
  open(bytes, { maxBytes }) {
    const png = readPngChunks(bytes);
    const { width, height, dpi } = png;
    const found = {
      ...{ width, height, dpi, orientation: 1, decodedBytes: decodedBytes(png) },
      traits: { bits: png.bits, hasAlpha: hasAlpha(png), cmyk: undefined },
    };
    checkBytes(pngReader, found, maxBytes);
    if (found.decodedBytes > 0) return { ...found, raster: readPngRaster(png) };
    checkStored(png, maxBytes);
    return found;
  },
  readRaster: (bytes) => readPngRaster(readPngChunks(bytes)),
};
