// Finds the places of faults in JSON files of templates: file, line and column.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { type JsonFault, positionsOf } from '../../json/fault-positions.ts';
import { pointerKeys, withParents } from '../../json/json-pointer.ts';

/** A fault in the JSON of a file. */
export interface FileFault extends JsonFault {
  /** Absolute path. */
  readonly file: string;
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
    const positions = text === undefined ? undefined : positionsOf(text, inFile);
    const shownFile = relative(cwd, file) || file;
    for (const one of inFile) {
      const position = positions?.get(one);
      const { line, column } = position && isSame(one.pointer, position.pointer) ? position : { line: null, column: null };
      found.set(one, { file: shownFile, line, column });
    }
  }
  return found;
}

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

/** The value at a JSON Pointer. Undefined: the pointer leads nowhere. */
export function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const key of pointerKeys(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}
