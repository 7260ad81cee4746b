import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkJpeg } from '../../../src/document/image/check-jpeg.ts';
import { openImage } from '../../../src/document/image/open-image.ts';
import { createRandom } from '../../support/random.ts';
import { toResource } from './make-image.ts';
import { makeJpeg, progressiveScans, segment, type WholeJpegOptions } from './make-jpeg.ts';

const files = new URL('./jpeg/', import.meta.url);
const together = [{ of: [0, 1, 2] }];
/** The sampling of three colours, in both directions. */
const three = (first: number, others = first) => [first, others, others].map((one) => [one, one] as const);
const plain = { width: 50, height: 40, sampling: three(2, 1), scans: together };

const make = (more: Partial<WholeJpegOptions> = {}) => makeJpeg({ ...plain, random: createRandom(1), ...more });

/** Where the bytes of the first scan begin and end. */
function firstScan(jpeg: Buffer): { readonly begin: number; readonly end: number } {
  const header = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const begin = header + 2 + jpeg.readUInt16BE(header + 2);
  let end = begin;
  while (jpeg[end] !== 0xff || jpeg[end + 1] === 0 || (jpeg[end + 1]! & 0xf8) === 0xd0) end++;
  return { begin, end };
}

const endMarker = Buffer.from([0xff, 0xd9]);

describe('what encoders write is whole', () => {
  test.each(readdirSync(files))('%s', (name) => {
    expect(checkJpeg(readFileSync(new URL(name, files)))).toBeUndefined();
  });
});

function anyJpeg(seed: number): { readonly jpeg: Buffer; readonly options: WholeJpegOptions } {
  const random = createRandom(seed);
  const oneOf = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const count = oneOf(1, 3, 3, 4);
  const factor = () => [oneOf(1, 2), oneOf(1, 2)] as const;
  const sampling = Array.from({ length: count }, (_, i) => (i === 0 ? factor() : ([1, 1] as const)));
  const isProgressive = random() < 0.5;
  const all = sampling.map((_, i) => i);
  const options: WholeJpegOptions = {
    width: 1 + Math.floor(random() * 70),
    height: 1 + Math.floor(random() * 70),
    sampling,
    isProgressive,
    scans: isProgressive
      ? progressiveScans(count)
      : oneOf(
          [{ of: all }],
          all.map((i) => ({ of: [i] })),
        ),
    restartInterval: oneOf(0, 0, 1, 2, 5, 17),
    codeBits: oneOf(8, 9, 12, 15),
    random,
  };
  return { jpeg: makeJpeg(options), options };
}

test.each(Array.from({ length: 80 }, (_, seed) => seed))(
  'any image is whole, and cut off anywhere in its pixels it is not (%i)',
  (seed) => {
    const { jpeg, options } = anyJpeg(seed);
    expect(checkJpeg(jpeg), JSON.stringify(options)).toBeUndefined();
    const { begin, end } = firstScan(jpeg);
    const step = Math.max(1, Math.floor((end - begin) / 25));
    // The last two bytes may hold less than a code.
    for (let at = begin; at < end - 2; at += step)
      expect(checkJpeg(Buffer.concat([jpeg.subarray(0, at), endMarker])), `cut at ${at}`).toBeDefined();
  },
);

test.each(Array.from({ length: 20 }, (_, seed) => seed))('damage anywhere is named or passed, never raised (%i)', (seed) => {
  const { jpeg } = anyJpeg(seed);
  const random = createRandom(seed);
  for (let i = 0; i < 60; i++) {
    const damaged = Buffer.from(jpeg);
    for (let n = 0; n < 3; n++) damaged[2 + Math.floor(random() * (jpeg.length - 2))] = Math.floor(random() * 256);
    expect(['string', 'undefined']).toContain(typeof checkJpeg(damaged));
  }
});

