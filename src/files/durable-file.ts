// Writes the stores' files so that they appear whole or not at all, even after a crash.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { temporaryIn } from './temporary-name.ts';

/** Writes a temporary file and renames it, so that a reader never sees half a file. */
export function writeFileDurably(path: string, content: string | Uint8Array): void {
  writeFilesDurably(new Map([[path, content]]));
}

/** Writes files that belong together. All are on the disk before the first is renamed, so the change takes only microseconds. */
export function writeFilesDurably(files: ReadonlyMap<string, string | Uint8Array>): void {
  const staged: (readonly [beside: string, path: string])[] = [];
  try {
    for (const [path, content] of files) {
      const beside = temporaryIn(dirname(path));
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

/** Writes a file that nobody reads yet, and waits until it is on the disk. */
export function writeSynced(path: string, content: string | Uint8Array, mode = 0o666): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the renames in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
