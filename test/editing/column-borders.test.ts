import { expect, test } from 'vitest';
import { borderRange, isMovable, moveColumnBorder } from '../../src/editing/column-borders.ts';
import type { Part } from '../../src/editing/part.ts';
import { EditError } from '../../src/editing/plan.ts';
import { editBody, type Json } from './support.ts';

const columnAt = (index: number) => `/pages/0/body/0/columns/${index}`;

/** The widths that are written when the border behind a column moves. `laidOut`: the widths on the page. `room`: beside the table. */
function move(columns: readonly unknown[], laidOut: readonly number[], index: number, by: number, room = 0): readonly unknown[] {
  const edited = editBody([{ table: 'lines', columns }], (tree, part) => {
    const shown = laidOut.map((width, i) => ({ column: part(columnAt(i)), width, least: 2 }));
    return moveColumnBorder(tree, { columns: shown, room }, index, by);
  });
  const [table] = edited.body as readonly { readonly columns: readonly (Json | string)[] }[];
  return table!.columns.map((column) => (typeof column === 'string' ? undefined : column.width));
}

const fixed = (width: unknown) => ({ width, body: 'x' });

test('the columns on both sides of a border change by the same', () => {
  expect(move([fixed(20), fixed(30), fixed(40)], [20, 30, 40], 0, 5)).toEqual([25, 25, 40]);
  expect(move([fixed(20), fixed(30), fixed(40)], [20, 30, 40], 1, -5.5)).toEqual([20, 24.5, 45.5]);
});

test('a column that alone takes what is left is not written', () => {
  expect(move(['a', fixed(30)], [70, 30], 0, 5)).toEqual([undefined, 25]);
  expect(move([fixed(30), fixed('2*')], [30, 70], 0, 5)).toEqual([35, '2*']);
  expect(move(['a', 'b'], [30, 30], 0, 5)).toEqual([35, undefined]);
});

test('a column with the width of its style takes no rest', () => {
  const shown = [20, 30].map((width, i) => ({
    column: { value: 'a' } as Part,
    width,
    least: 1,
    styled: i === 0 ? 20 : undefined,
  }));
  expect(shown.map((_, i) => isMovable(shown, i))).toEqual([true, true]);
  expect(shown.map((_, i) => isMovable(shown.toReversed(), i))).toEqual([true, false]);
});

test('columns elsewhere that take what is left keep their widths', () => {
  expect(move(['a', 'b', 'c'], [30, 30, 30], 0, 5)).toEqual([35, 25, undefined]);
  expect(move(['a', fixed(30), 'c'], [30, 30, 30], 0, 5)).toEqual([35, 25, undefined]);
  expect(move([fixed(30), 'b', 'c'], [30, 30, 30], 0, 5)).toEqual([35, 25, undefined]);
  expect(move([fixed(30), fixed('auto'), 'c'], [30, 20, 40], 0, 5)).toEqual([35, 15, undefined]);
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

test('the last border changes the last column alone, up to the room of the table', () => {
  expect(move([fixed(20), fixed(30)], [20, 30], 1, 500, 40)).toEqual([20, 70]);
  expect(move([fixed(20), fixed(30)], [20, 30], 1, -10)).toEqual([20, 20]);
  expect(move([fixed(20), fixed(30)], [20, 30], 1, 5, -3)).toEqual([20, 30]);
});

test('a border moves as far as the columns beside it can give', () => {
  const shown = [20, 30].map((width) => ({ column: {} as Part, width, least: 12 }));
  expect([0, 1].map((index) => borderRange({ columns: shown, room: 7 }, index))).toEqual([
    { least: -8, most: 18 },
    { least: -18, most: 7 },
  ]);
});

test('a width that the data give stays, also on the other side of the border', () => {
  expect(() => move([fixed(20), fixed('{{ w }}')], [20, 30], 0, 5)).toThrow(EditError);
  expect(() => move([fixed('{{ w }}'), fixed(20)], [20, 30], 0, 5)).toThrow('The data say how wide the column is.');
});

test('the last border moves if no other column takes what is left', () => {
  const movable = (columns: readonly unknown[]): readonly boolean[] => {
    const shown = columns.map((value) => ({ column: { value } as Part, width: 10, least: 1 }));
    return shown.map((_, i) => isMovable(shown, i));
  };
  expect(movable([fixed(20), fixed(30)])).toEqual([true, true]);
  expect(movable([fixed(20), 'a'])).toEqual([true, true]);
  expect(movable(['a', fixed('auto')])).toEqual([true, false]);
  expect(movable(['a', 'b'])).toEqual([true, false]);
  expect(movable(['a'])).toEqual([true]);
});
