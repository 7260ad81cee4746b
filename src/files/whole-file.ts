// Files that appear whole or not at all, for the documents of a person: a link is followed, permissions stay, what a killed process left is
// known by its id. What goes wrong is the system's own error, of the path that was asked for.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isAlive } from './is-alive.ts';

/** A file on its way: beside its place until `put`. */
export interface WholeFile {
  write(chunk: Uint8Array): void;
  /** Waits until what is written so far is on the disk, not only with the system. */
  sync(): void;
  /** Lets it appear. */
  put(): void;
  /** Removes it, unless it has appeared. */
  drop(): void;
}

/** Begins a file. Raises EEXIST where a device or the like stands: it must not be replaced. */
export function openWholeFile(path: string): WholeFile {
  return ofPath(path, () => begin(path));
}

function begin(path: string): WholeFile {
  const { target, mode } = findTarget(path);
  const beside = join(dirname(target), `.pdfgen-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
  const file = openSync(beside, 'wx', mode ?? 0o666);
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false; // also where closing fails, as it may when a network's disk is full: a second time would hide why
    closeSync(file);
  };
  let isThere = false;
  const whole: WholeFile = {
    write(chunk) {
      // A write may take only a part, as on a disk that fills up.
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
    drop() {
      if (isThere) return;
      close();
      rmSync(beside, { force: true });
    },
  };
  try {
    if (mode !== undefined) fchmodSync(file, mode); // the mask of the process does not count for what was so before
  } catch (error) {
    whole.drop();
    throw error;
  }
  return whole;
}

/** Writes a file that is in memory. Nothing is left behind when it fails. */
export function putWholeFile(path: string, chunks: readonly Uint8Array[]): void {
  const file = openWholeFile(path);
  try {
    for (const chunk of chunks) file.write(chunk);
    file.put();
  } finally {
    file.drop();
  }
}

/** Removes from a folder what processes left there that were killed as they wrote; of this one too with `own`, when it writes nothing there. */
export function removeLeftovers(folder: string, { own = false } = {}): void {
  for (const name of readdirSync(folder)) {
    const [, id] = /^\.pdfgen-(\d+)-[0-9a-f]{8}\.tmp$/.exec(name) ?? [];
    if (id === undefined) continue;
    const path = join(folder, name);
    const pid = Number(id);
    if (pid === process.pid ? own || isOlderThanProcess(path) : !isAlive(pid)) rmSync(path, { force: true });
  }
}

/** In a container every run has the same id. A second of doubt: the disk may be of a machine with another clock. */
function isOlderThanProcess(path: string): boolean {
  const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return mtimeMs < performance.timeOrigin - 1_000;
}

/** What the system says is of the temporary file, or of none. */
function ofPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/** Where the bytes go, and the permissions of the file that stands there. */
function findTarget(path: string): { readonly target: string; readonly mode: number | undefined } {
  let there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return { target: path, mode: undefined };
  let target = path;
  if (there.isSymbolicLink()) {
    const aim = statSync(path, { throwIfNoEntry: false });
    if (!aim) return { target, mode: undefined }; // it leads nowhere, and gives way
    target = realpathSync(path);
    there = aim;
  }
  if (!there.isFile() && !there.isDirectory())
    throw Object.assign(new Error(`${path} is no file`), { code: 'EEXIST', syscall: 'open' });
  return { target, mode: there.isFile() ? there.mode & 0o777 : undefined };
}
