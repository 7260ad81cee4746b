// Moves the border between two columns of a table.
import { isObject } from '../json/is-object.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';
import type { ComposedEdit } from './plan.ts';
import { setColumnWidth } from './table-columns.ts';

/** A column as it is laid out. */
export interface LaidOutColumn {
  readonly column: Part;
  /** In the unit of the template. */
  readonly width: number;
}

/**
 * Moves the border behind a column. The columns on both sides change by the same, so the others stay as they are. A column without a width takes what is left,
 * so it is not written if the other side has one. `columns`: all that are shown, in order; `by`: in the unit of the template; `least`: the least width of
 * a column. Raises EditError for a width that the data give.
 */
export function moveColumnBorder(
  tree: PartTree,
  columns: readonly LaidOutColumn[],
  index: number,
  by: number,
  least: number,
): ComposedEdit {
  const { before, after } = bordering(columns, index);
  // A column that is narrower already does not grow on the way.
  const fewest = -Math.max(0, before.width - least);
  const most = after ? Math.max(0, after.width - least) : Number.POSITIVE_INFINITY;
  const moved = Math.min(most, Math.max(fewest, by));
  const isBeforeFree = after !== undefined && takesRest(before.column) && !takesRest(after.column);
  const isAfterFree = after === undefined || takesRest(after.column);
  const edits = [...(isBeforeFree ? [] : [resize(tree, before, moved)]), ...(isAfterFree ? [] : [resize(tree, after, -moved)])];
  return {
    operations: moved === 0 ? [] : edits.flatMap(({ operations }) => operations),
    notes: edits.flatMap(({ notes }) => notes),
  };
}

/** Whether the border behind a column can move. The last one stays at the edge of the table while another column takes what is left. */
export const isMovable = (columns: readonly LaidOutColumn[], index: number): boolean =>
  index < columns.length - 1 || !columns.some(({ column }, i) => i !== index && takesRest(column));

function bordering(columns: readonly LaidOutColumn[], index: number) {
  const before = columns[index];
  if (!before) throw new RangeError(`There is no column ${index}.`);
  return { before, after: columns[index + 1] };
}

function resize(tree: PartTree, { column, width }: LaidOutColumn, by: number): ComposedEdit {
  const written = widthOf(column);
  const percent = typeof written === 'string' && written.endsWith('%') ? Number.parseFloat(written) : 100;
  return setColumnWidth(tree, column, width + by, (100 * width) / percent);
}

/** Whether a column has a share of the width that the others leave. */
function takesRest(column: Part): boolean {
  const written = widthOf(column);
  return written === undefined || (typeof written === 'string' && written.endsWith('*'));
}

const widthOf = ({ value }: Part): unknown => (isObject(value) ? value.width : undefined);
