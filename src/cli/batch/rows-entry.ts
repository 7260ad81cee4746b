// What every entry made of rows has, whether it became a document or not.
import type { Row, Table } from '../input/table.ts';
import type { BatchItem, ItemSource } from './batch-item.ts';
import { cellText } from './read-cell.ts';

/** Source, original and fields of one document's rows. `head`: what the rows say of the document. */
export function rowsEntry(
  table: Table,
  rows: readonly Row[],
  head: Row = rows[0]!,
): Pick<BatchItem, 'source' | 'original' | 'field'> {
  const source: ItemSource = { file: table.file, line: head.line, row: head.number };
  const field = (name: string): string | undefined => {
    const index = table.headers.indexOf(name);
    return index < 0 ? undefined : cellText(head.cells[index] ?? null);
  };
  return { source, original: { rows }, field };
}
