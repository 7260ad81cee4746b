// Makes the pixels of a decoder ready for PDF: colour and opacity apart, with row filters that compress well.
import { fitProfile } from './color-profile.ts';
import { packPlane, type Raster } from './raster.ts';
import type { ImageTraits } from './stored-image.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes each: red, green, blue and opacity. */
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** A decoder. Undefined: the file is damaged. */
export type Decode<Settings extends readonly unknown[] = []> = (bytes: Uint8Array, ...settings: Settings) => Pixels | undefined;

export interface PackedPixels {
  readonly raster: Raster;
  readonly traits: ImageTraits;
}

/** `profile`: the colour profile as the file holds it. Colours that are all gray take one sample, unless the profile is for others. */
export function packPixels(pixels: Pixels, profile: Uint8Array | undefined): PackedPixels {
  const { width, height, data } = pixels;
  const { isGray, isOpaque } = look(pixels);
  let space: 'gray' | 'rgb' = 'rgb';
  let own = fitProfile(profile, space);
  if (isGray && !own.profile) {
    space = 'gray';
    own = fitProfile(profile, space);
  }
  const samples = space === 'gray' ? 1 : 3;
  const colors = filterRows(width, height, samples, (row, y) => {
    for (let x = 0, from = y * width * 4; x < width; x++, from += 4)
      for (let i = 0; i < samples; i++) row[x * samples + i] = data[from + i]!;
  });
  const alphas =
    !isOpaque &&
    filterRows(width, height, 1, (row, y) => {
      for (let x = 0, from = y * width * 4 + 3; x < width; x++, from += 4) row[x] = data[from]!;
    });
  const raster: Raster = {
    width,
    height,
    color: { kind: space, profile: own.profile },
    plane: packPlane(colors, 8, samples),
    transparent: undefined,
    alpha: alphas ? packPlane(alphas, 8, 1) : undefined,
  };
  const traits = { bits: 8, hasAlpha: !isOpaque, space, profile: own.profile?.version, ...(own.doubt && { doubt: own.doubt }) };
  return { raster, traits };
}

function look({ data }: Pixels): { readonly isGray: boolean; readonly isOpaque: boolean } {
  let isGray = true;
  let isOpaque = true;
  for (let at = 0; at < data.length && (isGray || isOpaque); at += 4) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) isGray = false;
    if (data[at + 3] !== 255) isOpaque = false;
  }
  return { isGray, isOpaque };
}

/** Rows with a filter byte each: of no filter, the row above, and Paeth, the one that leaves the smallest numbers (ISO/IEC 15948, 12.8). */
function filterRows(width: number, height: number, samples: number, read: (row: Uint8Array, y: number) => void): Uint8Array {
  const rowBytes = width * samples;
  const rows = new Uint8Array(height * (rowBytes + 1));
  let row = new Uint8Array(rowBytes);
  let above = new Uint8Array(rowBytes);
  const [up, paeth] = [new Uint8Array(rowBytes), new Uint8Array(rowBytes)];
  for (let y = 0; y < height; y++) {
    read(row, y);
    const sums = [0, 0, 0];
    for (let i = 0; i < rowBytes; i++) {
      const value = row[i]!;
      const b = above[i]!;
      const a = i >= samples ? row[i - samples]! : 0;
      const c = i >= samples ? above[i - samples]! : 0;
      const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
      up[i] = value - b;
      paeth[i] = value - (toA <= toB && toA <= toC ? a : toB <= toC ? b : c);
      sums[0]! += magnitude(value);
      sums[1]! += magnitude(up[i]!);
      sums[2]! += magnitude(paeth[i]!);
    }
    const best = sums.indexOf(Math.min(...sums));
    const at = y * (rowBytes + 1);
    rows[at] = [0, 2, 4][best]!;
    rows.set([row, up, paeth][best]!, at + 1);
    [row, above] = [above, row];
  }
  return rows;
}

/** As a signed number. */
const magnitude = (byte: number): number => (byte < 128 ? byte : 256 - byte);
