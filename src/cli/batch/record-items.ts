// Elements of JSON and YAML files, and lines of JSON Lines, as documents.
import { InputError } from '../input/input-error.ts';
import { parsePath } from '../input/parse-path.ts';
import type { DataFormat } from '../input/read-records.ts';
import type { DataRecord, ReadResult } from '../input/record.ts';
import { type BatchEntries, type BatchEntry, errorColumn, type ItemFault, type ItemPlace } from './batch-item.ts';
import { unreadable } from './unreadable.ts';

export interface RecordFile {
  /** As the user named it; `<stdin>` for standard input. */
  readonly file: string;
  readonly format: DataFormat;
  /** Reads from the beginning each time. */
  records(): AsyncIterable<ReadResult>;
}

/** The documents of a file: each element of an array, else each record. `areItems`: they are `{ data, reference? }`. */
export function recordItems({ file, records }: RecordFile, { areItems }: { readonly areItems: boolean }): BatchEntries {
  return {
    async *[Symbol.asyncIterator]() {
      let row = 0;
      for await (const record of records()) {
        if (record instanceof InputError) {
          yield unreadable(file, record, ++row);
          continue;
        }
        for (const one of elementsOf(file, record)) yield toEntry(one, { file, row: ++row, areItems });
      }
    },
  };
}

/** A value that is to be a document, and the way to its places. */
interface Element {
  readonly value: unknown;
  readonly warnings: readonly ItemFault[];
  readonly line: number;
  readonly column: number;
  placeOf(pointer: string): ItemPlace | undefined;
}

function* elementsOf(file: string, record: DataRecord): Generator<Element> {
  const { value, places, number } = record;
  const placeAt = (pointer: string): ItemPlace | undefined => {
    const place = places.of(pointer);
    return place && { file, line: place.line, column: place.column };
  };
  const warnings = record.warnings.map((one) => ({ ...one, file }));
  if (!Array.isArray(value) || number !== undefined) {
    const { line = 1, column = 1 } = places.of('') ?? {};
    yield { value, warnings, line, column, placeOf: placeAt };
    return;
  }
  const starts = places.all(value.map((_element, i) => `/${i}`));
  for (const [i, element] of value.entries()) {
    const { line = 1, column = 1 } = starts.get(`/${i}`) ?? {};
    // A doubt about the text is told with the element in which it stands.
    const next = starts.get(`/${i + 1}`);
    const isOwn = (one: ItemFault) => isBefore({ line, column }, one) && (next === undefined || !isBefore(next, one));
    yield { value: element, warnings: warnings.filter(isOwn), line, column, placeOf: (pointer) => placeAt(`/${i}${pointer}`) };
  }
}

interface Point {
  readonly line: number;
  readonly column?: number;
}

const isBefore = (a: Point, b: Point): boolean => a.line < b.line || (a.line === b.line && (a.column ?? 0) <= (b.column ?? 0));

function toEntry(
  { value, warnings, line, column, placeOf }: Element,
  { file, row, areItems }: { readonly file: string; readonly row: number; readonly areItems: boolean },
): BatchEntry {
  const source = { file, line, column, row };
  const near = (pointer: string): ItemPlace => {
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const place = placeOf(at);
      if (place) return place;
      if (at === '') return { file, line, column };
    }
  };
  const faults: ItemFault[] = [];
  const refuse = (pointer: string, message: string) => void faults.push({ ...near(pointer), message });
  const whole = isObject(value) ? withoutError(value) : value;
  const wrapper = areItems && isObject(whole) ? whole : undefined;
  if (areItems && !wrapper) refuse('', `must be an object such as { "data": {…} }, got ${describe(whole)}`);
  for (const name of Object.keys(wrapper ?? {}))
    if (name !== 'data' && name !== 'reference')
      refuse(
        `/${name}`,
        `an item has "data" and "reference", not ${JSON.stringify(name)}; without --items each element is the data itself`,
      );
  const data = wrapper ? wrapper.data : whole;
  const base = areItems ? '/data' : '';
  if (faults.length === 0 && !isObject(data)) refuse(base, `the data of a document must be an object, got ${describe(data)}`);
  const reference = wrapper?.reference;
  if (reference !== undefined && (typeof reference !== 'string' || reference === ''))
    refuse('/reference', `must be a text, got ${describe(reference)}`);
  const field = (name: string) => textAt(data, name);
  const entry = { source, original: { value }, field };
  if (faults.length > 0 || !isObject(data)) return { kind: 'rejected', ...entry, faults };
  return {
    kind: 'item',
    ...entry,
    data,
    reference: reference as string | undefined,
    warnings,
    placeOf: (pointer) => near(base + pointer),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutError(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Object.hasOwn(value, errorColumn)) return value;
  const { [errorColumn]: _error, ...rest } = value;
  return rest;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** The text of a value at a path; undefined: there is none, or it is no text, number or truth value. */
function textAt(data: unknown, path: string): string | undefined {
  const steps = isObject(data) && Object.hasOwn(data, path) ? [path] : parsePath(path, path);
  let at = data;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string | number, unknown>>)[step];
  }
  return typeof at === 'string' ? at.trim() : typeof at === 'number' || typeof at === 'boolean' ? String(at) : undefined;
}
