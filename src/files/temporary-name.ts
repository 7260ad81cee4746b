// Names of files and folders that are being written, and their removal when the writer was killed.
import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { isAlive } from './process-stat.ts';
import { realPath } from './real-path.ts';

/** Names the machine or container: the ids of its processes say nothing elsewhere, and folders can be shared. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A new name in a folder. It names the process, so that its remains can be found. */
export const temporaryIn = (folder: string): string =>
  join(folder, `.pdfgen-${machine}-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);

/** A new name in the folder of a file, or of the file that a link leads to. */
export const temporaryBeside = (path: string): string => temporaryIn(dirname(followLink(path)));

/** SQLite writes files beside its own, with more at the end of their names. */
const temporary = /^\.pdfgen-([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.tmp(?:-\w+)?$/;

export const isTemporaryName = (name: string): boolean => temporary.test(name);

/** A writer on another machine cannot be asked. No file takes this long without growing. */
const abandonedMs = 24 * 3_600_000;

/**
 * Removes temporary files and folders whose process was killed. `own`: also those of this process, which must not be writing in this folder.
 * `names`: those in the folder, for a caller that has read them. What cannot be listed or removed stays.
 */
export function removeLeftovers(folder: string, { own = false, names = namesIn(folder) } = {}): void {
  for (const name of names) {
    const [, place, id] = temporary.exec(name) ?? [];
    if (id === undefined) continue;
    const path = join(folder, name);
    const isOurs = place === machine && Number(id) === process.pid;
    // This process may have the id of an earlier one, as in a container. The disk's clock may differ by 1 s.
    if (isOurs ? own || isOlderThan(path, performance.timeOrigin - 1_000) : isAbandoned(path, place, Number(id))) remove(path);
  }
}

const isAbandoned = (path: string, place: string | undefined, pid: number): boolean =>
  place === machine ? !isAlive(pid) : isOlderThan(path, Date.now() - abandonedMs);

const isOlderThan = (path: string, timeMs: number): boolean =>
  (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < timeMs;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The caller's own writing says why.
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It belongs to another user.
  }
}

/** The file that a link leads to, which may be missing; the path itself if it is not a link. */
export function followLink(path: string): string {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realPath(path) : path;
  } catch {
    return path;
  }
}
