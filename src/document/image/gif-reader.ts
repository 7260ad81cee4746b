// Opens a GIF: its first frame, as indices into its palette. PDF takes both, and a transparent colour.
import { joinBytes } from '../../platform/bytes.ts';
import { deflate } from '../../platform/index.ts';
import { type GifFrame, readFirstFrame } from './gif-blocks.ts';
import { unpackCodes } from './gif-codes.ts';
import { invalidImage } from './image-error.ts';
import { checkBytes } from './image-limits.ts';
import type { PictureReader } from './picture-reader.ts';
import type { PixelPlane, Raster } from './raster.ts';

export const gifReader: PictureReader = {
  name: 'GIF',
  leaner: 'as a PNG',
  readSize: readFirstFrame,
  open(bytes, { maxBytes }) {
    const frame = readFirstFrame(bytes);
    const { width, height, isAnimated } = frame;
    // The frame, the picture around it, and its opacity.
    const found = { width, height, dpi: undefined, orientation: 1, decodedBytes: 3 * width * height };
    checkBytes(gifReader, found, maxBytes);
    const raster = readGifRaster(frame);
    const traits = { bits: 8, hasAlpha: raster.alpha !== undefined, space: 'rgb', profile: undefined, isAnimated } as const;
    return { ...found, traits, raster };
  },
  readRaster: (bytes) => readGifRaster(readFirstFrame(bytes)),
};

function readGifRaster(frame: GifFrame): Raster {
  const { width, height, left, top, columns, rows, codeBits, data } = frame;
  const packed = new Uint8Array(columns * rows);
  const fault = unpackCodes(data, codeBits, packed);
  if (fault !== undefined) throw invalidImage(`is a damaged GIF: ${fault}`);
  const isUsed = new Uint8Array(256);
  for (const index of packed) isUsed[index] = 1;
  if (isUsed.some((used, index) => used === 1 && index !== frame.transparent && 3 * index >= frame.palette.length))
    throw invalidImage('is a damaged GIF: a pixel has a colour that is not in its palette');
  const isSmaller = columns < width || rows < height;
  const around = frame.transparent ?? isUsed.indexOf(0);
  const isKeyed = around >= 0;
  const indices = new Uint8Array(width * height).fill(Math.max(0, around));
  const alphas = isSmaller && !isKeyed ? new Uint8Array(width * height) : undefined;
  for (const [i, row] of rowOrder(frame).entries()) {
    const to = (top + row) * width + left;
    indices.set(packed.subarray(i * columns, (i + 1) * columns), to);
    alphas?.fill(255, to, to + columns);
  }
  const transparent = isKeyed && (isSmaller || isUsed[around] === 1) ? around : undefined;
  return {
    width,
    height,
    color: { kind: 'indexed', palette: withColor(frame.palette, transparent), profile: undefined },
    plane: packIndices(indices),
    transparent: transparent === undefined ? undefined : [transparent, transparent],
    alpha: alphas && packIndices(alphas),
  };
}

const packIndices = (indices: Uint8Array): PixelPlane => ({ coding: 'flate', bits: 8, samples: 1, data: deflate(indices) });

/** The rows of a frame in the order of the file (appendix E). */
function rowOrder({ rows, isInterlaced }: GifFrame): readonly number[] {
  const passes = isInterlaced
    ? [
        [0, 8],
        [4, 8],
        [2, 4],
        [1, 2],
      ]
    : [[0, 1]];
  return passes.flatMap(([first, step]) =>
    Array.from({ length: Math.ceil(Math.max(0, rows - first!) / step!) }, (_, i) => first! + i * step!),
  );
}

/** A palette that has the index too. */
function withColor(palette: Uint8Array, index: number | undefined): Uint8Array {
  if (index === undefined || 3 * index < palette.length) return palette;
  return joinBytes([palette, new Uint8Array(3 * (index + 1) - palette.length)]);
}
