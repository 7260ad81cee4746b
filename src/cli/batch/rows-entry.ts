// What every entry made of rows has, whether it became a document or not.
import type { Row, Table } from '../input/table.ts';
import type { BatchItem, ItemSource } from './batch-item.ts';
import { cellText } from './read-cell.ts';

/** Source, original and fields of one document's rows. */
export function rowsEntry(table: Table, rows: readonly Row[]): Pick<BatchItem, 'source' | 'original' | 'field'> {
  const first = rows[0]!;
  const source: ItemSource = { file: table.file, line: first.line, row: first.number };
  const field = (name: string): string | undefined => {
    const index = table.headers.indexOf(name);
    return index < 0 ? undefined : cellText(first.cells[index] ?? null);
  };
  return { source, original: { rows }, field };
}
