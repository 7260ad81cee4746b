// Counts the faults of each column, to show where to look first among thousands of faults.
import type { ItemFault } from '../../../../batch/batch-item.ts';

export interface ColumnFaults {
  /** The header; for records the place in their data, with `*` for each element of an array; empty: a fault outside of columns. */
  readonly column: string;
  readonly count: number;
  /** The first fault. */
  readonly example: ItemFault;
}

/** Member names that differ from record to record are not columns: at most this many are counted apart. */
const kept = 1_000;

export class FaultTally {
  readonly #columns = new Map<string, ColumnFaults>();

  add(fault: ItemFault): void {
    const named = fault.columnName ?? fault.pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? '';
    const column = this.#columns.has(named) || this.#columns.size < kept ? named : '';
    const known = this.#columns.get(column);
    this.#columns.set(column, { column, count: (known?.count ?? 0) + 1, example: known?.example ?? fault });
  }

  /** The columns with the most faults first. */
  list(): readonly ColumnFaults[] {
    return [...this.#columns.values()].toSorted((a, b) => b.count - a.count);
  }
}
