// Reads the JSON files of a template, and says the place of a fault.

import { readFileSync, statSync } from 'node:fs';
import { PdfgenError } from '../../contract/errors.ts';
import { isObject } from '../../json/is-object.ts';
import { indexLines } from '../../json/line-index.ts';
import { describeFault, type JsonValue, readJson } from '../../json/read-json.ts';

const largest = 64 * 1024 * 1024;

/** The text of a UTF-8 file. Undefined: the file is missing. Raises TEMPLATE_INVALID. */
export function readTextFile(path: string): string | undefined {
  let bytes: Buffer;
  try {
    // Reading a named pipe would wait for ever. Reading a huge file would fill the memory.
    const stat = statSync(path);
    if (!stat.isFile()) throw notAFile(path, stat.isDirectory() ? 'a folder' : 'not a regular file');
    if (stat.size > largest) throw new PdfgenError('TEMPLATE_INVALID', `${path} is larger than ${largest / 1024 ** 2} MiB.`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof PdfgenError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new PdfgenError('TEMPLATE_INVALID', `${path} cannot be read (${code}).`, { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const valid = new TextDecoder().decode(bytes).split('\ufffd', 1)[0]!;
    throw new PdfgenError('TEMPLATE_INVALID', `${path}:${placeAt(valid, valid.length)} is not UTF-8 text.`, { cause: error });
  }
}

function notAFile(path: string, what: string): PdfgenError {
  return new PdfgenError('TEMPLATE_INVALID', `${path} is ${what}; it must be a JSON file.`);
}

/** Parses the text of a file. Raises TEMPLATE_INVALID with `file:line:column` in its message. */
export function parseJsonFile(path: string, text: string, maxDepth: number): JsonValue {
  const reading = readJson(text, { maxDepth });
  if (reading.fault) throw new PdfgenError('TEMPLATE_INVALID', `${describeFault(path, reading.fault)}.`);
  return reading;
}

/** Raises TEMPLATE_INVALID unless the value is an object. */
export function expectObject(path: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new PdfgenError('TEMPLATE_INVALID', `${path}:1:1 must hold a JSON object.`);
}

function placeAt(text: string, offset: number): string {
  const { line, column } = indexLines(text).at(offset);
  return `${line}:${column}`;
}
