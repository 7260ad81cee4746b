import { expect, test } from 'vitest';
import { isMovable, moveColumnBorder } from '../../src/editing/column-borders.ts';
import type { Part } from '../../src/editing/part.ts';
import { EditError } from '../../src/editing/plan.ts';
import { editBody, type Json } from './support.ts';

const columnAt = (index: number) => `/pages/0/body/0/columns/${index}`;

/** The widths that are written when the border behind a column moves. `laidOut`: the widths on the page. */
function move(columns: readonly unknown[], laidOut: readonly number[], index: number, by: number): readonly unknown[] {
  const edited = editBody([{ table: 'lines', columns }], (tree, part) => {
    const shown = laidOut.map((width, i) => ({ column: part(columnAt(i)), width }));
    return moveColumnBorder(tree, shown, index, by, 2);
  });
  const [table] = edited.body as readonly { readonly columns: readonly (Json | string)[] }[];
  return table!.columns.map((column) => (typeof column === 'string' ? undefined : column.width));
}

const fixed = (width: unknown) => ({ width, body: 'x' });

test('the columns on both sides of a border change by the same', () => {
  expect(move([fixed(20), fixed(30), fixed(40)], [20, 30, 40], 0, 5)).toEqual([25, 25, 40]);
  expect(move([fixed(20), fixed(30), fixed(40)], [20, 30, 40], 1, -5.5)).toEqual([20, 24.5, 45.5]);
});

test('a column that takes what is left is not written, unless both do', () => {
  expect(move(['a', fixed(30)], [70, 30], 0, 5)).toEqual([undefined, 25]);
  expect(move([fixed(30), fixed('2*')], [30, 70], 0, 5)).toEqual([35, '2*']);
  expect(move(['a', 'b', 'c'], [30, 30, 30], 0, 5)).toEqual([35, undefined, undefined]);
});

test('a percentage stays one, of the same whole', () => {
  expect(move([fixed('20%'), fixed('30%')], [40, 60], 0, 10)).toEqual(['25%', '25%']);
});

test('no column gets narrower than the least width', () => {
  expect(move([fixed(20), fixed(30)], [20, 30], 0, -50)).toEqual([2, 48]);
  expect(move([fixed(20), fixed(30)], [20, 30], 0, 50)).toEqual([48, 2]);
  expect(move([fixed(1), fixed(30)], [1, 30], 0, -5)).toEqual([1, 30]);
  expect(move([fixed(20), fixed(1)], [20, 1], 0, 5)).toEqual([20, 1]);
});

test('the last border changes the last column alone', () => {
  expect(move([fixed(20), fixed(30)], [20, 30], 1, 500)).toEqual([20, 530]);
});

test('a width that the data give stays, also on the other side of the border', () => {
  expect(() => move([fixed(20), fixed('{{ w }}')], [20, 30], 0, 5)).toThrow(EditError);
  expect(() => move([fixed('{{ w }}'), fixed(20)], [20, 30], 0, 5)).toThrow('The data say how wide the column is.');
});

test('the last border moves if no other column takes what is left', () => {
  const movable = (columns: readonly unknown[]): readonly boolean[] => {
    const shown = columns.map((value) => ({ column: { value } as Part, width: 10 }));
    return shown.map((_, i) => isMovable(shown, i));
  };
  expect(movable([fixed(20), fixed(30)])).toEqual([true, true]);
  expect(movable([fixed(20), 'a'])).toEqual([true, true]);
  expect(movable(['a', fixed('auto')])).toEqual([true, false]);
  expect(movable(['a', 'b'])).toEqual([true, false]);
  expect(movable(['a'])).toEqual([true]);
});
