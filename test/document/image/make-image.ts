// Images made for tests: PNG of every kind, and JPEG by what its head says.
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Resource } from '../../../src/document/resources.ts';
import { createRandom } from '../../support/random.ts';
import { makeJpeg, progressiveScans, segment } from './make-jpeg.ts';

export interface PngOptions {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colorType: 0 | 2 | 3 | 4 | 6;
  readonly interlaced?: boolean;
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
  /** Dots per metre. */
  readonly density?: number;
  /** Sample `index` of the pixel. */
  readonly sample: (x: number, y: number, index: number) => number;
}

export const samplesOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** A PNG whose rows take the five filters in turn. */
export function makePng(options: PngOptions): Buffer {
  return wrapPng(options, deflateSync(options.interlaced ? interlace(options) : pass(options, 0, 0, 1, 1)));
}

/** A PNG around compressed rows, in two pieces. */
export function wrapPng(options: Omit<PngOptions, 'sample'>, data: Buffer): Buffer {
  const { width, height, bits, colorType, interlaced, palette, transparency, density } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType, 0, 0, interlaced ? 1 : 0], 8);
  const phys = Buffer.alloc(9);
  phys.writeUInt32BE(density ?? 0, 0);
  phys.writeUInt32BE(density ?? 0, 4);
  phys[8] = 1;
  const half = data.length >> 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    makeChunk('IHDR', header),
    ...(palette ? [makeChunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [makeChunk('tRNS', Buffer.from(transparency))] : []),
    ...(density ? [makeChunk('pHYs', phys)] : []),
    makeChunk('IDAT', data.subarray(0, half)),
    makeChunk('IDAT', data.subarray(half)),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function makeChunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}

export function toResource(bytes: Uint8Array): Resource {
  return { key: createHash('sha256').update(bytes).digest('hex'), bytes };
}

function interlace(options: PngOptions): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return Buffer.concat(passes.map(([x, y, stepX, stepY]) => pass(options, x, y, stepX, stepY)));
}

function pass(
  { width, height, bits, colorType, sample }: PngOptions,
  x0: number,
  y0: number,
  stepX: number,
  stepY: number,
): Buffer {
  const samples = samplesOf[colorType];
  const columns = Math.max(0, Math.ceil((width - x0) / stepX));
  if (columns === 0) return Buffer.alloc(0);
  const rowBytes = Math.ceil((columns * samples * bits) / 8);
  const distance = Math.max(1, (samples * bits) >> 3);
  const rows: Buffer[] = [];
  let above = Buffer.alloc(rowBytes);
  for (let y = y0, filter = 0; y < height; y += stepY, filter = (filter + 1) % 5) {
    const row = Buffer.alloc(rowBytes);
    for (let column = 0; column < columns; column++) {
      for (let i = 0; i < samples; i++) putSample(row, (column * samples + i) * bits, bits, sample(x0 + column * stepX, y, i));
    }
    rows.push(Buffer.from([filter]), applyFilter(filter, row, above, distance));
    above = row;
  }
  return Buffer.concat(rows);
}

function putSample(row: Buffer, bit: number, bits: number, value: number): void {
  if (bits === 16) row.writeUInt16BE(value, bit >> 3);
  else row[bit >> 3]! |= value << (8 - bits - (bit & 7));
}

function applyFilter(filter: number, row: Buffer, above: Buffer, distance: number): Buffer {
  return Buffer.from(
    row.map((value, i) => {
      const left = row[i - distance] ?? 0;
      const up = above[i]!;
      const upLeft = above[i - distance] ?? 0;
      const estimate = left + up - upLeft;
      const [toLeft, toUp, toUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
      const paeth = toLeft! <= toUp! && toLeft! <= toUpLeft! ? left : toUp! <= toUpLeft! ? up : upLeft;
      return value - [0, left, up, (left + up) >> 1, paeth][filter]!;
    }),
  );
}

export interface JpegOptions {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** SOF marker; 0xc0 is baseline. */
  readonly frame?: number;
  readonly precision?: number;
  readonly adobe?: boolean;
  readonly density?: number;
  readonly orientation?: number;
  readonly end?: boolean;
}

/** A JPEG whose head says these things. */
export function makePlainJpeg({
  width,
  height,
  components,
  frame = 0xc0,
  precision = 8,
  adobe = false,
  density,
  orientation,
  end = true,
}: JpegOptions): Buffer {
  const extra: Buffer[] = [];
  if (density) extra.push(segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 1, density >> 8, density & 255, 0, 72, 0, 0]));
  if (orientation) {
    const entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
    extra.push(segment(0xe1, [...Buffer.from('Exif\0\0II*\0'), 8, 0, 0, 0, 1, 0, ...entry, 0, 0, 0, 0]));
  }
  const isProgressive = frame === 0xc2;
  const all = Array.from({ length: components }, (_, i) => i);
  const jpeg = makeJpeg({
    width,
    height,
    sampling: all.map(() => [1, 1]),
    scans: isProgressive ? progressiveScans(components) : [{ of: all }],
    isProgressive,
    random: createRandom(1),
    extra: Buffer.concat(extra),
    adobe,
  });
  const header = jpeg.indexOf(Buffer.from([0xff, isProgressive ? 0xc2 : 0xc0, 0]));
  jpeg[header + 1] = frame;
  jpeg[header + 4] = precision;
  return end ? jpeg : jpeg.subarray(0, -2);
}
