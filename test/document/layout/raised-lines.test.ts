// Lines that are moved above later backgrounds along them.
import { describe, expect, test } from 'vitest';
import type { GroupItem, LineItem, PageItem, RectItem } from '../../../src/document/layout/fragment.ts';
import { raiseAlongEdges } from '../../../src/document/layout/raised-lines.ts';

const stroke = { width: 1, color: '#000000', dash: [] };
const line = (x1: number, y1: number, x2: number, y2: number): LineItem => ({
  kind: 'line',
  x1,
  y1,
  x2,
  y2,
  stroke,
  tag: undefined,
});
const rect = (x: number, y: number, width: number, height: number, fill: string | null = '#eeeeee'): RectItem => ({
  kind: 'rect',
  x,
  y,
  width,
  height,
  fill: fill ?? undefined,
  stroke,
  radius: 0,
  tag: undefined,
});
const group = (items: readonly PageItem[], more: Partial<GroupItem> = {}): GroupItem => ({
  kind: 'group',
  x: 0,
  y: 0,
  rotate: 0,
  clip: undefined,
  items,
  ...more,
});

/** The order in which the items are painted afterwards, by their numbers before. */
function orderOf(items: readonly PageItem[], from = 0): string {
  const after = [...items];
  raiseAlongEdges(after, from);
  return after.map((item) => items.indexOf(item)).join(' ');
}

/** A fill from 10, 20 to 40, 60. */
const fill = rect(10, 20, 30, 40);

describe('a line is raised above a later fill', () => {
  test.each([
    ['along its top edge', line(10, 20, 40, 20)],
    ['along its bottom edge', line(10, 60, 40, 60)],
    ['along its left edge', line(10, 20, 10, 60)],
    ['along its right edge', line(40, 20, 40, 60)],
    ['drawn backwards', line(40, 20, 10, 20)],
    ['drawn upwards', line(10, 60, 10, 20)],
    ['along a part of an edge', line(0, 20, 11, 20)],
    ['along the end of an edge', line(39, 60, 90, 60)],
    ['as near as rounding leaves it', line(10, 20.04, 40, 20.04)],
    ['as near as rounding leaves it on the other side', line(10, 59.96, 40, 59.96)],
    ['as near, beside half a point', line(9.97, 20, 9.97, 60)],
  ])('%s', (_, one) => {
    expect(orderOf([one, fill])).toBe('1 0');
    expect(orderOf([fill, one])).toBe('0 1');
  });

  test('at coordinates on either side of where whole points are rounded', () => {
    expect(orderOf([line(0, 20.48, 50, 20.48), rect(10, 20.52, 30, 40)])).toBe('1 0');
    expect(orderOf([line(0, 20.52, 50, 20.52), rect(10, 20.48, 30, 40)])).toBe('1 0');
    expect(orderOf([line(40.52, 0, 40.52, 50), rect(10.48, 20, 30, 40)])).toBe('1 0');
  });

  test('in a group, inside of its clip', () => {
    expect(orderOf([line(0, 20, 100, 20), group([fill])])).toBe('1 0');
    expect(orderOf([line(0, 25, 100, 25), group([fill], { x: 50, y: 5 })])).toBe('1 0');
    expect(orderOf([line(60, 0, 60, 100), group([fill], { x: 50, y: 5 })])).toBe('1 0');
    const clip = { x: 15, y: 30, width: 5, height: 10 };
    expect(orderOf([line(0, 30, 100, 30), group([fill], { clip })])).toBe('1 0');
    expect(orderOf([line(0, 40, 100, 40), group([fill], { clip })])).toBe('1 0');
    expect(orderOf([line(15, 0, 15, 100), group([fill], { clip })])).toBe('1 0');
    expect(orderOf([line(20, 0, 20, 100), group([fill], { clip })])).toBe('1 0');
    expect(orderOf([line(0, 60, 100, 60), group([fill], { clip: { x: 0, y: 0, width: 500, height: 500 } })])).toBe('1 0');
    expect(orderOf([line(40, 0, 40, 100), group([group([fill])], { clip: { x: 0, y: 0, width: 500, height: 500 } })])).toBe(
      '1 0',
    );
  });

  test('above the last of several, together with the lines beside it', () => {
    const top = line(10, 20, 40, 20);
    const left = line(10, 20, 10, 60);
    const other = rect(40, 20, 30, 40);
    expect(orderOf([top, left, fill, rect(0, 0, 10, 20), other])).toBe('2 0 1 3 4');
    expect(orderOf([line(0, 20, 100, 20), left, fill, other])).toBe('2 1 3 0');
    expect(orderOf([fill, top, rect(300, 300, 5, 5), rect(10, 0, 30, 20)])).toBe('0 2 3 1');
  });
});

test('a line above the last fill along it stays where it is', () => {
  expect(orderOf([line(0, 0, 5, 0), fill, rect(90, 90, 5, 5, null), line(10, 20, 40, 20)])).toBe('0 1 2 3');
});

describe('a line stays below a later fill', () => {
  test.each([
    ['that it crosses', line(0, 40, 100, 40), fill],
    ['that it crosses upright', line(20, 0, 20, 100), fill],
    ['beside which it ends', line(0, 20, 10, 20), fill],
    ['beside which it begins', line(40, 60, 90, 60), fill],
    ['above which it ends', line(10, 0, 10, 20), fill],
    ['a tenth of a point beside it', line(10, 20.1, 40, 20.1), fill],
    ['a tenth of a point before it', line(9.9, 20, 9.9, 60), fill],
    ['along whose side it is not straight', line(10, 20, 11, 60), fill],
    ['that has no colour', line(10, 20, 40, 20), rect(10, 20, 30, 40, null)],
    ['that is turned', line(10, 20, 40, 20), group([fill], { rotate: 5 })],
    ['whose edge is clipped away', line(10, 20, 40, 20), group([fill], { clip: { x: 0, y: 30, width: 100, height: 100 } })],
    ['whose clip leaves nothing', line(10, 20, 40, 20), group([fill], { clip: { x: 50, y: 20, width: 9, height: 9 } })],
  ])('%s', (_, one, later) => {
    expect(orderOf([one, later])).toBe('0 1');
  });

  test('that belongs to the first items, which stay as they are', () => {
    expect(orderOf([line(10, 20, 40, 20), fill, rect(0, 0, 5, 5)], 1)).toBe('0 1 2');
    expect(orderOf([line(0, 0, 5, 0), line(10, 20, 40, 20), fill], 1)).toBe('0 2 1');
  });
});
