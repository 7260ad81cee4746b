// Names of files behind the links of their folders: under two names there may be one file.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

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
