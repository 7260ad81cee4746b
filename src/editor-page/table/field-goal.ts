// Finds where a field that is dragged over a sheet would go: between the columns of a table, or beside a part.
import { isWithin } from '../../editing/follow.ts';
import { type DataField, isListField, type Part, type PartTree } from '../../editing/index.ts';
import { findDropGoal, type GoalLine, type OwnedPart, type Point, partUnder } from '../screen/drop-goal.ts';
import { borderOf, columnBoxes, directionOf } from './column-boxes.ts';
import type { FieldPlace } from './list-field.ts';
import { tableAround } from './selected-table.ts';

export interface FieldGoal {
  readonly place: FieldPlace;
  readonly line: GoalLine;
}

export function findFieldGoal(
  owned: readonly OwnedPart[],
  point: Point,
  tree: PartTree,
  field: DataField,
): FieldGoal | undefined {
  const found = tableAround(tree, partUnder(owned, point)?.part);
  // A list becomes a table beside the table, and not in a cell of it.
  const isBeside = found !== undefined && isListField(field);
  const inTable = found && !isBeside && betweenColumns(owned, point, found.table, found.columns);
  if (inTable) return inTable;
  const candidates = isBeside ? owned.filter(({ part }) => !isInside(part, found.table)) : owned;
  // The field of an element is meant to be repeated.
  const drop = findDropGoal(candidates, point, tree, undefined, field.list !== undefined);
  return drop && { place: { goal: drop.goal }, line: drop.line };
}

const isInside = ({ pointer }: Part, table: Part): boolean => pointer !== table.pointer && isWithin(pointer, table.pointer);

function betweenColumns(owned: readonly OwnedPart[], { x }: Point, table: Part, columns: readonly Part[]): FieldGoal | undefined {
  const box = owned.find(({ part }) => part.pointer === table.pointer)?.shown;
  const boxes = columnBoxes(owned, columns);
  if (!box || boxes.length === 0) return undefined;
  const direction = directionOf(boxes);
  // The columns whose middle is before the point.
  const before = boxes.filter(({ left, width }) => direction * (x - (left + width / 2)) > 0).length;
  const first = boxes[0]!;
  const left = before > 0 ? borderOf(boxes, before - 1) : direction === 1 ? first.left : first.left + first.width;
  const index = before > 0 ? boxes[before - 1]!.index + 1 : first.index;
  return { place: { table, index }, line: { left, top: box.top, width: 0, height: box.height } };
}
