// Reads the map of a table's columns: `COLUMN=PATH` and `FILE.json`.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeUtf8 } from '../../input/decode-utf8.ts';
import { cannotRead, InputError } from '../../input/input-error.ts';
import { parseJson } from '../../input/parse-json.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import type { NameOption } from '../../words/name-option.ts';
import { mapDivision } from '../named-files.ts';

/** Paths by column, all composed (Unicode NFC); null: the column is ignored. */
export type ColumnMap = ReadonlyMap<string, string | null>;

/** Reads the map. A later option replaces an earlier one. Raises InputError of kind `usage` or `file`. */
export async function readColumnMap(options: readonly string[], cwd: string, nameOption: NameOption): Promise<ColumnMap> {
  const map = new Map<string, string | null>();
  for (const option of options) {
    const at = mapDivision(option);
    if (at > 0) map.set(compose(option.slice(0, at)), toPath(compose(option.slice(at + 1))));
    else for (const [column, path] of await readMapFile(option, cwd, nameOption)) map.set(column, path);
  }
  return map;
}

const compose = (text: string): string => text.trim().normalize('NFC');

/** `null` as in a file of columns; a member of this name is written `["null"]`. */
const toPath = (text: string): string | null => (text === '' || text === 'null' ? null : text);

async function readMapFile(
  file: string,
  cwd: string,
  nameOption: NameOption,
): Promise<readonly (readonly [string, string | null])[]> {
  if (!/\.json$/i.test(file))
    throw new InputError(
      'usage',
      `${nameOption('map')} takes COLUMN=PATH or a JSON file such as map.json, got ${JSON.stringify(file)}`,
    );
  const bytes = await readFile(resolve(cwd, file)).catch((cause: unknown) => {
    throw cannotRead(file, cause);
  });
  const { value, places } = parseMap(bytes, file);
  if (!isObject(value))
    throw new InputError('usage', 'must be an object such as { "Kundenname": "customer.name", "Notiz": null }', { file });
  const known = new Set<string>();
  return Object.entries(value).map(([column, path]) => {
    const name = compose(column);
    const refuse = (message: string) => {
      const place = places.of(pointerStep(column));
      return new InputError('usage', message, { file, ...(place && { line: place.line, column: place.column }) });
    };
    if (known.has(name)) throw refuse(`names the column ${JSON.stringify(name)} twice; leave one out`);
    known.add(name);
    if (path === null || typeof path === 'string') return [name, path && compose(path)];
    throw refuse(`the path of ${JSON.stringify(column)} must be a text, or null to ignore the column`);
  });
}

function parseMap(bytes: Uint8Array, file: string) {
  try {
    return parseJson(decodeUtf8(bytes, file), { file, maxDepth: 2 });
  } catch (error) {
    // A wrong map is a fault of usage, not of data.
    if (!(error instanceof InputError)) throw error;
    const { line, column } = error;
    throw new InputError('usage', error.reason, { file, ...(line && { line }), ...(column && { column }), cause: error });
  }
}
