// Opens an input so that it can be read again from any place: a file, or a stream that is kept in a file.
import { randomUUID } from 'node:crypto';
import { close, fstat, open, openSync, read, type Stats, unlinkSync, write } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isDiskFull } from '../words/is-disk-full.ts';
import { cannotRead, InputError } from './input-error.ts';
import { readPipe } from './read-pipe.ts';
import { displayName } from './read-records.ts';

export interface InputSource {
  /** The name that the user gave; `<stdin>` for standard input. */
  readonly file: string;
  /** `.csv`, in lower case; empty for standard input. */
  readonly extension: string;
  readonly size: number;
  /** It holds passwords, so no message may quote its text. */
  readonly isSecret?: boolean | undefined;
  /** Bytes from `start` to before `end`; default: all. Raises InputError of kind `file` if they cannot be read. */
  chunks(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

export interface SourceOptions {
  /** The folder for relative names. */
  readonly cwd: string;
  /** Read when the name is `-`. */
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Most bytes that standard input or a pipe may have. Default 4 GB. */
  readonly maxSpoolBytes?: number;
  /** Ends the wait for the writer of a named pipe. */
  readonly signal?: AbortSignal;
  /** Default: false. */
  readonly isSecret?: boolean | undefined;
}

const defaultMaxSpoolBytes = 4_000_000_000;
const chunkBytes = 1 << 16;

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(fstat);
const readFrom = promisify(read);
const writeTo = promisify(write);

/** Opens a file, or standard input (`-`), which is read to its end. Raises InputError of kind `file`. */
export async function openSource(name: string, options: SourceOptions): Promise<InputSource> {
  return { ...(await openAny(name, options)), isSecret: options.isSecret };
}

/** Raises InputError of kind `file`. */
export const statInput = (name: string, cwd: string): Promise<Stats> =>
  stat(resolve(cwd, name)).catch((cause: unknown) => {
    throw cannotRead(displayName(name), cause);
  });

async function openAny(name: string, options: SourceOptions): Promise<InputSource> {
  const file = displayName(name);
  const maxBytes = options.maxSpoolBytes ?? defaultMaxSpoolBytes;
  if (name === '-') return spool(options.stdin, { file, extension: '', maxBytes });
  const path = resolve(options.cwd, name);
  const extension = extname(name).toLowerCase();
  const known = await statInput(name, options.cwd);
  if (known.isDirectory()) throw new InputError('file', 'cannot be read: it is a folder', { file });
  // A pipe, such as the shell's <(command), gives its bytes once.
  if (known.isFIFO()) return spool(readPipe(path, options.signal), { file, extension, maxBytes });
  if (!known.isFile()) return spool(readPath(path, file), { file, extension, maxBytes });
  const { size } = known;
  return {
    file,
    extension,
    size,
    chunks: (start = 0, end = size) => readPath(path, file, { start, end: Math.min(end, size), known }),
  };
}

/** All bytes, in memory of their own. Raises InputError: kind `file` for more than `maxBytes`, kind `data` for none. */
export async function readWhole(source: InputSource, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { file, size } = source;
  if (size > maxBytes) throw new InputError('file', `is over the limit of ${maxBytes / 1e6} MB`, { file });
  if (size === 0) throw new InputError('data', 'is empty', { file });
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of source.chunks()) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The first bytes; fewer if the source is shorter. */
export async function readHead(source: InputSource, length: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of source.chunks(0, length)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** `known`: the state of the file when it was opened. Later additions lie after `end`. */
async function* readPath(
  path: string,
  file: string,
  { start, end, known }: { readonly start?: number; readonly end?: number; readonly known?: Stats } = {},
): AsyncGenerator<Uint8Array> {
  const descriptor = await openFile(path, 'r').catch((cause: unknown) => {
    throw cannotRead(file, cause);
  });
  try {
    // The file was checked in another state than it has now.
    if (known && !isSame(await statFile(descriptor), known)) throw changed(file);
    yield* readRange(descriptor, file, start, end);
    if (!known) return;
    const now = await statFile(descriptor);
    // A file that was written anew. A file that only grew still has the same beginning.
    if (now.size <= known.size && !isSame(now, known)) throw changed(file);
  } finally {
    await closeFile(descriptor);
  }
}

const isSame = (now: Stats, known: Stats): boolean =>
  now.ino === known.ino && now.size === known.size && now.mtimeMs === known.mtimeMs;

const changed = (file: string): InputError =>
  new InputError('file', 'was changed while it was read; run again when nobody writes to it', { file });

async function* readRange(descriptor: number, file: string, start?: number, end = Infinity): AsyncGenerator<Uint8Array> {
  // Without a start, reads from the descriptor's own position: a pipe has no other.
  let at = start ?? 0;
  while (at < end) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - at));
    const { bytesRead } = await readFrom(descriptor, buffer, 0, buffer.length, start === undefined ? null : at).catch(
      (cause: unknown) => {
        throw cannotRead(file, cause);
      },
    );
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Keeps a stream in a file that has lost its name, so that nothing is left behind however the process ends. Its descriptor lives as long as the
 * process: a stream is read only once.
 */
async function spool(
  stream: AsyncIterable<Uint8Array | string>,
  { file, extension, maxBytes }: { readonly file: string; readonly extension: string; readonly maxBytes: number },
): Promise<InputSource> {
  const descriptor = openNameless(file);
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      if (size + bytes.length > maxBytes)
        throw new InputError('file', `is over the limit of ${Math.floor(maxBytes / 1e6)} MB; a file may be of any size`, {
          file,
        });
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await writeTo(descriptor, bytes, done, bytes.length - done).catch((cause: unknown) => {
          throw cannotKeep(file, cause);
        });
        done += bytesWritten;
      }
      size += bytes.length;
    }
  } catch (cause) {
    await closeFile(descriptor);
    throw cannotRead(file, cause);
  }
  return { file, extension, size, chunks: (start = 0, end = size) => readRange(descriptor, file, start, end) };
}

function openNameless(file: string): number {
  const path = join(tmpdir(), `pdfgen-${randomUUID()}.tmp`);
  try {
    const descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return descriptor;
  } catch (cause) {
    throw cannotKeep(file, cause);
  }
}

function cannotKeep(file: string, cause: unknown): InputError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  const reason = isDiskFull(cause) ? 'its disk is full' : code;
  return new InputError('file', `cannot be kept in ${tmpdir()} while it is used: ${reason}; set TMPDIR to another folder`, {
    file,
    cause,
  });
}
