// Puts the rows of a second table into their documents, by a key.
import { InputError } from '../../input/input-error.ts';
import { formatPath, type PathStep, toPointer } from '../../input/parse-path.ts';
import type { Row, Table } from '../../input/table.ts';
import type { NameOption } from '../../words/name-option.ts';
import {
  type BatchEntries,
  type BatchEntry,
  type BatchItem,
  type ItemFault,
  type RejectedItem,
  wasRejected,
} from '../batch-item.ts';
import type { MappedColumns } from './columns.ts';
import { explainNoKey } from './fold-rows.ts';
import { cellText } from './read-cell.ts';
import { createRowReader, isBlank } from './read-row.ts';
import { findRowPlace, pointersOf, putArray, splitElement } from './table-items.ts';
import { unreadable } from './unreadable.ts';

export interface RowJoin {
  readonly table: Table;
  readonly columns: MappedColumns;
  /** The array for the rows, in each document. */
  readonly into: readonly PathStep[];
  /** The column, or path, of the document's key, and the column of the row's key. Keys are compared as trimmed text. */
  readonly on: { readonly document: string; readonly row: string };
  /** Most rows, since all are held in memory. */
  readonly maxRows: number;
  /** Whether a row without a document is a fault. It is not a fault if only a part of the documents is read. */
  readonly refusesUnmatched: boolean;
  readonly nameOption: NameOption;
}

interface JoinedRow {
  readonly row: Row;
  readonly value: unknown;
  readonly faults: readonly ItemFault[];
  readonly warnings: readonly ItemFault[];
}

interface RowIndex {
  readonly byKey: ReadonlyMap<string, readonly JoinedRow[]>;
  /** Rows that cannot be read, or have no key. */
  readonly astray: readonly RejectedItem[];
}

/** The documents with their rows as an array, empty for a document without rows. Raises InputError of kind `file` for too many rows. */
export function joinRows(entries: BatchEntries, join: RowJoin): BatchEntries {
  let index: Promise<RowIndex> | undefined;
  return {
    async *[Symbol.asyncIterator]() {
      index ??= readIndex(join);
      const { byKey, astray } = await index;
      const unmatched = new Set(byKey.keys());
      let isPart = false;
      for await (const entry of entries) {
        isPart ||= wasRejected(entry);
        const key = entry.field(join.on.document) ?? '';
        unmatched.delete(key);
        yield entry.kind === 'rejected' ? entry : addRows(entry, key, byKey.get(key) ?? [], join);
      }
      yield* astray;
      if (join.refusesUnmatched && !isPart)
        for (const key of unmatched) for (const one of byKey.get(key)!) yield withoutDocument(one, key, join);
    },
  };
}

async function readIndex({ table, columns, on, maxRows, nameOption }: RowJoin): Promise<RowIndex> {
  const readRow = createRowReader(table, columns.element);
  const key = table.headers.indexOf(on.row);
  const byKey = new Map<string, JoinedRow[]>();
  const astray: RejectedItem[] = [];
  let number = 0;
  for await (const row of table.rows()) {
    if (++number > maxRows)
      throw new InputError('file', `has more than ${maxRows} rows, which ${nameOption('join')} would hold in memory`, {
        file: table.file,
      });
    if (row instanceof InputError) {
      astray.push({ ...unreadable(table.file, row, number), mayBeOfAny: true });
      continue;
    }
    if (isBlank(row)) continue;
    const text = cellText(row.cells[key] ?? null);
    if (text === '') {
      const place = { file: table.file, line: row.line, column: key + 1, columnName: on.row };
      astray.push(lone(row.number, { ...place, message: explainNoKey(row.cells[key]) }));
      continue;
    }
    const read = await readRow(row, columns.element);
    const rows = byKey.get(text) ?? [];
    rows.push({
      row,
      value: read.value ?? {},
      faults: read.faults,
      warnings: read.warnings,
    });
    byKey.set(text, rows);
  }
  return { byKey, astray };
}

function addRows(item: BatchItem, key: string, rows: readonly JoinedRow[], { table, columns, into, on }: RowJoin): BatchEntry {
  const { source, inputPart, reference, field } = item;
  const faults = rows.flatMap((one) => one.faults);
  if (key === '') {
    const message = `has no ${JSON.stringify(on.document)}, by which its rows in ${table.file} are found`;
    faults.push({ file: source.file, line: source.line, message });
  }
  if (faults.length > 0) return { kind: 'rejected', source, inputPart, reference, field, faults };
  const prefix = toPointer(into);
  const pointers = pointersOf(columns.element);
  return {
    ...item,
    data: putArray(
      item.data,
      into,
      rows.map((one) => one.value),
    ),
    warnings: [...item.warnings, ...rows.flatMap((one) => one.warnings)],
    placeOf(pointer) {
      const inside = splitElement(pointer, prefix);
      const joined = inside && rows[inside.index];
      if (!joined) return item.placeOf(pointer);
      return findRowPlace(inside.rest, joined.row, { table, pointers }) ?? { file: table.file, line: joined.row.line };
    },
  };
}

function withoutDocument({ row }: JoinedRow, key: string, { table, on, into }: RowJoin): BatchEntry {
  const place = { file: table.file, line: row.line, column: table.headers.indexOf(on.row) + 1, columnName: on.row };
  const message = `no document has the ${JSON.stringify(on.document)} ${JSON.stringify(key)}, so that this row of ${formatPath(into)} would be lost`;
  return lone(row.number, { ...place, message });
}

/** Rejects a row without a document. It stays in the second table alone: a file of rejected rows has rows of the first. */
function lone(row: number, fault: ItemFault): RejectedItem {
  const { message: _message, ...place } = fault;
  return {
    kind: 'rejected',
    source: { ...place, row },
    inputPart: undefined,
    reference: undefined,
    field: () => undefined,
    faults: [fault],
  };
}
