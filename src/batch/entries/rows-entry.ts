// The common parts of all entries made of rows, valid or rejected.
import type { Row, Table } from '../../input/table.ts';
import type { BatchItem } from '../batch-item.ts';
import { cellText } from './read-cell.ts';

/** The parts of a batch item that rows give: place in the input, rows and fields. `head`: the row with the document's own values. */
export function rowsEntry(
  table: Table,
  rows: readonly Row[],
  head: Row = rows[0]!,
): Pick<BatchItem, 'source' | 'inputPart' | 'reference' | 'field'> {
  return {
    source: { file: table.file, line: head.line, row: head.number },
    inputPart: { rows },
    reference: undefined,
    field: (name) => fieldOf(table, head, name),
  };
}

/** The text of a row's column; undefined: the table has no such column. */
export function fieldOf({ headers }: Table, { cells }: Row, name: string): string | undefined {
  const index = headers.indexOf(name.normalize('NFC'));
  return index < 0 ? undefined : cellText(cells[index] ?? null);
}
