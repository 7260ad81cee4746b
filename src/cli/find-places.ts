// Finds the places of faults in JSON files of templates: file, line and column.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { jsonPlaces, type ValuePlace } from '../json/json-places.ts';
import { pointerKeys } from '../json/json-pointer.ts';
import type { TextRange } from '../json/line-index.ts';

/** A fault in the JSON of a file. */
export interface FileFault {
  /** Absolute path. */
  readonly file: string;
  readonly pointer: string;
  readonly code: string;
  /** Offset of the fault in the string at `pointer`. */
  readonly offset?: number | undefined;
}

export interface FilePlace {
  /** Relative to the working folder. */
  readonly file: string;
  /** Null: the file has no such place, or cannot be read. */
  readonly line: number | null;
  readonly column: number | null;
}

/** `templates/order/template.json:12:31` */
export const describePlace = ({ file, line, column }: FilePlace): string =>
  [file, line, column].filter((part) => part !== null).join(':');

/** Compares places: by file, then in the order of the file. */
export const byPlace = (a: FilePlace, b: FilePlace): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

/**
 * The place of each fault. A missing member has no place, so the object without it is shown. `readFrom` gives the content of a file in which the
 * faults were found: a place that has another value now has no line.
 */
export async function findPlaces<Fault extends FileFault>(
  faults: readonly Fault[],
  cwd: string,
  readFrom?: (file: string) => unknown,
): Promise<ReadonlyMap<Fault, FilePlace>> {
  const found = new Map<Fault, FilePlace>();
  for (const file of new Set(faults.map((one) => one.file))) {
    const inFile = faults.filter((one) => one.file === file);
    const whole = await readFile(file, 'utf8').catch(() => undefined); // a missing file has no lines
    const text = whole?.replace(/^\ufeff/, '');
    const isSame = readFrom && text !== undefined ? comparePlaces(readFrom(file), text) : () => true;
    const places = text === undefined ? undefined : findAll(text, inFile);
    const shownFile = relative(cwd, file) || file;
    for (const one of inFile) {
      const shown = withParents(one.pointer).find((pointer) => places?.has(pointer));
      const place = shown !== undefined && isSame(one.pointer, shown) ? places!.get(shown) : undefined;
      found.set(one, { file: shownFile, ...positionOf(one, place, text) });
    }
  }
  return found;
}

function findAll(text: string, faults: readonly FileFault[]): ReadonlyMap<string, ValuePlace> | undefined {
  return jsonPlaces(text).all(faults.flatMap((one) => withParents(one.pointer)));
}

/** A pointer and the pointers of all that it stands in, nearest first. */
const withParents = (pointer: string): string[] =>
  pointer === '' ? [''] : [pointer, ...withParents(pointer.slice(0, pointer.lastIndexOf('/')))];

/** Compares the value at a place now with the value that was read. */
function comparePlaces(read: unknown, text: string): (pointer: string, shown: string) => boolean {
  let now: unknown;
  try {
    now = JSON.parse(text);
  } catch {
    return () => false; // somebody is writing the file
  }
  return (pointer, shown) =>
    shown === withParents(pointer).find((one) => valueAt(read, one) !== undefined) &&
    (shown === '' || JSON.stringify(valueAt(read, shown)) === JSON.stringify(valueAt(now, shown)));
}

/** The value at a JSON Pointer. Undefined: there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const key of pointerKeys(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

/** The position of a fault. For a fault inside a string without escapes, the position inside the string. */
function positionOf(
  one: FileFault,
  place: ValuePlace | undefined,
  text: string | undefined,
): { readonly line: number | null; readonly column: number | null } {
  if (!place) return { line: null, column: null };
  const start = one.code === 'unknown-property' && place.key ? place.key : place;
  const inside = one.offset === undefined || text === undefined ? undefined : columnInString(place, one.offset, text);
  return { line: start.line, column: inside ?? start.column };
}

function columnInString({ line, column, endLine, endColumn }: TextRange, offset: number, text: string): number | undefined {
  if (endLine !== line || endColumn === undefined) return undefined;
  const written = text.split('\n')[line - 1]?.slice(column - 1, endColumn - 1) ?? '';
  // After an escape such as \u00e9, an offset in the value is not an offset in the text.
  return written.startsWith('"') && !written.slice(0, offset + 1).includes('\\') ? column + 1 + offset : undefined;
}
