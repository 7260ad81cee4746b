// Keeps documents beside the record of the run until they are written into a file of all documents.
import { createHash } from 'node:crypto';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { removeLeftovers } from '../../files/temporary-name.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchRun } from '../batch-run.ts';

/** The folder of a record's documents: `pdfgen-run.documents` for `pdfgen-run.jsonl`. */
export const heldFolder = (manifest: string): string => `${manifest.replace(/\.jsonl$/i, '')}.documents`;

/** The path of a kept document. Its name shows that it is ours, whatever the document's own name. */
export const heldPath = (manifest: string, name: string): string =>
  join(heldFolder(manifest), `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.pdf`);

/** The path of a document of a run, by its name. */
export const locate = ({ isHeld, manifest, cwd }: BatchRun, name: string): string =>
  isHeld ? heldPath(manifest.path, name) : resolve(cwd, name);

/** Removes the kept documents of a record, and no other file in their folder. */
export async function removeHeld(manifest: string): Promise<void> {
  const folder = heldFolder(manifest);
  try {
    const names = await readdir(folder);
    removeLeftovers(folder);
    for (const name of names) if (/^[0-9a-f]{32}\.pdf$/.test(name)) await rm(join(folder, name), { force: true });
    await rmdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The folder is missing, or holds other files and stays.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENOTEMPTY' || code === 'EEXIST') return;
    throw new UsageError(`Cannot remove the documents kept in ${folder}: ${message}`, 'file');
  }
}
