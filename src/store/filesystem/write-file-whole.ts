// Files and folders that appear whole or not at all, also after a crash.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Temporary names begin with a dot and end so; no reader of the store takes them for anything. */
const temporary = /^\..+\.[0-9a-f]{12}\.tmp$/;

/** A name beside `path` for what is to be renamed to it. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
}

/** Writes a file beside its place and renames it, so that a reader never sees half of it. */
export function writeFileWhole(path: string, content: string | Uint8Array): void {
  writeFilesWhole(new Map([[path, content]]));
}

/** Writes files that belong together: all are on the disk before the first is renamed, so that the change is a matter of microseconds. */
export function writeFilesWhole(files: ReadonlyMap<string, string | Uint8Array>): void {
  const staged: (readonly [beside: string, path: string])[] = [];
  try {
    for (const [path, content] of files) {
      const beside = temporaryPath(path);
      staged.push([beside, path]);
      writeSynced(beside, content);
    }
    for (const [beside, path] of staged) renameSync(beside, path);
  } catch (error) {
    for (const [beside] of staged) rmSync(beside, { force: true });
    throw error;
  }
  for (const folder of new Set(staged.map(([, path]) => dirname(path)))) syncFolder(folder);
}

/** Writes a file that nobody looks at yet, down to the disk. */
export function writeSynced(path: string, content: string | Uint8Array): void {
  const file = openSync(path, 'wx', 0o666);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a rename in this folder durable. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Whether a name is that of a file that is being written. */
export function isTemporaryName(name: string): boolean {
  return temporary.test(name);
}

/** Removes what a crash left in a folder. Only for who holds the lock: otherwise a file may be another's, about to be renamed. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) if (isTemporaryName(name)) rmSync(join(folder, name), { recursive: true, force: true });
}
