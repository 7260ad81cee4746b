// Opens the files of a batch, each as a table or as a file of records.
import { createHash } from 'node:crypto';
import { findDataFiles, isPattern } from '../../input/find-data-files.ts';
import { InputError, NoDataError } from '../../input/input-error.ts';
import { isTable } from '../../input/is-table.ts';
import { readItems } from '../../input/read-items.ts';
import { dataExtensions, formats } from '../../input/read-records.ts';
import { openTable, tableExtensions } from '../../input/read-table.ts';
import { type InputSource, openSource, statInput } from '../../input/source.ts';
import { pickTableRules, type TableRules } from '../../input/table-rules.ts';
import type { NameOption } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';
import { type BatchInput, noDocument } from './batch-input.ts';

export interface InputOptions extends TableRules {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** A pattern or folder may match no file, and a file may hold no document. */
  readonly allowEmpty?: boolean | undefined;
  /** Files that patterns and folders skip, by their paths. */
  readonly isNoData?: (path: string) => boolean;
  readonly nameOption: NameOption;
  /** The files hold passwords. */
  readonly isSecret?: boolean | undefined;
}

export interface OpenedInput {
  readonly input: BatchInput;
  readonly digest: InputDigest;
}

/** The digest that tells whether a file has changed since the run began. */
export interface InputDigest {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Opens the files of a batch: names, patterns, folders, and `-` for standard input. Raises InputError of every kind, and UsageError. */
export async function openInputs(names: readonly string[], options: InputOptions): Promise<readonly OpenedInput[]> {
  const { nameOption } = options;
  if (names.length === 0 && !options.allowEmpty)
    throw new UsageError(`${nameOption('input')} is an empty list: name a file, or add ${nameOption('allowEmpty')}.`);
  const extensions = [...dataExtensions, ...tableExtensions.filter((one) => one !== '.txt')];
  const { files, empty } = await findDataFiles(names, options.cwd, extensions, options.isNoData);
  if (empty.length > 0 && !options.allowEmpty)
    throw new InputError('file', `holds or matches no data file; accept this with ${nameOption('allowEmpty')}`, {
      file: empty[0]!,
    });
  const opened: OpenedInput[] = [];
  for (const name of files) {
    try {
      opened.push(await openInput(name, options));
    } catch (error) {
      if (!(error instanceof NoDataError)) throw error;
      if (!options.allowEmpty) throw noDocument(error.file ?? name, nameOption, error.reason);
    }
  }
  return opened;
}

/** Raises InputError for the name of a file that is not there. */
export async function refuseMissing(names: readonly string[], cwd: string): Promise<void> {
  for (const name of names) if (name !== '-' && !isPattern(name)) await statInput(name, cwd);
}

async function openInput(name: string, options: InputOptions): Promise<OpenedInput> {
  const source = await openSource(name, options);
  const digest = await digestOf(source);
  const { file } = source;
  if (await isTable(source)) return { input: await openTable(name, { ...options, source }), digest };
  const [rule] = Object.keys(pickTableRules(options));
  if (rule !== undefined)
    throw new InputError('usage', `${options.nameOption(rule)} is for tables; this file is not a table`, { file });
  const items = readItems(name, { ...options, source });
  return { input: { file, format: formats[source.extension] ?? 'json', records: () => items }, digest };
}

export async function digestOf(source: InputSource): Promise<InputDigest> {
  const hash = createHash('sha256');
  for await (const chunk of source.chunks()) hash.update(chunk);
  return { file: source.file, bytes: source.size, sha256: hash.digest('hex') };
}
