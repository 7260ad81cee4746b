// Reads the cells of one row to a value, each under its path.
import { formatPath, type PathStep } from '../../input/parse-path.ts';
import type { Cell, Row, Table } from '../../input/table.ts';
import type { ItemFault, ItemPlace } from '../batch-item.ts';
import type { Column } from './columns.ts';
import { cellText, hasDecimalComma } from './read-cell.ts';

export interface ReadRow {
  /** Undefined: every cell is empty. */
  readonly value: unknown;
  readonly faults: readonly ItemFault[];
  /** Warnings about the whole row come first. */
  readonly warnings: readonly ItemFault[];
}

/** Reads the columns of a row into one value. Waits only if a cell requires a look through the whole file. */
export type RowReader = (row: Row, columns: readonly Column[]) => ReadRow | Promise<ReadRow>;

/** Gives the reader of a table's rows. `numeric`: columns that show how the file writes decimals. */
export function createRowReader(table: Table, numeric: readonly Column[]): RowReader {
  let usesCommas = table.format.kind === 'delimited' && table.format.delimiter === ';' ? true : undefined;
  let search: Promise<boolean> | undefined;
  return (row, columns) => {
    const read = readColumns(table.file, row, columns, usesCommas);
    if (read !== undefined) return read;
    search ??= findDecimalComma(table, numeric);
    return search.then((found) => {
      usesCommas = found;
      return readColumns(table.file, row, columns, found)!;
    });
  };
}

/** The place of a cell. */
export const placeOfCell = (file: string, { line }: Row, { index, header }: Pick<Column, 'index' | 'header'>): ItemPlace => ({
  file,
  line,
  column: index + 1,
  columnName: header,
});

type Container = Record<PathStep, unknown>;

/** Undefined: a number depends on how the file writes decimals, which is not known yet. */
function readColumns(file: string, row: Row, columns: readonly Column[], usesCommas: boolean | undefined): ReadRow | undefined {
  const holder: Container = {};
  const faults: ItemFault[] = [];
  const warnings = rowWarnings(file, row);
  let leapt = false;
  for (const column of columns) {
    const cell = row.cells[column.index] ?? null;
    const result = column.read(cell, usesCommas);
    if ('empty' in result) continue;
    if ('ambiguous' in result) return undefined;
    if ('broken' in result) {
      faults.push({ ...placeOfCell(file, row, column), message: result.broken });
      continue;
    }
    if ('fault' in result) {
      const message = `${result.fault}, got ${showCell(cell)}${result.hint === undefined ? '' : `; ${result.hint}`}`;
      faults.push({ ...placeOfCell(file, row, column), message });
      continue;
    }
    // Makes the missing objects and arrays on the way to the place.
    let at = holder;
    let key: PathStep = 'value';
    for (const step of column.steps) {
      if (!Object.hasOwn(at, key)) at[key] = typeof step === 'number' ? [] : {};
      at = at[key] as Container;
      key = step;
      // Elements before this one are missing so far; they may still come.
      if (typeof step === 'number' && step > (at as unknown as unknown[]).length) leapt = true;
    }
    at[key] = result.value;
    for (const { index, message } of row.warnings ?? [])
      if (index === column.index) warnings.push({ ...placeOfCell(file, row, column), message });
    if (result.warning !== undefined) warnings.push({ ...placeOfCell(file, row, column), message: result.warning });
  }
  const gap = leapt && faults.length === 0 ? findGap(holder.value, columns) : undefined;
  if (gap) faults.push({ ...placeOfCell(file, row, gap.column), message: gap.message });
  return { value: holder.value, faults, warnings };
}

/** The warnings of a row as a whole. */
const rowWarnings = (file: string, { line, warnings = [] }: Row): ItemFault[] =>
  warnings.filter(({ index }) => index === undefined).map(({ message }) => ({ file, line, message }));

/** A missing element before an existing one. Closing the gap would move the later elements to other places. */
function findGap(value: unknown, columns: readonly Column[]): { readonly column: Column; readonly message: string } | undefined {
  for (const column of columns) {
    if (!column.steps.some((step) => typeof step === 'number')) continue;
    let at = value;
    for (const [depth, step] of column.steps.entries()) {
      if (Array.isArray(at) && typeof step === 'number' && step < at.length) {
        let missing = 0; // found soon, however large the index is
        while (missing < step && Object.hasOwn(at, missing)) missing++;
        const path = column.steps.slice(0, depth);
        if (missing < step && Object.hasOwn(at, step))
          return {
            column,
            message: `${formatPath([...path, step])} has a value, but ${formatPath([...path, missing])} is empty`,
          };
      }
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) break;
      at = (at as Container)[step];
    }
  }
  return undefined;
}

async function findDecimalComma(table: Table, columns: readonly Column[]): Promise<boolean> {
  for await (const row of table.rows()) {
    if (row instanceof Error) continue;
    for (const { index, read } of columns) {
      const cell = row.cells[index];
      if (typeof cell === 'string' && hasDecimalComma(cell) && 'fault' in read(cell, false)) return true;
    }
  }
  return false;
}

function showCell(cell: Cell): string {
  const text = cellText(cell);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Whether all cells of a row are empty: spreadsheets leave such rows at the end. */
export const isBlank = ({ cells }: Row): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));
