// How many faults there are of each column: what to look at first where thousands are told.
import type { ItemFault } from '../../../../batch/batch-item.ts';

export interface ColumnFaults {
  /** The header; of records the place in their data, `*` for each element of an array; empty: of no column. */
  readonly column: string;
  readonly count: number;
  /** The first of them. */
  readonly example: ItemFault;
}

/** Names that differ from record to record are no columns: no more than this are told apart. */
const kept = 1_000;

export class FaultTally {
  readonly #columns = new Map<string, ColumnFaults>();

  add(fault: ItemFault): void {
    const named = fault.columnName ?? fault.pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? '';
    const column = this.#columns.has(named) || this.#columns.size < kept ? named : '';
    const known = this.#columns.get(column);
    this.#columns.set(column, { column, count: (known?.count ?? 0) + 1, example: known?.example ?? fault });
  }

  /** Those with the most faults first. */
  list(): readonly ColumnFaults[] {
    return [...this.#columns.values()].toSorted((a, b) => b.count - a.count);
  }
}
