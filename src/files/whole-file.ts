// Writes a person's documents so that they appear whole or not at all. Follows links and keeps permissions. Raises the system's own errors, with
// the path that the caller gave.
import { closeSync, fchmodSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { realPath } from './real-path.ts';
import { temporaryBeside } from './temporary-name.ts';

/** A file that is being written. It has a temporary name until `put`. */
export interface WholeFile {
  write(chunk: Uint8Array): void;
  /** Waits until the written bytes are on the disk, not only in the system's cache. */
  sync(): void;
  /** Gives the file its final name, in the place of what has this name. */
  put(): void;
  /** Closes the file and lets `place` give it its final name. */
  putBy(place: (written: string) => Promise<void>): Promise<void>;
  /** Removes the file, unless `put` was called. */
  drop(): void;
}

/** Begins a file. Raises EEXIST if the path is a device or the like, which must not be replaced. */
export function openWholeFile(path: string): WholeFile {
  return ofPath(path, () => beginFile(path));
}

function beginFile(path: string): WholeFile {
  const { target, mode } = findTarget(path);
  const beside = temporaryBeside(target);
  const file = openSync(beside, 'wx', mode ?? 0o666);
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false; // even if closing fails, as on a full network disk: closing again would hide the reason
    closeSync(file);
  };
  let isThere = false;
  const whole: WholeFile = {
    write(chunk) {
      // A write may write only a part, for example when the disk fills up.
      ofPath(path, () => {
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
      });
    },
    sync: () => ofPath(path, () => fsyncSync(file)),
    put() {
      ofPath(path, () => {
        close();
        renameSync(beside, target);
      });
      isThere = true;
    },
    async putBy(place) {
      ofPath(path, close);
      await place(beside);
      isThere = true;
    },
    drop() {
      if (isThere) return;
      close();
      rmSync(beside, { force: true });
    },
  };
  try {
    if (mode !== undefined) fchmodSync(file, mode); // the umask of the process must not change the permissions
  } catch (error) {
    whole.drop();
    throw error;
  }
  return whole;
}

/** Writes a file from memory. A failure leaves nothing behind. */
export function putWholeFile(path: string, chunks: readonly Uint8Array[]): void {
  const file = openWholeFile(path);
  try {
    for (const chunk of chunks) file.write(chunk);
    file.put();
  } finally {
    file.drop();
  }
}

/** Puts the caller's path into an error. The system names the temporary file or no file. */
function ofPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/** The file to write, and its permissions if it exists. */
function findTarget(path: string): { readonly target: string; readonly mode: number | undefined } {
  let there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return { target: path, mode: undefined };
  let target = path;
  if (there.isSymbolicLink()) {
    target = realPath(path);
    there = statSync(path, { throwIfNoEntry: false });
    if (!there) return { target, mode: undefined };
  }
  if (!there.isFile() && !there.isDirectory())
    throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EEXIST', syscall: 'open' });
  return { target, mode: there.isFile() ? there.mode & 0o777 : undefined };
}
