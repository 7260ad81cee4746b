// Where a group of items stands.
import { type Matrix, sineAndCosine } from '../vector/matrix.ts';
import type { GroupItem } from './fragment.ts';

export type GroupPosition = Pick<GroupItem, 'x' | 'y' | 'rotate' | 'scale'>;

/** The place on its sheet, or in the group around it, of a point in a group. y down. */
export function positionOf({ x, y, rotate, scale = 1 }: GroupPosition): Matrix {
  const { cos, sin } = sineAndCosine(rotate);
  return [scale * cos, scale * sin, -scale * sin, scale * cos, x, y];
}
