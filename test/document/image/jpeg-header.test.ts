import { expect, test } from 'vitest';
import { openImage, readRaster } from '../../../src/document/image/open-image.ts';
import { makePlainJpeg, toResource } from './make-image.ts';

const limits = { maxPixels: 10_000, maxBytes: 100_000 };
const plain = { width: 40, height: 30, components: 3 };

function open(bytes: Uint8Array) {
  return openImage(toResource(bytes), limits);
}

test('size and resolution come from the markers', () => {
  expect(open(makePlainJpeg({ ...plain, density: 300 }))).toMatchObject({
    width: 40,
    height: 30,
    dpi: 300,
    orientation: 1,
  });
  expect(open(makePlainJpeg(plain)).dpi).toBeUndefined();
});

test('the file goes into the PDF as it is', () => {
  const bytes = makePlainJpeg({ ...plain, frame: 0xc2 });
  const { plane, color } = readRaster(open(bytes));
  expect(plane).toMatchObject({ coding: 'jpeg', data: bytes });
  expect(color).toEqual({ kind: 'rgb' });
});

test('gray, and CMYK which Adobe writes inverted', () => {
  const colorOf = (options: Parameters<typeof makePlainJpeg>[0]) => readRaster(open(makePlainJpeg(options))).color;
  expect(colorOf({ ...plain, components: 1 })).toEqual({ kind: 'gray' });
  expect(colorOf({ ...plain, components: 4 })).toEqual({ kind: 'cmyk', inverted: false });
  expect(colorOf({ ...plain, components: 4, adobe: true })).toEqual({ kind: 'cmyk', inverted: true });
});

test('an image on its side has the size it is seen with', () => {
  expect(open(makePlainJpeg({ ...plain, orientation: 6 }))).toMatchObject({ width: 30, height: 40, orientation: 6 });
  expect(open(makePlainJpeg({ ...plain, orientation: 3 }))).toMatchObject({ width: 40, height: 30, orientation: 3 });
});

test('what PDF cannot take, and damage, is named', () => {
  expect(() => open(makePlainJpeg({ ...plain, end: false }))).toThrow('The image is a damaged JPEG: its end marker is missing.');
  expect(() => open(makePlainJpeg(plain).subarray(0, 12))).toThrow(/cut off before its pixels/);
  expect(() => open(makePlainJpeg({ ...plain, precision: 12 }))).toThrow(/12 bits a sample/);
  expect(() => open(makePlainJpeg({ ...plain, components: 2 }))).toThrow(/2 colour components/);
  expect(() => open(makePlainJpeg({ ...plain, frame: 0xc3 }))).toThrow(/kind that PDF does not support/);
  expect(() => open(makePlainJpeg({ ...plain, width: 0 }))).toThrow(/0 × 30/);
  expect(() => open(makePlainJpeg({ ...plain, width: 1000 }))).toThrow(/limit maxImagePixels/);
});
