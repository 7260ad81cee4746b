// Opens an image: reads its kind and size from its headers, and prepares its pixels for PDF once a process.

import { BoundedCache } from '../../cache/bounded-cache.ts';
import { findDrawingFault, pictureNames } from '../../contract/asset-types.ts';
import type { Resource } from '../resources.ts';
import { countNumbers } from './drawing.ts';
import { invalidImage } from './image-error.ts';
import { checkBytes, checkPixels, type ImageLimits } from './image-limits.ts';
import type { ImageSource } from './image-source.ts';
import type { OpenedPicture, PictureFonts, PictureReader } from './picture-reader.ts';
import { readerOf } from './picture-readers.ts';
import type { Raster } from './raster.ts';
import type { StoredImage } from './stored-image.ts';

/** An image with a known natural size: `width` and `height` are in pixels, with its orientation applied. */
export type OpenedImage = ImageSource & Omit<OpenedPicture, 'decodedBytes'>;

/** Opened images by key. A process opens a file once. */
const opened = new BoundedCache<OpenedPicture>(1024);
/** Compressed pixels of pictures. The limit is in bytes. */
const rasters = new BoundedCache<Raster>(64 * 1024 * 1024);

/**
 * Reads an image's headers and checks it against the limits before any pixel is decompressed. Then decompresses the image if PDF cannot take it as it
 * is; otherwise checks that it can be decoded to its end. Raises ASSET_INVALID (no picture, damaged, cut off) and RENDER_LIMIT.
 */
export function openImage(file: Resource, limits: ImageLimits, fonts?: PictureFonts): OpenedImage {
  const { key, bytes } = file;
  const reader = pictureReader(bytes);
  const keyWithFonts = `${key} ${fonts?.key}`;
  let found = opened.get(key) ?? opened.get(keyWithFonts);
  if (!found) {
    const { width, height } = reader.readSize(bytes);
    checkPixels(width, height, limits.maxPixels);
    const openPicture = (inner: Resource) => openImage(inner, limits, fonts);
    const { raster, ...picture } = reader.open(bytes, limits, { fonts, openPicture });
    if (raster) keep(key, raster);
    found = picture;
    opened.set(found.usesFonts ? keyWithFonts : key, found, weigh(found));
  }
  if (!found.drawing) checkPixels(found.width, found.height, limits.maxPixels);
  checkBytes(reader, found, limits.maxBytes);
  const { decodedBytes: _, ...image } = found;
  return { ...image, ...(image.usesFonts && { fontsKey: fonts?.key }), key, bytes };
}

/** A drawing of 10,000 numbers counts as one picture more. */
function weigh({ drawing }: OpenedPicture): number {
  return 1 + (drawing ? countNumbers(drawing.parts) / 10_000 : 0);
}

/** The pixels of an opened image. Raises ASSET_INVALID. */
export function readRaster({ key, bytes }: Pick<StoredImage, 'key' | 'bytes'>): Raster {
  const known = rasters.get(key);
  if (known) return known;
  const raster = pictureReader(bytes).readRaster!(bytes);
  keep(key, raster);
  return raster;
}

function keep(key: string, raster: Raster): void {
  rasters.set(key, raster, raster.plane.data.length + (raster.alpha?.data.length ?? 0));
}

function pictureReader(bytes: Uint8Array): PictureReader {
  const reader = readerOf(bytes);
  if (!reader) throw invalidImage(findDrawingFault(bytes, pictureNames) ?? `is not a picture. Give a ${pictureNames}`);
  return reader;
}
