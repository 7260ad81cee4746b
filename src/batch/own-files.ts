// Files that a run writes beside its documents: rejected rows, and files of all documents. The run replaces a file only if it wrote the file itself
// and nobody has changed it since.
import { lstat } from 'node:fs/promises';
import { UsageError } from '../words/usage-error.ts';
import type { BatchRun } from './batch-run.ts';
import { isWhole } from './is-whole.ts';
import type { ManifestWriter, WrittenLine } from './manifest.ts';

export interface OwnFile {
  /** `file`: its name for people and in the record. `path`: its place on disk. */
  readonly file: string;
  readonly path: string;
}

export type Owner = Pick<BatchRun, 'earlier' | 'options' | 'overwritesNow' | 'host'>;

/** Raises UsageError, exit 9, if a file would replace a file of somebody else. `remedy`: the advice for a run that begins. */
export async function refuseForeign(owner: Owner, { file, path }: OwnFile, remedy: string): Promise<void> {
  const { earlier, options, overwritesNow, host } = owner;
  const written = earlier?.written.get(file) ?? [];
  // A continued run that was told to overwrite has replaced the foreign files as soon as it has written there.
  if (overwritesNow || (options.overwrite === true && written.length === 0)) return;
  if (!(await lstat(path).catch(() => undefined))) return;
  for (const one of written) if (await isWhole(path, one)) return;
  if (!earlier) throw new UsageError(`${file} would be replaced. ${remedy}`, 9);
  const why = written.length > 0 ? 'it was changed since this run wrote it' : 'the record does not say that this run wrote it';
  throw new UsageError(`${file} would be replaced, and ${why}. Move it away, or add ${host.nameOption('overwrite')}.`, 9);
}

/** Checks the place once more before a file appears, then records the file, so that a continued run recognises it. */
export async function recordOwn(
  { owner, manifest, remedy }: { readonly owner: Owner; readonly manifest: ManifestWriter; readonly remedy: string },
  own: OwnFile,
  { bytes, sha256 }: Pick<WrittenLine, 'bytes' | 'sha256'>,
): Promise<void> {
  await refuseForeign(owner, own, remedy);
  manifest.add({ kind: 'written', file: own.file, bytes, sha256 });
  manifest.flush();
}
