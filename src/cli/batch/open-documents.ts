// What a batch is made of: its documents, their names, and the contract that they are held to.
import { basename, resolve } from 'node:path';
import type { Template } from '../../contract/engine.ts';
import type { DataSchema } from '../../data/index.ts';
import type { OptionValues } from '../command.ts';
import { openTable } from '../input/read-table.ts';
import { openSource } from '../input/source.ts';
import type { Table } from '../input/table.ts';
import type { Io } from '../io/io.ts';
import { UsageError } from '../usage-error.ts';
import type { BatchEntries } from './batch-item.ts';
import { type EarlierRun, recordName } from './manifest.ts';
import { type NamePattern, openNamePattern } from './name-pattern.ts';
import { splitJoin } from './named-files.ts';
import { openEntries } from './open-entries.ts';
import { digestOf, type InputDigest, type OpenedInput, openInputs } from './open-inputs.ts';
import { toPattern } from './output-pattern.ts';
import { readColumnMap } from './read-map.ts';
import type { Schema } from './schema-at.ts';

export interface Documents {
  readonly inputs: readonly OpenedInput[];
  /** Of the inputs and of the table that is joined. */
  readonly digests: readonly InputDigest[];
  readonly entries: BatchEntries;
  readonly names: NamePattern;
  readonly schema: DataSchema;
}

export interface DocumentsSource {
  readonly template: Template;
  readonly options: OptionValues;
  readonly cwd: string;
  readonly date: string | undefined;
  readonly stdin: Io['stdin'];
  readonly manifest: { readonly path: string };
  readonly earlier: EarlierRun | undefined;
}

/** Opens the documents that options describe. Raises UsageError and InputError before any document is read, TEMPLATE_INVALID. */
export async function openDocuments(source: DocumentsSource): Promise<Documents> {
  const { template, options, cwd, date, stdin } = source;
  const text = (name: string): string | undefined => (options[name] === undefined ? undefined : String(options[name]));
  const reading = { cwd, stdin, delimiter: text('delimiter'), encoding: text('encoding'), sheet: text('sheet') };
  const inputs = await openInputs(options.input as readonly string[], {
    ...reading,
    allowEmpty: options.allowEmpty === true,
    isNoData: isOfRuns(source),
  });
  const join = await openJoin(text('join'), text('on'), reading);
  const { compileDataSchema } = await import('../../data/index.ts');
  const dataSchema = (template.dataSchema ?? true) as Schema;
  const setting = template as Readonly<Record<string, unknown>>;
  const timezone = literal(setting.timezone) ?? 'UTC';
  const schema = compileDataSchema(dataSchema);
  const entries = openEntries(
    inputs.map(({ input }) => input),
    {
      schema: dataSchema,
      timeZone: timezone,
      map: await readColumnMap((options.map as readonly string[] | undefined) ?? [], cwd),
      ignoresUnknown: options.ignoreUnknownColumns === true,
      locale: text('locale'),
      groupBy: text('groupBy'),
      rows: text('rows'),
      join,
      areItems: options.items === true,
      reference: text('reference'),
      limit: readCount('--limit', options.limit),
      offset: readCount('--offset', options.offset),
    },
  );
  const names = await openNamePattern(toPattern(text('output') ?? ''), {
    filename: options.output === undefined ? withNumber(filenameOf(template)) : filenameOf(template),
    schema: dataSchema,
    locale: literal(setting.locale) ?? 'en-US',
    currency: literal(setting.currency),
    timezone,
    date,
  });
  const digests = [...inputs.map(({ digest }) => digest), ...(join ? [join.digest] : [])];
  return { inputs, digests, entries, names, schema };
}

/** Tells the records of runs, and what this run wrote: they may stand in a folder of data, and are none when it is continued. */
function isOfRuns({ manifest, earlier, cwd }: DocumentsSource): (path: string) => boolean {
  const written = [...(earlier?.written.keys() ?? [])].map((file) => resolve(cwd, file));
  const own = new Set([manifest.path, ...written]);
  return (path) => own.has(path) || basename(path) === recordName;
}

function filenameOf(template: Template): string {
  const { document } = template as { readonly document?: { readonly filename?: unknown } };
  return typeof document?.filename === 'string' ? document.filename : template.slug;
}

/** In a file of all, documents of a template that calls each the same are told apart by their number. */
function withNumber(filename: string): string {
  return filename.includes('{{') ? filename : `${filename.replace(/\.pdf$/i, '')}-{{ index }}`;
}

/** A setting that does not depend on the data of a document. */
function literal(value: unknown): string | undefined {
  return typeof value === 'string' && !value.includes('{{') ? value : undefined;
}

interface Join {
  readonly path: string;
  readonly table: Table;
  readonly on: string;
  readonly digest: InputDigest;
}

async function openJoin(
  join: string | undefined,
  on: string | undefined,
  reading: Parameters<typeof openTable>[1],
): Promise<Join | undefined> {
  if (join === undefined && on === undefined) return undefined;
  const named = splitJoin(join ?? '');
  if (!named || on === undefined)
    throw new UsageError(
      '--join PATH=FILE and --on COLUMN=COLUMN go together, such as --join lines=order-lines.csv --on number=order_no',
    );
  const source = await openSource(named.file, reading);
  const digest = await digestOf(source);
  return { path: named.path, table: await openTable(named.file, { ...reading, source }), on, digest };
}

function readCount(flag: string, given: unknown): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d{1,9}$/.test(String(given))) throw new UsageError(`${flag} takes a whole number, got ${JSON.stringify(given)}`);
  return Number(given);
}
