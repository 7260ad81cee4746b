// Where the columns of a table stand on a sheet.
import { isWithin } from '../../editing/follow.ts';
import type { Part } from '../../editing/index.ts';
import type { OwnedPart } from '../screen/drop-goal.ts';

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
