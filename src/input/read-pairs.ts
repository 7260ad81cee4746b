// Reads the `validate` member of pdfgen.json, which pairs templates with data files.

import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { isObject } from '../json/is-object.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { cannotRead, InputError } from './input-error.ts';
import { parseJson } from './parse-json.ts';
import type { DataRecord } from './record.ts';

export interface ValidatePair {
  readonly template: string;
  /** Names, patterns and folders, relative to the given folder. */
  readonly files: readonly string[];
}

/**
 * The pairs of the nearest pdfgen.json at or above `cwd`: `{ "validate": [{ "template": "invoice", "files": ["data/*.json"] }] }`. Undefined: the
 * file has no such member. Raises InputError of kind `usage`, with its place, for a member of another shape.
 */
export async function readPairs(cwd: string): Promise<readonly ValidatePair[] | undefined> {
  const found = await findSettings(resolve(cwd));
  if (!found) return undefined;
  const name = relative(cwd, found.file) || found.file;
  const { value, places } = parseSettings(found.bytes, name);
  const pairs = isObject(value) ? value.validate : undefined;
  if (pairs === undefined) return undefined;
  const refuse = (pointer: string, message: string) => {
    const place = places.of(pointer) ?? places.of('/validate');
    const at = place?.key ?? place;
    return new InputError('usage', message, { file: name, ...(at && { line: at.line, column: at.column }) });
  };
  if (!Array.isArray(pairs) || pairs.length === 0)
    throw refuse('/validate', '"validate" must be an array such as [{ "template": "invoice", "files": ["data/*.json"] }]');
  const toHere = relative(cwd, dirname(found.file));
  return pairs.map((pair: unknown, i) => {
    const unknown = isObject(pair) ? Object.keys(pair).find((key) => key !== 'template' && key !== 'files') : undefined;
    if (unknown !== undefined)
      throw refuse(`/validate/${i}/${unknown}`, `unknown member "${unknown}"; a pair has "template" and "files"`);
    if (!isObject(pair) || typeof pair.template !== 'string')
      throw refuse(`/validate/${i}`, 'must be an object with "template", the name of a template');
    const { template, files } = pair;
    if (!Array.isArray(files) || files.length === 0 || !files.every((file) => typeof file === 'string' && file !== '-')) {
      throw refuse(`/validate/${i}/files`, '"files" must be an array of file names and patterns');
    }
    return { template, files: files.map((file: string) => join(toHere, file)) };
  });
}

function parseSettings(bytes: Uint8Array, file: string): DataRecord {
  try {
    return parseJson(decodeUtf8(bytes, file), { file, maxDepth: 64 });
  } catch (error) {
    // Wrong settings are a fault of usage, not of data.
    if (error instanceof InputError)
      throw new InputError('usage', error.reason, {
        file,
        ...(error.line && { line: error.line }),
        ...(error.column && { column: error.column }),
        cause: error,
      });
    throw error;
  }
}

async function findSettings(cwd: string): Promise<{ file: string; bytes: Uint8Array } | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, 'pdfgen.json');
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw cannotRead(file, error);
    });
    if (bytes) return { file, bytes };
    if (dirname(folder) === folder) return undefined;
  }
}
