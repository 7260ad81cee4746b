// Recognises names of the same file, despite links of folders, case, and composed and decomposed letters.
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { realPath } from '../../files/real-path.ts';
import type { ItemSource } from '../batch-item.ts';

export interface NameClaims {
  /** Takes a name for an item; returns the item that has the name already. */
  claim(name: string, source: ItemSource): ItemSource | undefined;
  /** Whether an item has this name, or a name that is the same file on some file system. */
  has(name: string): boolean;
}

/** Finds names that mean the same file on some file system. `toReal`: equal for names of the same file. */
export function createNameClaims(toReal: (name: string) => string): NameClaims {
  const claims = new Map<string, ItemSource>();
  const toKey = (name: string) => foldName(posix.normalize(toReal(name)));
  return {
    has: (name) => claims.has(toKey(name)),
    claim(name, source) {
      const key = toKey(name);
      const earlier = claims.get(key);
      if (!earlier) claims.set(key, source);
      return earlier;
    },
  };
}

/** Equal for names that mean the same file on some file system. */
export const foldName = (name: string): string =>
  // Upper case first: some file systems take `ß` and `SS` for the same name.
  name.normalize('NFC').toUpperCase().toLowerCase();

/**
 * Gives the path of a file from the folder `cwd`, with links of folders followed. For a folder that does not exist yet, follows the folders above it.
 */
export function createRealNames(cwd: string): (name: string) => string {
  const realCwd = realPath(cwd);
  const realFolders = new Map<string, string>();
  return (name) => {
    const folder = dirname(name);
    const realFolder = realFolders.get(folder) ?? relative(realCwd, realPath(resolve(cwd, folder)));
    realFolders.set(folder, realFolder);
    return join(realFolder, basename(name));
  };
}
