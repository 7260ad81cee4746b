// Rows of a table from CSV, TSV or a spreadsheet, before the schema gives each cell its type.
import type { InputError } from './input-error.ts';
import type { DelimitedSyntax } from './parse-delimited.ts';

/**
 * The text of the file (CSV, TSV); or the stored value of a spreadsheet: a number, a truth value, or a day with its time of day, without a zone, such
 * as `2026-03-01` or `2026-03-01T08:30:00`. `null`: an empty cell.
 */
export type Cell = string | number | boolean | SheetDate | FormattedCell | BrokenCell | null;

export interface SheetDate {
  readonly date: string;
}

/** A number, day or time that a number format shows in its own way. */
export interface FormattedCell {
  readonly stored: number | string | SheetDate;
  /** The number in the file; a day is counted as the workbook does. */
  readonly number: number;
  readonly format: NumberFormat;
}

export interface NumberFormat {
  /** As the file has it (ECMA-376, part 1, 18.8.31). */
  readonly code: string;
  /** Shows a number by its digits, such as a postcode (`00000`) or `000-00-0000`, not as a quantity. */
  readonly isIdentifier: boolean;
  /**
   * What the cell shows, without the spaces around it. `locale`: a BCP 47 locale; default English. Undefined: the format or the locale is not
   * supported.
   */
  show(number: number, locale?: string): string | undefined;
}

/** A cell that has no value, such as the error of a formula. If its column is used, the row has this fault. */
export interface BrokenCell {
  readonly fault: string;
  readonly shown: string;
}

export const isBroken = (cell: Cell | undefined): cell is BrokenCell =>
  typeof cell === 'object' && cell !== null && 'fault' in cell;

/** The text that a spreadsheet shows for a cell. Quantities, days and times have the form in which they are stored. */
export function shownText(cell: NonNullable<Cell>): string {
  if (typeof cell !== 'object') return String(cell);
  if ('fault' in cell) return cell.shown;
  return 'stored' in cell ? (identifierOf(cell) ?? shownText(cell.stored)) : cell.date;
}

/** What an identifier shows beyond its digits; undefined: a quantity, or nothing but its digits. */
export function identifierOf({ number, format }: FormattedCell): string | undefined {
  if (!format.isIdentifier || !Number.isSafeInteger(number) || number < 0) return undefined;
  const shown = format.show(number);
  return shown === String(number) ? undefined : shown;
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
  /** Trimmed, composed (Unicode NFC), never empty, without duplicates. */
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
