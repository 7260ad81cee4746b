// The table in which the selected part stands, and its column.
import { ancestorsOf, columnOfCell, type Part, type PartTree } from '../../editing/index.ts';

export interface SelectedTable {
  readonly table: Part;
  readonly columns: readonly Part[];
  /** Index of the column of the selected part. Undefined: it is in none, or in several. */
  readonly index: number | undefined;
}

/** The innermost table around a part, or the part itself. Undefined: no table, or one that cannot be changed. */
export function tableAround(tree: PartTree, part: Part | undefined): SelectedTable | undefined {
  if (!part || part.isReadOnly) return undefined;
  const around = [part, ...ancestorsOf(tree, part)];
  const at = around.findIndex(({ type }) => type === 'table');
  const table = around[at];
  if (!table) return undefined;
  const columns = table.slots.find(({ member }) => member === 'columns')?.parts ?? [];
  const inside = around.slice(0, at);
  const index = columns.findIndex(({ pointer }) => inside.some((one) => one.pointer === pointer));
  const cell = inside.findLast(({ kind }) => kind === 'cell');
  return { table, columns, index: index >= 0 ? index : cell && columnOfCell(tree, table, cell) };
}
