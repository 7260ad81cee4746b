// Opens the documents of a batch from its inputs and options.
import { type PathStep, parsePath } from '../../input/parse-path.ts';
import type { Table } from '../../input/table.ts';
import { type NameWriting, readNames } from '../../json/member-names.ts';
import { type Schema, typesOf } from '../../json/schema-parts.ts';
import type { NameOption } from '../../words/name-option.ts';
import { listNames, suggest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchEntries, BatchEntry, ItemFault, ItemSource } from '../batch-item.ts';
import type { BatchInput } from './batch-input.ts';
import { type ColumnOptions, checkMapUse, refusePasswordPlace, resolveColumns, writeSteps } from './columns.ts';
import { readPasswordPath } from './document-password.ts';
import { joinRows } from './join-rows.ts';
import { readLocaleMarks } from './locale-marks.ts';
import type { ColumnMap } from './read-map.ts';
import { recordItems } from './record-items.ts';
import { listPaths, schemaAt } from './schema-at.ts';
import { tableItems } from './table-items.ts';

export interface EntryOptions {
  /** The template's dataSchema; `true`: no schema. */
  readonly schema: Schema;
  /** The template's time zone, for times of day without a zone. Undefined: it comes from the data. */
  readonly timeZone: string | undefined;
  /** The text of a cell without a value. */
  readonly nullText?: string | undefined;
  readonly map?: ColumnMap;
  readonly ignoresUnknown?: boolean | undefined;
  readonly locale?: string | undefined;
  readonly groupBy?: string | undefined;
  /** The path of the array that `groupBy` fills. */
  readonly rows?: string | undefined;
  /** `on`: `COLUMN=COLUMN`, of the documents and of the second table; a single name if both tables have it. */
  readonly join?: { readonly path: string; readonly table: Table; readonly on: string } | undefined;
  /** Elements are `{ data, reference? }`. */
  readonly areItems?: boolean | undefined;
  /** Null members of records are left out where the schema has no null. */
  readonly nullAsMissing?: boolean | undefined;
  /** A column or path whose text is the reference. */
  readonly reference?: string | undefined;
  /** Columns or paths whose values are kept beside the data. */
  readonly keep?: readonly string[] | undefined;
  /** A column or path whose text opens the document. It stays out of the data. */
  readonly userPasswordFrom?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** An input without a document is accepted. */
  readonly allowEmpty?: boolean | undefined;
  readonly maxHeldRows?: number;
  readonly nameOption: NameOption;
}

/** Most rows that one run holds in memory for `groupBy` of unsorted files, and for `join`. */
const defaultMaxHeldRows = 1_000_000;

/**
 * The documents of the inputs, in order. Raises UsageError and InputError of kind `usage` before the first document: for
 * options that contradict each other, and for columns without a place.
 */
