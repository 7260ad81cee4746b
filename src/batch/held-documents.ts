// Documents that are to stand in a file of all alone: until that is written they are kept beside the record of the run.
import { createHash } from 'node:crypto';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { removeLeftovers } from '../files/whole-file.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchRun } from './batch-run.ts';

/** The folder of a record's documents: `pdfgen-run.documents` of `pdfgen-run.jsonl`. */
export const heldFolder = (manifest: string): string => `${manifest.replace(/\.jsonl$/i, '')}.documents`;

/** Where a document is kept: under a name by which it is known to be ours, however the document is called. */
export const heldPath = (manifest: string, name: string): string =>
  join(heldFolder(manifest), `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.pdf`);

/** Where a document of a run is, by its name. */
export const locate = ({ isHeld, manifest, cwd }: BatchRun, name: string): string =>
  isHeld ? heldPath(manifest.path, name) : resolve(cwd, name);

/** Removes what is kept for a record, and nothing else that may stand in that folder. */
export async function removeHeld(manifest: string): Promise<void> {
  const folder = heldFolder(manifest);
  try {
    const names = await readdir(folder);
    removeLeftovers(folder);
    for (const name of names) if (/^[0-9a-f]{32}\.pdf$/.test(name)) await rm(join(folder, name), { force: true });
    await rmdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // There is none; or it holds something else, which stays.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENOTEMPTY' || code === 'EEXIST') return;
    throw new UsageError(`Cannot remove the documents kept in ${folder}: ${message}`, 9);
  }
}