describe('damage is named', () => {
  const replace = (jpeg: Buffer, from: readonly number[], to: readonly number[]) => {
    const at = jpeg.indexOf(Buffer.from(from));
    expect(at).toBeGreaterThan(0);
    return Buffer.concat([jpeg.subarray(0, at), Buffer.from(to), jpeg.subarray(at + from.length)]);
  };
  const restarting = make({ restartInterval: 2 });
  const { begin, end } = firstScan(make());
  const inPixels = (bytes: readonly number[]) => {
    const jpeg = make();
    return Buffer.concat([jpeg.subarray(0, end), Buffer.from(bytes), jpeg.subarray(end)]);
  };

  test.each([
    [
      'an invalid code',
      () => Buffer.concat([make().subarray(0, begin), Buffer.from([0xfe, 0xfe, 0xfe]), make().subarray(begin)]),
      /invalid code \(at byte \d+\)/,
    ],
    ['a restart marker that is missing', () => replace(restarting, [0xff, 0xd1], [0x12, 0x34]), /restart marker/],
    ['a restart marker out of turn', () => replace(restarting, [0xff, 0xd1], [0xff, 0xd2]), /restart marker is missing/],
    ['bytes behind the pixels', () => inPixels([1, 2, 3]), /more data follows its pixels/],
    ['no end', () => make().subarray(0, -2), /end marker is missing/],
    ['no table of codes', () => replace(make(), [0xff, 0xc4], [0xff, 0xe4]), /table of codes is missing/],
    ['no quantization table', () => replace(make(), [0xff, 0xdb], [0xff, 0xe5]), /quantization table is missing/],
    ['a colour without pixels', () => make({ scans: [{ of: [0] }, { of: [2] }] }), /part of its colours is missing/],
    ['a colour that comes twice', () => make({ scans: [...together, ...together] }), /out of order/],
    [
      'a table of codes that cannot be',
      () => make({ extra: segment(0xc4, [0, 3, ...Array(15).fill(0), 1, 2, 3]) }),
      /table of codes is invalid/,
    ],
    [
      'a first coefficient of too many bits',
      () => make({ extra: segment(0xc4, [0, 1, ...Array(15).fill(0), 16]) }),
      /table of codes is invalid/,
    ],
    ['units of too many blocks', () => make({ sampling: three(2) }), /too many blocks in a unit/],
    ['too many scans', () => make({ isProgressive: true, sampling: three(1), scans: manyScans() }), /more than 200 scans/],
  ] as const)('%s', (_what, jpeg, words) => {
    expect(checkJpeg(jpeg())).toMatch(words);
  });

  test('padding behind the pixels and a last restart marker are no damage', () => {
    expect(checkJpeg(inPixels([0, 0, 0]))).toBeUndefined();
    expect(checkJpeg(inPixels([0xff, 0xff]))).toBeUndefined();
    expect(checkJpeg(inPixels([0xff, 0xd4]))).toBeUndefined();
  });
});

/** One coefficient of one component at a time. */
function manyScans() {
  const bands = Array.from({ length: 63 }, (_, i) =>
    [0, 1, 2].map((of) => ({ of: [of], band: [i + 1, i + 1, 0, 1] as const })),
  ).flat();
  const finer = bands.map(({ of, band }) => ({ of, band: [band[0], band[1], 1, 0] as const }));
  return [{ of: [0, 1, 2], band: [0, 0, 0, 0] as const }, ...bands, ...finer];
}

test('a large picture has as many scans as its pixels need: runs of empty blocks take no bytes, but time', () => {
  const [width, height] = [1600, 1280];
  const blocks = (width * height) / 64;
  const segment = (marker: number, ...content: readonly number[]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);
  const none = Array<number>(15).fill(0);
  // A run of 16,384 blocks and more: the code 0, and 14 bits.
  const bits = ((blocks - 16_384) << 1) | 1;
  const run = Buffer.from([bits >> 8, bits & 255]);
  const scan = (band: number, high: number, data: Buffer) => Buffer.concat([segment(0xda, 1, 1, 0, band, band, high), data]);
  const jpeg = (bands: number) =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xdb, 0, ...Array<number>(64).fill(1)),
      segment(0xc2, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0),
      segment(0xc4, 0, 1, ...none, 0),
      segment(0xc4, 0x10, 1, ...none, 0xe0),
      scan(0, 0, Buffer.alloc(blocks / 8)),
      ...Array.from({ length: bands }, (_, i) => scan(i + 1, 0, run)),
      Buffer.from([0xff, 0xd9]),
    ]);
  expect(checkJpeg(jpeg(60))).toBeUndefined();
  const refined = Array.from({ length: 60 }, (_, i) => [scan(i + 1, 0x01, run), scan(i + 1, 0x10, run)]);
  const whole = jpeg(0);
  expect(checkJpeg(Buffer.concat([whole.subarray(0, -2), ...refined.flat(), whole.subarray(-2)]))).toMatch(
    /far more scans than its pixels need/,
  );
});

test('a damaged JPEG is not opened, so that it never reaches a PDF', () => {
  const jpeg = make();
  const limits = { maxPixels: 10_000, maxBytes: 100_000 };
  expect(openImage(toResource(jpeg), limits)).toMatchObject({ width: 50, height: 40 });
  const cut = Buffer.concat([jpeg.subarray(0, firstScan(jpeg).begin + 20), endMarker]);
  expect(() => openImage(toResource(cut), limits)).toThrow(
    /^The image is a damaged JPEG: its pixels end too early \(at byte \d+\)\.$/,
  );
});

test('what checking a progressive image takes is bounded by its header', () => {
  const jpeg = make({ isProgressive: true, scans: progressiveScans(3) });
  expect(() => openImage(toResource(jpeg), { maxPixels: 10_000, maxBytes: 500 })).toThrow(
    /limit maxImageBytes.*without progressive/,
  );
});
