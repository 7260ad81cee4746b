import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import type { ImageLimits } from '../../../src/document/image/image-limits.ts';
import { openImage, readRaster } from '../../../src/document/image/open-image.ts';
import { createRandom } from '../../support/random.ts';
import { makeChunk, makePng, type PngOptions, samplesOf, toResource, wrapPng } from './make-image.ts';
import { samplesIn } from './samples-in.ts';

const limits = { maxPixels: 10_000, maxBytes: 100_000 };
const palette = Array.from({ length: 48 }, (_, i) => i * 5);

function open(bytes: Uint8Array) {
  return readRaster(openImage(toResource(bytes), limits));
}

function messageOf(bytes: Uint8Array): string {
  try {
    open(bytes);
  } catch (error) {
    if (error instanceof PdfgenError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
}

const kinds = [
  ...[1, 2, 4, 8, 16].map((bits) => ({ colorType: 0, bits }) as const),
  ...[8, 16].map((bits) => ({ colorType: 2, bits }) as const),
  ...[1, 2, 4, 8].map((bits) => ({ colorType: 3, bits }) as const),
  ...[8, 16].map((bits) => ({ colorType: 4, bits }) as const),
  ...[8, 16].map((bits) => ({ colorType: 6, bits }) as const),
];

for (const { colorType, bits } of kinds) {
  for (const interlaced of [false, true]) {
    test(`colour type ${colorType} with ${bits} bits${interlaced ? ', interlaced,' : ''} keeps its samples`, () => {
      const [width, height] = [13, 11];
      const top = Math.min(2 ** bits, colorType === 3 ? palette.length / 3 : 65_536);
      const sample = (x: number, y: number, i: number) => (x * 31 + y * 17 + i * 101 + x * y * 257) % top;
      const options: PngOptions = { width, height, bits, colorType, interlaced, sample, ...(colorType === 3 && { palette }) };
      const raster = open(makePng(options));
      const samples = samplesOf[colorType];
      const colors = samples === 2 ? 1 : samples === 4 ? 3 : samples;
      const pick = (from: number, count: number) =>
        Array.from({ length: width * height }, (_, p) =>
          Array.from({ length: count }, (__, i) => sample(p % width, Math.floor(p / width), from + i)),
        ).flat();
      expect(samplesIn(raster.plane, width, height)).toEqual(pick(0, colors));
      expect(raster.alpha && samplesIn(raster.alpha, width, height)).toEqual(samples === colors ? undefined : pick(colors, 1));
    });
  }
}

const rgb: PngOptions = { width: 4, height: 3, bits: 8, colorType: 2, sample: (x, y, i) => x * 40 + y * 20 + i };

test('image data without opacity passes through as it stands in the file', () => {
  const file = makePng(rgb);
  const { plane } = open(file);
  expect(plane.coding).toBe('png');
  expect(file.includes(Buffer.from(plane.data).subarray(0, plane.data.length >> 1))).toBe(true);
});

test('one transparent colour becomes a colour key', () => {
  expect(open(makePng({ ...rgb, transparency: [0, 1, 0, 2, 0, 3] })).transparent).toEqual([1, 1, 2, 2, 3, 3]);
});

test('one transparent colour of 16 bits becomes a plane of opacity, because viewers do not follow a key', () => {
  for (const interlaced of [false, true])
    for (const colorType of [0, 2] as const) {
      const sample = (x: number, y: number, i: number) => (x === 1 && (y === 0 || i === 1) ? 0x1234 : 0x1235);
      const options: PngOptions = { width: 3, height: 2, bits: 16, colorType, interlaced, sample };
      const { alpha, transparent } = open(makePng({ ...options, transparency: [0x12, 0x34, 0x12, 0x34, 0x12, 0x34] }));
      expect(transparent).toBeUndefined();
      expect(samplesIn(alpha!, 3, 2)).toEqual([255, 0, 255, 255, 255, 255]);
    }
});

test('palette entries that are wholly transparent become a colour key, others a plane of opacity', () => {
  const indexed: PngOptions = { width: 4, height: 2, bits: 2, colorType: 3, palette: palette.slice(0, 12), sample: (x) => x };
  expect(open(makePng({ ...indexed, transparency: [255, 0, 0] })).transparent).toEqual([1, 2]);
  expect(open(makePng({ ...indexed, transparency: [255, 255] }))).toMatchObject({ transparent: undefined, alpha: undefined });
  const { alpha, transparent } = open(makePng({ ...indexed, transparency: [0, 128] }));
  expect(transparent).toBeUndefined();
  expect(samplesIn(alpha!, 4, 2)).toEqual([0, 128, 255, 255, 0, 128, 255, 255]);
});

test('the resolution comes from the file, or is not given', () => {
  expect(openImage(toResource(makePng({ ...rgb, density: 11_811 })), limits).dpi).toBeCloseTo(300, 1);
  expect(openImage(toResource(makePng(rgb)), limits).dpi).toBeUndefined();
});

test('an image over the limit is refused by its header alone', () => {
  const file = makePng(rgb);
  file.writeUInt32BE(100_000, 16);
  file.writeUInt32BE(100_000, 20);
  expect(messageOf(file)).toBe('RENDER_LIMIT: The image has 100000 × 100000 pixels, more than 10000 (limit maxImagePixels).');
});

test('a limit holds for an image that was opened before under a wider one', () => {
  const resource = toResource(makePng({ ...rgb, width: 5 }));
  openImage(resource, limits);
  expect(() => openImage(resource, { ...limits, maxPixels: 10 })).toThrow(/limit maxImagePixels/);
});

/** A PNG of 2 × 2 pixels, with opacity or without, around any image data. */
function withData(data: Uint8Array, colorType: 2 | 6 = 6): Buffer {
  const header = makePng({ ...rgb, width: 2, height: 2, colorType }).subarray(0, 33);
  return Buffer.concat([header, makeChunk('IDAT', data), makeChunk('IEND', Buffer.alloc(0))]);
}

test('damage is named', () => {
  const file = makePng(rgb);
  const wrongSum = Buffer.from(file);
  wrongSum[45]! ^= 1;
  expect(messageOf(Buffer.from('BM\x36\x10\x0e\0\0\0\0\0'))).toBe(
    'ASSET_INVALID: The image is a BMP picture, which cannot be drawn. Convert it to PNG.',
  );
  expect(messageOf(file.subarray(0, 20))).toBe('ASSET_INVALID: The image ends within its PNG header.');
  expect(messageOf(file.subarray(0, 50))).toMatch(/cut off within its chunk IDAT/);
  expect(messageOf(file.subarray(0, -12))).toMatch(/cut off: its end chunk is missing/);
  expect(messageOf(wrongSum)).toMatch(/checksum of its chunk IDAT is wrong/);
  expect(messageOf(makePng({ ...rgb, bits: 8, colorType: 3 }))).toMatch(/palette that is missing/);
  expect(messageOf(withData(Buffer.from('no zlib')))).toMatch(/damaged image data/);
  expect(messageOf(withData(deflateSync(Buffer.alloc(5))))).toMatch(/fewer pixels than its header says/);
  expect(messageOf(withData(deflateSync(Buffer.alloc(18, 9))))).toMatch(/unknown row filter/);
});

test('damage is named where the pixels pass through as well', () => {
  expect(messageOf(withData(Buffer.from('no zlib'), 2))).toMatch(/damaged image data/);
  expect(messageOf(withData(deflateSync(Buffer.alloc(14)).subarray(0, -1), 2))).toMatch(/damaged image data/);
  expect(messageOf(withData(deflateSync(Buffer.alloc(13)), 2))).toMatch(/fewer pixels than its header says/);
  expect(messageOf(withData(deflateSync(Buffer.alloc(14, 9)), 2))).toMatch(/unknown row filter/);
  expect(messageOf(withData(deflateSync(Buffer.alloc(14)), 2))).toBe('no error');
  expect(messageOf(withData(deflateSync(Buffer.alloc(50_000_000)), 2))).toMatch(/more pixels than its header says/);
});

test('what is let through can be inflated to its last row, whichever bytes are damaged', () => {
  const random = createRandom(17);
  let passed = 0;
  for (let round = 0; round < 1500; round++) {
    const data = deflateSync(Buffer.from(Array.from({ length: 14 }, (_, i) => (i % 7 === 0 ? 0 : Math.floor(random() * 256)))));
    data[Math.floor(random() * data.length)] = Math.floor(random() * 256);
    if (messageOf(withData(data, 2)) !== 'no error') continue;
    passed++;
    expect(inflateSync(data).length).toBe(14);
  }
  expect(passed).toBeGreaterThan(0);
  expect(passed).toBeLessThan(300);
});

test('a small file that inflates without end is stopped at the size its header says', () => {
  expect(messageOf(withData(deflateSync(Buffer.alloc(50_000_000))))).toMatch(/more pixels than its header says/);
});

describe('the bytes of the pixels are bounded before any is decoded', () => {
  /** 10,000 × 10,000 pixels, with nothing behind the header that could be decoded. */
  const large = (more: Partial<PngOptions>) =>
    wrapPng({ width: 10_000, height: 10_000, bits: 8, colorType: 6, ...more }, deflateSync(Buffer.alloc(10)));
  const bounded = { maxPixels: 1e8, maxBytes: 192 * 1024 ** 2 };
  const translucent = { colorType: 3, palette: palette.slice(0, 6), transparency: [0, 128] } as const;

  test.each([
    ['16 bits with opacity', { bits: 16 }, 800_010_000],
    ['8 bits with opacity', {}, 400_010_000],
    ['gray of 16 bits with opacity', { bits: 16, colorType: 4 }, 400_010_000],
    ['interlaced colours', { colorType: 2, interlaced: true }, 600_048_000],
    ['an interlaced palette with opacity', { ...translucent, bits: 8, interlaced: true }, 300_020_000],
  ] as const)('%s', (_what, more, bytes) => {
    const file = large(more);
    expect(() => openImage(toResource(file), bounded)).toThrow(/limit maxImageBytes.*save it with 8 bits/);
    const claimed = Number(/takes (\d+) bytes/.exec(messageOfOpening(file, bounded))![1]);
    expect(Math.abs(claimed - bytes)).toBeLessThan(100_000);
  });

  test('what passes through is read as far as the limit, so that it may be as large as the pixels allow', () => {
    const file = makePng({ ...rgb, width: 99, height: 99 });
    const size = 99 * (1 + 99 * 3);
    for (const maxBytes of [64, size / 2, size - 1, size, size + 1])
      expect(openImage(toResource(file), { ...limits, maxBytes })).toMatchObject({ width: 99, height: 99 });
    expect(messageOfOpening(large({ colorType: 2, bits: 16 }), bounded)).toMatch(/fewer pixels than its header says/);
  });

  test('a limit holds for an image that was opened before under a wider one', () => {
    const resource = toResource(makePng({ ...rgb, colorType: 6, width: 6 }));
    openImage(resource, limits);
    expect(() => openImage(resource, { ...limits, maxBytes: 20 })).toThrow(/limit maxImageBytes/);
  });
});

function messageOfOpening(file: Buffer, within: ImageLimits): string {
  try {
    openImage(toResource(file), within);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
