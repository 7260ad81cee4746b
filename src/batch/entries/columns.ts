// Finds the place in the data for each header of a table.

import { InputError } from '../../input/input-error.ts';
import { formatPath, type PathStep, parsePath } from '../../input/parse-path.ts';
import type { Table } from '../../input/table.ts';
import type { NameWriting } from '../../json/member-names.ts';
import type { Schema } from '../../json/schema-parts.ts';
import type { NameOption } from '../../words/name-option.ts';
import { findNearest, listNames, suggest } from '../../words/nearest.ts';
import { toLine } from '../../words/to-line.ts';
import { errorColumn } from '../batch-item.ts';
import { type CellOptions, type CellReader, createCellReader } from './read-cell.ts';
import type { ColumnMap } from './read-map.ts';
import { listPaths, schemaAt } from './schema-at.ts';

export interface Column {
  readonly header: string;
  /** Counted from 0, among the columns of the table. */
  readonly index: number;
  /** From the root of the document, or from the element for a column of elements. */
  readonly steps: readonly PathStep[];
  readonly read: CellReader;
}

export interface MappedColumns {
  /** Columns of the document. */
  readonly document: readonly Column[];
  /** Columns of each element under `each`. */
  readonly element: readonly Column[];
  /** Columns without a place, ignored at the user's wish. */
  readonly ignored: readonly string[];
}

export interface ColumnOptions extends CellOptions {
  /** The template's dataSchema. */
  readonly schema: Schema;
  /** The schema's writing of names. */
  readonly writing?: NameWriting | undefined;
  readonly map: ColumnMap;
  readonly ignoresUnknown: boolean;
  /** The array whose elements are made of rows. Columns below it belong to an element. */
  readonly each?: readonly PathStep[];
  /** `element`: every column belongs to an element, and may leave out the path of the array. Default `document`. */
  readonly of?: 'document' | 'element';
  /** The array that another table fills. */
  readonly joined?: readonly PathStep[];
  /** Columns that serve as keys, and need no place in the data. */
  readonly keys?: readonly string[];
  /** The column of the passwords. It stays out of the data. */
  readonly password?: string | undefined;
}

/** Finds the place of every column. Raises InputError of kind `usage`, with all columns without a place and a map to complete. */
export function resolveColumns(table: Table, options: ColumnOptions): MappedColumns {
  const { file, headers } = table;
  const { map, each, keys = [] } = options;
  refuseUnknownKeys(table, keys);
  const document: Column[] = [];
  const element: Column[] = [];
  const ignored: string[] = [];
  const unknown: string[] = [];
  for (const [index, header] of headers.entries()) {
    if (header === errorColumn) continue;
    const path = map.get(header);
    // A document gives the key of its rows in another table, unless the elements have a place for the key.
    const isKey = keys.includes(header);
    const place = path === null ? undefined : path === undefined ? findPlace(header, options) : mapPlace(header, path, options);
    if (header === options.password && place !== undefined && (path !== undefined || place.schema !== true))
      throw refusePasswordPlace(header, formatPath(place.steps), options.nameOption, file);
    if (place === undefined && path === undefined && !isKey) unknown.push(header);
    if (place === undefined || header === options.password || (isKey && options.of === 'element' && place.schema === true))
      ignored.push(header);
    else {
      const column = { header, index, steps: place.steps, read: createCellReader(place.schema, options.schema, options) };
      (place.isElement ? element : document).push(column);
    }
  }
  if (unknown.length > 0 && !options.ignoresUnknown) throw unknownColumns(table, unknown, { document, element }, options);
  const filled = options.of === 'element' ? [] : [each, options.joined].filter((steps) => steps !== undefined);
  refuseConflicts(file, [...filled.map((steps) => ({ header: undefined, steps })), ...document]);
  refuseConflicts(file, element);
  return { document, element, ignored };
}

/** The template could show a password that is in the data, and the names of files and messages could repeat it. */
export const refusePasswordPlace = (name: string, place: string, nameOption: NameOption, file: string): InputError =>
  new InputError(
    'usage',
    `${nameOption('userPasswordFrom')} ${toLine(name)}: ${place} belongs to the template's data, and passwords stay out of the data. Write the passwords under a name that the template does not have.`,
    { file },
  );

interface FoundPlace {
  readonly steps: readonly PathStep[];
  readonly schema: Schema;
  readonly isElement: boolean;
}

