// Rows of a table: what CSV, TSV and spreadsheets hold before their cells have a type from the schema.
import type { InputError } from './input-error.ts';

/**
 * Text as it stands in the file (CSV, TSV); or what a spreadsheet stores: a number, a truth value, or a day with its time of day, without a
 * zone, as `2026-03-01` or `2026-03-01T08:30:00`. `null`: an empty cell.
 */
export type Cell = string | number | boolean | SheetDate | PaddedNumber | null;

export interface SheetDate {
  readonly date: string;
}

/** A whole number whose format shows zeros before it, as of a postcode. */
export interface PaddedNumber {
  readonly number: number;
  readonly digits: string;
}

/** What a spreadsheet shows of a cell. */
export function shownText(cell: NonNullable<Cell>): string {
  if (typeof cell !== 'object') return String(cell);
  return 'digits' in cell ? cell.digits : cell.date;
}

export interface Row {
  /** From 1, the header not counted. */
  readonly number: number;
  /** From 1, the line in the file where the row begins; the row number that a spreadsheet shows. */
  readonly line: number;
  /** As many as the table has headers. */
  readonly cells: readonly Cell[];
}

export interface Table {
  /** As the user named it; `<stdin>` for standard input. */
  readonly file: string;
  /** Trimmed; never two of one name, never empty. */
  readonly headers: readonly string[];
  readonly format: TableFormat;
  /** A run rejected the rows, and wrote its reasons beside them. */
  readonly isRejected: boolean;
  /** Reads from the beginning each time. A row that cannot be read comes as an error in its place; the rows after it are still read. */
  rows(): AsyncIterable<Row | InputError>;
}

/** What is needed to write rows back in the same format. */
export type TableFormat =
  | { readonly kind: 'delimited'; readonly delimiter: string; readonly newline: '\n' | '\r\n'; readonly byteOrderMark: boolean }
  | {
      readonly kind: 'sheet';
      readonly sheet: string;
      /** What else the workbook holds. */
      readonly others?: readonly string[];
    };
