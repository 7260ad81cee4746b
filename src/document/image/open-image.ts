// Opening an image: what it is and how large, from its headers; and its pixels for PDF, prepared once a process.
import { PdfgenError } from '../../contract/errors.ts';
import type { ImageSource } from '../layout/fragment.ts';
import type { Resource } from '../resources.ts';
import { BoundedCache } from './bounded-cache.ts';
import { invalidImage } from './failure.ts';
import { isJpeg, type JpegHeader, readJpegHeader } from './jpeg-header.ts';
import { isPng, readPngChunks, readPngSize } from './png-chunks.ts';
import { passesThrough, readPngRaster } from './png-raster.ts';
import type { Raster } from './raster.ts';

/** An image whose natural size is known: `width` and `height` are in pixels as it is to be seen, its orientation applied. */
export interface OpenedImage extends ImageSource {
  /** Pixels per inch by the file's own account. */
  readonly dpi: number | undefined;
  /** 1–8 as Exif counts them; paint turns the image by it. */
  readonly orientation: number;
}

/** By key: what opening found. The headers of one file are read once a process. */
const opened = new BoundedCache<Omit<OpenedImage, 'key' | 'bytes'>>(1024);
/** Compressed pixels in bytes. */
const rasters = new BoundedCache<Raster>(64 * 1024 * 1024);

/**
 * Reads an image's headers and checks it against the limit before any pixel is decompressed; then decompresses it where PDF
 * cannot take it as it is. Raises ASSET_INVALID (not PNG or JPEG, damaged, cut off) and RENDER_LIMIT.
 */
export function openImage({ key, bytes }: Resource, limits: { readonly maxPixels: number }): OpenedImage {
  let found = opened.get(key);
  if (!found) {
    const { width, height } = readSize(bytes);
    checkPixels(width, height, limits.maxPixels);
    found = describe(key, bytes);
    opened.set(key, found);
  }
  checkPixels(found.width, found.height, limits.maxPixels);
  return { ...found, key, bytes };
}

/** The pixels of an opened image. Raises ASSET_INVALID. */
export function readRaster({ key, bytes, format }: Pick<ImageSource, 'key' | 'bytes' | 'format'>): Raster {
  const known = rasters.get(key);
  if (known) return known;
  const raster = format === 'png' ? readPngRaster(readPngChunks(bytes)) : jpegRaster(bytes, readJpegHeader(bytes));
  rasters.set(key, raster, raster.plane.data.length + (raster.alpha?.data.length ?? 0));
  return raster;
}

function readSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  if (isPng(bytes)) return readPngSize(bytes);
  if (isJpeg(bytes)) return readJpegHeader(bytes);
  throw invalidImage('is neither PNG nor JPEG');
}

function checkPixels(width: number, height: number, maxPixels: number): void {
  if (width * height <= maxPixels) return;
  throw new PdfgenError(
    'RENDER_LIMIT',
    `The image has ${width} × ${height} pixels, more than ${maxPixels} (limit maxImagePixels).`,
  );
}

function describe(key: string, bytes: Uint8Array): Omit<OpenedImage, 'key' | 'bytes'> {
  if (!isPng(bytes)) {
    const { width, height, orientation, dpi } = readJpegHeader(bytes);
    // Orientations from 5 on exchange rows and columns.
    const isTurned = orientation >= 5;
    return { format: 'jpeg', width: isTurned ? height : width, height: isTurned ? width : height, dpi, orientation };
  }
  const png = readPngChunks(bytes);
  // Damage in the pixels is to be known now, when the caller can still put a fallback in the image's place.
  if (!passesThrough(png)) readRaster({ key, bytes, format: 'png' });
  return { format: 'png', width: png.width, height: png.height, dpi: png.dpi, orientation: 1 };
}

function jpegRaster(bytes: Uint8Array, { width, height, components, isAdobe }: JpegHeader): Raster {
  return {
    width,
    height,
    plane: { coding: 'jpeg', bits: 8, samples: components, data: bytes },
    color: components === 4 ? { kind: 'cmyk', inverted: isAdobe } : { kind: components === 1 ? 'gray' : 'rgb' },
    transparent: undefined,
    alpha: undefined,
  };
}
