// Puts a field of the data onto the pages: a field on a table becomes a column, a list a table, any other a text.
import {
  fillColumn,
  insertField,
  insertFieldColumn,
  insertTable,
  isEmptyColumn,
  isListField,
  type Part,
} from '../../editing/index.ts';
import type { FieldInLists } from '../../editing/list-fields.ts';
import { columnWords, dropWords, steps } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { goalOfNew, tellAdded } from '../part-actions.ts';
import { componentFor, type FieldPlace } from './field-goal.ts';
import { tableAround } from './selected-table.ts';

/** Puts a field at a place. Says why if it cannot stand there. Returns whether it does. */
export function putField(model: EditorModel, field: FieldInLists, place: FieldPlace): boolean {
  if (field.lists.length > 1) {
    model.words.value = dropWords.listInList;
    return false;
  }
  return model.do(
    (tree) =>
      'table' in place
        ? insertFieldColumn(tree, place.table, place.index, field)
        : isListField(field)
          ? insertTable(tree, place.goal, field)
          : insertField(tree, place.goal, field),
    { title: steps.add },
  );
}

/** Shows a field in a column. `before`: the field that it shows; undefined: it is empty. Says why if it cannot stand there. */
export function putFieldInColumn(model: EditorModel, column: Part, field: FieldInLists, before?: FieldInLists): void {
  if (field.lists.length > 1) model.words.value = dropWords.listInList;
  else model.do((tree) => fillColumn(tree, column, field, before), { title: columnWords.steps.fill }, true);
}

/** The column of the selected part, if it is empty. */
export function emptyColumn(model: EditorModel): Part | undefined {
  const found = tableAround(model.tree.value, model.part.value);
  const column = found?.index === undefined ? undefined : found.columns[found.index];
  return column && isEmptyColumn(column) ? column : undefined;
}

/** Puts a field into the selected column if that is empty, else behind the selected part: a column behind the selected one, or the last one. */
export function putFieldBehind(model: EditorModel, field: FieldInLists): void {
  const found = tableAround(model.tree.value, model.part.value);
  if (found && !isListField(field)) {
    const { table, columns, index } = found;
    const empty = emptyColumn(model);
    if (empty) putFieldInColumn(model, empty, field);
    else putField(model, field, { table, index: index === undefined ? columns.length : index + 1 });
    return;
  }
  const goal = goalOfNew(model, componentFor(field));
  if (!goal) model.words.value = dropWords.noPlace;
  else if (putField(model, field, { goal })) tellAdded(model, goal);
}
