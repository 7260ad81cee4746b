// Reads files of many records: JSON arrays, JSON Lines, YAML lists and documents.

import type { Places, ValuePlace } from '../json/json-places.ts';
import { decodeText, findEncoding } from './decode-text.ts';
import { decodeUtf8, toUtf8, westernToUtf8 } from './decode-utf8.ts';
import { InputError, NoDataError } from './input-error.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import {
  collect,
  type DataFormat,
  defaultMaxBytes,
  defaultMaxDepth,
  formats,
  readLines,
  tooLarge,
  withText,
} from './read-records.ts';
import type { DataRecord, ReadResult } from './record.ts';
import { type InputSource, openSource, readHead, type SourceOptions } from './source.ts';
import { ElementSplitter } from './split-elements.ts';

export interface ItemOptions extends SourceOptions {
  /** The input, if it is already open. */
  readonly source?: InputSource | undefined;
  /** Default: by the ending of the file, else by its text. */
  readonly format?: DataFormat | undefined;
  /** Largest size of one element, one line, or a YAML file. Default 256 MB. */
  readonly maxBytes?: number;
  /** Levels of nesting in a record. Default 64. */
  readonly maxDepth?: number;
}

interface ReadLimits {
  readonly file: string;
  readonly isSecret: boolean | undefined;
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/**
 * The elements of a JSON array, the lines of JSON Lines, the elements of a YAML list or the documents of a YAML file, numbered. JSON takes flat
 * memory. Each iteration reads from the beginning. A fault of one record stands in its place. Raises InputError: kind `file` for a file that
 * cannot be read, kind `data` for text that is not UTF-8, and for a single object.
 */
export function readItems(name: string, options: ItemOptions): AsyncIterable<ReadResult> {
  let opened: Promise<InputSource> | undefined;
  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<ReadResult> {
      opened ??= options.source ? Promise.resolve(options.source) : openSource(name, options);
      yield* itemsOf(await opened, options);
    },
  };
}

async function* itemsOf(source: InputSource, options: ItemOptions): AsyncGenerator<ReadResult> {
  const { maxBytes = defaultMaxBytes, maxDepth = defaultMaxDepth } = options;
  const limits = { file: source.file, isSecret: source.isSecret, maxBytes, maxDepth };
  const format = options.format ?? formats[source.extension] ?? (await guessFormat(source));
  if (format === 'jsonl') yield* readLines(source.chunks(), limits);
  else if (format === 'yaml') yield* readYaml(source, limits);
  else yield* readArray(source, limits);
}

/** Guesses the format of text whose file name does not say it. One object on the first line is JSON Lines, so that a pipe may carry a single record. */
async function guessFormat(source: InputSource): Promise<DataFormat> {
  const head = (await readHead(source, 1 << 16)).toString().replace('\ufeff', '').trimStart();
  if (head === '' || head.startsWith('[')) return 'json';
  if (!head.startsWith('{')) return 'yaml';
  const end = head.indexOf('\n');
  return end === -1 || isJson(head.slice(0, end)) ? 'jsonl' : 'json';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function* readArray(source: InputSource, { file, maxBytes, maxDepth }: ReadLimits): AsyncGenerator<ReadResult> {
  const isUtf16 = (await findEncoding(source, undefined)).label !== 'utf-8';
  if (!isUtf16) await refuseLone(source);
  const remedy = (western?: string) => (isUtf16 ? toUtf8('UTF-16') : westernToUtf8(western));
  const splitter = new ElementSplitter();
  let number = 0;
  const read = (found: ReturnType<ElementSplitter['end']>[number]): ReadResult => {
    const { line, column } = found;
    number++;
    if ('isBlank' in found) return new NoDataError({ file, line, column });
    if ('fault' in found) return new InputError('data', found.fault, { file, line, column });
    try {
      return parseJson(found.text, { file, maxDepth, firstLine: line, firstColumn: column, number, part: 'element' });
    } catch (error) {
      if (error instanceof InputError) return withText(error, file, found.text, error.line);
      throw error;
    }
  };
  for await (const text of decodeText(source, { label: 'utf-8', byteOrderMark: false }, remedy)) {
    for (const found of splitter.push(text)) yield read(found);
    if (splitter.pendingLength > maxBytes) throw tooLarge(file, maxBytes);
  }
  for (const found of splitter.end()) {
    const result = read(found);
    yield result;
    if (result instanceof InputError) return;
  }
}

/** Refuses an object where a list is needed. */
async function refuseLone(source: InputSource): Promise<void> {
  const head = (await readHead(source, 1 << 16)).toString().replace('\ufeff', '');
  const start = head.trimStart();
  if (start === '' || start.startsWith('[')) return;
  const line = head.slice(0, head.length - start.length).split('\n').length;
  const [first = '', second = ''] = start.split(/\n\s*/, 2);
  const message =
    isJson(first) && /^[{["]/.test(second)
      ? 'is JSON Lines, not JSON; give the file the ending .jsonl'
      : start.startsWith('{')
        ? 'is one object, where a list is needed, a document for each element; put [ ] around it'
        : 'is not a list; put the data of many documents in [ ], a document for each element';
  throw new InputError('data', message, { file: source.file, line });
}

async function* readYaml(source: InputSource, { file, isSecret, maxBytes, maxDepth }: ReadLimits): AsyncGenerator<ReadResult> {
  if (source.size > maxBytes) throw tooLarge(file, maxBytes, source.size);
  const text = decodeUtf8(await collect(source.chunks(), maxBytes, file), file, { isSecret });
  // The list around the records is a level of its own.
  const documents = await parseYaml(text, { file, maxDepth: maxDepth + 1 });
  const [only] = documents;
  if (documents.length === 1 && only && !(only instanceof InputError) && !Array.isArray(only.value)) {
    const message = 'is one document, where a list is needed; begin each element with "- ", or each document with a line of ---';
    throw new InputError('data', message, { file });
  }
  let number = 0;
  for (const document of documents) {
    if (document instanceof InputError) {
      number++;
      yield document;
    } else for (const record of elementsOf(document)) yield { ...record, number: ++number };
  }
}

/** The elements of a list, each as a record. A document that is not a list is one record. */
function elementsOf(document: DataRecord): readonly DataRecord[] {
  if (!Array.isArray(document.value)) return [document];
  const places = document.places.all(document.value.map((_, i) => `/${i}`));
  return document.value.map((value: unknown, i): DataRecord => {
    const [start, next] = [places.get(`/${i}`), places.get(`/${i + 1}`)];
    const warnings = document.warnings.filter(
      (warning) => start && !isBefore(warning, start) && (!next || isBefore(warning, next)),
    );
    return { value, number: undefined, warnings, places: placesBelow(document.places, `/${i}`) };
  });
}

type Position = Pick<ValuePlace, 'line' | 'column'>;
const isBefore = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.column < b.column);

function placesBelow(places: Places, above: string): Places {
  const all = (pointers: readonly string[]) => {
    const found = places.all(pointers.map((pointer) => above + pointer));
    return new Map([...found].map(([pointer, place]) => [pointer.slice(above.length), place]));
  };
  return { all, of: (pointer) => places.of(above + pointer) };
}
