// The options of tables: how their text is divided, and where the names of their columns come from.
import type { NameOption } from '../words/name-option.ts';
import { InputError } from './input-error.ts';

export interface TableRules {
  /** For delimited text: one character, or `tab`. Default: found in the header. */
  readonly delimiter?: string | undefined;
  /** For delimited text: a name of the Encoding Standard. Default: by the byte order mark, else UTF-8. */
  readonly encoding?: string | undefined;
  /** For a workbook: the name of the sheet. Default: the first. */
  readonly sheet?: string | undefined;
  /** For a workbook: hidden rows are rows like others. Default: they are left out. */
  readonly hiddenRows?: boolean | undefined;
  /** A cell with exactly this text, without quotes, has no value. */
  readonly null?: string | undefined;
  /** For delimited text: a backslash begins an escape, a cell `\N` has no value, and a quote is a character like others. Default: if `null` is `\N` and tabs divide the cells. */
  readonly escapes?: boolean | undefined;
  /** The line of the header, or its row in a sheet. The lines above are skipped. Default: the first that is not empty. */
  readonly headerRow?: number | undefined;
  /** The first row holds data. */
  readonly noHeader?: boolean | undefined;
  /** The names of the columns of a table without a header, divided by commas. */
  readonly columns?: string | undefined;
}

const names: Readonly<Record<keyof TableRules, true>> = {
  delimiter: true,
  encoding: true,
  sheet: true,
  hiddenRows: true,
  null: true,
  escapes: true,
  headerRow: true,
  noHeader: true,
  columns: true,
};

/** The options of tables among others. Options without a value are left out. */
export function pickTableRules(options: TableRules): TableRules {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(names) as (keyof TableRules)[])
    if (options[name] !== undefined && options[name] !== false) picked[name] = options[name];
  return picked;
}

/** Where the names of the columns come from. */
export interface HeaderRule {
  /** The line of the header; undefined: the first line that is not empty. */
  readonly line?: number;
  /** The names of a table without a header. */
  readonly names?: readonly string[];
}

/** Raises InputError of kind `usage` for options that do not fit together. */
export function readHeaderRule({ headerRow, noHeader = false, columns }: TableRules, nameOption: NameOption): HeaderRule {
  const [row, none, list] = [nameOption('headerRow'), nameOption('noHeader'), nameOption('columns')];
  if (headerRow === 0) throw new InputError('usage', `${row} takes the number of a line, from 1`);
  if (noHeader && headerRow !== undefined) throw new InputError('usage', `${row} and ${none} exclude each other; leave one out`);
  if (noHeader && columns === undefined)
    throw new InputError('usage', `${none} needs the names of the columns in their order, such as ${list} number,customer.name`);
  if (!noHeader && columns !== undefined)
    throw new InputError(
      'usage',
      `${list} names the columns of a table without a header: add ${none}. To rename columns, use ${nameOption('map')}`,
    );
  if (columns === undefined) return headerRow === undefined ? {} : { line: headerRow };
  const given = columns.split(',').map((name) => name.trim());
  const nameless = given.indexOf('');
  if (nameless >= 0)
    throw new InputError('usage', `${list} has no name for column ${nameless + 1}, got ${JSON.stringify(columns)}`);
  const twice = given.find((name, i) => given.indexOf(name) < i);
  if (twice !== undefined) throw new InputError('usage', `${list} names ${JSON.stringify(twice)} twice`);
  return { names: given };
}
