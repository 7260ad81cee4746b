// Makes columns of fields of the data, and tables of lists.

import { refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { conjuncts } from '../json/schema-parts.ts';
import { headerOf } from './field-names.ts';
import {
  bindingOf,
  type DataField,
  elementAt,
  elementName,
  expressionOf,
  isNumber,
  isPrinted,
  isShort,
  refuseFieldOfFields,
} from './fields.ts';
import { listFields } from './list-fields.ts';
import { join } from './operations.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';
import { type Goal, insertPart } from './place-parts.ts';
import { type ComposedEdit, EditError, Plan } from './plan.ts';
import { putProperty } from './set-property.ts';
import {
  columnText,
  hasHeaders,
  headerLikeOthers,
  insertColumn,
  isNewHeader,
  modestWidth,
  placeOfColumn,
  putColumnText,
} from './table-columns.ts';
import { readPieces, valueOfBinding } from './text-pieces.ts';

/** Most columns of a table that is made of a list. */
const mostColumns = 6;

/** How the headers of a new table look: each of them, and the line below. */
export const headerLook = { bold: true } as const;
export const tableLook = { rules: { header: { width: 0.75 } } } as const;

/** Inserts a field as a column before the one with this index, formatted and aligned by its type. Raises EditError for a field of another list. */
export function insertFieldColumn(tree: PartTree, table: Part, index: number, field: DataField): ComposedEdit {
  const { header, ...column } = columnOf(field, elementOf(table, field));
  // A text may be long, and would take the room of the other columns.
  const width = isShort(field) ? 'auto' : modestWidth(tree);
  return insertColumn(tree, table, index, { width, header: headerLikeOthers(table, header), ...column });
}

/**
 * Shows a field in an empty column, or in place of the field that the column shows. It keeps its width and the header that a person gave it. `before`: the field
 * that it shows; undefined: it is empty. Raises EditError for a field of another list.
 */
export function fillColumn(tree: PartTree, column: Part, field: DataField, before: DataField | undefined): ComposedEdit {
  const { table } = placeOfColumn(tree, column);
  const { header, ...made } = columnOf(field, elementOf(table, field));
  const old = before && columnOf(before, elementOf(table, before));
  const plan = new Plan(tree);
  if (old?.align && !made.align && isObject(column.value) && column.value.align === old.align)
    plan.do({ op: 'unset', at: join(column.pointer, 'align') });
  for (const [name, value] of Object.entries(made)) putProperty(plan, column, name, value);
  const text = columnText(column, 'header');
  if (text !== undefined && (isNewHeader(text) || text === old?.header || (text === '' && hasHeaders(table))))
    putColumnText(plan, column, 'header', header);
  return plan.edit(column.pointer);
}

/** The field that a column shows and nothing else, in any format. Undefined: it shows none of these fields, or more than one. */
export function shownField<Field extends DataField>(table: Part, { value }: Part, fields: readonly Field[]): Field | undefined {
  const { as = 'item' } = table.value as { readonly as?: string };
  const body = isObject(value) ? value.body : value;
  const [piece, ...others] = readPieces(typeof body === 'string' ? body.trim() : '');
  const path = piece?.kind === 'binding' && others.length === 0 ? valueOfBinding(piece.expression) : undefined;
  return fields.find((field) => expressionOf(field.path, field.list && as) === path);
}

/** Inserts a list as a table, with a column for each of its first plain fields. `field`: the list. Raises EditError if its elements have no fields. */
export function insertTable(tree: PartTree, goal: Goal, field: DataField): ComposedEdit {
  const { root } = field;
  const element = field.list && elementAt(tree, tree.slots.get(goal.slot), field.list);
  if (field.list && element === undefined) throw new EditError(refusals.listOfList);
  const items = conjuncts(field.schema, root).flatMap(({ items: one }) => (one === undefined ? [] : [one]));
  const plain = listFields({ allOf: items }, root).filter(
    ({ path, lists, schema }) => lists.length === 0 && path.length === 1 && isPrinted(schema, root),
  );
  if (plain.length === 0) throw new EditError(refusals.noFields);
  const as = elementName(tree, goal, field.path.at(-1) ?? '');
  const columns = plain.slice(0, mostColumns).map((one) => {
    const { header, ...column } = columnOf(one, as);
    return { header: { text: header, ...headerLook }, ...column };
  });
  return insertPart(tree, goal, { table: expressionOf(field.path, element), as, ...tableLook, columns });
}

/** The name of the element that a table prints, for a field of its list. Undefined: the field stands in no list. */
function elementOf(table: Part, field: DataField): string | undefined {
  const { table: list, as = 'item' } = table.value as { readonly table?: unknown; readonly as?: string };
  if (field.list !== undefined && list !== expressionOf(field.list)) throw new EditError(refusals.otherList(String(list)));
  refuseFieldOfFields(field);
  return field.list && as;
}

interface MadeColumn {
  readonly header: string;
  readonly align?: 'right';
  readonly body: string;
}

function columnOf(field: DataField, element: string | undefined): MadeColumn {
  const align = isNumber(field) ? ({ align: 'right' } as const) : {};
  return { header: headerOf(field), ...align, body: bindingOf(field, element) };
}
