// Files that a run writes beside its documents: rejected rows, and all documents in one. It replaces what it wrote there itself, and
// nothing that somebody put there or changed since.
import { lstat } from 'node:fs/promises';
import { UsageError } from '../words/usage-error.ts';
import type { BatchRun } from './batch-run.ts';
import { isWhole } from './is-whole.ts';
import type { ManifestWriter, WrittenLine } from './manifest.ts';

export interface OwnFile {
  /** As it is named to people and in the record, and where it is. */
  readonly file: string;
  readonly path: string;
}

export type Owner = Pick<BatchRun, 'earlier' | 'options' | 'overwritesNow' | 'host'>;

/** Raises UsageError, exit 9, where a file would replace what this run did not write. `remedy`: for a run that begins. */
export async function refuseForeign(owner: Owner, { file, path }: OwnFile, remedy: string): Promise<void> {
  const { earlier, options, overwritesNow, host } = owner;
  const written = earlier?.written.get(file) ?? [];
  // What a run that goes on was told to overwrite is gone as soon as it has written there.
  if (overwritesNow || (options.overwrite === true && written.length === 0)) return;
  if (!(await lstat(path).catch(() => undefined))) return;
  for (const one of written) if (await isWhole(path, one)) return;
  if (!earlier) throw new UsageError(`${file} would be replaced. ${remedy}`, 9);
  const why = written.length > 0 ? 'it was changed since this run wrote it' : 'the record does not tell that this run wrote it';
  throw new UsageError(`${file} would be replaced, and ${why}. Move it away, or add ${host.nameOption('overwrite')}.`, 9);
}

/** Before a file appears: looks once more at what stands there, then records it, so that a run that is continued knows it again. */
export async function recordOwn(
  { owner, manifest, remedy }: { readonly owner: Owner; readonly manifest: ManifestWriter; readonly remedy: string },
  own: OwnFile,
  { bytes, sha256 }: Pick<WrittenLine, 'bytes' | 'sha256'>,
): Promise<void> {
  await refuseForeign(owner, own, remedy);
  manifest.add({ kind: 'written', file: own.file, bytes, sha256 });
  manifest.flush();
}
