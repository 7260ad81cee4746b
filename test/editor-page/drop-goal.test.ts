import { expect, test } from 'vitest';
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
