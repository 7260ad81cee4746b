// Finds the columns of a table that have a name, and the cells under them.
import { InputError } from './input-error.ts';
import { type Cell, type Row, type RowWarning, shownText } from './table.ts';
import { escapeLine } from './text-position.ts';

/** The column with the reasons of rejected rows. A file with this column can be read again; the column is not data. */
export const reasonColumn = 'pdfgen_error';

export interface Columns {
  readonly headers: readonly string[];
  /** The table has the column of reasons, which is not data. */
  readonly isRejected: boolean;
  /** The cells under the headers, null for an empty cell; or the text of an error if the row does not fit the headers. */
  pick(cells: readonly Cell[]): Pick<Row, 'cells' | 'warnings'> | string;
}

export interface ColumnRules {
  readonly file: string;
  /** The line of the header. */
  readonly line: number;
  /** Rows leave out empty cells at their end. */
  readonly isPadded: boolean;
  /** What to do about control characters. A wrong encoding makes them. */
  readonly controlRemedy: string;
  /** Finds what is doubtful in a text. */
  readonly findDoubt?: ((text: string) => string | undefined) | undefined;
}

/** Raises InputError, exit 3, if two columns have the same name or no column has a name. */
export function nameColumns(names: readonly string[], rules: ColumnRules): Columns {
  const { file, line, isPadded, controlRemedy, findDoubt } = rules;
  const headers: string[] = [];
  const indexes: number[] = [];
  const seen = new Map<string, number>();
  const nameless = new Set<number>();
  for (const [i, raw] of names.entries()) {
    const name = raw.trim();
    const control = findControl(name, controlRemedy);
    if (control) throw new InputError(3, `the header of ${describeColumn(i)} ${control}`, { file, line });
    const before = seen.get(name);
    if (name === '') nameless.add(i);
    else if (name === reasonColumn) continue;
    else if (before !== undefined) {
      const message = `the header ${show(name)} stands twice, in ${describeColumn(before)} and ${describeColumn(i)}; rename one of them`;
      throw new InputError(3, message, { file, line });
    } else {
      seen.set(name, i);
      headers.push(name);
      indexes.push(i);
    }
  }
  if (headers.length === 0) throw new InputError(3, 'the header names no column', { file, line });
  // Columns without a name at the end may be empty or missing.
  const least = isPadded ? 0 : names.length - trailing(names);
  const pick: Columns['pick'] = (cells) => {
    for (let i = names.length; isPadded && i < cells.length; i++) if (cells[i] !== null) return explainNameless(i, cells[i]!);
    if (!isPadded && (cells.length < least || cells.length > names.length))
      return `the row has ${count(cells.length)}, but the header has ${names.length}`;
    for (const i of nameless)
      if (cells[i] !== undefined && cells[i] !== null && cells[i] !== '') return explainNameless(i, cells[i]);
    const picked: Cell[] = [];
    const warnings: RowWarning[] = [];
    for (const i of indexes) {
      const cell = cells[i] ?? null;
      const index = picked.length;
      picked.push(cell === '' ? null : cell);
      if (typeof cell !== 'string') continue;
      const fault = findControl(cell, controlRemedy);
      if (fault) picked[index] = { fault, shown: cell };
      const message = findDoubt?.(cell);
      if (message !== undefined) warnings.push({ index, message });
    }
    return { cells: picked, ...(warnings.length > 0 && { warnings }) };
  };
  return { headers, isRejected: names.some((name) => name.trim() === reasonColumn), pick };
}

/** A character that no text of a table has: null, or a control character of those beyond ASCII (U+0080 to U+009F). */
function findControl(text: string, remedy: string): string | undefined {
  const [found] = /[\0\u0080-\u009f]/.exec(text) ?? [];
  if (found === undefined) return undefined;
  if (found === '\0') return 'holds a null character';
  return `holds the control character U+00${found.charCodeAt(0).toString(16).toUpperCase()}; ${remedy}`;
}

const count = (cells: number): string => (cells === 1 ? '1 cell' : `${cells} cells`);

function trailing(names: readonly string[]): number {
  const last = names.findLastIndex((name) => name.trim() !== '');
  return names.length - 1 - last;
}

function explainNameless(index: number, cell: Cell): string {
  const value = cell === null ? '' : shownText(cell);
  return `${describeColumn(index)} has no header, but holds ${show(value)}; name the column or empty it`;
}

const show = (text: string): string => escapeLine(JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text));

const describeColumn = (index: number): string => `column ${index + 1} (${columnLetters(index)})`;

/** The letters that a spreadsheet shows over a column, counted from 0: A, Z, AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
