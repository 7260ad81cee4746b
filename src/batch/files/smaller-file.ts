// Keeps a file of all documents from being replaced by a file that lacks some of them.
import { documentsText, grouped } from '../../words/counts.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchRun } from '../batch-run.ts';
import { partOptions } from '../left-out.ts';
import type { InputPart } from '../record/manifest.ts';
import { isWhole } from './is-whole.ts';
import type { CollectedFile } from './read-collected.ts';

/**
 * The content of a new file of all documents. `documents`: how many it holds. `total`: how many this call renders, including those that fail.
 */
export interface NewContent {
  readonly documents: number;
  readonly total: number;
}

/** The part of the input that a call takes in turn. */
export const partOf = ({ options }: Pick<BatchRun, 'options'>, total: number): InputPart => {
  const from = options.offset ?? 0;
  return [from, from + total];
};

/**
 * The number of documents in the file that the new file would replace. Undefined unless all of these hold: the run wrote that file, the new file has
 * fewer documents or those of another part of the input, and `overwrite` is not given this time.
 */
export async function findLarger(
  run: BatchRun,
  { file, path }: CollectedFile,
  { documents, total }: NewContent,
): Promise<number | undefined> {
  const { earlier, overwritesNow } = run;
  if (!earlier || overwritesNow) return undefined;
  const [from, before] = partOf(run, total);
  for (const content of earlier.written.get(file) ?? []) {
    const there = earlier.documentsIn.get(content.sha256) ?? 0;
    const part = earlier.partIn.get(content.sha256) ?? [from, before];
    const isPartial = partOptions(run).length > 0;
    const lacksSome = there > documents || (isPartial && (part[0] < from || part[1] > before));
    if (lacksSome && (await isWhole(path, content))) return there;
  }
  return undefined;
}

/** Raises UsageError of kind `file` if a file of all documents would be replaced by a file that lacks some of them. */
export async function refuseSmaller(run: BatchRun, content: NewContent): Promise<void> {
  const { documents } = content;
  // Nothing is written without a document.
  if (documents === 0) return;
  const { nameOption } = run.host;
  for (const collected of run.collected) {
    const there = await findLarger(run, collected, content);
    if (there === undefined) continue;
    const part = partOptions(run).map(nameOption).join(' and ');
    const remedy = part === '' ? 'Add' : `Leave out ${part}, or add`;
    throw new UsageError(
      `${collected.file} holds ${documentsText(there)}, and would be replaced by a file of ${grouped(documents)}${there > documents ? '' : ', which lacks some of them'}. ${remedy} ${nameOption('overwrite')}.`,
      'file',
    );
  }
}
