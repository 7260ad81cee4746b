// Finds the place that a path means, whatever links lead there.
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A path with every link followed. For a path that does not exist yet, follows the folders above it. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), basename(path));
  }
}
