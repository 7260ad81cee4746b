// Prepares the pixels of a PNG for PDF. PDF knows PNG's row filters, so image data passes through unchanged, unless it is interlaced or has opacity.
import { joinBytes } from '../../platform/bytes.ts';
import { deflate, inflate } from '../../platform/index.ts';
import { fitProfile, mostProfileBytes, type OwnProfile } from './color-profile.ts';
import { invalidImage } from './image-error.ts';
import type { PngChunks } from './png-chunks.ts';
import { deinterlace, unfilter } from './png-rows.ts';
import { type PixelPlane, packPlane, type Raster, type RasterColor } from './raster.ts';

/** Colour samples of a pixel, by colour type. */
const colorSamples = { 0: 1, 2: 3, 3: 1, 4: 1, 6: 3 } as const;

/** Whether the pixels pass through without decompression. */
function passesThrough(png: PngChunks): boolean {
  return !png.isInterlaced && !hasAlpha(png);
}

/** Whether each pixel has its own opacity. A single transparent color of up to 8 bits does not count: PDF has a mask for it. */
export function hasAlpha(png: PngChunks): boolean {
  return png.colorType >= 4 || isPlane(transparencyOf(png));
}

/**
 * Memory for preparing the pixels for PDF, in bytes; 0 if they pass through. An interlaced image is held twice. A palette with opacity needs a byte
 * for each pixel.
 */
export function decodedBytes(png: PngChunks): number {
  if (passesThrough(png)) return 0;
  const { width, height, bits, colorType, isInterlaced } = png;
  const samples = colorSamples[colorType] + (colorType >= 4 ? 1 : 0);
  const rows = height * (1 + Math.ceil((width * bits * samples) / 8));
  return rows * (isInterlaced ? 2 : 1) + (isPlane(transparencyOf(png)) ? width * height : 0);
}

/** Reads pixels that pass through to their end, or up to `maxBytes`: damage would otherwise show only on the page. Raises ASSET_INVALID. */
export function checkStored(png: PngChunks, maxBytes: number): void {
  const rowBytes = 1 + Math.ceil((png.width * png.bits * colorSamples[png.colorType]) / 8);
  const size = rowBytes * png.height;
  if (size > maxBytes) {
    if (inflateFirst(png, maxBytes)) throw tooFewPixels();
    return;
  }
  const rows = inflateRows(png, size);
  for (let at = 0; at < size; at += rowBytes) if (rows[at]! > 4) throw invalidImage('is a PNG with an unknown row filter');
}

/** Raises ASSET_INVALID if the compressed data is damaged, too short, or longer than the header says. */
export function readPngRaster(png: PngChunks): Raster {
  const { width, height, bits } = png;
  const samples = colorSamples[png.colorType];
  const hasAlpha = png.colorType >= 4;
  const transparency = transparencyOf(png);
  const raster = {
    width,
    height,
    color: colorOf(png),
    transparent: transparency.kind === 'key' ? transparency.ranges : undefined,
    alpha: undefined,
  };
  const stored: PixelPlane = { coding: 'png', bits, samples, data: joinBytes(png.data) };
  if (passesThrough(png)) return { ...raster, plane: stored };
  const rows = readRows(png, samples + (hasAlpha ? 1 : 0));
  if (hasAlpha) return { ...raster, ...splitAlpha(rows, png, samples) };
  return {
    ...raster,
    // This must come before reading the opacity, which undoes the row filters in place.
    plane: png.isInterlaced ? packPlane(rows, bits, samples) : stored,
    alpha:
      transparency.kind === 'plane'
        ? paletteAlpha(rows, png, transparency.alphas)
        : transparency.kind === 'wideKey'
          ? keyAlpha(rows, png, transparency.color)
          : undefined,
  };
}

/** The filtered rows of the image. Interlaced rows are put in order. */
function readRows(png: PngChunks, samples: number): Uint8Array {
  const bitsPerPixel = png.bits * samples;
  if (!png.isInterlaced) return inflateRows(png, png.height * (1 + Math.ceil((png.width * bitsPerPixel) / 8)));
  return deinterlace(png.width, png.height, bitsPerPixel, (size) => inflateRows(png, size));
}

function inflateRows(png: PngChunks, size: number): Uint8Array {
  const rows = inflateFirst(png, size);
  if (rows === undefined) throw invalidImage('is a PNG that holds more pixels than its header says');
  if (rows.length < size) throw tooFewPixels();
  return rows;
}

const tooFewPixels = () => invalidImage('is a PNG that holds fewer pixels than its header says');

/** All rows, at most `size` bytes; undefined: the data holds more. */
function inflateFirst(png: PngChunks, size: number): Uint8Array | undefined {
  try {
    return inflate(joinBytes(png.data), size, size);
  } catch (cause) {
    throw invalidImage('is a PNG with damaged image data', cause);
  }
}

/**
 * Separates colour and opacity without undoing the row filters. Every filter combines a sample with the same sample of neighbouring pixels, so the
 * filtered samples of a channel are the filtered rows of this channel.
 */
