// Which items are found off a sheet of 200 × 100 pt, and how that is told.
import { describe, expect, test } from 'vitest';
import type { ModulesItem, PageItem, RectItem } from '../../../src/document/layout/fragment.ts';
import { describeBeyond, describeOffSheet, findOffSheet } from '../../../src/document/layout/off-sheet.ts';

const sheet = { width: 200, height: 100 };
const rect = (x: number, y: number): RectItem => ({
  kind: 'rect',
  x,
  y,
  width: 40,
  height: 20,
  fill: '#000000',
  stroke: undefined,
  radius: 0,
  tag: undefined,
});
const modules = (x: number, y: number): ModulesItem => ({
  kind: 'modules',
  x,
  y,
  scaleX: 4,
  scaleY: 2,
  rects: [0, 0, 1, 1, 2, 5, 8, 5, 1, 1, 1, 1],
  fill: '#000000',
  tag: undefined,
});

/** Where an item of 40 × 20 pt lies so that it reaches `by` beyond an edge. */
const beyondEdges = (by: number): readonly (readonly [number, number])[] => [
  [-by, 40],
  [160 + by, 40],
  [80, -by],
  [80, 80 + by],
];
const isFound = (item: PageItem, isBackground: boolean) => findOffSheet([item], sheet, isBackground ? 1 : 0).length > 0;

describe('off the sheet', () => {
  test.each([
    ['colour, from 9.5 pt on', rect, false, 9.4, 9.6],
    ['colour of the background, if its middle is', (x: number, y: number) => rect(x, y), true, 9.9, 20.1],
    ['a barcode, from half a point on', modules, false, 0.4, 0.6],
    ['a barcode of the background as well', modules, true, 0.4, 0.6],
  ])('is %s', (_, make, isBackground, inside, outside) => {
    expect(beyondEdges(inside).map(([x, y]) => isFound(make(x, y), isBackground))).toEqual([false, false, false, false]);
    expect(beyondEdges(outside).map(([x, y]) => isFound(make(x, y), isBackground))).toEqual([true, true, true, true]);
  });

  test('in the background, each direction counts by its own middle', () => {
    const found = (x: number, y: number) => isFound(rect(x, y), true);
    expect([found(-19, 40), found(-21, 40), found(179, 40), found(181, 40)]).toEqual([false, true, false, true]);
    expect([found(80, -9), found(80, -11), found(80, 89), found(80, 91)]).toEqual([false, true, false, true]);
  });

  test('only the first items are the background', () => {
    const items = [rect(-15, 40), rect(-15, 40)];
    expect(findOffSheet(items, sheet, 1).map(({ item }) => items.indexOf(item as RectItem))).toEqual([1]);
    expect(findOffSheet(items, sheet)).toHaveLength(2);
  });
});

describe('the message', () => {
  const tell = (x: number, y: number) => describeOffSheet(findOffSheet([rect(x, y)], sheet), sheet);
  test.each([
    [-30, 40, 'A part of it lies off the sheet, 30 pt beyond the left edge, and is not printed.'],
    [-40, 40, 'It lies off the sheet, 40 pt beyond the left edge, and is not printed.'],
    [199, 40, 'A part of it lies off the sheet, 39 pt beyond the right edge, and is not printed.'],
    [200, 40, 'It lies off the sheet, 40 pt beyond the right edge, and is not printed.'],
    [80, -19, 'A part of it lies off the sheet, 19 pt beyond the top edge, and is not printed.'],
    [80, -20, 'It lies off the sheet, 20 pt beyond the top edge, and is not printed.'],
    [80, 99, 'A part of it lies off the sheet, 19 pt beyond the bottom edge, and is not printed.'],
    [80, 100, 'It lies off the sheet, 20 pt beyond the bottom edge, and is not printed.'],
    [-15, -10.2, 'A part of it lies off the sheet, 15 pt beyond the left edge, 11 pt beyond the top edge, and is not printed.'],
  ])('of something at %d, %d', (x, y, message) => {
    expect(tell(x, y)).toBe(message);
  });

  test('leaves out edges that nobody misses a part beyond', () => {
    expect(describeBeyond({ left: 0.5, top: -3, right: 0.6, bottom: 2 })).toBe(
      '1 pt beyond the right edge, 2 pt beyond the bottom edge',
    );
  });
});
