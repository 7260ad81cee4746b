// Finds where a field that is dragged over a sheet would go: between the columns of a table, or beside a part.
import { isWithin } from '../../editing/follow.ts';
import { type DataField, type Goal, isListField, type Part, type PartTree } from '../../editing/index.ts';
import { findDropGoal, type GoalLine, type OwnedPart, type Point, partUnder } from '../screen/drop-goal.ts';
import { findColumnPlace } from './column-boxes.ts';
import { tableAround } from './selected-table.ts';

/** Before the column of a table with this index, or at a goal. */
export type FieldPlace = { readonly table: Part; readonly index: number } | { readonly goal: Goal };

export interface FieldGoal {
  readonly place: FieldPlace;
  readonly line: GoalLine;
  /** Says where it is. */
  readonly name: string;
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
  const inTable = found && !isBeside && findColumnPlace(tree, owned, point, found);
  if (inTable) return { place: { table: found.table, index: inTable.index }, line: inTable.line, name: inTable.name };
  const candidates = isBeside ? owned.filter(({ part }) => !isInside(part, found.table)) : owned;
  // The field of an element is meant to be repeated.
  const drop = findDropGoal(candidates, point, tree, { component: componentFor(field), mayRepeat: field.list !== undefined });
  return drop && { place: { goal: drop.goal }, line: drop.line, name: drop.name };
}

/** The kind of component that a field becomes beside other parts. */
export const componentFor = (field: DataField): unknown => (isListField(field) ? { table: [], columns: [] } : '');

const isInside = ({ pointer }: Part, table: Part): boolean => pointer !== table.pointer && isWithin(pointer, table.pointer);
