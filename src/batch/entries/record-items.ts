// Turns records of JSON, JSON Lines and YAML into documents.

import { InputError, NoDataError } from '../../input/input-error.ts';
import { type PathStep, parsePath } from '../../input/parse-path.ts';
import type { DataRecord } from '../../input/record.ts';
import { readUnread, stillUnread } from '../../input/unread-text.ts';
import { isObject } from '../../json/is-object.ts';
import { conformNames, type NameWriting, ownName, writtenPointer } from '../../json/member-names.ts';
import { type Schema, typesOf } from '../../json/schema-parts.ts';
import type { NameOption } from '../../words/name-option.ts';
import { type BatchEntries, type BatchEntry, errorColumn, type ItemFault, type ItemPlace } from '../batch-item.ts';
import { noDocument, type RecordFile } from './batch-input.ts';
import { takePassword } from './document-password.ts';
import { schemaAt } from './schema-at.ts';
import { unreadable } from './unreadable.ts';

export interface RecordOptions {
  /** Records are `{ data, reference? }`. */
  readonly areItems: boolean;
  /** The schema's writing of names. */
  readonly writing?: NameWriting | undefined;
  /** Null members are left out where the schema has no null. Undefined: they stay. */
  readonly nullsOf?: Schema | undefined;
  /** The names that lead to the password in a record. */
  readonly passwordPath?: readonly string[] | undefined;
  /** A file without a record is accepted. */
  readonly allowsNone: boolean;
  readonly nameOption: NameOption;
}

/** The documents of a file, one for each record. Raises InputError of kind `data` for a file without records. */
export function recordItems({ file, records }: RecordFile, options: RecordOptions): BatchEntries {
  return {
    async *[Symbol.asyncIterator]() {
      let row = 0;
      for await (const record of records()) {
        if (row === 0 && record instanceof NoDataError) break;
        row++;
        yield record instanceof InputError ? unreadable(file, record, row) : toEntry(record, { file, row, ...options });
      }
      if (row === 0 && !options.allowsNone) throw noDocument(file, options.nameOption);
    },
  };
}

function toEntry(
  { value, places, warnings, text }: DataRecord,
  {
    file,
    row,
    areItems,
    writing,
    nullsOf,
    passwordPath,
    nameOption,
  }: RecordOptions & { readonly file: string; readonly row: number },
): BatchEntry {
  const placeOf = (pointer: string): ItemPlace => {
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const place = places.of(at);
      if (place) return { file, line: place.line, column: place.column };
      if (at === '') return { file, line: 1 };
    }
  };
  const faults: ItemFault[] = [];
  const refuse = (pointer: string, message: string) => void faults.push({ ...placeOf(pointer), message });
  const whole = isObject(value) ? withoutError(value) : value;
  const wrapper = areItems && isObject(whole) ? whole : undefined;
  if (areItems && !wrapper) refuse('', `must be an object such as { "data": {…} }, got ${describeValue(whole)}`);
  for (const name of Object.keys(wrapper ?? {}))
    if (name !== 'data' && name !== 'reference')
      refuse(
        `/${name}`,
        `an item has "data" and "reference", not ${JSON.stringify(name)}; without ${nameOption('items')} each element is the data itself`,
      );
  const given = wrapper ? wrapper.data : whole;
  const { data: read } = conformNames(given, writing);
  const { data: open, password } = passwordPath && isObject(read) ? takePassword(read, passwordPath) : { data: read };
  const data = nullsOf === undefined ? open : withoutNulls(open, nullsOf);
  const base = areItems ? '/data' : '';
  if (faults.length === 0 && !isObject(data))
    refuse(base, `the data of a document must be an object, got ${describeValue(data)}`);
  const named = wrapper?.reference;
  const reference = typeof named === 'string' && named !== '' ? named : undefined;
  if (named !== reference) refuse('/reference', `must be a text, got ${describeValue(named)}`);
  const field = (name: string) => textAt(data, name);
  const entry = { source: { ...placeOf(''), row }, inputPart: { value, text }, reference, field };
  if (whole !== value && Object.keys(whole as object).length === 0) {
    const unread = readUnread(String((value as Readonly<Record<string, unknown>>)[errorColumn]));
    return {
      kind: 'rejected',
      ...entry,
      inputPart: { unread, isAgain: true },
      faults: [{ ...placeOf(''), message: stillUnread }],
    };
  }
  if (faults.length > 0 || !isObject(data)) return { kind: 'rejected', ...entry, faults };
  return {
    kind: 'item',
    ...entry,
    data,
    password,
    warnings: warnings.map((one) => ({ ...one, file })),
    placeOf: (pointer) => placeOf(base + writtenPointer(pointer, given)),
  };
}

function withoutError(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Object.hasOwn(value, errorColumn)) return value;
  const { [errorColumn]: _error, ...rest } = value;
  return rest;
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** The text of a value at a path; undefined: no value, or an array or object. */
function textAt(data: unknown, path: string): string | undefined {
  const steps = isObject(data) && ownName(data, path) !== undefined ? [path] : parsePath(path, path);
  let at = data;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null) return undefined;
    const name = ownName(at as Readonly<Record<string, unknown>>, String(step));
    if (name === undefined) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return typeof at === 'string' ? at.trim() : typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined;
}

/** The data without null members where the schema does not allow null. The elements of arrays stay. */
function withoutNulls(data: unknown, schema: Schema): unknown {
  const admitsNull = (steps: readonly PathStep[]) => typesOf(schemaAt(schema, steps), schema)?.has('null') !== false;
  const visit = (value: unknown, steps: readonly PathStep[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((element, i) => visit(element, [...steps, i]));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, member]) => member !== null || admitsNull([...steps, name]))
        .map(([name, member]) => [name, visit(member, [...steps, name])]),
    );
  };
  return visit(data, []);
}
