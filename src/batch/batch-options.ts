// What a batch is asked for: by a command line, by a program, or by the record of an earlier run.

import { type GivenOptions, type OptionName, optionNames } from '../contract/document-options.ts';
import { permissionNames } from '../contract/encryption.ts';
import { readDocumentOption } from '../input/read-document-options.ts';
import { readNames } from '../input/read-names.ts';
import { findUnknown, showArgument } from '../words/check-arguments.ts';
import type { NameOption } from '../words/name-option.ts';
import { UsageError } from '../words/usage-error.ts';

/** The options of `pdfgen generate batch`, by the same names and in the same notation. Names of files are relative to the run's folder. */
export interface BatchOptions extends GivenOptions {
  /** Data files, patterns and folders, as a list; `-` for standard input. */
  readonly input: readonly string[];
  /** A folder, or the names of the files with expressions: `out/{{ number }}.pdf`. Default: `out/`, unless `merge` or `zip` is given. */
  readonly output?: string;
  /** Writes all documents into one PDF with this name. */
  readonly merge?: string;
  /** Writes all documents into a zip with this name. */
  readonly zip?: string;
  /** The places of columns, as a list: `COLUMN=PATH`, or the name of a JSON file of columns and paths. */
  readonly map?: readonly string[];
  /** Leaves out columns without a place in the data. Otherwise they are an error. */
  readonly ignoreUnknownColumns?: boolean;
  /** How tables write numbers, days, true and false, such as `de-DE`. Default: as in JSON. */
  readonly locale?: string;
  /** The character between the cells of CSV. Default: found in the header. */
  readonly delimiter?: string;
  /** The encoding of CSV. Default: UTF-8, or the encoding that the first bytes of the file name. */
  readonly encoding?: string;
  /** The sheet of a workbook. Default: the first. */
  readonly sheet?: string;
  /** Reads hidden rows of a workbook like others. Default: they are left out. */
  readonly hiddenRows?: boolean;
  /** The text of table cells that have no value. It counts only without quotes. */
  readonly null?: string;
  /** A backslash in a table with tabs begins an escape such as `\n`, a cell `\N` has no value, and quotes are characters like others. Default: if `null` is `\N`. */
  readonly escapes?: boolean;
  /** The line of the header of a table. The lines above are skipped. Default: the first line that is not empty. */
  readonly headerRow?: number;
  /** Reads the first row of a table as data. Needs `columns`. */
  readonly noHeader?: boolean;
  /** The names of the columns of a table without a header: `number,customer.name`. */
  readonly columns?: string;
  /** A column. Rows with the same value in it make one document. Needs `rows`. */
  readonly groupBy?: string;
  /** The path of the array that the rows of `groupBy` become. */
  readonly rows?: string;
  /** `PATH=FILE`: a second table. Its rows become the array at the path. Needs `on`. */
  readonly join?: string;
  /** `COLUMN=COLUMN`: the column of the documents and the column of the second table that must be equal. */
  readonly on?: string;
  /** Each element of a JSON or YAML file is `{ data, reference? }`. */
  readonly items?: boolean;
  /** Leaves out null members of JSON and YAML where the template has no null. */
  readonly nullAsMissing?: boolean;
  /** The column, or path, that names each document in lists. */
  readonly reference?: string;
  /** Columns, or paths, whose values the record keeps for each document. They need no place in the data. */
  readonly keep?: readonly string[];
  /** Most documents to read. With `resume`: in this call only. */
  readonly limit?: number;
  /** Number of documents to skip at the beginning. With `resume`: in this call only. */
  readonly offset?: number;
  /** Accepts a pattern or folder without files, and a file without documents. */
  readonly allowEmpty?: boolean;
  /** Makes the valid documents. Writes rejected rows to `NAME.rejected.EXT` beside the input, or to the file of `rejected`. */
  readonly skipInvalid?: boolean;
  /** The file of the rejected rows of all inputs. Needs `skipInvalid`. */
  readonly rejected?: string;
  /** Writes the rows whose documents failed to this file, in the format of the input. */
  readonly failed?: string;
  /** Checks and names every document, and makes nothing. */
  readonly dryRun?: boolean;
  /** Replaces files that exist already. */
  readonly overwrite?: boolean;
  /** With `resume`: removes files whose documents are no longer in the input, unless somebody has changed them. */
  readonly prune?: boolean;
  /** With `resume`: renders what is missing or failed with the current version of the template. Default: the version of the run. */
  readonly templateVersion?: 'current';
  /** The record of the run. Default: `pdfgen-run.jsonl` beside the documents. */
  readonly manifest?: string;
  /** How many documents are made at a time, from 1 to 64. Default: as many as there are cores. */
  readonly workers?: number;
  /** The run does not succeed if a document has warnings. Its documents stay. */
  readonly failOnWarnings?: boolean;
  /** The column, or path, whose text opens each document. It must be a text, not a number or a date, and stays out of the data. */
  readonly userPasswordFrom?: string;
  /** What people may do without the owner password: `print,copy`, or `none`. Default: what the template says. */
  readonly permissions?: string;
}

