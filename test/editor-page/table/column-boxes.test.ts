import { expect, test } from 'vitest';
import { readParts } from '../../../src/editing/index.ts';
import type { OwnedPart } from '../../../src/editor-page/screen/drop-goal.ts';
import { columnUnder, placeOfColumn } from '../../../src/editor-page/table/column-boxes.ts';

const tree = readParts({ pages: [{ body: [{ table: 'lines', columns: ['a', { when: 'false', body: 'hidden' }, 'b', 'c'] }] }] });
const at = '/pages/0/body/0';
const table = tree.places.get(at)!.part;
const columns = table.slots.find(({ member }) => member === 'columns')!.parts;

const owned = (
  pointer: string,
  kind: 'component' | 'cell',
  left: number,
  top: number,
  width: number,
  height: number,
): OwnedPart => ({
  shown: { kind, pointer, uses: [], dataPath: null, left, top, width, height },
  part: tree.places.get(pointer)!.part,
});
const cells = (lefts: readonly [number, number, number], top: number) => [
  owned(`${at}/columns/0`, 'cell', lefts[0], top, 50, 20),
  owned(`${at}/columns/2`, 'cell', lefts[1], top, 50, 20),
  owned(`${at}/columns/3`, 'cell', lefts[2], top, 50, 20),
];
const placeAt = (parts: readonly OwnedPart[], x: number, y = 110) => placeOfColumn(tree, parts, { x, y }, { table, columns });

test('a column goes before the one whose middle is behind the point, and behind hidden ones', () => {
  const parts = [owned(at, 'component', 10, 100, 150, 40), ...cells([10, 60, 110], 100)];
  const line = (left: number) => ({ left, top: 100, width: 0, height: 40 });
  expect(placeAt(parts, 20)).toEqual({ index: 0, line: line(10), name: 'At the start of Table: Lines, Columns' });
  expect(placeAt(parts, 40)).toEqual({ index: 1, line: line(60), name: 'After Column: a' });
  expect(placeAt(parts, 84)).toMatchObject({ index: 1, line: line(60) });
  expect(placeAt(parts, 86)).toMatchObject({ index: 3, line: line(110), name: 'After Column: b' });
  expect(placeAt(parts, 500)).toMatchObject({ index: 4, line: line(160) });
});

test('a column that moves beside itself stays where it is', () => {
  const parts = [owned(at, 'component', 10, 100, 150, 40), ...cells([10, 60, 110], 100)];
  const nameAt = (x: number) => placeOfColumn(tree, parts, { x, y: 110 }, { table, columns }, columns[2])?.name;
  expect([20, 84, 86, 500].map(nameAt)).toEqual([
    'At the start of Table: Lines, Columns',
    'After Column: a',
    'Where it is now',
    'After Column: c',
  ]);
});

test('from right to left, the order is that of the columns', () => {
  const parts = [owned(at, 'component', 10, 100, 150, 40), ...cells([110, 60, 10], 100)];
  expect(placeAt(parts, 150)).toMatchObject({ index: 0, line: { left: 160 } });
  expect(placeAt(parts, 120)).toMatchObject({ index: 1, line: { left: 110 } });
  expect(placeAt(parts, 20)).toMatchObject({ index: 4, line: { left: 10 } });
});

test('it is dropped within the height of the table, on the sheet where the pointer is', () => {
  const parts = [owned(at, 'component', 10, 100, 150, 40), ...cells([10, 60, 110], 100)];
  expect(placeAt(parts, 20, 99)).toBeUndefined();
  expect(placeAt(parts, 20, 141)).toBeUndefined();
  expect(placeAt([owned('/pages/0', 'component', 0, 0, 300, 300)], 20)).toBeUndefined();
  expect(placeAt([owned(at, 'component', 10, 100, 150, 40)], 20)).toBeUndefined();
});

test('the column under a point is the one whose cell is there', () => {
  const parts = [owned(at, 'component', 10, 100, 150, 40), ...cells([10, 60, 110], 100), ...cells([10, 60, 110], 120)];
  const under = (x: number, y: number) => columnUnder(parts, { x, y }, columns)?.pointer;
  expect([under(20, 105), under(80, 130), under(159, 140)]).toEqual([0, 2, 3].map((index) => `${at}/columns/${index}`));
  expect([under(5, 105), under(20, 99), under(20, 141), under(161, 105)]).toEqual([undefined, undefined, undefined, undefined]);
});
