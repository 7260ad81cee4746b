// Files of a command: whole, with errors as a person reads them.
import { access, constants, type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isatty } from 'node:tty';
import { PdfgenError } from '../../contract/errors.ts';
import { openWholeFile } from '../../files/whole-file.ts';
import { UsageError } from '../usage-error.ts';
import { writeError } from './write-error.ts';

export interface WriteOptions {
  /** How the file is called in messages. Default: its path. */
  readonly shown?: string;
  readonly signal?: AbortSignal;
  /** Looks at what was written before the file appears; raises to prevent that. */
  readonly check?: () => void | Promise<void>;
}

/** Raises UsageError, exit 9, where `writeFileWhole` would find no room for a file: long work is not begun then. */
export async function checkPlace(path: string, shown: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there && !there.isFile()) return; // a device is written to as it is
  await access(dirname(path), constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw writeError(shown, error);
  });
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Writes chunks beside `path`, down to the disk, and renames them into place; a link is followed, the permissions of a file that stood there
 * stay. What is no file (a device, a named pipe) is written to as it is. Raises UsageError with exit code 9; nothing is left behind.
 */
export async function writeFileWhole(
  path: string,
  chunks: Chunks,
  { shown = path, signal, check }: WriteOptions = {},
): Promise<void> {
  try {
    const there = await stat(path).catch(() => undefined); // a link may lead nowhere yet
    if (there && !there.isFile() && !there.isDirectory()) await writeThrough(path, chunks, shown, signal);
    else await replaceFile(path, chunks, signal, check);
  } catch (error) {
    throw signal?.aborted || error instanceof UsageError || error instanceof PdfgenError ? error : writeError(shown, error);
  }
}

async function replaceFile(
  path: string,
  chunks: Chunks,
  signal: AbortSignal | undefined,
  check: WriteOptions['check'],
): Promise<void> {
  const file = openWholeFile(path);
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      file.write(chunk);
    }
    file.sync();
    signal?.throwIfAborted();
    await check?.();
    file.put();
  } finally {
    file.drop();
  }
}
async function writeThrough(target: string, chunks: Chunks, shown: string, signal: AbortSignal | undefined): Promise<void> {
  const file = await open(target, 'w');
  try {
    if (isatty(file.fd))
      throw new UsageError(`${shown} is a terminal, and a PDF is not printed on one: name a file with -o FILE.`);
    await writeAll(file, chunks, signal);
  } finally {
    await file.close();
  }
}

/** A write may take only a part, as on a disk that fills up. */
async function writeAll(file: FileHandle, chunks: Chunks, signal: AbortSignal | undefined): Promise<void> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      signal?.throwIfAborted();
      at += (await file.write(chunk, at)).bytesWritten;
    }
  }
}
