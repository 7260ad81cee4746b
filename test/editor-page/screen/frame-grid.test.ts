import { expect, test } from 'vitest';
import { readParts } from '../../../src/editing/index.ts';
import { pointInFrame } from '../../../src/editor-page/screen/frame-grid.ts';
import type { ShownPart } from '../../../src/live-pages/protocol.ts';

test.each([
  ['mm', { x: 4, y: 18 }],
  ['cm', { x: 0.4, y: 1.8 }],
  ['in', { x: 0.15, y: 0.7 }],
  ['pt', { x: 10, y: 50 }],
])('a point on a sheet is a place on the grid of the frame, in %s', (unit, expected) => {
  const frame = { left: 7, top: 3 } as ShownPart;
  expect(pointInFrame(readParts({ unit, pages: [] }), frame, { x: 18, y: 53.6 })).toEqual(expected);
});
