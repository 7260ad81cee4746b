// The name of a file that is being written.
import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from './real-path.ts';

/** A new name in the folder of a file, or of the file that a link leads to. It names the process, so that its remains can be found. */
export function temporaryBeside(path: string): string {
  return join(dirname(followLink(path)), `.pdfgen-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
}

/** The ID of the process that made a temporary name. Undefined: not a temporary name. */
export function processOf(name: string): number | undefined {
  const [, id] = /^\.pdfgen-(\d+)-[0-9a-f]{8}\.tmp$/.exec(name) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The file that a link leads to, which may be missing; the path itself if it is not a link. */
export function followLink(path: string): string {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realPath(path) : path;
  } catch {
    return path;
  }
}
