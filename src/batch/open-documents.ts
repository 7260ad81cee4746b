// Opens the documents of a batch, with their names and the contract of their data.
import { basename, resolve } from 'node:path';
import type { DataSchema } from '../data/data-schema.ts';
import { openTable, type TableOptions } from '../input/read-table.ts';
import { openSource } from '../input/source.ts';
import type { Table } from '../input/table.ts';
import { pickTableRules } from '../input/table-rules.ts';
import type { Schema } from '../json/schema-parts.ts';
import type { NameOption } from '../words/name-option.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchEntries } from './batch-item.ts';
import type { BatchOptions } from './batch-options.ts';
import type { BatchRun } from './batch-run.ts';
import { openEntries } from './entries/open-entries.ts';
import { digestOf, type InputDigest, type OpenedInput, openInputs } from './entries/open-inputs.ts';
import { readColumnMap } from './entries/read-map.ts';
import { withoutCollected } from './files/collected-files.ts';
import { type NamePattern, openNamePattern } from './files/name-pattern.ts';
import { toPattern } from './files/output-pattern.ts';
import { splitJoin } from './named-files.ts';
import { type HeadCheck, openHeadCheck } from './open-head-check.ts';
import { recordName } from './record/manifest.ts';

export interface BatchDocuments {
  readonly inputs: readonly OpenedInput[];
  /** The inputs that are tables, and the joined table. */
  readonly tables: readonly Table[];
  /** Digests of the inputs and of the joined table. */
  readonly digests: readonly InputDigest[];
  readonly entries: BatchEntries;
  /** Only a part of the documents is read. */
  readonly isPart: boolean;
  readonly names: NamePattern;
  readonly schema: DataSchema;
  readonly checkHead: HeadCheck | undefined;
}

/** Opens the documents of a run. Raises UsageError and InputError before any document is read, TEMPLATE_INVALID, STANDARD_BREACH. */
export async function openDocuments(run: BatchRun): Promise<BatchDocuments> {
  const { content, filename, options, cwd, date, host } = run;
  const { nameOption, stdin, signal } = host;
  const isSecret = options.userPasswordFrom !== undefined;
  const reading = { cwd, stdin, signal, nameOption, isSecret, ...pickTableRules(options) };
  const inputs = await openInputs(options.input, {
    ...reading,
    allowEmpty: options.allowEmpty,
    isNoData: isOfRuns(run),
  });
  const join = await openJoin(options, reading);
  const { compileDataSchema } = await import('../data/data-schema.ts');
  const dataSchema = (content.dataSchema ?? true) as Schema;
  const setting = content as Readonly<Record<string, unknown>>;
  const timezone = literal(setting.timezone);
  const schema = compileDataSchema(dataSchema, content.exampleData);
  const checkHead = await openHeadCheck(run);
  const { locale, groupBy, rows, reference, keep, userPasswordFrom, limit, offset, allowEmpty } = options;
  const entries = openEntries(
    inputs.map(({ input }) => input),
    {
      schema: dataSchema,
      timeZone: setting.timezone === undefined ? 'UTC' : timezone,
      nullText: options.null,
      map: await readColumnMap(options.map ?? [], cwd, nameOption),
      ignoresUnknown: options.ignoreUnknownColumns,
      locale,
      groupBy,
      rows,
      join,
      areItems: options.items,
      nullAsMissing: options.nullAsMissing,
      reference,
      keep,
      userPasswordFrom,
      limit,
      offset,
      allowEmpty,
      nameOption,
    },
  );
  const names = await openNamePattern(toPattern(options.output ?? ''), {
    template: { slug: run.template.slug, document: content },
    filename,
    numbersFiles: options.output === undefined,
    date,
    nameOption,
  });
  const tables = inputs.map(({ input }) => input).filter((input) => 'headers' in input);
  const digests = [...inputs.map(({ digest }) => digest), ...(join ? [join.digest] : [])];
  const isPart = limit !== undefined || (offset ?? 0) > 0 || inputs.some(({ input }) => 'headers' in input && input.isRejected);
  return {
    inputs,
    tables: join ? [...tables, join.table] : tables,
    digests,
    entries,
    isPart,
    names: withoutCollected(names, run),
    schema,
    checkHead,
  };
}

/** Recognises records of runs and files that this run wrote. They may stand in a folder of data, but are not data when the run is continued. */
function isOfRuns({ manifest, earlier, cwd }: BatchRun): (path: string) => boolean {
  const written = [...(earlier?.written.keys() ?? [])].map((file) => resolve(cwd, file));
  const filesOfRun = new Set([manifest.path, ...written]);
  return (path) => filesOfRun.has(path) || basename(path) === recordName;
}

/** A setting that does not depend on the data of a document. */
function literal(value: unknown): string | undefined {
  return typeof value === 'string' && !value.includes('{{') ? value : undefined;
}

interface JoinOption {
  readonly path: string;
  readonly table: Table;
  readonly on: string;
  readonly digest: InputDigest;
}

async function openJoin(
  { join, on }: BatchOptions,
  { nameOption, ...reading }: Omit<TableOptions, 'source'> & { readonly nameOption: NameOption },
): Promise<JoinOption | undefined> {
  if (join === undefined && on === undefined) return undefined;
  const named = splitJoin(join ?? '');
  if (!named || on === undefined) {
    const [joinOption, onOption] = [nameOption('join'), nameOption('on')];
    throw new UsageError(
      `${joinOption} PATH=FILE and ${onOption} COLUMN=COLUMN go together, such as ${joinOption} lines=order-lines.csv ${onOption} number=order_no`,
    );
  }
  const source = await openSource(named.file, reading);
  const digest = await digestOf(source);
  return { path: named.path, table: await openTable(named.file, { ...reading, nameOption, source }), on, digest };
}
