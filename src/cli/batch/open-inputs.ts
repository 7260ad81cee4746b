// The files of a batch, opened: each a table, or a file of records.
import { createHash } from 'node:crypto';
import { findDataFiles } from '../input/find-data-files.ts';
import { InputError, NoDataError } from '../input/input-error.ts';
import { isTable } from '../input/is-table.ts';
import { readItems } from '../input/read-items.ts';
import { dataExtensions, formats } from '../input/read-records.ts';
import { openTable, tableExtensions } from '../input/read-table.ts';
import { openSource, type Source } from '../input/source.ts';
import type { BatchInput } from './open-entries.ts';

export interface InputOptions {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  /** A pattern or folder may hold no file, and a file no document. */
  readonly allowEmpty?: boolean;
  /** Files that a pattern or folder does not mean, by their paths. */
  readonly isNoData?: (path: string) => boolean;
}

export interface OpenedInput {
  readonly input: BatchInput;
  readonly digest: InputDigest;
}

/** By which a file is known to be the one that a run began with. */
export interface InputDigest {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Opens names, patterns, folders, and `-` for standard input. Raises InputError, exit 9, 3 or 2. */
export async function openInputs(names: readonly string[], options: InputOptions): Promise<readonly OpenedInput[]> {
  const extensions = [...dataExtensions, ...tableExtensions.filter((one) => one !== '.txt')];
  const { files, empty } = await findDataFiles(names, options.cwd, extensions, options.isNoData);
  if (empty.length > 0 && !options.allowEmpty)
    throw new InputError(9, 'holds or matches no data file; with --allow-empty that is no error', { file: empty[0]! });
  const opened: OpenedInput[] = [];
  for (const name of files) {
    try {
      opened.push(await openInput(name, options));
    } catch (error) {
      if (!(error instanceof NoDataError)) throw error;
      if (!options.allowEmpty) throw noDocument(error.file ?? name, error.message);
    }
  }
  return opened;
}

const noDocument = (file: string, why = 'holds no document'): InputError =>
  new InputError(3, `${why}; with --allow-empty that is no error`, { file });

async function openInput(name: string, options: InputOptions): Promise<OpenedInput> {
  const source = await openSource(name, options);
  const digest = await digestOf(source);
  const { file } = source;
  const allowsNone = options.allowEmpty === true;
  if (await isTable(source)) {
    const table = await openTable(name, { ...options, source });
    return { input: { ...table, rows: () => refuseNone(table.rows(), file, allowsNone) }, digest };
  }
  for (const [flag, value] of Object.entries({
    '--delimiter': options.delimiter,
    '--encoding': options.encoding,
    '--sheet': options.sheet,
  }))
    if (value !== undefined) throw new InputError(2, `${flag} is for tables; this file is none`, { file });
  const items = readItems(name, { ...options, source });
  const records = () => refuseNone(items, file, allowsNone);
  return { input: { file, format: formats[source.extension] ?? 'json', records }, digest };
}

/** The values; where there is none raises InputError, exit 3, unless that is allowed. Those after the first cost nothing more. */
function refuseNone<T>(values: AsyncIterable<T>, file: string, allowsNone: boolean): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = values[Symbol.asyncIterator]();
      const end = async (): Promise<IteratorResult<T, undefined>> => {
        await iterator.return?.();
        return { done: true, value: undefined };
      };
      const first = async (): Promise<IteratorResult<T>> => {
        const result = await iterator.next();
        const isNone = result.done === true || result.value instanceof NoDataError;
        if (isNone && !allowsNone) throw noDocument(file);
        return isNone ? end() : result;
      };
      let isBegun = false;
      return {
        next() {
          if (isBegun) return iterator.next();
          isBegun = true;
          return first();
        },
        return: end,
      };
    },
  };
}

export async function digestOf(source: Source): Promise<InputDigest> {
  const hash = createHash('sha256');
  for await (const chunk of source.chunks()) hash.update(chunk);
  return { file: source.file, bytes: source.size, sha256: hash.digest('hex') };
}
