// Counts the faults of each column, to show where to look first among thousands of faults.
import type { ItemFault } from '../../batch/batch-item.ts';

export interface ColumnFaults {
  /** As `columnOf` names it. Empty: all columns that are not counted apart. */
  readonly column: string;
  readonly count: number;
  /** The first fault. */
  readonly example: ItemFault;
}

/** Member names that differ from record to record are not columns: at most this many are counted apart. */
const kept = 1_000;

/** The header; for records the place in their data, with `*` for each element of an array. Undefined: a fault outside of columns. */
export const columnOf = ({ columnName, pointer }: ItemFault): string | undefined =>
  columnName ?? (pointer?.replace(/\/\d+(?=\/|$)/g, '/*') || undefined);

export class FaultTally {
  readonly #columns = new Map<string, ColumnFaults>();

  add(fault: ItemFault): void {
    const named = columnOf(fault) ?? '';
    const column = this.#columns.has(named) || this.#columns.size < kept ? named : '';
    const known = this.#columns.get(column);
    this.#columns.set(column, { column, count: (known?.count ?? 0) + 1, example: known?.example ?? fault });
  }

  /** The columns with the most faults first. */
  list(): readonly ColumnFaults[] {
    return [...this.#columns.values()].toSorted((a, b) => b.count - a.count);
  }
}
