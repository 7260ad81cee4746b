// What a person does with the columns of a table. Each is one step of the history; what cannot be done is said.
import {
  columnText,
  duplicatePart,
  hideColumn,
  insertColumn,
  isHidden,
  moveColumn,
  type Part,
  removePart,
  setColumnText,
} from '../../editing/index.ts';
import { columnWords, steps } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';

/** Adds an empty column before the one with this index, or behind the last one. */
export const addColumn = (model: EditorModel, table: Part, index: number): boolean =>
  model.do((tree) => insertColumn(tree, table, index), { title: columnWords.steps.add });

export const deleteColumn = (model: EditorModel, column: Part): boolean =>
  model.do((tree) => removePart(tree, column), { title: columnWords.steps.remove });

export const copyColumn = (model: EditorModel, column: Part): boolean =>
  model.do((tree) => duplicatePart(tree, column), { title: columnWords.steps.duplicate });

/** `before`: index of the column that will follow it. */
export const reorderColumn = (model: EditorModel, column: Part, before: number): boolean =>
  model.do((tree) => moveColumn(tree, column, before), { title: columnWords.steps.move });

export const toggleColumn = (model: EditorModel, column: Part): boolean =>
  model.do((tree) => hideColumn(tree, column, !isHidden(column)), {
    title: isHidden(column) ? columnWords.steps.show : columnWords.steps.hide,
  });

/** Letters that are typed one after the other are one step. */
export const writeColumnText = (model: EditorModel, column: Part, part: 'header' | 'footer', text: string): boolean =>
  model.do(
    (tree) => setColumnText(tree, column, part, text),
    { title: steps.text, gesture: `${part} of ${column.pointer}` },
    true,
  );

/** `Column 2: Quantity`, with what its header says, or what it prints. */
export function nameOfColumn(column: Part, index: number): string {
  const text = columnText(column, 'header') || column.detail;
  const name = columnWords.column(index + 1, text);
  return isHidden(column) ? columnWords.hiddenColumn(name) : name;
}
