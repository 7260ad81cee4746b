import { expect, test } from 'vitest';
import { openImage, readRaster } from '../../../src/document/image/open-image.ts';
import type { Pixels } from '../../../src/document/image/rgba-raster.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { testResources } from '../../support/render.ts';
import { toResource } from './make-image.ts';
import { addProperties, makeAvif, makeBox, pixelsOf } from './make-picture.ts';
import { samplesIn } from './samples-in.ts';

const limits = { maxPixels: 100_000, maxBytes: 1_000_000 };
const open = (bytes: Uint8Array) => withDemanded(testResources, () => openImage(toResource(bytes), limits));
const channels = ({ data }: Pixels, ...wanted: readonly number[]) => [...data].filter((_, i) => wanted.includes(i % 4));

const plain = pixelsOf(31, 17);
const picture = await makeAvif(plain);

test('pixels without loss come into the PDF as they are', async () => {
  const opened = await open(picture);
  expect(opened).toMatchObject({
    width: 31,
    height: 17,
    orientation: 1,
    traits: { bits: 8, hasAlpha: false, space: 'rgb', isAnimated: false },
  });
  expect(samplesIn(readRaster(opened).plane, 31, 17)).toEqual(channels(plain, 0, 1, 2));
});

test('opacity comes apart from the colours', async () => {
  const pixels = pixelsOf(31, 17, { alpha: 40 });
  const opened = await open(await makeAvif(pixels));
  expect(opened.traits.hasAlpha).toBe(true);
  expect(samplesIn(readRaster(opened).alpha!, 31, 17)).toEqual(channels(pixels, 3));
});

// The pictures on the right were turned by libavif from Exif: angle, mirror, orientation.
test.each([
  [undefined, 1, 2],
  [2, undefined, 3],
  [undefined, 0, 4],
  [1, 0, 5],
  [3, undefined, 6],
  [3, 0, 7],
  [1, undefined, 8],
  [1, 1, 7],
  [2, 0, 2],
  [3, 1, 5],
])('irot %s and imir %s are the orientation %s', async (angle, mirror, orientation) => {
  const boxes = [
    ...(angle === undefined ? [] : [makeBox('irot', Buffer.from([angle]))]),
    ...(mirror === undefined ? [] : [makeBox('imir', Buffer.from([mirror]))]),
  ];
  const opened = await open(addProperties(picture, ...boxes));
  expect(opened).toMatchObject({ orientation, ...(orientation >= 5 ? { width: 17, height: 31 } : { width: 31, height: 17 }) });
  // The decoder leaves the pixels as they are stored.
  expect(samplesIn(readRaster(opened).plane, 31, 17)).toEqual(channels(plain, 0, 1, 2));
});

test('a crop is refused, because it would not be seen', async () => {
  await expect(open(addProperties(picture, makeBox('clap', Buffer.alloc(32))))).rejects.toThrow(
    'The image is an AVIF that is to be cropped (clap). Save it as it shall look.',
  );
});

const withColors = (primaries: number, transfer: number) => {
  const file = Buffer.from(picture);
  const at = file.indexOf('nclx');
  file.writeUInt16BE(primaries, at + 4);
  file.writeUInt16BE(transfer, at + 6);
  return file;
};

test.each([
  [1, 13, undefined],
  [2, 2, undefined],
  [12, 13, 'has colours beyond sRGB without a colour profile, which are printed as if they were sRGB'],
  [9, 16, 'has colours of high dynamic range (HDR), which are printed as if they were sRGB'],
  [9, 18, 'has colours of high dynamic range (HDR), which are printed as if they were sRGB'],
])('primaries %s with transfer %s: %s', async (primaries, transfer, doubt) => {
  expect((await open(withColors(primaries, transfer))).traits.doubt).toBe(doubt);
});

test('a claimed size is refused before anything is decoded', async () => {
  const claimed = Buffer.from(picture);
  const size = claimed.indexOf('ispe') + 8;
  claimed.writeUInt32BE(16_383, size);
  claimed.writeUInt32BE(16_383, size + 4);
  await expect(open(claimed)).rejects.toThrow('The image has 16383 × 16383 pixels, more than 100000 (limit maxImagePixels).');
  // The boxes say that it is small, and the data say that it is large.
  const large = await makeAvif(pixelsOf(400, 300));
  const at = large.indexOf('ispe') + 8;
  large.writeUInt32BE(20, at);
  large.writeUInt32BE(20, at + 4);
  const opening = withDemanded(testResources, () => openImage(toResource(large), { ...limits, maxBytes: 100_000 }));
  await expect(opening).rejects.toThrow(
    'The AVIF of 20 × 20 pixels takes 843200 bytes to decode, more than 100000 (limit maxImageBytes). Make it smaller, or save it as a JPEG.',
  );
});

test('damage is named', async () => {
  for (let length = 32; length < picture.length; length += 7)
    await expect(open(picture.subarray(0, length))).rejects.toThrow(/^The image is a(?:n| damaged) AVIF/);
  const changed = (type: string, by: number, value: number) => {
    const bytes = Buffer.from(picture);
    bytes[bytes.indexOf(type) + by] = value;
    return open(bytes);
  };
  await expect(changed('meta', 0, 0x4d)).rejects.toThrow('is an AVIF without a still picture. Convert it to PNG or JPEG.');
  await expect(changed('pitm', 0, 0x50)).rejects.toThrow('is a damaged AVIF: its box pitm is missing');
  await expect(changed('ispe', 0, 0x49)).rejects.toThrow('the size of its picture is missing');
  await expect(changed('ipco', -4, 0x7f)).rejects.toThrow('one of its boxes is longer than the file');
  await expect(changed('iloc', 9, 0xff)).rejects.toThrow('its list of parts is cut off');
  const noisy = Buffer.from(picture).fill(0x55, picture.indexOf('mdat') + 30);
  await expect(open(noisy)).rejects.toThrow('is a damaged AVIF: its pixels cannot be decoded');
});

test('parts that lie over each other are not read a thousand times', async () => {
  const file = Buffer.from(picture);
  const iloc = file.indexOf('iloc');
  expect(file.readUInt16BE(iloc + 10)).toBe(1);
  const length = file.length - 40;
  const many = Buffer.alloc(8 * 600);
  for (let i = 0; i < 600; i++) {
    many.writeUInt32BE(40, 8 * i);
    many.writeUInt32BE(length, 8 * i + 4);
  }
  const box = makeBox('iloc', Buffer.concat([file.subarray(iloc + 4, iloc + 16), Buffer.from([600 >> 8, 600 & 255]), many]));
  const meta = file.indexOf('meta');
  const rest = file.subarray(iloc - 4 + file.readUInt32BE(iloc - 4));
  const grown = Buffer.concat([file.subarray(0, iloc - 4), box, rest]);
  grown.writeUInt32BE(file.readUInt32BE(meta - 4) + grown.length - file.length, meta - 4);
  await expect(open(grown)).rejects.toThrow('is a damaged AVIF: its parts lie over each other');
});
