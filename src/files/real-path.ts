// Finds the place that a path means, whatever links lead there.
import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The systems give up after 40 links, which lead in a circle. */
const mostLinks = 40;

/** A path with every link followed, also a link whose target is missing. For a path that does not exist yet, follows the folders above it. */
export function realPath(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    if (above === path) return path;
    const folder = realPath(above, links);
    const target = links < mostLinks ? targetOf(path) : undefined;
    return target === undefined ? join(folder, basename(path)) : realPath(resolve(folder, target), links + 1);
  }
}

/** What a link names; undefined: the path is no link. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
