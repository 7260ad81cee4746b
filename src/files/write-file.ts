// Writes the files of a command. A file appears whole or not at all, and errors are in words for people.
import { access, constants, type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isatty } from 'node:tty';
import { PdfgenError } from '../contract/errors.ts';
import { UsageError } from '../words/usage-error.ts';
import { followLink, removeLeftovers } from './temporary-name.ts';
import { openWholeFile } from './whole-file.ts';
import { writeError } from './write-error.ts';

export interface WriteOptions {
  /** Name of the file in messages. Default: the path. */
  readonly shown?: string;
  readonly signal?: AbortSignal;
  /** Checks the written bytes before the file appears. Raising an error prevents the file. */
  readonly check?: () => void | Promise<void>;
  /** Gives the written file its final name. Default: it replaces what has this name. */
  readonly place?: (written: string) => Promise<void>;
}

/** Checks before long work that a file can be written. Raises UsageError of kind `file`. */
export async function checkPlace(path: string, shown: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there && !there.isFile()) return; // a device is written directly
  await access(dirname(followLink(path)), constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw writeError(shown, error);
  });
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Writes chunks to a temporary file beside `path` and renames it when it is on the disk. Follows a link, and keeps the permissions of an
 * existing file. Writes directly to a device or a named pipe. Raises UsageError of kind `file`. A failure
 * leaves nothing behind, and what a killed process left in the folder is removed.
 */
export async function writeFileWhole(
  path: string,
  chunks: Chunks,
  { shown = path, ...options }: WriteOptions = {},
): Promise<void> {
  try {
    const there = await stat(path).catch(() => undefined); // the target of a link may not exist yet
    if (there && !there.isFile() && !there.isDirectory()) await writeThrough(path, chunks, shown, options.signal);
    else await putFile(path, chunks, options);
  } catch (error) {
    throw options.signal?.aborted || error instanceof UsageError || error instanceof PdfgenError
      ? error
      : writeError(shown, error);
  }
}

async function putFile(path: string, chunks: Chunks, { signal, check, place }: Omit<WriteOptions, 'shown'>): Promise<void> {
  removeLeftovers(dirname(followLink(path)));
  const file = openWholeFile(path);
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      file.write(chunk);
    }
    file.sync();
    signal?.throwIfAborted();
    await check?.();
    if (place) await file.putBy(place);
    else file.put();
  } finally {
    file.drop();
  }
}

async function writeThrough(target: string, chunks: Chunks, shown: string, signal: AbortSignal | undefined): Promise<void> {
  const file = await open(target, 'w');
  try {
    if (isatty(file.fd)) throw new UsageError(`${shown} is a terminal, which cannot show a PDF. Name a file with -o FILE.`);
    await writeAll(file, chunks, signal);
  } finally {
    await file.close();
  }
}

/** A write may write only a part, for example when the disk fills up. */
async function writeAll(file: FileHandle, chunks: Chunks, signal: AbortSignal | undefined): Promise<void> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      signal?.throwIfAborted();
      at += (await file.write(chunk, at)).bytesWritten;
    }
  }
}
