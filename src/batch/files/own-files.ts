// Gives the files of a run their places: its documents, rejected rows, and files of all documents. The run replaces a file only if it wrote the file
// itself and nobody has changed it since.
import { lstat } from 'node:fs/promises';
import { placeAnyway, placeNew, placeOver } from '../../files/place-file.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchRun } from '../batch-run.ts';
import type { ManifestWriter, WrittenLine } from '../record/manifest.ts';
import { type FileContent, isRemains, isWhole } from './is-whole.ts';

export interface OwnFile {
  /** `file`: its name for people and in the record. `path`: its place on disk. */
  readonly file: string;
  readonly path: string;
}

/** The files that a run may replace: every file, or only files with one of these contents. */
export type ReplaceRight = 'anything' | readonly FileContent[];

/** Gives a written file its place. Raises EEXIST if it would replace another file, even one that appears at this moment. */
export async function takePlace(written: string, path: string, right: ReplaceRight): Promise<void> {
  if (right === 'anything') placeAnyway(written, path);
  else if (right.length === 0) placeNew(written, path);
  else await placeOver(written, path, (there) => isOneOf(there, right));
}

async function isOneOf(path: string, contents: readonly FileContent[]): Promise<boolean> {
  for (const one of contents) if (await isWhole(path, one)) return true;
  return isRemains(path, contents);
}

export type OwningRun = Pick<BatchRun, 'earlier' | 'options' | 'overwritesNow' | 'host'>;

/** The contents that a run may replace in a file of rejected rows or of all documents. */
function rightTo({ earlier, options, overwritesNow }: OwningRun, file: string): ReplaceRight {
  const written = earlier?.written.get(file) ?? [];
  // A continued run with "overwrite" replaced foreign files when it wrote its first document there, so all files are its own.
  return overwritesNow || (options.overwrite === true && written.length === 0) ? 'anything' : written;
}

/** The run may have written the file: the line of the record that would say so was cut off. */
const isUnsure = ({ earlier, options }: OwningRun, { file }: OwnFile): boolean =>
  earlier?.isCut === true && options.overwrite !== true && !earlier.written.has(file);

/** Raises UsageError of kind `file` if a file would replace a file of somebody else. `remedy`: the advice for a run that begins. */
export async function refuseForeign(owner: OwningRun, own: OwnFile, remedy: string): Promise<void> {
  if (isUnsure(owner, own)) return; // `putOwn` decides when the file is written
  const right = rightTo(owner, own.file);
  if (right === 'anything' || !(await lstat(own.path).catch(() => undefined))) return;
  if (!(await isOneOf(own.path, right))) throw foreign(owner, own, remedy);
}

function foreign({ earlier, host }: OwningRun, { file }: OwnFile, remedy: string): UsageError {
  if (!earlier) return new UsageError(`${file} would be replaced. ${remedy}`, 'file');
  const why = earlier.written.has(file)
    ? 'it was changed since this run wrote it'
    : 'the record does not say that this run wrote it';
  return new UsageError(`${file} would be replaced, and ${why}. Move it away, or add ${host.nameOption('overwrite')}.`, 'file');
}

export interface OwnTarget {
  readonly owner: OwningRun;
  readonly manifest: ManifestWriter;
  readonly remedy: string;
}

/** Records a file beside the documents, so that a continued run recognises it, then gives the file its place. Raises UsageError of kind `file`. */
export async function putOwn(
  { owner, manifest, remedy }: OwnTarget,
  own: OwnFile,
  written: string,
  { bytes, sha256, documents, part }: FileContent & Pick<WrittenLine, 'documents' | 'part'>,
): Promise<void> {
  await refuseForeign(owner, own, remedy);
  const right = isUnsure(owner, own) ? [{ bytes, sha256 }] : rightTo(owner, own.file);
  manifest.add({
    kind: 'written',
    file: own.file,
    bytes,
    sha256,
    ...(documents !== undefined && { documents }),
    ...(part && { part }),
  });
  manifest.flush();
  try {
    await takePlace(written, own.path, right);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? foreign(owner, own, remedy) : error;
  }
}
