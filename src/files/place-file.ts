// Gives a written file its final name, or removes a file. Nothing is lost that somebody else puts there, at whatever moment.
import { type BigIntStats, chmodSync, closeSync, linkSync, lstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { followLink, temporaryBeside } from './temporary-name.ts';

/** Gives the file `from` the name `to`. Raises EEXIST if something has that name. */
export function placeNew(from: string, to: string): void {
  try {
    // Unlike a rename, a link never replaces a file that appears at this moment.
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOENT') throw error;
    // The file system has no links.
    closeSync(openSync(to, 'wx'));
    renameSync(from, to);
    return;
  }
  rmSync(from, { force: true });
}

/**
 * Gives the file `from` the name `to`, in the place of a file that `isOurs` accepts. Its permissions stay, and a link is followed. Raises EEXIST if
 * another file has that name; that file stays.
 */
export async function placeOver(from: string, to: string, isOurs: (path: string) => Promise<boolean>): Promise<void> {
  const target = followLink(to);
  const looked = statSync(target, { bigint: true, throwIfNoEntry: false });
  if (!looked) return placeNew(from, target);
  if (!(await isOurs(target))) throw isThere(to);
  const aside = temporaryBeside(target);
  renameSync(target, aside);
  if (isSame(looked, statSync(aside, { bigint: true }))) {
    chmodSync(from, Number(looked.mode) & 0o777);
    placeNew(from, target);
    rmSync(aside, { force: true });
    return;
  }
  // Somebody wrote it after we had looked.
  placeNew(aside, target);
  throw isThere(to);
}

/** Removes a file if `isOurs` accepts it. False: it stays. */
export async function removeIf(path: string, isOurs: (path: string) => Promise<boolean>): Promise<boolean> {
  const looked = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!looked?.isFile() || !(await isOurs(path))) return false;
  const aside = temporaryBeside(path);
  renameSync(path, aside);
  const isStill = isSame(looked, statSync(aside, { bigint: true }));
  if (isStill) rmSync(aside);
  else placeNew(aside, path);
  return isStill;
}

const isSame = (one: BigIntStats, other: BigIntStats): boolean =>
  one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs;

const isThere = (path: string): Error =>
  Object.assign(new Error(`${path} is another file`), { code: 'EEXIST', syscall: 'link', path });

/** Gives the file `from` the name `to`, in the place of whatever file has that name. Its permissions stay, and a link is followed. */
export function placeAnyway(from: string, to: string): void {
  const target = followLink(to);
  const there = statSync(target, { throwIfNoEntry: false });
  if (there && !there.isFile() && !there.isDirectory()) throw isThere(to);
  if (there?.isFile()) chmodSync(from, there.mode & 0o777);
  renameSync(from, target);
}