/** The passwords that all documents of a run have. */
export interface Passwords {
  readonly userPassword?: string;
  readonly ownerPassword?: string;
}

export type BatchOptionName = keyof BatchOptions;

type ReadOption = (given: unknown, option: string) => unknown;

const text: ReadOption = (given, option) => {
  if (typeof given === 'string') return given;
  throw new UsageError(`${option} takes a text, got ${showArgument(given)}`);
};

const texts =
  (example: string): ReadOption =>
  (given, option) => {
    if (Array.isArray(given) && given.every((one) => typeof one === 'string')) return given;
    throw new UsageError(`${option} takes a list of texts such as ${JSON.stringify([example])}, got ${showArgument(given)}`);
  };

const yes: ReadOption = (given, option) => {
  if (typeof given === 'boolean') return given;
  throw new UsageError(`${option} takes true or false, got ${showArgument(given)}`);
};

/** A command line and the records of older versions have a number as text. */
const wholeNumber = (given: unknown): number | undefined =>
  (typeof given === 'number' || typeof given === 'string') && /^\d{1,9}$/.test(String(given)) ? Number(given) : undefined;

const count: ReadOption = (given, option) => {
  const number = wholeNumber(given);
  if (number !== undefined) return number;
  throw new UsageError(`${option} takes a whole number, got ${showArgument(given)}`);
};

const workers: ReadOption = (given, option) => {
  const number = wholeNumber(given);
  if (number !== undefined && number >= 1 && number <= 64) return number;
  throw new UsageError(`${option} takes a whole number from 1 to 64, got ${showArgument(given)}`);
};

const current: ReadOption = (given, option) => {
  if (given === 'current') return given;
  throw new UsageError(`${option} must be current, got ${JSON.stringify(given)}`);
};

const permissions: ReadOption = (given, option) =>
  readNames(text(given, option) as string, permissionNames, option, 'permission').join() || 'none';

const readers: Readonly<Record<Exclude<BatchOptionName, OptionName>, ReadOption>> = {
  input: texts('orders.csv'),
  output: text,
  merge: text,
  zip: text,
  map: texts('Name=customer.name'),
  ignoreUnknownColumns: yes,
  locale: text,
  delimiter: text,
  encoding: text,
  sheet: text,
  hiddenRows: yes,
  null: text,
  escapes: yes,
  headerRow: count,
  noHeader: yes,
  columns: text,
  groupBy: text,
  rows: text,
  join: text,
  on: text,
  items: yes,
  nullAsMissing: yes,
  reference: text,
  keep: texts('email'),
  limit: count,
  offset: count,
  allowEmpty: yes,
  skipInvalid: yes,
  rejected: text,
  failed: text,
  dryRun: yes,
  overwrite: yes,
  prune: yes,
  templateVersion: current,
  manifest: text,
  workers,
  failOnWarnings: yes,
  userPasswordFrom: text,
  permissions,
};

export const batchOptionNames: readonly string[] = [...Object.keys(readers), ...optionNames];

/** The options of a command line, a program or a record. Those that are undefined are left out. Raises UsageError. */
export function parseBatchOptions(given: Readonly<Record<string, unknown>>, nameOption: NameOption): Partial<BatchOptions> {
  const fault = findUnknown(given, batchOptionNames);
  if (fault !== undefined) throw new UsageError(fault);
  const parsed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const read =
      readers[name as keyof typeof readers] ?? ((given, option) => readDocumentOption(name as OptionName, given, option));
    parsed[name] = read(value, nameOption(name));
  }
  return parsed;
}
