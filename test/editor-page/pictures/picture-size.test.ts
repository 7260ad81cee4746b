import { describe, expect, test } from 'vitest';
import { fitBytes, fitSize, sentKinds } from '../../../src/editor-page/pictures/picture-size.ts';

/** A sheet of 8 × 10 inches: 2400 × 3000 pixels in print. */
const limits = { maxBytes: 1_000_000, maxPixels: 100_000_000, sheet: { width: 576, height: 720 } };

describe('a picture is sent in a size', () => {
  test('that is its own, if print shows all of its pixels', () => {
    for (const size of [
      { width: 2400, height: 3000 },
      { width: 1, height: 1 },
    ])
      expect(fitSize(size, limits)).toBe(size);
  });

  test('that fills the sheet in print, if it has more pixels', () => {
    expect(fitSize({ width: 4800, height: 1000 }, limits)).toEqual({ width: 2400, height: 500 });
    expect(fitSize({ width: 1000, height: 6000 }, limits)).toEqual({ width: 500, height: 3000 });
    expect(fitSize({ width: 9600, height: 6000 }, limits)).toEqual({ width: 2400, height: 1500 });
  });

  test('that has at least one pixel', () => {
    expect(fitSize({ width: 48_000, height: 1 }, limits)).toEqual({ width: 2400, height: 1 });
    expect(fitBytes({ width: 2, height: 2 }, 1_000_000, 10)).toEqual({ width: 1, height: 1 });
  });

  test('with no more pixels than a document takes', () => {
    const { width, height } = fitSize({ width: 2000, height: 2000 }, { ...limits, maxPixels: 1_000_000 });
    expect([width, height]).toEqual([1000, 1000]);
  });

  test('that is a tenth smaller than its bytes say, if it has too many of them', () => {
    expect(fitBytes({ width: 2000, height: 1000 }, 4_000_000, 1_000_000)).toEqual({ width: 900, height: 450 });
  });
});

test('what is transparent stays PNG, a photograph JPEG, and of others the smaller one is taken', () => {
  expect(sentKinds('image/png', true)).toEqual(['image/png']);
  expect(sentKinds('image/webp', true)).toEqual(['image/png']);
  expect(sentKinds('image/jpeg', false)).toEqual(['image/jpeg']);
  expect(sentKinds('image/avif', false)).toEqual(['image/png', 'image/jpeg']);
});
