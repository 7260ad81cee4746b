import { expect, test } from 'vitest';
import { openImage, readRaster } from '../../../src/document/image/open-image.ts';
import type { Pixels } from '../../../src/document/image/rgba-raster.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { testResources } from '../../support/render.ts';
import { toResource } from './make-image.ts';
import { exifOf, joinRiff, makeWebp, pixelsOf, type RiffChunk, readRiff, webpFrame, webpHead } from './make-picture.ts';
import { samplesIn } from './samples-in.ts';

const limits = { maxPixels: 100_000, maxBytes: 1_000_000 };
const open = (bytes: Uint8Array) => withDemanded(testResources, () => openImage(toResource(bytes), limits));
const rasterOf = async (bytes: Uint8Array) => readRaster(await open(bytes));
const channels = ({ data }: Pixels, ...wanted: readonly number[]) => [...data].filter((_, i) => wanted.includes(i % 4));

const plain = pixelsOf(31, 17);
const picture = await makeWebp(plain);
const [own] = readRiff(picture);
/** A file of several parts around the picture. */
const around = (...chunks: readonly RiffChunk[]) => joinRiff([webpHead(31, 17), own!, ...chunks]);

test('pixels without loss come into the PDF as they are', async () => {
  const opened = await open(picture);
  expect(opened).toMatchObject({ width: 31, height: 17, orientation: 1, traits: { bits: 8, hasAlpha: false, space: 'rgb' } });
  const raster = readRaster(opened);
  expect(raster).toMatchObject({ color: { kind: 'rgb' }, alpha: undefined });
  expect(samplesIn(raster.plane, 31, 17)).toEqual(channels(plain, 0, 1, 2));
});

test('opacity comes apart from the colours', async () => {
  const pixels = pixelsOf(31, 17, { alpha: 40 });
  const opened = await open(await makeWebp(pixels));
  expect(opened.traits.hasAlpha).toBe(true);
  const { plane, alpha } = readRaster(opened);
  expect(samplesIn(plane, 31, 17)).toEqual(channels(pixels, 0, 1, 2));
  expect(samplesIn(alpha!, 31, 17)).toEqual(channels(pixels, 3));
});

test('pixels with loss are near those of the source', async () => {
  const smooth = {
    width: 64,
    height: 64,
    data: Uint8Array.from({ length: 4 * 64 * 64 }, (_, i) => (i % 4 === 3 ? 255 : (i >> 8) * 3)),
  };
  const { plane } = await rasterOf(await makeWebp(smooth, 95));
  const given = channels(smooth, ...(plane.samples === 1 ? [0] : [0, 1, 2]));
  const most = Math.max(...samplesIn(plane, 64, 64).map((sample, i) => Math.abs(sample - given[i]!)));
  expect(most).toBeLessThan(12);
});

test('gray pixels take one sample', async () => {
  const pixels = pixelsOf(31, 17, { isGray: true });
  const raster = await rasterOf(await makeWebp(pixels));
  expect(raster.color.kind).toBe('gray');
  expect(samplesIn(raster.plane, 31, 17)).toEqual(channels(pixels, 0));
});

test('the camera says which way up it was held', async () => {
  expect(await open(around(['EXIF', exifOf(6)]))).toMatchObject({ width: 17, height: 31, orientation: 6 });
  const likeJpeg = Buffer.concat([Buffer.from('Exif\0\0'), exifOf(3)]);
  expect(await open(around(['EXIF', likeJpeg]))).toMatchObject({ width: 31, height: 17, orientation: 3 });
  expect(await open(around(['EXIF', Buffer.from('II')]))).toMatchObject({ orientation: 1 });
});

test.each([undefined, 60] as const)('of an animation the first frame is drawn, in its place (quality %s)', async (quality) => {
  const frame = pixelsOf(6, 4, { alpha: 200 });
  const frames = [webpFrame(await makeWebp(frame, quality), 4, 2, frame), webpFrame(picture, 0, 0, plain)];
  const opened = await open(joinRiff([webpHead(31, 17, 0x12), ['ANIM', Buffer.alloc(6)], ...frames]));
  expect(opened).toMatchObject({ width: 31, height: 17, traits: { isAnimated: true, hasAlpha: true } });
  const alphas = samplesIn(readRaster(opened).alpha!, 31, 17);
  const given = channels(frame, 3);
  expect(alphas).toEqual(
    Array.from({ length: 31 * 17 }, (_, i) => {
      const [x, y] = [(i % 31) - 4, Math.floor(i / 31) - 2];
      return x >= 0 && x < 6 && y >= 0 && y < 4 ? given[y * 6 + x] : 0;
    }),
  );
});

test('a claimed size is refused before anything is decoded', async () => {
  const claims = (...head: Parameters<typeof webpHead>) => open(joinRiff([webpHead(...head), own!]));
  await expect(claims(100_000, 100_000)).rejects.toThrow(
    'The image has 100000 × 100000 pixels, more than 100000 (limit maxImagePixels).',
  );
  await expect(claims(31, 18)).rejects.toThrow('The image is a damaged WebP: its picture is not as large as its header says.');
  const claimed = Buffer.from(picture);
  claimed.writeUInt32LE(0x0fffffff, 21);
  await expect(open(claimed)).rejects.toThrow('The image has 16384 × 16384 pixels');
  const small = withDemanded(testResources, () => openImage(toResource(picture), { ...limits, maxBytes: 4000 }));
  await expect(small).rejects.toThrow(
    'The WebP of 31 × 17 pixels takes 4216 bytes to decode, more than 4000 (limit maxImageBytes). Make it smaller, or save it as a JPEG.',
  );
  const frame = pixelsOf(30, 17);
  const beyond = joinRiff([webpHead(31, 17, 2), ['ANIM', Buffer.alloc(6)], webpFrame(await makeWebp(frame), 2, 0, frame)]);
  await expect(open(beyond)).rejects.toThrow('its picture is not as large as its header says');
});

test('damage is named', async () => {
  for (const length of [13, 20, 30, picture.length - 1])
    await expect(open(picture.subarray(0, length))).rejects.toThrow(/^The image is a (?:damaged )?WebP/);
  const noisy = Buffer.from(picture).fill(0x55, 30);
  await expect(open(noisy)).rejects.toThrow('The image is a damaged WebP: its pixels cannot be decoded.');
  await expect(open(joinRiff([webpHead(31, 17), ['ICCP', Buffer.alloc(4)]]))).rejects.toThrow('is a WebP without a picture');
  const long = around(['XMP ', Buffer.alloc(4)]);
  long.writeUInt32LE(100, long.length - 8);
  await expect(open(long)).rejects.toThrow('one of its chunks is longer than the file');
  await expect(open(joinRiff([['VP8 ', Buffer.alloc(20)]]))).rejects.toThrow('it does not begin with a picture');
});

test('nothing of a decoder stays behind', async () => {
  await open(picture);
  expect('ImageData' in globalThis).toBe(false);
});
