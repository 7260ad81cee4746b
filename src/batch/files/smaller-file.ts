// Keeps a file of all documents from being replaced by a file with fewer documents.
import { documentsText, grouped } from '../../words/counts.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchRun } from '../batch-run.ts';
import { partOptions } from '../left-out.ts';
import { isWhole } from './is-whole.ts';
import type { CollectedFile } from './read-collected.ts';

/**
 * The number of documents in the file that stands in the place of a file of all documents, if it is more than `documents`, the run wrote the file,
 * and `overwrite` is not given this time.
 */
export async function findLarger(
  { earlier, overwritesNow }: BatchRun,
  { file, path }: CollectedFile,
  documents: number,
): Promise<number | undefined> {
  if (!earlier || overwritesNow) return undefined;
  for (const content of earlier.written.get(file) ?? []) {
    const there = earlier.documentsIn.get(content.sha256) ?? 0;
    if (there > documents && (await isWhole(path, content))) return there;
  }
  return undefined;
}

/** Raises UsageError of kind `file` if a file of all documents would be replaced by a file with `documents`, which are fewer. */
export async function refuseSmaller(run: BatchRun, documents: number): Promise<void> {
  // Nothing is written without a document.
  if (documents === 0) return;
  const { nameOption } = run.host;
  for (const collected of run.collected) {
    const there = await findLarger(run, collected, documents);
    if (there === undefined) continue;
    const part = partOptions(run).map(nameOption).join(' and ');
    const remedy = part === '' ? 'Add' : `Leave out ${part}, or add`;
    throw new UsageError(
      `${collected.file} holds ${documentsText(there)}, and would be replaced by a file of ${grouped(documents)}. ${remedy} ${nameOption('overwrite')}.`,
      'file',
    );
  }
}
