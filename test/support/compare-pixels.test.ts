import { expect, test } from 'vitest';
import { findDifferences, type Picture, toPicture } from './compare-pixels.ts';

/** A picture of 40 × 40 pixels of the screen, four times as fine, with a box of a colour. */
function boxPicture(left: number, top: number, width: number, height: number, gray = 0): Picture {
  const pixels = new Uint8Array(160 * 160 * 3).fill(255);
  for (let y = top; y < top + height; y++) pixels.fill(gray, (y * 160 + left) * 3, (y * 160 + left + width) * 3);
  return toPicture({ width: 160, height: 160 }, pixels, 3);
}

test.each([
  ['the same', boxPicture(40, 40, 6, 40), 0],
  ['moved by half a pixel', boxPicture(42, 40, 6, 40), 0],
  ['moved by three quarters of a pixel', boxPicture(43, 40, 6, 40), 10],
  ['moved by a pixel', boxPicture(44, 40, 6, 40), 20],
  ['missing', boxPicture(0, 0, 0, 0), 20],
  ['in another gray', boxPicture(40, 40, 6, 40, 70), 8],
])('a stem of a letter that is %s', (_, other, least) => {
  const places = findDifferences(boxPicture(40, 40, 6, 40), other, 4);
  expect(places.length).toBeGreaterThanOrEqual(least);
  if (least === 0) expect(places).toEqual([]);
});

test('a pale line that is missing is found, and so is a full stop', () => {
  expect(findDifferences(boxPicture(20, 40, 100, 2, 215), boxPicture(0, 0, 0, 0), 4).length).toBeGreaterThan(20);
  expect(findDifferences(boxPicture(41, 41, 4, 5), boxPicture(0, 0, 0, 0), 4).length).toBeGreaterThan(2);
});
