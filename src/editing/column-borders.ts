// Moves the border between two columns of a table.
import { isObject } from '../json/is-object.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';
import type { ComposedEdit } from './plan.ts';
import { setColumnWidth } from './table-columns.ts';

/** A column as it is laid out. Widths are in the unit of the template. */
export interface LaidOutColumn {
  readonly column: Part;
  readonly width: number;
  /** The width that its styles give it. */
  readonly styled?: unknown;
  /** The least width that its content needs. */
  readonly least: number;
}

/** A table as it is laid out. */
export interface LaidOutTable {
  /** All that are shown, in order. */
  readonly columns: readonly LaidOutColumn[];
  /** How much wider the table could become, in the unit of the template. */
  readonly room: number;
}

/**
 * Moves the border behind a column. The columns on both sides change by the same, and the others stay as they are. `by`: in the unit of the template, as far as
 * `borderRange` lets it. Raises EditError for a width that the data give.
 */
export function moveColumnBorder(tree: PartTree, table: LaidOutTable, index: number, by: number): ComposedEdit {
  const { before, after } = bordering(table, index);
  const { least, most } = borderRange(table, index);
  const moved = Math.min(most, Math.max(least, by));
  const isFree = ({ column }: LaidOutColumn) => column === freeColumn(table, index);
  const edits = [...(isFree(before) ? [] : [resize(tree, before, moved)])];
  if (after && !isFree(after)) edits.push(resize(tree, after, -moved));
  return {
    operations: moved === 0 ? [] : edits.flatMap(({ operations }) => operations),
    notes: edits.flatMap(({ notes }) => notes),
  };
}

/** How far the border behind a column can move, in the unit of the template. A column that is too narrow already gets no narrower. */
export function borderRange(table: LaidOutTable, index: number): { readonly least: number; readonly most: number } {
  const { before, after } = bordering(table, index);
  const spare = ({ width, least }: LaidOutColumn) => Math.max(0, width - least);
  return { least: -spare(before), most: after ? spare(after) : Math.max(0, table.room) };
}

/** Whether the border behind a column can move. The last one stays at the edge of the table while another column takes what is left. */
export const isMovable = (columns: readonly LaidOutColumn[], index: number): boolean =>
  index < columns.length - 1 || !columns.some((column, i) => i !== index && takesRest(column));

/** The column beside a border if no other column of the table shares the remaining width with it: it needs no width of its own. */
function freeColumn(table: LaidOutTable, index: number): Part | undefined {
  const { before, after } = bordering(table, index);
  if (!after) return undefined;
  const free = [after, before].filter(takesRest);
  const all = table.columns.filter(takesRest);
  return free.length === all.length ? free[0]?.column : undefined;
}

function bordering({ columns }: LaidOutTable, index: number) {
  const before = columns[index];
  if (!before) throw new RangeError(`There is no column ${index}.`);
  return { before, after: columns[index + 1] };
}

function resize(tree: PartTree, shown: LaidOutColumn, by: number): ComposedEdit {
  const { column, width } = shown;
  const written = widthOf(shown);
  const percent = typeof written === 'string' && written.endsWith('%') ? Number.parseFloat(written) : 100;
  return setColumnWidth(tree, column, width + by, (100 * width) / percent);
}

/** Whether a column has a share of the width that the others leave. */
function takesRest(column: LaidOutColumn): boolean {
  const written = widthOf(column);
  return written === undefined || (typeof written === 'string' && written.endsWith('*'));
}

const widthOf = ({ column: { value }, styled }: LaidOutColumn): unknown => (isObject(value) ? value.width : undefined) ?? styled;
