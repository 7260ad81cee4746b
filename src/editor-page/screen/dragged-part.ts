// A part of the pages that a person drags to another place.
import { isWithin } from '../../editing/follow.ts';
import { labelOf, leavesItsList, type Part } from '../../editing/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { moveTo } from '../part-actions.ts';
import { reorderColumn } from '../table/column-actions.ts';
import { columnUnder, placeOfColumn } from '../table/column-boxes.ts';
import { type SelectedTable, tableAround } from '../table/selected-table.ts';
import type { Draggable } from './draggable.ts';
import { findDropGoal } from './drop-goal.ts';

/**
 * A column of a table moves among its columns, a component to any place where it can stand. Over another column of its table it takes its own column along.
 * Undefined: the part stays where it is.
 */
export function draggedPart(model: EditorModel, part: Part): Draggable | undefined {
  const tree = model.tree.peek();
  if (part.isReadOnly) return undefined;
  const found = tableAround(tree, part);
  const column = found?.columns.find(({ pointer }) => isWithin(part.pointer, pointer));
  const among = found && column && amongColumns(model, column, found);
  if (column?.pointer === part.pointer) return among && { name: labelOf(part), findGoal: among };
  if (!leavesItsList(tree, part)) return undefined;
  return {
    name: labelOf(part),
    findGoal(owned, point, now) {
      const over = found && columnUnder(owned, point, found.columns);
      if (among && over && over !== column) return among(owned, point, now);
      const drop = findDropGoal(owned, point, now, { part: part.pointer });
      return drop && { ...drop, put: () => moveTo(model, part, drop.goal, drop.moved?.part) };
    },
  };
}

const amongColumns =
  (model: EditorModel, column: Part, found: SelectedTable): Draggable['findGoal'] =>
  (owned, point, tree) => {
    const place = placeOfColumn(tree, owned, point, found, column);
    return place && { line: place.line, name: place.name, put: () => reorderColumn(model, column, place.index) };
  };
