// Groups rows with the same key. A first pass counts the rows of each key, so that a group is complete as soon as its last row is read. Memory stays
// flat for sorted files; for others it holds the rows between a group's first and last row.
import { InputError } from '../../input/input-error.ts';
import type { PathStep } from '../../input/parse-path.ts';
import { type Cell, isBroken, type Row, type Table } from '../../input/table.ts';
import type { RejectedItem } from '../batch-item.ts';
import { cellText } from './read-cell.ts';
import { isBlank } from './read-row.ts';
import { rowsEntry } from './rows-entry.ts';
import { unreadable } from './unreadable.ts';

export interface Folding {
  /** The column of the key. */
  readonly by: string;
  /** The array that takes the rows of a document. */
  readonly into: readonly PathStep[];
  /** Most rows held for documents that are not complete. */
  readonly maxHeldRows: number;
}

export interface RowGroup {
  readonly rows: readonly Row[];
}

/**
 * The groups of a table, in the order of the first row of each key. `refuseNone` is called for a table without rows. Raises InputError
 * of kind `file` if too many rows would be held.
 */
export function foldRows(
  table: Table,
  { by, maxHeldRows }: Folding,
  refuseNone: () => void,
): AsyncIterable<RowGroup | RejectedItem> {
  const index = table.headers.indexOf(by);
  const keyOf = (row: Row) => cellText(row.cells[index] ?? null);
  let counts: Promise<ReadonlyMap<string, number>> | undefined;
  return {
    async *[Symbol.asyncIterator]() {
      counts ??= countKeys(table, keyOf);
      const open = new Map<string, Row[]>();
      const total = await counts;
      let held = 0;
      let number = 0;
      for await (const row of table.rows()) {
        number++;
        if (row instanceof InputError) {
          yield { ...unreadable(table.file, row, number), mayBeOfAny: true };
          continue;
        }
        if (isBlank(row)) continue;
        const key = keyOf(row);
        if (key === '') {
          yield withoutKey(table, row, index);
          continue;
        }
        const rows = open.get(key) ?? [];
        rows.push(row);
        open.set(key, rows);
        if (++held > maxHeldRows) throw tooMany(table, by, maxHeldRows);
        // In the order of the first rows: a complete document waits for documents that began before it.
        for (const [first, complete] of open) {
          if (complete.length < total.get(first)!) break;
          open.delete(first);
          held -= complete.length;
          yield { rows: complete };
        }
      }
      if (number === 0) refuseNone();
    },
  };
}

async function countKeys(table: Table, keyOf: (row: Row) => string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const row of table.rows()) {
    if (row instanceof InputError) continue;
    const key = keyOf(row);
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function withoutKey(table: Table, row: Row, index: number): RejectedItem {
  const place = { file: table.file, line: row.line, column: index + 1, columnName: table.headers[index]! };
  return { kind: 'rejected', ...rowsEntry(table, [row]), faults: [{ ...place, message: explainNoKey(row.cells[index]) }] };
}

/** Why a cell is no key. */
export const explainNoKey = (cell: Cell | undefined): string =>
  isBroken(cell) ? cell.fault : 'must not be empty: it tells which document the row belongs to';

function tooMany({ file }: Table, by: string, maxHeldRows: number): InputError {
  return new InputError(
    'file',
    `more than ${maxHeldRows} rows lie between the first and the last row of one document; sort the file by ${JSON.stringify(by)}`,
    { file },
  );
}
