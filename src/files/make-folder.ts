// Makes a folder together with those above it.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder where it is not there yet, and the folders above it.
 * Node's own option `recursive` never returns where a folder takes no new ones and says that they do not exist, as `/proc` does.
 * Throws the error of the file system.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(path);
    if (code === 'ENOENT' && !isFolder(above) && above !== path) {
      makeFolder(above, mode);
      mkdirSync(path, { mode });
    } else if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
