// Finds the columns of a table that have a name, and the cells under them.
import { counted } from '../words/counts.ts';
import { toLine } from '../words/to-line.ts';
import { InputError } from './input-error.ts';
import type { DelimitedRow } from './parse-delimited.ts';
import { type Cell, type Row, type RowWarning, shownText } from './table.ts';
import { readUnread, stillUnread } from './unread-text.ts';

/** The column with the reasons of rejected rows. A file with this column can be read again; the column is not data. */
export const reasonColumn = 'pdfgen_error';

export interface TableColumns {
  readonly headers: readonly string[];
  /** The table has the column of reasons, which is not data. */
  readonly isRejected: boolean;
  /** The cells under the headers, null for an empty cell; or why the row does not fit the headers. */
  pick(cells: readonly Cell[], shape?: RowShape): Pick<Row, 'cells' | 'warnings'> | Misfit;
  /** The number of columns, those without a name too. */
  readonly width: number;
  /** Whether a row has fewer cells than there are columns. */
  isShort(cells: readonly Cell[]): boolean;
  /** The fault of a row that has another number of cells. */
  explainLength(cells: readonly Cell[]): string;
}

/** Why a row does not fit the headers. */
export interface Misfit {
  readonly misfit: string;
  /** In a file of rejected rows: the text that the run before could not read. Undefined: the cells of the row. */
  readonly text?: string;
}

/** How a row of delimited text was written. */
export type RowShape = Pick<DelimitedRow, 'lateQuotes' | 'hasLongCell' | 'isCut'>;

export interface ColumnRules {
  readonly file: string;
  /** The line of the header. */
  readonly line: number;
  /** Rows leave out empty cells at their end. */
  readonly isPadded: boolean;
  /** Says who names the columns, for messages. */
  readonly namedBy?: string;
  /** What to do about control characters. A wrong encoding makes them. */
  readonly controlRemedy: string;
  /** Finds what is doubtful in a text. */
  readonly findDoubt?: ((text: string) => string | undefined) | undefined;
}

/** Raises InputError of kind `data` if two columns have the same name or no column has a name. */
export function nameColumns(names: readonly string[], rules: ColumnRules): TableColumns {
  const { file, line, isPadded, namedBy = 'the header has', controlRemedy, findDoubt } = rules;
  const headers: string[] = [];
  const indexes: number[] = [];
  const seen = new Map<string, number>();
  const nameless = new Set<number>();
  for (const [i, raw] of names.entries()) {
    const name = raw.trim().normalize('NFC');
    const control = findControl(name);
    if (control !== undefined)
      throw new InputError('data', `the header of ${describeColumn(i)} ${explainControl(control, controlRemedy)}`, {
        file,
        line,
      });
    const before = seen.get(name);
    if (name === '') nameless.add(i);
    else if (name === reasonColumn) continue;
    else if (before !== undefined) {
      const isSame = names[before]!.trim() === raw.trim();
      const twice = `the header ${show(name)} appears twice${isSame ? '' : ', in two Unicode compositions'}`;
      const message = `${twice}, in ${describeColumn(before)} and ${describeColumn(i)}; rename one of them`;
      throw new InputError('data', message, { file, line });
    } else {
      seen.set(name, i);
      headers.push(name);
      indexes.push(i);
    }
  }
  if (headers.length === 0) throw new InputError('data', 'the header names no column', { file, line });
  // Columns without a name at the end may be empty or missing.
  const least = isPadded ? 0 : names.length - trailing(names);
  const explainLength = (cells: readonly Cell[]) =>
    `the row has ${counted(cells.length, 'cell')}, but ${namedBy} ${names.length}`;
  const isShort = (cells: readonly Cell[]) => cells.length < least;
  const reasons = names.findIndex((name) => name.trim() === reasonColumn);
  const pick: TableColumns['pick'] = (cells, shape) => {
    for (let i = names.length; i < cells.length; i++)
      if (!isEmpty(cells[i]))
        return { misfit: isPadded ? explainNameless(i, cells[i]!) : explainLength(cells) + explainSurplus(shape) };
    const warnings: RowWarning[] = [];
    if (isShort(cells)) {
      const reason = explainShort(cells.length, least, shape);
      if (reason !== undefined) return { misfit: `${explainLength(cells)}; ${reason}` };
      warnings.push({ message: `${explainLength(cells)}: the missing cells are read as empty` });
    }
    for (const i of nameless) if (!isEmpty(cells[i])) return { misfit: explainNameless(i, cells[i]!) };
    const written = reasons < 0 ? null : (cells[reasons] ?? null);
    if (written !== null && written !== '' && indexes.every((i) => isEmpty(cells[i])))
      return { misfit: stillUnread, text: readUnread(shownText(written)) };
    const picked: Cell[] = [];
    for (const i of indexes) {
      const cell = cells[i] ?? null;
      const index = picked.length;
      picked.push(cell === '' ? null : cell);
      if (typeof cell !== 'string') continue;
      const control = findControl(cell);
      if (control !== undefined)
        picked[index] = { fault: explainControl(control, findDoubt?.(cell) ?? controlRemedy), shown: cell };
      if (shape?.lateQuotes?.includes(i))
        warnings.push({ index, message: 'the quotes are part of the text, since spaces stand before them; remove the spaces' });
    }
    for (const [index, i] of indexes.entries()) {
      const cell = cells[i];
      const doubt = typeof cell === 'string' ? findDoubt?.(cell) : undefined;
      if (doubt !== undefined) warnings.push({ index, message: doubt });
    }
    return { cells: picked, ...(warnings.length > 0 && { warnings }) };
  };
  return {
    headers,
    isRejected: reasons >= 0,
    width: names.length,
    pick,
    isShort,
    explainLength,
  };
}

/** A character that no text of a table has: null, or a control character of those beyond ASCII (U+0080 to U+009F). */
const findControl = (text: string): string | undefined => /[\0\u0080-\u009f]/.exec(text)?.[0];

const explainControl = (found: string, remedy: string): string =>
  found === '\0'
    ? 'holds a null character'
    : `holds the control character U+00${found.charCodeAt(0).toString(16).toUpperCase()}; ${remedy}`;

const isEmpty = (cell: Cell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');

const explainSurplus = (shape: RowShape | undefined): string =>
  shape?.lateQuotes ? '; a quote must stand directly after the delimiter: remove the spaces before it' : '';

/** Why a short row is not one whose last cells are empty: what is missing would be lost in silence. */
function explainShort(cells: number, least: number, shape: RowShape | undefined): string | undefined {
  if (shape?.isCut) return 'the file ends inside the row, so it may be cut off; if it is whole, end it with a line end';
  if (shape?.hasLongCell) return 'a cell goes over several lines, so a quote may be missing or misplaced';
  return cells === 1 && least > 2 ? 'a row with a single cell may be a remark or a part of another row' : undefined;
}

function trailing(names: readonly string[]): number {
  const last = names.findLastIndex((name) => name.trim() !== '');
  return names.length - 1 - last;
}

function explainNameless(index: number, cell: Cell): string {
  const value = cell === null ? '' : shownText(cell);
  return `${describeColumn(index)} has no header, but holds ${show(value)}; name the column or empty it`;
}

const show = (text: string): string => toLine(JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text));

const describeColumn = (index: number): string => `column ${index + 1} (${columnLetters(index)})`;

/** The letters that a spreadsheet shows over a column, counted from 0: A, Z, AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
