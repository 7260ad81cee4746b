import { describe, expect, test } from 'vitest';
import { readParts } from '../../src/editing/index.ts';
import { findDropGoal, type OwnedPart, partUnder } from '../../src/editor-page/screen/drop-goal.ts';

const tree = readParts({ pages: [{ body: ['a', { row: ['b', 'c'] }, 'd'] }] });

const owned = (pointer: string, left: number, top: number, width: number, height: number): OwnedPart => {
  const { part } = tree.places.get(pointer)!;
  const shown = { kind: 'component', pointer, uses: [], dataPath: null, left, top, width, height } as const;
  return { shown, part };
};
const parts = [
  owned('/pages/0', 0, 0, 200, 300),
  owned('/pages/0/body/0', 10, 10, 180, 20),
  owned('/pages/0/body/1', 10, 40, 180, 20),
  owned('/pages/0/body/1/row/0', 10, 40, 90, 20),
  owned('/pages/0/body/1/row/1', 100, 40, 90, 20),
  owned('/pages/0/body/2', 10, 70, 180, 20),
];
const goalAt = (x: number, y: number, dragged?: string) => findDropGoal(parts, { x, y }, tree, dragged)?.goal;

test('the innermost part lies under a point', () => {
  expect(partUnder(parts, { x: 20, y: 50 })?.part.pointer).toBe('/pages/0/body/1/row/0');
  expect(partUnder(parts, { x: 5, y: 5 })?.part.pointer).toBe('/pages/0');
  expect(partUnder(parts, { x: 500, y: 5 })).toBeUndefined();
});

test('a part goes before or behind the one under the pointer, in a row beside it', () => {
  expect(goalAt(50, 15)).toEqual({ slot: '/pages/0/body', index: 0 });
  expect(goalAt(50, 25)).toEqual({ slot: '/pages/0/body', index: 1 });
  expect(goalAt(20, 50)).toEqual({ slot: '/pages/0/body/1/row', index: 0 });
  expect(goalAt(90, 50)).toEqual({ slot: '/pages/0/body/1/row', index: 1 });
});

test('at the edge of a row, the place beside the whole row is meant', () => {
  expect(goalAt(20, 41)).toEqual({ slot: '/pages/0/body', index: 1 });
  expect(goalAt(20, 59)).toEqual({ slot: '/pages/0/body', index: 2 });
});

test('the goal is not in the dragged part', () => {
  expect(goalAt(20, 50, '/pages/0/body/1')).not.toMatchObject({ slot: '/pages/0/body/1/row' });
});

describe('on a page with bands and frames', () => {
  const page = {
    size: 'A6',
    margin: 20,
    header: ['h'],
    body: [{ frame: [{ at: { x: 5, y: 5 }, text: 'placed' }] }],
    footer: ['f'],
  };
  const tree = readParts({ unit: 'mm', pages: [page] });
  const owned = (pointer: string, left: number, top: number, width: number, height: number, place = pointer): OwnedPart => {
    const { part } = tree.places.get(pointer)!;
    return { shown: { kind: 'component', pointer: place, uses: [], dataPath: null, left, top, width, height }, part };
  };
  const parts = [
    owned('/pages/0', 0, 0, 300, 420),
    owned('/pages/0/header', 50, 10, 200, 20),
    owned('/pages/0', 50, 50, 200, 300, '/pages/0/body'),
    owned('/pages/0/body/0', 50, 60, 200, 200),
    owned('/pages/0/body/0/frame/0', 64, 74, 50, 20),
  ];
  const dropAt = (x: number, y: number, dragged?: string) => findDropGoal(parts, { x, y }, tree, dragged);

  test('a part goes into the band under the pointer, and beside all bands into the body', () => {
    expect(dropAt(60, 15)?.goal).toEqual({ slot: '/pages/0/header', index: 0 });
    expect(dropAt(60, 55)?.goal).toEqual({ slot: '/pages/0/body', index: 0 });
    expect(dropAt(60, 300)?.goal).toEqual({ slot: '/pages/0/body', index: 1 });
    expect(dropAt(5, 5)?.goal.slot).toBe('/pages/0/body');
  });

  test('a part that comes into a frame has the place of the pointer on the grid, also over another part of it', () => {
    const { goal, line } = dropAt(150, 150)!;
    expect(goal).toEqual({ slot: '/pages/0/body/0/frame', index: 1, at: { x: 35, y: 32 } });
    expect(line.left).toBeCloseTo(50 + (35 * 72) / 25.4);
    expect(line.top).toBeCloseTo(60 + (32 * 72) / 25.4);
    expect(dropAt(70, 80)?.goal).toMatchObject({ slot: '/pages/0/body/0/frame', at: { x: 7, y: 7 } });
  });
});
