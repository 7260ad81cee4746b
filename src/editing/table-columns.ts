// Edits the columns of a table, and the rows that are written cell by cell with them.
import { units } from '../document/template/units.ts';
import { columnTexts, editNotes, refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { withoutNames } from './copy-part.ts';
import { getValue, join, splitPointer } from './operations.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';
import { type ComposedEdit, EditError, Plan } from './plan.ts';
import { putProperty } from './set-property.ts';
import { fitSumRows } from './sum-rows.ts';
import { addToRows, moveInRows, removeFromRows, sectionsOf, slotOfMember } from './table-cells.ts';
import { ptPerUnit } from './template-unit.ts';

/** Width of a new column whose content is not known to be short, in the unit of the template: 2 cm. */
export const modestWidth = (tree: PartTree): number => round((20 * units.mm) / ptPerUnit(tree));

/** Inserts a column before the one with this index, or behind the last one, and selects it. Default: an empty one of a modest width. */
export function insertColumn(
  tree: PartTree,
  table: Part,
  index: number,
  column: unknown = emptyColumn(tree, table),
): ComposedEdit {
  const columns = columnsOf(table);
  const at = join(columns.pointer, Math.min(index, columns.parts.length));
  const plan = new Plan(tree);
  addToRows(plan, sectionsOf(table), Math.min(index, columns.parts.length));
  plan.do({ op: 'insert', at, value: column });
  return plan.edit(at);
}

/** Puts a copy of a column behind it, and selects it. */
export function duplicateColumn(tree: PartTree, column: Part): ComposedEdit {
  const { table, index } = placeOfColumn(tree, column);
  return insertColumn(tree, table, index + 1, withoutNames(getValue(tree.written, column.pointer)));
}

/** Deletes a column with its cells, and rows of sums with the last column that has a sum. `notes` says what went. Raises EditError for the only column, and as `fitSumRows` says. */
export function removeColumn(tree: PartTree, column: Part): ComposedEdit {
  const { table, index } = placeOfColumn(tree, column);
  const { parts } = columnsOf(table);
  if (parts.length < 2) throw new EditError(refusals.lastColumn);
  const plan = new Plan(tree);
  const gone = removeFromRows(plan, sectionsOf(table), index);
  if (gone.length > 0) plan.note(editNotes.cellsWent(gone.length));
  plan.do({ op: 'remove', at: column.pointer });
  fitSumRows(plan, table.pointer);
  const { parent } = splitPointer(column.pointer);
  return plan.edit(join(parent, Math.min(index, parts.length - 2)));
}

/** Moves a column before the one with this index, or behind the last one. Its cells follow, where the spans of their rows let them; else `notes` says so. Raises EditError as `fitSumRows` says. */
export function moveColumn(tree: PartTree, column: Part, index: number): ComposedEdit {
  const { table, index: from } = placeOfColumn(tree, column);
  const { parts } = columnsOf(table);
  const to = Math.min(index, parts.length) - (index > from ? 1 : 0);
  const plan = new Plan(tree);
  if (to === from) return plan.edit(column.pointer);
  const spansRows = parts.some(({ value }) => isObject(value) && typeof value.rowSpan === 'number' && value.rowSpan > 1);
  if (spansRows && slotOfMember(table, 'rows')) throw new EditError(refusals.rowSpans);
  if (!moveInRows(plan, sectionsOf(table), from, to)) plan.note(editNotes.cellsStay);
  const target = join(splitPointer(column.pointer).parent, to);
  plan.do({ op: 'move', from: column.pointer, to: target });
  fitSumRows(plan, table.pointer);
  return plan.edit(target);
}

function emptyColumn(tree: PartTree, table: Part): unknown {
  const header = hasHeaders(table) ? headerLikeOthers(table, columnTexts.newColumn) : '';
  return { width: modestWidth(tree), header, body: '' };
}

/** Whether a column shows nothing in the rows of elements. */
export const isEmptyColumn = ({ kind, value }: Part): boolean =>
  kind === 'column' && ((isObject(value) ? (value.body ?? value.value) : value) ?? '') === '';

/** Whether a column of a table has a header. */
export const hasHeaders = (table: Part): boolean => columnsOf(table).parts.some((column) => columnText(column, 'header') !== '');

/** Whether a header is still the placeholder of a new column. */
export const isNewHeader = (text: string): boolean => text === columnTexts.newColumn;

/** A header that looks like the other headers of a table. */
export function headerLikeOthers(table: Part, text: string): unknown {
  const headers = columnsOf(table).parts.map(({ value }) => (isObject(value) ? value.header : undefined));
  const other = headers.findLast((one) => isObject(one) && typeof one.text === 'string');
  return isObject(other) ? { ...(withoutNames(other) as object), text } : text;
}

const hidden = /^false(?: and \((.*)\))?$/s;

/** Whether a column is hidden by `hideColumn`. */
export const isHidden = ({ value }: Part): boolean =>
  isObject(value) && typeof value.when === 'string' && hidden.test(value.when);

/** Hides a column, or shows it again. It keeps its content, its cells and its own condition. */
export function hideColumn(tree: PartTree, column: Part, isAway: boolean): ComposedEdit {
  const plan = new Plan(tree);
  if (isAway === isHidden(column)) return plan.edit(column.pointer);
  const { when } = isObject(column.value) ? column.value : {};
  const own = isAway ? when : hidden.exec(String(when))![1];
  const condition = !isAway ? own : own === undefined ? 'false' : `false and (${String(own)})`;
  if (condition === undefined) plan.do({ op: 'unset', at: join(column.pointer, 'when') });
  else putProperty(plan, column, 'when', condition);
  return plan.edit(column.pointer);
}

/**
 * Gives a column a width. A percentage stays one. `width`: in the unit of the template; `tableWidth`: of all columns, for percentages. Raises EditError for a width
 * that the data give.
 */
export function setColumnWidth(tree: PartTree, column: Part, width: number, tableWidth: number): ComposedEdit {
  const plan = new Plan(tree);
  const written = isObject(column.value) ? column.value.width : undefined;
  const isBound = typeof written === 'string' && written.includes('{{');
  if (isBound) throw new EditError(refusals.boundWidth);
  const isPercentage = typeof written === 'string' && written.endsWith('%');
  const value = isPercentage ? `${round((100 * width) / tableWidth)}%` : round(width);
  if (value !== written) putProperty(plan, column, 'width', value);
  return plan.edit(column.pointer);
}

const round = (value: number): number => Number(value.toFixed(2));

/** The text of the header or footer of a column. Empty: nothing is written there. Undefined: other components stand there. */
export function columnText({ value }: Part, part: 'header' | 'footer'): string | undefined {
  const given = isObject(value) ? value[part] : undefined;
  const text = isObject(given) ? given.text : (given ?? '');
  return typeof text === 'string' ? text : undefined;
}

/** Gives a column the text of its header or footer; an empty one takes a text away. Raises EditError if other components stand there. */
export function setColumnText(tree: PartTree, column: Part, part: 'header' | 'footer', text: string): ComposedEdit {
  const plan = new Plan(tree);
  putColumnText(plan, column, part, text);
  return plan.edit(column.pointer);
}

/** As `setColumnText`, in a plan. */
export function putColumnText(plan: Plan, column: Part, part: 'header' | 'footer', text: string): void {
  const given = isObject(column.value) ? column.value[part] : undefined;
  if (columnText(column, part) === undefined) throw new EditError(refusals.moreThanText);
  if (isObject(given)) plan.do({ op: 'set', at: join(column.pointer, part, 'text'), value: text });
  else if (text !== '') putProperty(plan, column, part, text);
  else if (given !== undefined) plan.do({ op: 'unset', at: join(column.pointer, part) });
}

function columnsOf(table: Part) {
  const slot = table.type === 'table' ? slotOfMember(table, 'columns') : undefined;
  if (!slot) throw new EditError(refusals.noTable(table.name));
  return slot;
}

/** The table of a column, and its index there. Raises EditError for any other part. */
export function placeOfColumn(tree: PartTree, column: Part): { readonly table: Part; readonly index: number } {
  const place = tree.places.get(column.pointer)?.slot;
  if (column.kind !== 'column' || !place) throw new EditError(refusals.noColumn(column.name));
  return { table: place.owner, index: place.slot.parts.findIndex(({ pointer }) => pointer === column.pointer) };
}
