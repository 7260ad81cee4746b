import { expect, test } from 'vitest';
import { isInView } from '../../../src/editor-page/screen/view.ts';

const room = { width: 400, height: 300 };

test.each([
  ['inside', { x: 0, y: 0, width: 50, height: 20 }, true],
  ['with 12 pixels below the upper edge', { x: 0, y: -88, width: 50, height: 100 }, true],
  ['with 11 pixels below the upper edge', { x: 0, y: -89, width: 50, height: 100 }, false],
  ['with 12 pixels above the lower edge', { x: 0, y: 288, width: 50, height: 100 }, true],
  ['with 11 pixels above the lower edge', { x: 0, y: 289, width: 50, height: 100 }, false],
  ['smaller than 12 pixels and whole', { x: 0, y: 295, width: 50, height: 5 }, true],
  ['smaller than 12 pixels and cut', { x: 0, y: 296, width: 50, height: 5 }, false],
  ['larger than the room', { x: -50, y: -50, width: 900, height: 900 }, true],
  ['beside the room', { x: 395, y: 0, width: 50, height: 20 }, false],
])('a part %s', (_, box, isSeen) => {
  expect(isInView(box, room)).toBe(isSeen);
});
