// PNG pixels for PDF. PDF knows PNG's row filters, so image data passes through unchanged, unless it is interlaced or has opacity.
import { deflateSync, inflateSync } from 'node:zlib';
import { invalidImage } from './failure.ts';
import type { PngChunks } from './png-chunks.ts';
import { deinterlace, unfilter } from './png-rows.ts';
import type { Plane, Raster, RasterColor } from './raster.ts';

/** Colour samples of a pixel, by colour type. */
const colorSamples = { 0: 1, 2: 3, 3: 1, 4: 1, 6: 3 } as const;

/** Whether the pixels pass through without being decompressed. */
export function passesThrough(png: PngChunks): boolean {
  return !png.isInterlaced && png.colorType < 4 && transparencyOf(png).kind !== 'plane';
}

/**
 * Bytes that the pixels take while they are made ready for PDF; 0 where they pass through. An interlaced image is held twice, and
 * opacity by palette entries needs a byte for each pixel.
 */
export function decodedBytes(png: PngChunks): number {
  if (passesThrough(png)) return 0;
  const { width, height, bits, colorType, isInterlaced } = png;
  const samples = colorSamples[colorType] + (colorType >= 4 ? 1 : 0);
  const rows = height * (1 + Math.ceil((width * bits * samples) / 8));
  return rows * (isInterlaced ? 2 : 1) + (transparencyOf(png).kind === 'plane' ? width * height : 0);
}

/**
 * Makes sure that pixels which pass through can be read to their end, or to the first `maxBytes` of a larger image: damage would show
 * only on the page. Raises ASSET_INVALID.
 */
export function checkStored(png: PngChunks, maxBytes: number): void {
  const rowBytes = 1 + Math.ceil((png.width * png.bits * colorSamples[png.colorType]) / 8);
  const size = rowBytes * png.height;
  if (size > maxBytes) {
    if (inflateFirst(png, maxBytes)) throw tooFewPixels();
    return;
  }
  const rows = inflate(png, size);
  for (let at = 0; at < size; at += rowBytes) if (rows[at]! > 4) throw invalidImage('is a PNG with an unknown row filter');
}

/** Raises ASSET_INVALID where the compressed data is damaged, too short or longer than the header says. */
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
  const stored: Plane = { coding: 'png', bits, samples, data: join(png.data) };
  if (passesThrough(png)) return { ...raster, plane: stored };
  const rows = readRows(png, samples + (hasAlpha ? 1 : 0));
  if (hasAlpha) return { ...raster, ...splitAlpha(rows, png, samples) };
  return {
    ...raster,
    // This comes before reading the opacity, which undoes the filters of the rows in place.
    plane: png.isInterlaced ? packPlane(rows, bits, samples) : stored,
    alpha: transparency.kind === 'plane' ? paletteAlpha(rows, png, transparency.alphas) : undefined,
  };
}

/** The filtered rows of the image, brought into order where they were interlaced. */
function readRows(png: PngChunks, samples: number): Uint8Array {
  const bitsPerPixel = png.bits * samples;
  if (!png.isInterlaced) return inflate(png, png.height * (1 + Math.ceil((png.width * bitsPerPixel) / 8)));
  return deinterlace(png.width, png.height, bitsPerPixel, (size) => inflate(png, size));
}

function inflate(png: PngChunks, size: number): Uint8Array {
  const rows = inflateFirst(png, size);
  if (rows === undefined) throw invalidImage('is a PNG that holds more pixels than its header says');
  if (rows.length < size) throw tooFewPixels();
  return rows;
}

const tooFewPixels = () => invalidImage('is a PNG that holds fewer pixels than its header says');

/** All rows, at most `size` bytes; undefined: there are more. */
function inflateFirst(png: PngChunks, size: number): Uint8Array | undefined {
  try {
    // One piece of memory: joining pieces of the usual 16 kB would hold all pixels twice.
    return inflateSync(join(png.data), { maxOutputLength: size, chunkSize: Math.max(64, size + 1) });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw invalidImage('is a PNG with damaged image data', cause);
  }
}

/**
 * Colour and opacity apart, without undoing the row filters: every filter works on a sample and the same sample of its
 * neighbours, so the filtered samples of a channel are that channel's filtered rows.
 */
function splitAlpha(rows: Uint8Array, { width, height, bits }: PngChunks, samples: number): { plane: Plane; alpha: Plane } {
  const sampleBytes = bits / 8;
  const colorBytes = samples * sampleBytes;
  // Colours are written to the front of the rows that they are read from: they never pass the place of reading.
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

/** Opacity by palette entry; entries without one are opaque (11.3.2.1). */
function paletteAlpha(rows: Uint8Array, { width, height, bits }: PngChunks, transparency: Uint8Array): Plane {
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

function packPlane(rows: Uint8Array, bits: number, samples: number): Plane {
  return { coding: 'png', bits, samples, data: deflate(rows) };
}

/** Compresses into one piece of memory, which the system provides as it is filled. Joining pieces would hold the result twice. */
function deflate(bytes: Uint8Array): Uint8Array {
  // RFC 1951, 3.2.4: data that cannot be compressed takes five bytes more a block of up to 65,535; zlib's own bound allows for smaller blocks.
  const most = bytes.length + (bytes.length >> 8) + 1024;
  const deflated = deflateSync(bytes, { chunkSize: most });
  return deflated.length * 2 < most ? Buffer.from(deflated) : deflated;
}

function colorOf({ colorType, palette }: PngChunks): RasterColor {
  if (colorType === 3) return { kind: 'indexed', palette: palette! };
  return { kind: colorType === 0 || colorType === 4 ? 'gray' : 'rgb' };
}

/** How a PNG without an alpha channel is transparent: not at all, by transparent colours, or by a plane of opacity. */
type Transparency =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly ranges: readonly number[] }
  | { readonly kind: 'plane'; readonly alphas: Uint8Array };

function transparencyOf({ colorType, bits, transparency }: PngChunks): Transparency {
  if (!transparency || colorType >= 4) return { kind: 'none' };
  if (colorType === 3) return paletteTransparency(transparency);
  const samples = colorSamples[colorType];
  if (transparency.length < samples * 2) throw invalidImage('is a PNG with a damaged tRNS chunk');
  const mask = 2 ** bits - 1;
  const color = Array.from({ length: samples }, (_, i) => ((transparency[i * 2]! << 8) | transparency[i * 2 + 1]!) & mask);
  return { kind: 'key', ranges: color.flatMap((value) => [value, value]) };
}

/** A colour key is enough if all entries that are not opaque are fully transparent and neighbours. */
function paletteTransparency(alphas: Uint8Array): Transparency {
  const first = alphas.findIndex((alpha) => alpha < 255);
  if (first < 0) return { kind: 'none' };
  const after = alphas.findIndex((alpha, index) => index >= first && alpha !== 0);
  const end = after < 0 ? alphas.length : after;
  const isKey = end > first && alphas.subarray(end).every((alpha) => alpha === 255);
  return isKey ? { kind: 'key', ranges: [first, end - 1] } : { kind: 'plane', alphas };
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}
