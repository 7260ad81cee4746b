// Files and folders that appear whole or not at all, also after a crash.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Temporary names begin with a dot and end like this. Readers of the store ignore them. */
const temporary = /^\..+\.[0-9a-f]{12}\.tmp$/;

/** A temporary name beside `path`, for a file that is renamed to `path` later. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
}

/** Writes a file beside its place and renames it, so that a reader never sees half of it. */
export function writeFileDurably(path: string, content: string | Uint8Array): void {
  writeFilesDurably(new Map([[path, content]]));
}

/** Writes files that belong together. All are on the disk before the first is renamed, so that the change takes only microseconds. */
export function writeFilesDurably(files: ReadonlyMap<string, string | Uint8Array>): void {
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

/** Writes a file that nobody reads yet, down to the disk. */
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

/** Whether this is a temporary name: the name of a file that is being written. */
export function isTemporaryName(name: string): boolean {
  return temporary.test(name);
}

/** Removes temporary files that a crash left in a folder. Hold the lock: without it another process may be about to rename the file. */
export function removeTemporaries(folder: string): void {
  for (const name of readdirSync(folder)) if (isTemporaryName(name)) rmSync(join(folder, name), { recursive: true, force: true });
}