export function openEntries(inputs: readonly BatchInput[], given: EntryOptions): BatchEntries {
  checkOptions(inputs, given);
  const options = composeNames(given);
  const writing = readNames(options.schema);
  const { map = new Map(), join, limit, offset = 0, maxHeldRows = defaultMaxHeldRows, nameOption } = options;
  const allowsNone = options.allowEmpty === true;
  const tables = inputs.filter(isTable);
  checkMapUse(map, [...tables, ...(join ? [join.table] : [])], nameOption);
  const base = {
    schema: options.schema,
    writing,
    map,
    ignoresUnknown: options.ignoresUnknown ?? false,
    marks: options.locale === undefined ? undefined : readLocaleMarks(options.locale, nameOption),
    timeZone: options.timeZone,
    nullText: options.nullText,
    nameOption,
  };
  const each = options.rows === undefined ? undefined : readArrayPath(options.rows, nameOption('rows'), options.schema, writing);
  const joined = join && readArrayPath(join.path, nameOption('join'), options.schema, writing);
  const on = join && readOn(join.on, nameOption('on'));
  const referenceColumns = new Map(tables.map((table) => [table.file, columnOf(options.reference, table, map)]));
  const nullsOf = options.nullAsMissing ? options.schema : undefined;
  const sources = inputs.map((input) => {
    if (!isTable(input)) {
      checkKeptPaths(options, writing);
      const passwordPath = findPasswordPath(options, writing, input.file);
      return recordItems(input, { areItems: options.areItems ?? false, writing, nullsOf, passwordPath, allowsNone, nameOption });
    }
    const keys = [
      options.groupBy,
      on?.document,
      referenceColumns.get(input.file),
      ...(options.keep ?? []),
      options.userPasswordFrom,
    ];
    const columnOptions: ColumnOptions = {
      ...base,
      ...(each && { each }),
      ...(joined && { joined }),
      keys: keys.filter((key) => key !== undefined),
      password: options.userPasswordFrom,
    };
    const columns = resolveColumns(input, columnOptions);
    const folding = each && { by: options.groupBy!, into: each, maxHeldRows };
    return tableItems(input, columns, { folding, password: options.userPasswordFrom, allowsNone, nameOption });
  });
  // A file of rejected rows has only a part of the documents.
  const isPart = limit !== undefined || offset > 0 || tables.some((table) => table.isRejected);
  const isWhole = sources.length === 1 && offset === 0 && limit === undefined;
  let entries = isWhole ? sources[0]! : sliceEntries(sources, offset, limit ?? Number.POSITIVE_INFINITY);
  if (join && joined && on) {
    const columns = resolveColumns(join.table, { ...base, each: joined, of: 'element', keys: [on.row] });
    entries = joinRows(entries, {
      table: join.table,
      columns,
      into: joined,
      on,
      maxRows: maxHeldRows,
      refusesUnmatched: !isPart,
      nameOption,
    });
  }
  const { reference } = options;
  return reference === undefined ? entries : withReference(entries, ({ file }) => referenceColumns.get(file) ?? reference);
}

/** The options with their names of columns composed, as tables have them. */
function composeNames(options: EntryOptions): EntryOptions {
  const compose = (name: string | undefined) => name?.normalize('NFC');
  const { groupBy, reference, userPasswordFrom, keep, join } = options;
  return {
    ...options,
    groupBy: compose(groupBy),
    reference: compose(reference),
    userPasswordFrom: compose(userPasswordFrom),
    keep: keep?.map((name) => name.normalize('NFC')),
    join: join && { ...join, on: join.on.normalize('NFC') },
  };
}

const isTable = (input: BatchInput): input is Table => 'headers' in input;

function checkOptions(
  inputs: readonly BatchInput[],
  { groupBy, rows, areItems, nullAsMissing, join, map, locale, nameOption }: EntryOptions,
): void {
  if ((groupBy === undefined) !== (rows === undefined))
    throw new UsageError(
      `${nameOption('groupBy')} COLUMN and ${nameOption('rows')} PATH go together: rows with one key become the elements at the path.`,
    );
  const table = inputs.find(isTable);
  const record = inputs.find((input) => !isTable(input));
  if (areItems && table)
    throw new UsageError(
      `${nameOption('items')} is for JSON and YAML; ${table.file} is a table, and takes ${nameOption('reference')} COLUMN.`,
    );
  if (nullAsMissing && !record)
    throw new UsageError(
      `${nameOption('nullAsMissing')} is for JSON and YAML. In a table, an empty cell has no value, and ${nameOption('null')} TEXT names another text for it.`,
    );
  if (groupBy !== undefined && record)
    throw new UsageError(`${nameOption('groupBy')} is for tables; ${record.file} is not a table.`);
  if ((locale !== undefined || (map?.size ?? 0) > 0) && !table && !join)
    throw new UsageError(
      `${nameOption('locale')} and ${nameOption('map')} are for tables: JSON and YAML have types and paths of their own.`,
    );
}

