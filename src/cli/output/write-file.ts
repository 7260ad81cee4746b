// Files appear whole or not at all.
import { randomBytes } from 'node:crypto';
import { access, constants, type FileHandle, lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { PdfgenError } from '../../contract/errors.ts';
import { UsageError } from '../usage-error.ts';

export interface WriteOptions {
  /** How the file is called in messages. Default: its path. */
  readonly shown?: string;
  readonly signal?: AbortSignal;
  /** Waits until the file is on the disk, not only with the system. Default true. */
  readonly sync?: boolean;
  /** Looks at what was written before the file appears; raises to prevent that. */
  readonly check?: () => void | Promise<void>;
}

/** Removes from a folder what writers of files left there that were killed. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^\.pdfgen-(\d+)-[0-9a-f]{8}\.tmp$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
 * Writes chunks beside `path` and renames them into place; a link is followed, the permissions of a file that stood there stay. What is
 * no file (a device, a named pipe) is written to as it is. Raises UsageError with exit code 9; nothing is left behind.
 */
export async function writeFileWhole(
  path: string,
  chunks: Chunks,
  { shown = path, signal, sync = true, check }: WriteOptions = {},
): Promise<void> {
  try {
    const entry = await lstat(path).catch(() => undefined);
    const target = entry?.isSymbolicLink() ? await realpath(path).catch(() => path) : path; // a link may lead nowhere yet
    const there = entry?.isSymbolicLink() ? await stat(target).catch(() => undefined) : entry;
    if (there && !there.isFile() && !there.isDirectory()) await writeThrough(target, chunks, shown, signal);
    else await replaceFile(target, chunks, { mode: there?.isFile() ? there.mode & 0o777 : undefined, signal, sync, check });
  } catch (error) {
    throw signal?.aborted || error instanceof UsageError || error instanceof PdfgenError ? error : writeError(shown, error);
  }
}

async function replaceFile(
  path: string,
  chunks: Chunks,
  {
    mode,
    signal,
    sync,
    check,
  }: {
    readonly mode: number | undefined;
    readonly signal: AbortSignal | undefined;
    readonly sync: boolean;
    readonly check: WriteOptions['check'];
  },
): Promise<void> {
  const temporary = join(dirname(path), `.pdfgen-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode ?? 0o666);
    try {
      if (mode !== undefined) await file.chmod(mode);
      await writeAll(file, chunks, signal);
      if (sync) await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await check?.();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // the first error is the one to tell
    throw error;
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

const remedies: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist; make it first',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full; free some space, or choose another place',
  EDQUOT: 'the quota of disk space is used up; choose another place',
  EFBIG: 'the file is larger than the system allows',
  EISDIR: 'it is a folder; name a file in it',
  EEXIST: 'something else stands in its place',
  ENOTEMPTY: 'a folder stands in its place',
  ELOOP: 'its links go round in circles',
  ENAMETOOLONG: 'its name is too long',
};

/** An error of writing as a person reads it. */
export function writeError(shown: string, error: unknown): UsageError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new UsageError(`Cannot write ${shown}: ${remedies[code] ?? message}.`, 9);
}