/** The place of a header without a map: the member of this name, or a path. */
function findPlace(header: string, options: ColumnOptions): FoundPlace | undefined {
  if (header === '__proto__') return undefined;
  const literal = locate([header], options);
  const isPath = /[.[\]"=]/.test(header);
  if (literal && (literal.schema !== true || !isPath)) return literal;
  const each = options.each && formatPath(options.each).normalize('NFC');
  try {
    const element = each !== undefined && header.startsWith(`${each}[]`) ? header.slice(each.length + 2) : undefined;
    if (element === undefined) return locate(parsePath(header, header), options);
    const rest = element === '' ? [] : parsePath(element.replace(/^\./, ''), header);
    return locate([...options.each!, ...rest], options);
  } catch (error) {
    if (error instanceof InputError) return undefined; // a header may be any text
    throw error;
  }
}

function mapPlace(header: string, path: string, options: ColumnOptions): FoundPlace {
  const told = `${options.nameOption('map')} ${toLine(header)}=${path}`;
  const each = options.each && formatPath(options.each).normalize('NFC');
  const isElement = each !== undefined && path.startsWith(`${each}[]`);
  const rest = isElement ? path.slice(each.length + 2).replace(/^\./, '') : path;
  const steps = rest === '' && isElement ? [] : parsePath(rest, told);
  const place = locate(isElement ? [...options.each!, ...steps] : steps, options);
  if (place) return place;
  const near = findNearest(path, knownPaths(options));
  throw new InputError('usage', `${told}: the template's data has no ${path}${near ? `; did you mean ${near}?` : ''}`);
}

/** Undefined: the schema has no such place. */
function locate(
  composed: readonly PathStep[],
  { schema, writing, each, of = 'document' }: ColumnOptions,
): FoundPlace | undefined {
  const steps = writeSteps(composed, writing);
  const at = (path: readonly PathStep[], isElement: boolean, own: readonly PathStep[]): FoundPlace | undefined => {
    const found = schemaAt(schema, path);
    return found === false ? undefined : { steps: own, schema: found, isElement };
  };
  if (!each) return at(steps, false, steps);
  const isBelow = steps.length >= each.length && each.every((step, i) => step === steps[i]);
  if (of === 'element') {
    // `price` of the other table means `lines.price`, if elements have a `price`.
    const inElement = at([...each, 0, ...steps], true, steps);
    return inElement ?? (isBelow ? at([...each, 0, ...steps.slice(each.length)], true, steps.slice(each.length)) : undefined);
  }
  if (!isBelow) return at(steps, false, steps);
  const rest = steps.slice(each.length);
  // Beside rows that are lines, `lines[0].price` would name a line in a second way.
  return typeof rest[0] === 'number' ? undefined : at([...each, 0, ...rest], true, rest);
}

/** A path with the names that the schema has. */
export const writeSteps = (steps: readonly PathStep[], writing: NameWriting | undefined): readonly PathStep[] =>
  writing ? steps.map((step) => (typeof step === 'string' ? writing(step) : step)) : steps;

function knownPaths({ schema, each, of }: ColumnOptions): readonly string[] {
  if (!each) return listPaths(schema);
  const element = listPaths(schema, schemaAt(schema, [...each, 0]));
  if (of === 'element') return element;
  const prefix = formatPath(each);
  return [...listPaths(schema).filter((path) => !path.startsWith(`${prefix}[`)), ...element.map((path) => `${prefix}.${path}`)];
}

/** An error lists at most this many columns, in its text and in its map. */
const mostNamed = 100;

function unknownColumns(
  { file, format, headers, headerDoubt }: Table,
  unknown: readonly string[],
  { document, element }: Pick<MappedColumns, 'document' | 'element'>,
  options: ColumnOptions,
): InputError {
  const known = knownPaths(options);
  const { each, of, nameOption } = options;
  const prefix = each && of !== 'element' ? each : [];
  // The place of another column cannot be the place that the user meant.
  const taken = new Set(
    [...document.map(({ steps }) => steps), ...element.map(({ steps }) => [...prefix, ...steps])].map(formatPath),
  );
  const near = unknown.map((header) => {
    const path = nearestPath(
      header,
      known.filter((one) => !taken.has(one)),
    );
    if (path !== undefined) taken.add(path);
    return path;
  });
  const named = unknown.slice(0, mostNamed);
  const lines = named.map((header, i) => `  ${toLine(header)}${near[i] === undefined ? '' : `  did you mean ${near[i]}?`}`);
  if (unknown.length > mostNamed) lines.push(`  and ${unknown.length - mostNamed} more`);
  const array = options.each ? undefined : unknown.map((header) => arrayOf(header, known)).find((one) => one !== undefined);
  const sheet = format.kind === 'sheet' ? ` of the sheet ${JSON.stringify(toLine(format.sheet))}` : '';
  const others = format.kind === 'sheet' ? (format.others ?? []).map((name) => JSON.stringify(toLine(name))) : [];
  const map = Object.fromEntries(named.map((header, i) => [header, near[i] ?? null]));
  return new InputError(
    'usage',
    [
      `the template's data has no place for ${unknown.length === 1 ? 'this column' : `these ${unknown.length} columns`}${sheet}:`,
      ...lines,
      ...(headerDoubt === undefined ? [] : [headerDoubt]),
      `Write the paths into a file such as map.json and add ${nameOption('map')} map.json (null leaves a column out),`,
      ...(array === undefined
        ? []
        : [`or make one document of several rows with ${nameOption('groupBy')} COLUMN ${nameOption('rows')} ${array},`]),
      ...(format.kind === 'delimited' && headers.length === 1
        ? [`or, since only one column was found, name the character between the cells with ${nameOption('delimiter')},`]
        : []),
      ...(others.length === 0 ? [] : [`or name another sheet with ${nameOption('sheet')}: ${others.join(', ')},`]),
      `or add ${nameOption('ignoreUnknownColumns')}:`,
      JSON.stringify(map, null, 2),
    ].join('\n'),
    { file },
  );
}

/** The array in `lines.price` or `lines[].price`, if the schema has it. */
function arrayOf(header: string, known: readonly string[]): string | undefined {
  const path = known.find((one) => one.includes('[0]') && one.replace('[0]', '') === header.replace('[]', ''));
  return path?.slice(0, path.indexOf('[0]'));
}

/** The nearest path: by the whole path, else by its last name, since exports shorten names. */
function nearestPath(header: string, known: readonly string[]): string | undefined {
  const plain = header.replace(/[\s_-]+/g, '.');
  const whole = findNearest(header, known) ?? findNearest(plain, known);
  if (whole !== undefined) return whole;
  const names = known.map((path) => path.replace(/^.*\./, ''));
  const last = findNearest(header, names) ?? findNearest(plain.replace(/^.*\./, ''), names);
  return last === undefined ? undefined : known[names.indexOf(last)];
}

function refuseUnknownKeys(table: Table, keys: readonly string[]): void {
  const { file, headers } = table;
  const key = keys.find((one) => !headers.includes(one));
  if (key !== undefined)
    throw new InputError('usage', `there is no column ${JSON.stringify(key)}${suggest(key, headers) || listHeaders([table])}`, {
      file,
    });
}

/** Refuses a map with a column that no table has. Raises InputError of kind `usage`. */
export function checkMapUse(map: ColumnMap, tables: readonly Table[], nameOption: NameOption): void {
  const headers = tables.flatMap((table) => table.headers);
  for (const [column, path] of map) {
    // A map may serve several exports: an ignored column may be missing.
    if (path === null || headers.includes(column)) continue;
    throw new InputError(
      'usage',
      `${nameOption('map')}: there is no column ${JSON.stringify(column)}${suggest(column, headers) || listHeaders(tables)}`,
    );
  }
}

/** Lists the columns of the first table: the user may mean another sheet, or another delimiter. */
function listHeaders([table]: readonly Table[]): string {
  if (!table) return '';
  const { file, format, headers } = table;
  const sheet = format.kind === 'sheet' ? `, sheet ${JSON.stringify(toLine(format.sheet))},` : '';
  return `; ${toLine(file)}${sheet} has ${listNames(headers.map((header) => JSON.stringify(toLine(header))))}`;
}

interface Occupied {
  /** Undefined: the rows themselves take the place. */
  readonly header: string | undefined;
  readonly steps: readonly PathStep[];
}

/** Refuses two columns with the same place, and a place that is both a value and a holder of values. */
function refuseConflicts(file: string, columns: readonly Occupied[]): void {
  interface Node {
    value?: Occupied;
    first?: Occupied;
    kind?: 'object' | 'array';
    readonly below: Map<PathStep, Node>;
  }
  const root: Node = { below: new Map() };
  const name = ({ header, steps }: Occupied) =>
    header === undefined ? `the rows of ${formatPath(steps)}` : `the column ${JSON.stringify(header)}`;
  const refuse = (one: Occupied, other: Occupied, why: string) =>
    new InputError('usage', `${name(one)} and ${name(other)} ${why}`, { file });
  for (const column of columns) {
    let at = root;
    const where = formatPath(column.steps) || 'the element itself';
    for (const step of column.steps) {
      const kind = typeof step === 'number' ? 'array' : 'object';
      if (at.value)
        throw refuse(at.value, column, `cannot both be there: ${formatPath(at.value.steps)} would be a value and hold ${where}`);
      if (at.kind && at.kind !== kind)
        throw refuse(at.first!, column, 'cannot both be there: one needs an array here, the other an object');
      at.kind = kind;
      at.first ??= column;
      const next = at.below.get(step) ?? { below: new Map() };
      at.below.set(step, next);
      at = next;
    }
    if (at.value) throw refuse(at.value, column, `both go to ${where}`);
    if (at.first)
      throw refuse(column, at.first, `cannot both be there: ${where} would be a value and hold ${formatPath(at.first.steps)}`);
    at.value = column;
  }
}
