import { expect, test } from 'vitest';
import { openImage, readRaster } from '../../../src/document/image/open-image.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { createRandom } from '../../support/random.ts';
import { testResources } from '../../support/render.ts';
import { toResource } from './make-image.ts';
import { type GifOptions, gifPalette, makeGif } from './make-picture.ts';
import { samplesIn } from './samples-in.ts';

const limits = { maxPixels: 100_000, maxBytes: 1_000_000 };
const open = (bytes: Uint8Array) => withDemanded(testResources, () => openImage(toResource(bytes), limits));
const rasterOf = async (bytes: Uint8Array) => readRaster(await open(bytes));

/** Runs of a few colours, so that codes grow long, and noise, so that the table fills. */
function indicesOf(columns: number, rows: number, colors: number, seed = 1): Uint8Array {
  const random = createRandom(seed);
  let index = 0;
  return Uint8Array.from({ length: columns * rows }, (_, i) => {
    if (i % 2000 > 1000 || random() < 0.1) index = Math.floor(random() * colors);
    return index;
  });
}

const frame = { width: 5, height: 3, columns: 5, rows: 3, colors: 4, indices: indicesOf(5, 3, 4) };

for (const colors of [2, 4, 16, 128, 256])
  for (const isInterlaced of [false, true])
    test(`${colors} colours${isInterlaced ? ', interlaced,' : ''} keep their pixels`, async () => {
      const indices = indicesOf(150, 121, colors);
      const size = { width: 150, height: 121 };
      const hasOwnPalette = colors > 16;
      const raster = await rasterOf(makeGif({ ...size, columns: 150, rows: 121, indices, colors, isInterlaced, hasOwnPalette }));
      expect(raster).toMatchObject({ ...size, transparent: undefined, alpha: undefined });
      expect(raster.color).toEqual({ kind: 'indexed', palette: Buffer.from(gifPalette(colors)), profile: undefined });
      expect(samplesIn(raster.plane, 150, 121)).toEqual([...indices]);
    });

test('a transparent colour is a mask, not an opacity, which PDF/A-1 would refuse', async () => {
  const file = makeGif({ ...frame, indices: Uint8Array.from([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]), transparent: 2 });
  expect(await rasterOf(file)).toMatchObject({ transparent: [2, 2], alpha: undefined });
  expect((await open(file)).traits.hasAlpha).toBe(false);
  const unused = makeGif({ ...frame, indices: new Uint8Array(15), transparent: 2 });
  expect((await rasterOf(unused)).transparent).toBeUndefined();
});

test('around a frame that is smaller than the screen there is nothing', async () => {
  const options: GifOptions = {
    ...frame,
    width: 4,
    height: 3,
    left: 1,
    top: 1,
    columns: 2,
    rows: 1,
    indices: Uint8Array.from([3, 0]),
  };
  const raster = await rasterOf(makeGif(options));
  expect(samplesIn(raster.plane, 4, 3)).toEqual([1, 1, 1, 1, 1, 3, 0, 1, 1, 1, 1, 1]);
  expect(raster.transparent).toEqual([1, 1]);
  const grown = await rasterOf(makeGif({ ...options, colors: 2, indices: Uint8Array.from([1, 0]) }));
  expect(grown.transparent).toEqual([2, 2]);
  expect(grown.color).toMatchObject({ palette: Uint8Array.from([...gifPalette(2), 0, 0, 0]) });
});

test('a smaller frame with 256 colours has an opacity', async () => {
  const indices = Uint8Array.from({ length: 256 }, (_, i) => i);
  const raster = await rasterOf(makeGif({ width: 257, height: 2, columns: 256, rows: 1, indices, colors: 256 }));
  expect(raster.transparent).toBeUndefined();
  expect(samplesIn(raster.alpha!, 257, 2)).toEqual([...Array(256).fill(255), ...Array(258).fill(0)]);
});

test('a frame beyond the screen is drawn whole', async () => {
  expect(await open(makeGif({ ...frame, width: 2, height: 9 }))).toMatchObject({ width: 5, height: 9 });
});

test('of several frames the first is drawn, and the others are not looked at', async () => {
  const file = makeGif({ ...frame, times: 2 });
  expect((await open(file)).traits.isAnimated).toBe(true);
  expect((await open(makeGif(frame))).traits.isAnimated).toBe(false);
  expect(samplesIn((await rasterOf(file.subarray(0, -10))).plane, 5, 3)).toEqual([...frame.indices]);
});

test('damage is named', async () => {
  const file = makeGif(frame);
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(file);
    bytes[at] = value;
    return bytes;
  };
  const image = file.indexOf(0x2c, 32);
  for (let length = 6; length < file.length - 2; length++)
    await expect(open(file.subarray(0, length))).rejects.toThrow(
      'The image is a GIF that is cut off before the end of its first frame.',
    );
  await expect(open(changed(image, 0x3b))).rejects.toThrow('is a GIF without a picture');
  await expect(open(changed(image, 7))).rejects.toThrow(`is a damaged GIF: there is no block at byte ${image}`);
  await expect(open(changed(image + 10, 9))).rejects.toThrow('its codes begin with 9 bits');
  await expect(open(changed(image + 10, 3))).rejects.toThrow(
    /its pixels (?:hold an invalid code|end too early)|not in its palette/,
  );
  await expect(open(changed(image + 5, 0))).rejects.toThrow('is a GIF of 0 × 3 pixels, which cannot be placed');
  await expect(open(changed(image + 7, 99))).rejects.toThrow('is a damaged GIF: its pixels end too early');
  await expect(open(changed(10, 0))).rejects.toThrow(/is a damaged GIF: there is no block|is a GIF/);
  await expect(open(makeGif({ ...frame, colors: 2 }))).rejects.toThrow('a pixel has a colour that is not in its palette');
});

test('a bomb is refused by its header', async () => {
  const bomb = makeGif({ ...frame, width: 65_535, height: 65_535 });
  await expect(open(bomb)).rejects.toThrow('The image has 65535 × 65535 pixels, more than 100000 (limit maxImagePixels).');
  const wide = withDemanded(testResources, () =>
    openImage(toResource(makeGif({ ...frame, width: 2000 })), { ...limits, maxBytes: 10_000 }),
  );
  await expect(wide).rejects.toThrow(
    'The GIF of 2000 × 3 pixels takes 18000 bytes to decode, more than 10000 (limit maxImageBytes). Make it smaller, or save it as a PNG.',
  );
});
