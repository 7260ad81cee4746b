// Turns rows of a table into documents: one row each, or all rows with the same key.
import { InputError } from '../../input/input-error.ts';
import { type PathStep, toPointer } from '../../input/parse-path.ts';
import { isBroken, type Row, type RowWarning, type Table } from '../../input/table.ts';
import type { NameOption } from '../../words/name-option.ts';
import type { BatchEntries, BatchEntry, DocumentPassword, ItemFault, ItemPlace, RejectedItem } from '../batch-item.ts';
import { noDocument } from './batch-input.ts';
import type { Column, MappedColumns } from './columns.ts';
import { readColumnPassword } from './document-password.ts';
import { type Folding, foldRows, type RowGroup } from './fold-rows.ts';
import { cellText } from './read-cell.ts';
import { createRowReader, isBlank, placeOfCell, type RowReader } from './read-row.ts';
import { fieldOf, rowsEntry } from './rows-entry.ts';
import { unreadable } from './unreadable.ts';

export interface TableItemOptions {
  /** Rows with the same key make one document, in the order of each key's first row. */
  readonly folding?: Folding | undefined;
  /** The column of the passwords. */
  readonly password?: string | undefined;
  /** A table without rows is accepted. */
  readonly allowsNone: boolean;
  readonly nameOption: NameOption;
}

/** The documents of a table. Raises InputError of kind `data` for a table without rows. */
export function tableItems(
  table: Table,
  columns: MappedColumns,
  { folding, password, allowsNone, nameOption }: TableItemOptions,
): BatchEntries {
  const readRow = createRowReader(table, [...columns.document, ...columns.element]);
  const refuseNone = () => {
    if (!allowsNone) throw noDocument(table.file, nameOption);
  };
  const readPassword = (rows: readonly Row[]) =>
    password === undefined ? undefined : readColumnPassword(rows, table.headers.indexOf(password));
  const reader = { table, columns, readRow, readPassword, refuseNone, pointers: pointersOf(columns.document) };
  if (!folding) return { [Symbol.asyncIterator]: () => singles(reader) };
  const element = { columns: columns.element, pointers: pointersOf(columns.element), into: folding.into };
  const groups = foldRows(table, folding, refuseNone);
  return { [Symbol.asyncIterator]: () => folded(reader, element, groups) };
}

interface TableReader {
  readonly table: Table;
  readonly columns: MappedColumns;
  readonly readRow: RowReader;
  readonly readPassword: (rows: readonly Row[]) => DocumentPassword | undefined;
  /** Called at the end of a table without rows. */
  readonly refuseNone: () => void;
  readonly pointers: ReadonlyMap<string, Column>;
}

/** Columns by the JSON Pointer of their place. */
export const pointersOf = (columns: readonly Column[]): ReadonlyMap<string, Column> =>
  new Map(columns.map((column) => [toPointer(column.steps), column]));

async function* singles(reader: TableReader): AsyncGenerator<BatchEntry> {
  const { table, columns, readRow, readPassword, refuseNone } = reader;
  let number = 0;
  for await (const row of table.rows()) {
    number++;
    if (row instanceof InputError) {
      yield unreadable(table.file, row, number);
      continue;
    }
    if (isBlank(row)) continue;
    const pending = readRow(row, columns.document);
    const { value = {}, faults, warnings } = pending instanceof Promise ? await pending : pending;
    const source = { file: table.file, line: row.line, row: row.number };
    const entry = {
      source,
      inputPart: { rows: [row] },
      reference: undefined,
      field: (name: string) => fieldOf(table, row, name),
    };
    const placeOf = (pointer: string) => findRowPlace(pointer, row, reader) ?? source;
    const data = value as Record<string, unknown>;
    if (faults.length > 0) yield { kind: 'rejected', ...entry, faults, rest: { data, placeOf } };
    else yield { kind: 'item', ...entry, data, password: readPassword([row]), warnings, placeOf };
  }
  if (number === 0) refuseNone();
}

interface ArrayElement {
  readonly columns: readonly Column[];
  readonly pointers: ReadonlyMap<string, Column>;
  readonly into: readonly PathStep[];
}

async function* folded(
  reader: TableReader,
  element: ArrayElement,
  groups: AsyncIterable<RowGroup | RejectedItem>,
): AsyncGenerator<BatchEntry> {
  for await (const group of groups) yield 'kind' in group ? group : await readGroup(group, reader, element);
}

