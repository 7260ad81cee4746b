// Opens an image: reads its kind and size from its headers, and prepares its pixels for PDF once a process.

import { BoundedCache } from '../../cache/bounded-cache.ts';
import { findDrawingFault } from '../../contract/asset-types.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { Resource } from '../resources.ts';
import { checkedBytes, checkJpeg } from './check-jpeg.ts';
import { invalidImage } from './failure.ts';
import type { ImageSource, ImageTraits } from './image-source.ts';
import { isJpeg, type JpegHeader, readJpegHeader } from './jpeg-header.ts';
import { isPng, readPngChunks, readPngSize } from './png-chunks.ts';
import { checkStored, decodedBytes, hasAlpha, readPngRaster } from './png-raster.ts';
import type { Raster } from './raster.ts';

/** An image with a known natural size: `width` and `height` are in pixels, with its orientation applied. */
export interface OpenedImage extends ImageSource {
  /** Pixels per inch, if the file has them. */
  readonly dpi: number | undefined;
  /** 1–8 as Exif counts them; paint turns the image by it. */
  readonly orientation: number;
  readonly traits: ImageTraits;
}

export interface ImageLimits {
  readonly maxPixels: number;
  /** Bytes of the pixels, if they must be decoded. */
  readonly maxBytes: number;
}

type Found = Omit<OpenedImage, 'key' | 'bytes'> & { readonly decodedBytes: number };

/** Opened images by key. A process opens a file once. */
const opened = new BoundedCache<Found>(1024);
/** Compressed pixels in bytes. */
const rasters = new BoundedCache<Raster>(64 * 1024 * 1024);

/**
 * Reads an image's headers and checks it against the limits before any pixel is decompressed. Then decompresses the image if PDF cannot take it as it
 * is; otherwise checks that it can be decoded to its end. Raises ASSET_INVALID (not PNG or JPEG, damaged, cut off) and RENDER_LIMIT.
 */
export function openImage({ key, bytes }: Resource, limits: ImageLimits): OpenedImage {
  let found = opened.get(key);
  if (!found) {
    const { width, height } = readSize(bytes);
    checkPixels(width, height, limits.maxPixels);
    found = describeImage(key, bytes, limits);
    opened.set(key, found);
  }
  const { decodedBytes: decoded, ...image } = found;
  checkPixels(image.width, image.height, limits.maxPixels);
  checkBytes(image.format === 'png' ? 'PNG' : 'JPEG', image.width, image.height, decoded, limits.maxBytes);
  return { ...image, key, bytes };
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
  throw invalidImage(findDrawingFault(bytes) ?? 'is not a picture. Give a PNG or JPEG');
}

function checkPixels(width: number, height: number, maxPixels: number): void {
  if (width * height <= maxPixels) return;
  throw new PdfgenError(
    'RENDER_LIMIT',
    `The image has ${width} × ${height} pixels, more than ${maxPixels} (limit maxImagePixels).`,
  );
}

const leaner = {
  PNG: 'with 8 bits a sample, without opacity and interlacing',
  JPEG: 'without progressive scans',
};

function checkBytes(format: 'PNG' | 'JPEG', width: number, height: number, decoded: number, maxBytes: number): void {
  if (decoded <= maxBytes) return;
  throw new PdfgenError(
    'RENDER_LIMIT',
    `The ${format} of ${width} × ${height} pixels takes ${decoded} bytes to decode, more than ${maxBytes} (limit maxImageBytes). Make it smaller, or save it ${leaner[format]}.`,
  );
}

function describeImage(key: string, bytes: Uint8Array, { maxBytes }: ImageLimits): Found {
  if (!isPng(bytes)) {
    const { width, height, components, isProgressive, orientation, dpi, profile } = readJpegHeader(bytes);
    const decoded = isProgressive ? checkedBytes(width, height, components) : 0;
    checkBytes('JPEG', width, height, decoded, maxBytes);
    const damage = checkJpeg(bytes);
    if (damage !== undefined) throw invalidImage(`is a damaged JPEG: ${damage}`);
    // Orientations from 5 on exchange rows and columns.
    const isTurned = orientation >= 5;
    return {
      format: 'jpeg',
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      dpi,
      orientation,
      traits: { bits: 8, hasAlpha: false, cmyk: components === 4 ? { profile: profile?.[8] } : undefined },
      decodedBytes: decoded,
    };
  }
  const png = readPngChunks(bytes);
  const { width, height, dpi } = png;
  const decoded = decodedBytes(png);
  checkBytes('PNG', width, height, decoded, maxBytes);
  // Damage in the pixels must be found now, while the caller can still use a fallback.
  if (decoded > 0) readRaster({ key, bytes, format: 'png' });
  else checkStored(png, maxBytes);
  const traits = { bits: png.bits, hasAlpha: hasAlpha(png), cmyk: undefined };
  return { format: 'png', width, height, dpi, orientation: 1, traits, decodedBytes: decoded };
}

function jpegRaster(bytes: Uint8Array, { width, height, components, isAdobe, profile }: JpegHeader): Raster {
  return {
    width,
    height,
    plane: { coding: 'jpeg', bits: 8, samples: components, data: bytes },
    color: components === 4 ? { kind: 'cmyk', inverted: isAdobe, profile } : { kind: components === 1 ? 'gray' : 'rgb' },
    transparent: undefined,
    alpha: undefined,
  };
}