/** Raises UsageError for a path to keep that no data of the template has. Objects of any members may have it. */
function checkKeptPaths({ keep = [], schema, nameOption }: EntryOptions, writing: NameWriting | undefined): void {
  for (const path of keep) {
    const told = `${nameOption('keep')} ${path}`;
    if (schemaAt(schema, writeSteps(parsePath(path, told), writing)) !== false) continue;
    const known = listPaths(schema);
    throw new UsageError(`${told}: the template's data has no ${path}${suggest(path, known) || `; it has ${listNames(known)}.`}`);
  }
}

/** Raises UsageError, InputError for a path that belongs to the template's data. */
function findPasswordPath(
  { userPasswordFrom, schema, nameOption }: EntryOptions,
  writing: NameWriting | undefined,
  file: string,
): readonly string[] | undefined {
  if (userPasswordFrom === undefined) return undefined;
  const steps = readPasswordPath(userPasswordFrom, nameOption);
  if (typeof schemaAt(schema, writeSteps(steps, writing)) === 'boolean') return steps;
  throw refusePasswordPlace(userPasswordFrom, userPasswordFrom, nameOption, file);
}

/** A path of names to an array. Raises UsageError, InputError. */
function readArrayPath(path: string, flag: string, schema: Schema, writing: NameWriting | undefined): readonly PathStep[] {
  const steps = writeSteps(parsePath(path, `${flag} ${path}`), writing);
  if (steps.some((step) => typeof step === 'number'))
    throw new UsageError(`${flag} ${path}: names lead to the array, such as order.lines, not indexes.`);
  const found = schemaAt(schema, steps);
  const types = typesOf(found, schema);
  if (found === false || (types && !types.has('array')))
    throw new UsageError(`${flag} ${path}: the template's data has no array there${listArrays(schema)}.`);
  return steps;
}

function listArrays(schema: Schema): string {
  const arrays = new Set(listPaths(schema).flatMap((path) => (path.includes('[0]') ? [path.slice(0, path.indexOf('[0]'))] : [])));
  return arrays.size === 0 ? '' : `; it has ${listNames([...arrays])}`;
}

function readOn(on: string, told: string): { readonly document: string; readonly row: string } {
  const [document = '', row = document, ...more] = on.split('=').map((part) => part.trim());
  if (document === '' || row === '' || more.length > 0)
    throw new UsageError(
      `${told} takes COLUMN=COLUMN, of the documents and of the second file, such as number=order_no, got ${JSON.stringify(on)}.`,
    );
  return { document, row };
}

/** The entries of all inputs of the batch in turn, from `offset`, at most `limit`. */
function sliceEntries(ofInputs: readonly BatchEntries[], offset: number, limit: number): BatchEntries {
  return {
    async *[Symbol.asyncIterator]() {
      let at = 0;
      if (limit === 0) return;
      for (const entries of ofInputs) {
        for await (const entry of entries) {
          if (at++ < offset) continue;
          yield entry;
          if (at >= offset + limit) return;
        }
      }
    },
  };
}

/** The longest reference that the service accepts. */
const maxReference = 255;

/** The column of a table with this name, or with this path as its place. */
function columnOf(name: string | undefined, { headers }: Table, map: ColumnMap): string | undefined {
  if (name === undefined || headers.includes(name)) return name;
  return headers.find((header) => map.get(header) === name) ?? name;
}

function withReference(entries: BatchEntries, nameIn: (source: ItemSource) => string): BatchEntries {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const entry of entries) yield refer(entry, nameIn(entry.source));
    },
  };
}

function refer(entry: BatchEntry, name: string): BatchEntry {
  const text = entry.field(name);
  const reference = text && text.length <= maxReference ? text : undefined;
  if (reference !== undefined || entry.kind === 'rejected') return { ...entry, reference };
  const { source, inputPart, field } = entry;
  const message = text
    ? `the reference ${JSON.stringify(`${text.slice(0, 60)}…`)} is longer than ${maxReference} characters`
    : `has no ${JSON.stringify(name)}, which is to be its reference`;
  const { row: _row, ...place } = source;
  const fault: ItemFault = { ...place, message };
  return { kind: 'rejected', source, inputPart, reference, field, faults: [fault] };
}
