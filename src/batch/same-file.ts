// Whether two names are one file: by links of their folders, by case, by composed and decomposed letters.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import type { ItemSource } from './batch-item.ts';

export interface NameClaims {
  /** Takes a name for an item; answers who has it already. */
  claim(name: string, source: ItemSource): ItemSource | undefined;
}

/** Finds names that are one on some file system. `toReal`: equal for names of one file. */
export function createNameClaims(toReal: (name: string) => string): NameClaims {
  const claims = new Map<string, ItemSource>();
  return {
    claim(name, source) {
      const key = foldName(posix.normalize(toReal(name)));
      const earlier = claims.get(key);
      if (!earlier) claims.set(key, source);
      return earlier;
    },
  };
}

/** Equal for names that are one on some file system. */
export const foldName = (name: string): string =>
  // Upper case first: `ß` and `SS` are one name to some.
  name.normalize('NFC').toUpperCase().toLowerCase();

/** Gives the name that a file has from the folder `cwd` when every link to a folder is followed; of a folder that is not there yet, those above it. */
export function createRealNames(cwd: string): (name: string) => string {
  const root = realPath(cwd);
  const folders = new Map<string, string>();
  return (name) => {
    const folder = dirname(name);
    const real = folders.get(folder) ?? relative(root, realPath(resolve(cwd, folder)));
    folders.set(folder, real);
    return join(real, basename(name));
  };
}

/** A path when every link is followed; of what is not there yet, the folders above it. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), basename(path));
  }
}
