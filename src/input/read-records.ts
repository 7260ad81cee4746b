// Reads data files and standard input into records.
import { createReadStream, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { decodeUtf8 } from './decode-utf8.ts';
import { cannotRead, InputError } from './input-error.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { readPipe } from './read-pipe.ts';
import type { DataRecord, ReadResult } from './record.ts';

export type DataFormat = 'json' | 'jsonl' | 'yaml';

/** Formats by the ending of a file, in lower case. */
export const formats: Readonly<Record<string, DataFormat>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};

/** Endings of data files. */
export const dataExtensions: readonly string[] = Object.keys(formats);

export interface ReadOptions {
  /** The folder for relative names. */
  readonly cwd: string;
  /** Read when the name is `-`. */
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Default: by the ending of the file, else by its text. */
  readonly format?: DataFormat | undefined;
  /** Largest size of a file, or of one line of JSON Lines. Default 256 MB. */
  readonly maxBytes?: number;
  /** Levels of nesting. Default 64. */
  readonly maxDepth?: number;
  /** Ends the wait for the writer of a named pipe. */
  readonly signal?: AbortSignal;
}

export const defaultMaxBytes = 256_000_000;
export const defaultMaxDepth = 64;

/** The name of a file in messages. */
export const displayName = (name: string): string => (name === '-' ? '<stdin>' : name);

/**
 * The records of a file, or of standard input (`-`). JSON Lines are read as they come, in flat memory. A fault of one record stands in its place.
 * Raises InputError: kind `file` for a file that cannot be read; kind `data` for text that is not UTF-8, and for an input without
 * data, except JSON Lines and YAML documents.
 */
export async function* readRecords(name: string, options: ReadOptions): AsyncGenerator<ReadResult> {
  const file = displayName(name);
  const maxDepth = options.maxDepth ?? defaultMaxDepth;
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  const known = name === '-' ? undefined : await statOf(name, options.cwd);
  const isFile = known !== undefined && !known.isFIFO();
  const chunks = openChunks(name, isFile, options);
  const format = options.format ?? formats[extname(name).toLowerCase()];
  if (format === 'jsonl') {
    yield* readLines(chunks, { file, maxDepth, maxBytes });
    return;
  }
  if (isFile && known.size > maxBytes) throw tooLarge(name, maxBytes, known.size);
  const bytes = isFile ? await readWhole(name, options.cwd) : await collect(chunks, maxBytes, file);
  const text = decodeUtf8(bytes, file);
  const kind = format ?? guessFormat(text);
  if (kind === 'yaml') yield* await parseYaml(text, { file, maxDepth });
  else if (kind === 'jsonl') yield* readLines(toChunks(text), { file, maxDepth, maxBytes });
  else yield parseJson(text, { file, maxDepth });
}

/** The only record of a file. Raises InputError as `readRecords` does, and of kind `data` for no record or a second record. */
export async function readRecord(name: string, options: ReadOptions): Promise<DataRecord> {
  let only: DataRecord | undefined;
  for await (const result of readRecords(name, options)) {
    if (result instanceof InputError) throw result;
    if (only)
      throw new InputError('data', 'holds more than one record; a single document takes one', { file: displayName(name) });
    only = result;
  }
  if (!only) throw new InputError('data', 'there is no data', { file: displayName(name) });
  return only;
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function* openChunks(name: string, isFile: boolean, { cwd, stdin, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
  const path = resolve(cwd, name);
  const stream = name === '-' ? stdin : isFile ? createReadStream(path, { highWaterMark: 1 << 18 }) : readPipe(path, signal);
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  } catch (cause) {
    throw cannotRead(displayName(name), cause);
  }
}

/** Reads a file at once: a stream takes four times as long. */
async function readWhole(name: string, cwd: string): Promise<Uint8Array> {
  return readFile(resolve(cwd, name)).catch((cause: unknown) => {
    throw cannotRead(name, cause);
  });
}

async function statOf(name: string, cwd: string): Promise<Stats> {
  return stat(resolve(cwd, name)).catch((cause: unknown) => {
    throw cannotRead(name, cause);
  });
}

/** The error for a file, or a part of it, that is too large for memory. */
export function tooLarge(file: string, maxBytes: number, size?: number): InputError {
  const has = size === undefined ? '' : `, it has ${Math.ceil(size / 1e6)} MB`;
  return new InputError(
    'file',
    `is over the limit of ${Math.floor(maxBytes / 1e6)} MB${has}; JSON Lines (.jsonl) are read line by line and may be of any size`,
    { file },
  );
}

/** Collects all bytes. Raises InputError of kind `file` past the limit. */
export async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number, file: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(file, maxBytes);
    parts.push(chunk);
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/**
 * Guesses the format of text whose file name does not say it. JSON starts like JSON; in JSON Lines the first line is a whole value and another follows; else
 * YAML.
 */
function guessFormat(text: string): DataFormat {
  const start = text.trimStart();
  if (!/^[[{"]/.test(start)) return start === '' ? 'json' : 'yaml';
  const end = start.indexOf('\n');
  if (end === -1 || !/^\s*[[{"]/.test(start.slice(end, end + 1000))) return 'json';
  try {
    JSON.parse(start.slice(0, end));
    return 'jsonl';
  } catch {
    return 'json';
  }
}

interface LineOptions {
  readonly file: string;
  /** No message may quote the text. */
  readonly isSecret?: boolean | undefined;
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/** The records of JSON Lines, each as soon as its line ends. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, options: LineOptions): AsyncGenerator<ReadResult> {
  let line = 0;
  let number = 0;
  let offset = 0;
  for await (const bytes of splitLines(chunks, options)) {
    line++;
    const result = parseLine(bytes, { ...options, line, offset, number: number + 1 });
    offset += bytes.length + 1;
    if (!result) continue;
    number++;
    yield result;
  }
}

function parseLine(
  bytes: Uint8Array,
  { file, isSecret, maxDepth, line, offset, number }: LineOptions & { line: number; offset: number; number: number },
): ReadResult | undefined {
  try {
    const text = decodeUtf8(bytes, file, { offset, isSecret });
    return text.trim() === '' ? undefined : parseJson(text, { file, maxDepth, firstLine: line, number, part: 'line' });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // Bytes are counted from the start of the line.
    const place = error.line === undefined || error.line >= line ? error.line : line;
    return withText(error, file, new TextDecoder().decode(bytes), place);
  }
}

/** The error of a record with its text. `line`: its line in the file. */
export const withText = (
  { kind, reason, column, excerpt, cause }: InputError,
  file: string,
  text: string,
  line: number | undefined,
): InputError =>
  new InputError(kind, reason, {
    file,
    text,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(excerpt !== undefined && { excerpt }),
    cause,
  });

/** Lines without their line feed. Keeps an unfinished line as pieces, and joins them once. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>, { file, maxBytes }: LineOptions): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      const last = chunk.subarray(start, end);
      yield pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
      pieces = [];
      size = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      pieces.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > maxBytes) throw tooLarge(file, maxBytes);
    }
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);
}
