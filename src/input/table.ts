// Rows of a table from CSV, TSV or a spreadsheet, before the schema gives each cell its type.
import type { InputError } from './input-error.ts';
import type { DelimitedSyntax } from './parse-delimited.ts';

/**
 * The text of the file (CSV, TSV); or the stored value of a spreadsheet: a number, a truth value, or a day with its time of day, without a zone, such
 * as `2026-03-01` or `2026-03-01T08:30:00`. `null`: an empty cell.
 */
export type Cell = string | number | boolean | SheetDate | PaddedNumber | BrokenCell | null;

export interface SheetDate {
  readonly date: string;
}

/** A whole number whose format shows leading zeros, such as a postcode. */
export interface PaddedNumber {
  readonly number: number;
  readonly digits: string;
}

/** A cell that has no value, such as the error of a formula. If its column is used, the row has this fault. */
export interface BrokenCell {
  readonly fault: string;
  readonly shown: string;
}

export const isBroken = (cell: Cell | undefined): cell is BrokenCell =>
  typeof cell === 'object' && cell !== null && 'fault' in cell;

/** The text that a spreadsheet shows for a cell. */
export function shownText(cell: NonNullable<Cell>): string {
  if (typeof cell !== 'object') return String(cell);
  if ('fault' in cell) return cell.shown;
  return 'digits' in cell ? cell.digits : cell.date;
}

export interface Row {
  /** Counted from 1, without the header. */
  readonly number: number;
  /** The line of the file at which the row begins, from 1; in a spreadsheet, the row number. */
  readonly line: number;
  /** One for each header. */
  readonly cells: readonly Cell[];
  readonly warnings?: readonly RowWarning[];
}

/** What is doubtful in a row. */
export interface RowWarning {
  /** Of the cell; undefined: the row as a whole. */
  readonly index?: number;
  readonly message: string;
}

export interface Table {
  /** The name that the user gave; `<stdin>` for standard input. */
  readonly file: string;
  /** Trimmed, never empty, without duplicates. */
  readonly headers: readonly string[];
  /** What is doubtful in the headers. */
  readonly headerDoubt?: string | undefined;
  readonly format: TableFormat;
  /** An earlier run rejected these rows, and wrote its reasons beside them. */
  readonly isRejected: boolean;
  /** Rows that were left out because the sheet hides them, as far as it was read. */
  readonly hiddenRows?: () => number;
  /** Reads from the beginning each time. An error takes the place of a row that cannot be read; the rows after it are still read. */
  rows(): AsyncIterable<Row | InputError>;
}

/** The details needed to write rows back in the same format. */
export type TableFormat =
  | ({ readonly kind: 'delimited'; readonly newline: '\n' | '\r\n'; readonly byteOrderMark: boolean } & Pick<
      DelimitedSyntax,
      'delimiter' | 'nullText' | 'hasEscapes'
    >)
  | {
      readonly kind: 'sheet';
      readonly sheet: string;
      /** The other sheets of the workbook. */
      readonly others?: readonly string[];
    };
