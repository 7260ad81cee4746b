import { describe, expect, test } from 'vitest';
import {
  distanceBeyond,
  extentOf,
  liesWithin,
  outlinesOf,
  overlap,
  type Point,
  turnedCorners,
} from '../../../src/document/layout/extent.ts';
import type { GroupItem, LineItem, PageItem, RectItem, TextItem } from '../../../src/document/layout/fragment.ts';
import type { Extent } from '../../../src/document/vector/path.ts';
import { createRandom } from '../../support/random.ts';
import { layOut } from '../../support/render.ts';

const pairs = (...numbers: readonly number[]): Point[] =>
  numbers.flatMap((x, i) => (i % 2 === 0 ? [[x, numbers[i + 1]!] as const] : []));
const filled = { kind: 'rect', fill: '#000000', stroke: undefined, radius: 0, tag: undefined } as const;
const rect = (x: number, y: number, width: number, height: number): RectItem => ({ ...filled, x, y, width, height });
const group = (x: number, y: number, rotate: number, items: readonly PageItem[], clip?: GroupItem['clip']): GroupItem => {
  return { kind: 'group', x, y, rotate, clip, items };
};

describe('the place of items', () => {
  test('of a quarter turn is exact', () => {
    const area = { left: 0, top: 0, right: 30, bottom: 10 };
    expect(turnedCorners(area, { x: 5, y: 7, rotate: 90 })).toEqual(pairs(5, 7, 5, 37, -5, 37, -5, 7));
    expect(turnedCorners(area, { x: 5, y: 7, rotate: -90 })).toEqual(turnedCorners(area, { x: 5, y: 7, rotate: 270 }));
    expect(turnedCorners(area, { x: 5, y: 7, rotate: 360 })).toEqual(turnedCorners(area, { x: 5, y: 7, rotate: 0 }));
  });

  test('is what is left of them by a clip', () => {
    const clip = { x: 0, y: 0, width: 20, height: 20 };
    const [outline] = outlinesOf([group(100, 0, 90, [rect(10, 10, 50, 5)], clip)], 'body');
    expect(extentOf(outline!.corners)).toEqual({ left: 85, top: 10, right: 90, bottom: 20 });
    expect(outlinesOf([group(0, 0, 0, [rect(30, 30, 5, 5)], clip)], 'body')).toEqual([]);
  });

  test('on the edge of a clip is a line without height, or without width', () => {
    const clip = { x: 0, y: 0, width: 20, height: 20 };
    for (const [x2, y2] of pairs(15, 5, 5, 15))
      expect(outlinesOf([group(0, 0, 0, [line(5, 5, x2, y2)], clip)], 'body')).toHaveLength(1);
  });

  test('of a line is that of its two ends, however it is turned', () => {
    const [outline] = outlinesOf([group(0, 0, 45, [line(0, 0, 10, 10)])], 'body');
    const { left, top, right, bottom } = extentOf(outline!.corners)!;
    for (const found of [left, top, right]) expect(found).toBeCloseTo(0);
    expect(bottom).toBeCloseTo(Math.hypot(10, 10));
  });

  test('of a text reaches down to a mark below its letter', async () => {
    const bottomOf = async (letter: string) => {
      const { pages } = await layOut([{ text: letter, size: 50 }]);
      return extentOf(outlinesOf(pages[0]!.items, 'ink')[0]!.corners)!.bottom;
    };
    expect((await bottomOf('q\u0323')) - (await bottomOf('q'))).toBeGreaterThan(5);
  });

  test('through any groups is that of complex numbers multiplied', () => {
    const random = createRandom(7);
    const between = (least: number, most: number) => least + (most - least) * random();
    for (let round = 0; round < 500; round++) {
      const { x, y, width, height } = rect(between(-50, 50), between(-50, 50), between(1, 80), between(1, 80));
      let item: PageItem = rect(x, y, width, height);
      let points = pairs(x, y, x + width, y, x + width, y + height, x, y + height);
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

test('the extent of points is that of the outermost, in any order', () => {
  const points = pairs(3, 8, 9, 5, -1, 6, 4, -2, 5, 7);
  const extent = { left: -1, top: -2, right: 9, bottom: 8 };
  for (let i = 0; i < points.length; i++) expect(extentOf([...points.slice(i), ...points.slice(0, i)])).toEqual(extent);
  expect(extentOf([])).toBeUndefined();
  expect(distanceBeyond([], extent)).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  expect(distanceBeyond(points, { left: 0, top: 0, right: 5, bottom: 9 })).toEqual({ left: 1, top: 2, right: 4, bottom: -1 });
});

test('areas overlap by the smaller of their common sides', () => {
  const area = (left: number, top: number): Extent => ({ left, top, right: left + 10, bottom: top + 10 });
  expect([overlap(area(0, 0), area(7, 4)), overlap(area(4, 7), area(0, 0))]).toEqual([3, 3]);
  expect([overlap(area(0, 0), area(12, 4)), overlap(area(0, 0), area(4, 10))]).toEqual([-2, 0]);
});

const style = { size: 10 };
/** Capitals reach 7 pt up; the face says that letters reach 2 pt down, while none of this line does. */
const text = (x: number, y: number, width = 30): TextItem => ({
  kind: 'text',
  x: x - 5,
  y,
  segment: {
    x: 5,
    width,
    style,
    words: [],
    face: { metrics: { capHeight: 700, descent: -200, bbox: [0, -150, 0, 0] } },
  } as unknown as TextItem['segment'],
  tag: undefined,
});
const stroke = { width: 1, color: '#000000', dash: [] };
const line = (x1: number, y1: number, x2: number, y2: number): LineItem => {
  return { kind: 'line', x1, y1, x2, y2, stroke, tag: undefined };
};

test('what nobody sees has no extent', () => {
  const seen = (item: PageItem) => outlinesOf([item], 'body').length > 0;

  const bare = { ...rect(0, 0, 10, 10), fill: undefined };
  expect([seen(rect(0, 0, 10, 10)), seen(bare), seen({ ...bare, stroke })]).toEqual([true, false, true]);
  for (const [width, height] of pairs(0, 10, 10, 0, -1, 10, 10, -1)) {
    expect(seen(rect(0, 0, width, height))).toBe(false);
    expect(seen({ ...rect(0, 0, width, height), stroke })).toBe(true);
  }
  expect([seen(text(0, 0)), seen(text(0, 0, 0))]).toEqual([true, false]);
});

describe('whether an item lies within an area is told at once', () => {
  const area = { left: 10, top: 20, right: 110, bottom: 80 };
  const image = (x: number, y: number) => ({ ...rect(x, y, 30, 10), kind: 'image', image: {} }) as unknown as PageItem;
  /** Makes each kind of item with its left top corner at a point, and says its size. */
  const kinds = {
    rect: { make: (x: number, y: number): PageItem => rect(x, y, 30, 10), width: 30, height: 10 },
    image: { make: image, width: 30, height: 10 },
    'line down': { make: (x: number, y: number): PageItem => line(x, y, x + 30, y + 10), width: 30, height: 10 },
    'line up': { make: (x: number, y: number): PageItem => line(x + 30, y + 10, x, y), width: 30, height: 10 },
    text: { make: (x: number, y: number): PageItem => text(x, y + 7), width: 30, height: 7 },
  };
  test.each(Object.entries(kinds))('%s', (_, { make, width, height }) => {
    const right = area.right - width;
    const bottom = area.bottom - height;
    for (const [x, y] of pairs(10, 20, right, bottom, 50, 50, 10, bottom, right, 20))
      expect(liesWithin(make(x, y), area, 'body')).toBe(true);
    for (const [x, y] of pairs(9.9, 50, right + 0.1, 50, 50, 19.9, 50, bottom + 0.1))
      expect(liesWithin(make(x, y), area, 'body')).toBe(false);
  });

  test('a line of text with all that its face may reach down', () => {
    expect([liesWithin(text(50, 78), area, 'ink'), liesWithin(text(50, 78.1), area, 'ink')]).toEqual([true, false]);
  });

  test('groups are not looked into, and what paints nothing lies anywhere', () => {
    expect(liesWithin(group(50, 50, 0, []), area, 'body')).toBe(false);
    const source = { component: '', dataPath: null };
    const anchor: PageItem = { kind: 'anchor', x: -5, y: -5, width: 0, height: 0, name: 'a', source, bookmark: undefined };
    expect(liesWithin(anchor, area, 'body')).toBe(true);
  });
});

test('a clip cuts each side of what it holds', () => {
  const clip = { x: 10, y: 20, width: 30, height: 40 };
  const left = (x: number, y: number, width: number, height: number) =>
    outlinesOf([group(0, 0, 0, [rect(x, y, width, height)], clip)], 'body').map(({ corners }) => extentOf(corners));
  expect(left(0, 0, 100, 100)).toEqual([{ left: 10, top: 20, right: 40, bottom: 60 }]);
  expect(left(15, 25, 5, 5)).toEqual([{ left: 15, top: 25, right: 20, bottom: 30 }]);
  for (const [x, y] of pairs(0, 30, 41, 30, 20, 0, 20, 61)) expect(left(x, y, 9, 9)).toEqual([]);
});
