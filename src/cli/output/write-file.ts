// Files appear whole or not at all.
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** Writes chunks beside `path` and renames them into place. Raises UsageError with exit code 9; nothing is left behind. */
export async function writeFileWhole(path: string, chunks: Iterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o666);
    try {
      for (const chunk of chunks) {
        signal?.throwIfAborted();
        await file.write(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // the first error is the one to tell
    throw signal?.aborted ? error : writeError(path, error);
  }
}

const remedies: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist; make it first',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of disk space is used up',
  EISDIR: 'it is a folder',
  EEXIST: 'a folder stands in its place',
  ENOTEMPTY: 'a folder stands in its place',
  ENAMETOOLONG: 'its name is too long',
};

/** An error of writing as a person reads it. */
export function writeError(path: string, error: unknown): UsageError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new UsageError(`Cannot write ${path}: ${remedies[code] ?? message}.`, 9);
}
