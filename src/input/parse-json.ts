// Parses JSON text to a record.
import { jsonPlaces } from '../json/json-places.ts';
import { readJson } from '../json/read-json.ts';
import type { JsonPart } from '../json/walk-json.ts';
import { toLine } from '../words/to-line.ts';
import { InputError } from './input-error.ts';
import type { DataRecord } from './record.ts';
import { excerptAt } from './text-position.ts';

export interface ParseOptions {
  readonly file: string;
  readonly maxDepth: number;
  /** Line and column of the file at which the text begins. */
  readonly firstLine?: number;
  readonly firstColumn?: number;
  readonly number?: number | undefined;
  readonly part?: JsonPart;
}

/** Parses one JSON value. Raises InputError of kind `data` for text that is not JSON, is nested too deep, or repeats a name. */
export function parseJson(text: string, { file, maxDepth, firstLine, firstColumn, number, part }: ParseOptions): DataRecord {
  const reading = readJson(text, { maxDepth, firstLine, firstColumn, part });
  if (reading.fault) {
    const { message, line, column, offset } = reading.fault;
    throw new InputError('data', toLine(message), { file, line, column, excerpt: excerptAt(text, offset) });
  }
  const { value, inexact: warnings } = reading;
  return { value, number, places: jsonPlaces(text, firstLine, firstColumn), warnings, ...(warnings.length > 0 && { text }) };
}