function splitAlpha(
  rows: Uint8Array,
  { width, height, bits }: PngChunks,
  samples: number,
): { plane: PixelPlane; alpha: PixelPlane } {
  const sampleBytes = bits / 8;
  const colorBytes = samples * sampleBytes;
  // Colours overwrite the front of the rows that they are read from: writing never overtakes reading.
  const colors = rows.subarray(0, height * (1 + width * colorBytes));
  const alphas = new Uint8Array(height * (1 + width * sampleBytes));
  let from = 0;
  let toColor = 0;
  let toAlpha = 0;
  for (let y = 0; y < height; y++) {
    const filter = rows[from++]!;
    if (filter > 4) throw invalidImage('is a PNG with an unknown row filter');
    colors[toColor++] = filter;
    alphas[toAlpha++] = filter;
    for (let x = 0; x < width; x++) {
      for (let i = 0; i < colorBytes; i++) colors[toColor++] = rows[from++]!;
      for (let i = 0; i < sampleBytes; i++) alphas[toAlpha++] = rows[from++]!;
    }
  }
  return { plane: packPlane(colors, bits, samples), alpha: packPlane(alphas, bits, 1) };
}

/** The opacity of each pixel from its palette entry. An entry without opacity is opaque (11.3.2.1). */
function paletteAlpha(rows: Uint8Array, { width, height, bits }: PngChunks, transparency: Uint8Array): PixelPlane {
  const rowBytes = Math.ceil((width * bits) / 8);
  const indices = unfilter(rows, height, rowBytes, 1);
  const alphas = new Uint8Array(width * height);
  const mask = (1 << bits) - 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      const index = (indices[y * rowBytes + (bit >> 3)]! >> (8 - bits - (bit & 7))) & mask;
      alphas[y * width + x] = transparency[index] ?? 255;
    }
  }
  return { coding: 'flate', bits: 8, samples: 1, data: deflate(alphas) };
}

/** The opacity of each pixel of 16 bits a sample: none for one colour. */
function keyAlpha(rows: Uint8Array, { width, height }: PngChunks, color: Uint8Array): PixelPlane {
  const bytes = color.length;
  const pixels = unfilter(rows, height, width * bytes, bytes);
  const alphas = new Uint8Array(width * height);
  for (let i = 0; i < alphas.length; i++) {
    let at = 0;
    while (at < bytes && pixels[i * bytes + at] === color[at]) at++;
    alphas[i] = at === bytes ? 0 : 255;
  }
  return { coding: 'flate', bits: 8, samples: 1, data: deflate(alphas) };
}

function colorOf(png: PngChunks): RasterColor {
  const { profile } = profileOf(png);
  if (png.colorType === 3) return { kind: 'indexed', palette: png.palette!, profile };
  return { kind: spaceOf(png), profile };
}

export const spaceOf = ({ colorType }: PngChunks): 'gray' | 'rgb' => (colorType === 0 || colorType === 4 ? 'gray' : 'rgb');

/** The colour profile of the image. */
export function profileOf(png: PngChunks): OwnProfile {
  if (!png.profile) return { profile: undefined };
  let bytes: Uint8Array | undefined;
  try {
    bytes = inflate(png.profile, mostProfileBytes);
  } catch {
    // Damaged.
  }
  // No bytes are no profile.
  return fitProfile(bytes ?? new Uint8Array(), spaceOf(png));
}

/** The transparency of a PNG without an alpha channel: none, transparent colours, or a plane of opacity. */
type Transparency =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly ranges: readonly number[] }
  /** A colour of 16 bits a sample, for which viewers do not follow the mask of PDF. */
  | { readonly kind: 'wideKey'; readonly color: Uint8Array }
  | { readonly kind: 'plane'; readonly alphas: Uint8Array };

const isPlane = ({ kind }: Transparency): boolean => kind === 'plane' || kind === 'wideKey';

function transparencyOf({ colorType, bits, transparency }: PngChunks): Transparency {
  if (!transparency || colorType >= 4) return { kind: 'none' };
  if (colorType === 3) return paletteTransparency(transparency);
  const samples = colorSamples[colorType];
  if (transparency.length < samples * 2) throw invalidImage('is a PNG with a damaged tRNS chunk');
  if (bits === 16) return { kind: 'wideKey', color: transparency.subarray(0, samples * 2) };
  const mask = 2 ** bits - 1;
  const color = Array.from({ length: samples }, (_, i) => ((transparency[i * 2]! << 8) | transparency[i * 2 + 1]!) & mask);
  return { kind: 'key', ranges: color.flatMap((value) => [value, value]) };
}

/** Transparent palette entries as a range of colours. This works only if they are neighbours and no entry is half transparent. */
function paletteTransparency(alphas: Uint8Array): Transparency {
  const first = alphas.findIndex((alpha) => alpha < 255);
  if (first < 0) return { kind: 'none' };
  const after = alphas.findIndex((alpha, index) => index >= first && alpha !== 0);
  const end = after < 0 ? alphas.length : after;
  const isKey = end > first && alphas.subarray(end).every((alpha) => alpha === 255);
  return isKey ? { kind: 'key', ranges: [first, end - 1] } : { kind: 'plane', alphas };
}