async function readGroup({ rows }: RowGroup, reader: TableReader, element: ArrayElement): Promise<BatchEntry> {
  const { table, columns, readRow } = reader;
  const { head, filledBy, faults } = agree(rows, reader);
  const read = await readRow(head, columns.document);
  /** Faults of the document's own values point to the row that gave the cell. */
  const inRow = <T extends ItemPlace>(place: T): T => ({ ...place, line: filledBy.get(place.columnName)?.line ?? place.line });
  faults.push(...read.faults.map(inRow));
  const warnings = read.warnings.map(inRow);
  const items: unknown[] = [];
  const itemRows: Row[] = [];
  for (const row of rows) {
    const one = await readRow(row, element.columns);
    faults.push(...one.faults);
    warnings.push(...one.warnings);
    if (one.value === undefined) continue; // a document without lines
    items.push(one.value);
    itemRows.push(row);
  }
  const entry = rowsEntry(table, rows, head);
  const data = putArray((read.value ?? {}) as Record<string, unknown>, element.into, items);
  const prefix = toPointer(element.into);
  const placeOf = (pointer: string): ItemPlace => {
    const inside = splitElement(pointer, prefix);
    const row = inside && itemRows[inside.index];
    if (row) return findRowPlace(inside.rest, row, { table, pointers: element.pointers }) ?? { file: table.file, line: row.line };
    return inRow(findRowPlace(pointer, head, reader) ?? entry.source);
  };
  if (faults.length > 0) return { kind: 'rejected', ...entry, faults, rest: { data, placeOf } };
  return { kind: 'item', ...entry, data, password: reader.readPassword(rows), warnings, placeOf };
}

/** The document's own values: each cell from the first row that fills it. An empty cell agrees with any value. */
function agree(
  rows: readonly Row[],
  { table, columns }: TableReader,
): { readonly head: Row; readonly filledBy: ReadonlyMap<string | undefined, Row>; readonly faults: ItemFault[] } {
  const first = rows[0]!;
  const cells = [...first.cells];
  const warnings: RowWarning[] = [];
  const filledBy = new Map<string | undefined, Row>();
  const faults: ItemFault[] = [];
  for (const row of rows) {
    for (const column of columns.document) {
      const cell = row.cells[column.index] ?? null;
      if (isBroken(cell)) {
        faults.push({ ...placeOfCell(table.file, row, column), message: cell.fault });
        if (row === first) cells[column.index] = null;
        continue;
      }
      const text = cellText(cell);
      const before = filledBy.get(column.header);
      if (text === '' || (before && cellText(cells[column.index] ?? null) === text)) continue;
      if (!before) {
        cells[column.index] = cell;
        warnings.push(...(row.warnings ?? []).filter(({ index }) => index === column.index));
        filledBy.set(column.header, row);
        continue;
      }
      const other = JSON.stringify(cellText(cells[column.index] ?? null));
      const message = `must be the same in all rows of one document: ${JSON.stringify(text)} here, ${other} in line ${before.line}`;
      faults.push({ ...placeOfCell(table.file, row, column), message });
    }
  }
  return { head: { ...first, cells, warnings }, filledBy, faults };
}

/** The cell of the value at a pointer, or of the nearest value around it. */
export function findRowPlace(
  pointer: string,
  row: Row,
  { table, pointers }: { readonly table: Table; readonly pointers: ReadonlyMap<string, Column> },
): ItemPlace | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const column = pointers.get(at);
    if (column) return placeOfCell(table.file, row, column);
    if (at === '') return undefined;
  }
}

/** Splits `/lines/2/price` under `/lines` into 2 and `/price`. */
export function splitElement(pointer: string, prefix: string): { readonly index: number; readonly rest: string } | undefined {
  const match = pointer.startsWith(`${prefix}/`) ? /^\/(\d+)(\/.*)?$/s.exec(pointer.slice(prefix.length)) : null;
  return match ? { index: Number(match[1]), rest: match[2] ?? '' } : undefined;
}

/** A copy of the data with an array at a path of names. */
export function putArray(
  data: Readonly<Record<string, unknown>>,
  steps: readonly PathStep[],
  items: readonly unknown[],
): Record<string, unknown> {
  const [name, ...rest] = steps.map(String);
  const below = Object.hasOwn(data, name!) ? (data[name!] as Record<string, unknown>) : {};
  return { ...data, [name!]: rest.length === 0 ? items : putArray(below, rest, items) };
}
