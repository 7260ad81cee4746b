import { describe, expect, test } from 'vitest';
import { extentOf, outlinesOf, type Point, turnedCorners } from '../../../src/document/layout/extent.ts';
import type { GroupItem, PageItem, RectItem } from '../../../src/document/layout/fragment.ts';
import { createRandom } from '../../support/random.ts';

const rect = (x: number, y: number, width: number, height: number): RectItem => ({
  kind: 'rect',
  x,
  y,
  width,
  height,
  fill: '#000000',
  stroke: undefined,
  radius: 0,
  tag: undefined,
});
const group = (x: number, y: number, rotate: number, items: readonly PageItem[], clip?: GroupItem['clip']): GroupItem => ({
  kind: 'group',
  x,
  y,
  rotate,
  clip,
  items,
});

describe('the place of items', () => {
  test('of a quarter turn is exact', () => {
    const area = { left: 0, top: 0, right: 30, bottom: 10 };
    expect(turnedCorners(area, { x: 5, y: 7, rotate: 90 })).toEqual([
      [5, 7],
      [5, 37],
      [-5, 37],
      [-5, 7],
    ]);
    expect(turnedCorners(area, { x: 5, y: 7, rotate: -90 })).toEqual(turnedCorners(area, { x: 5, y: 7, rotate: 270 }));
    expect(turnedCorners(area, { x: 5, y: 7, rotate: 360 })).toEqual(turnedCorners(area, { x: 5, y: 7, rotate: 0 }));
  });

  test('is what is left of them by a clip', () => {
    const clip = { x: 0, y: 0, width: 20, height: 20 };
    const [outline] = outlinesOf([group(100, 0, 90, [rect(10, 10, 50, 5)], clip)], 'body');
    expect(extentOf(outline!.corners)).toEqual({ left: 85, top: 10, right: 90, bottom: 20 });
    expect(outlinesOf([group(0, 0, 0, [rect(30, 30, 5, 5)], clip)], 'body')).toEqual([]);
  });

  test('through any groups is that of complex numbers multiplied', () => {
    const random = createRandom(7);
    const between = (least: number, most: number) => least + (most - least) * random();
    for (let round = 0; round < 500; round++) {
      const { x, y, width, height } = rect(between(-50, 50), between(-50, 50), between(1, 80), between(1, 80));
      let item: PageItem = rect(x, y, width, height);
      let points: Point[] = [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ];
      for (let depth = Math.floor(between(0, 4)); depth > 0; depth--) {
        const [dx, dy, rotate] = [between(-90, 90), between(-90, 90), Math.round(between(-360, 360))];
        item = group(dx, dy, rotate, [item]);
        points = points.map(([px, py]) => {
          const angle = Math.atan2(py, px) + (rotate / 180) * Math.PI;
          const radius = Math.hypot(px, py);
          return [dx + radius * Math.cos(angle), dy + radius * Math.sin(angle)];
        });
      }
      const found = extentOf(outlinesOf([item], 'body')[0]!.corners)!;
      const wanted = extentOf(points)!;
      for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(found[side]).toBeCloseTo(wanted[side], 6);
    }
  });
});
