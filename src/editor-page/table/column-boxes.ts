// Where the columns of a table stand on a sheet.
import { isWithin } from '../../editing/follow.ts';
import { nameOfGoal, type Part, type PartTree } from '../../editing/index.ts';
import type { GoalLine, OwnedPart, Point } from '../screen/drop-goal.ts';
import type { SelectedTable } from './selected-table.ts';

/** A column on a sheet, in pt. */
export interface ColumnBox {
  readonly column: Part;
  /** Index among all columns of the table. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
  /** The least width that its content needs. */
  readonly leastWidth: number;
}

/** The columns that a sheet shows, in their order. Of a table that repeats, where it stands first. */
export function columnBoxes(owned: readonly OwnedPart[], columns: readonly Part[]): readonly ColumnBox[] {
  return columns.flatMap((column, index) => {
    // The cell of a column comes before those of a table in it.
    const cell = owned.find(({ shown, part }) => shown.kind === 'cell' && isWithin(part.pointer, column.pointer))?.shown;
    return cell ? [{ column, index, left: cell.left, width: cell.width, leastWidth: cell.leastWidth ?? 0 }] : [];
  });
}

/** 1: the columns go from left to right; -1: from right to left. */
export const directionOf = (boxes: readonly ColumnBox[]): 1 | -1 =>
  boxes.length > 1 && boxes[1]!.left < boxes[0]!.left ? -1 : 1;

/** Where the border behind a column stands, from the left edge of the sheet. */
export const borderOf = (boxes: readonly ColumnBox[], index: number): number => {
  const { left, width } = boxes[index]!;
  return directionOf(boxes) === 1 ? left + width : left;
};

/** A place among the columns of a table. `index`: of the column that will follow. */
export interface PlaceOfColumn {
  readonly index: number;
  readonly line: GoalLine;
  /** Says where it is. */
  readonly name: string;
}

/** The place of a column that is dropped at a point. `moved`: the column; undefined: it is new. Undefined: the table is not there. */
export function placeOfColumn(
  tree: PartTree,
  owned: readonly OwnedPart[],
  { x, y }: Point,
  { table, columns }: Pick<SelectedTable, 'table' | 'columns'>,
  moved?: Part,
): PlaceOfColumn | undefined {
  const boxes = columnBoxes(owned, columns);
  const box = owned.find(({ shown, part }) => part.pointer === table.pointer && y >= shown.top && y <= shown.top + shown.height);
  if (!box || boxes.length === 0) return undefined;
  const { top, height } = box.shown;
  const direction = directionOf(boxes);
  // The columns whose middle is before the point.
  const before = boxes.filter(({ left, width }) => direction * (x - (left + width / 2)) > 0).length;
  const first = boxes[0]!;
  const left = before > 0 ? borderOf(boxes, before - 1) : direction === 1 ? first.left : first.left + first.width;
  const index = before > 0 ? boxes[before - 1]!.index + 1 : first.index;
  const slot = table.slots.find(({ member }) => member === 'columns')!.pointer;
  return { index, line: { left, top, width: 0, height }, name: nameOfGoal(tree, { slot, index }, moved) };
}

/** The column of which a cell is at a point. */
export const columnUnder = (owned: readonly OwnedPart[], { x, y }: Point, columns: readonly Part[]): Part | undefined => {
  const cell = owned.find(
    ({ shown: { kind, left, top, width, height } }) =>
      kind === 'cell' && x >= left && x <= left + width && y >= top && y <= top + height,
  );
  return columns.find(({ pointer }) => cell && isWithin(cell.part.pointer, pointer));
};
