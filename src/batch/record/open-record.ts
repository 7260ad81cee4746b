// Opens the record of a run, new or continued.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FileKind, isOfOtherKind } from '../../files/file-kinds.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { readIfThere } from '../../files/output-guard.ts';
import { programVersion } from '../../files/program-files.ts';
import { writeError } from '../../files/write-error.ts';
import { quoteWord } from '../../words/quote-word.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Passwords } from '../batch-options.ts';
import type { BatchRun } from '../batch-run.ts';
import type { InputDigest } from '../entries/open-inputs.ts';
import { prepareCollected } from '../files/collected-files.ts';
import { digestOfTemplate } from './digests.ts';
import { continueManifest, createManifest, type ManifestWriter, type ResumeLine, type RunLine } from './manifest.ts';

/** The inputs that a run reads, and the number of its documents. */
type ReadInputs = { readonly inputs: readonly InputDigest[]; readonly documents: number };

/** Opens the record for writing. Raises UsageError of kind `file`. */
export async function openRecord(run: BatchRun, read: ReadInputs): Promise<ManifestWriter> {
  const { manifest, host, options, earlier } = run;
  const now = { version: programVersion(), startedAt: new Date().toISOString(), ...read, options };
  if (earlier) {
    await prepareCollected(run);
    const line: ResumeLine = { kind: 'resume', ...now, ...(run.isOtherTemplate && { template: describeOrigin(run).template }) };
    await host.report(line);
    return continueManifest(manifest.path, manifest.shown, line);
  }
  await takePlace(run);
  await prepareCollected(run);
  const kinds = Object.keys(run.passwords) as (keyof Passwords)[];
  const passwords = kinds.length > 0 && { passwords: kinds };
  const line: RunLine = { kind: 'run', manifest: 1, ...now, ...passwords, cwd: run.cwd, ...describeOrigin(run), date: run.date };
  await host.report(line);
  return createManifest(manifest.path, manifest.shown, line);
}

/** Takes the record for this run. */
async function takePlace(run: BatchRun): Promise<void> {
  const { path, shown } = run.manifest;
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw writeError(dirname(shown), error);
  }
  await run.lock.hold();
  refuseInPlace(run);
}

/** Raises UsageError of kind `file` if another process writes the record, or if a new run would replace the record of an earlier run. */
export function refuseRecord({ manifest: { path, shown }, lock, options, host: { nameOption } }: BatchRun): void {
  lock.refuseOther();
  if (options.overwrite !== true && isThere(path) && !isOfOtherKind(path, recordFile))
    throw new UsageError(
      `${shown} is the record of an earlier run: continue that run with ${nameOption('resume')} ${quoteWord(shown)}, replace it with ${nameOption('overwrite')}, or name another with ${nameOption('manifest')}`,
      'file',
    );
}

/** Raises UsageError of kind `file` if a new run would replace whatever has the name of its record. */
export function refuseInPlace(run: BatchRun): void {
  refuseRecord(run);
  const { path, shown } = run.manifest;
  const { nameOption } = run.host;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`Cannot write ${shown}: it is a folder; name a file in it.`, 'file');
  if (run.options.overwrite !== true && isThere(path))
    throw new UsageError(
      `${shown} is there already, and is not the record of a run. Name another file with ${nameOption('manifest')}, or replace it with ${nameOption('overwrite')}.`,
      'file',
    );
}

const recordFile: FileKind = { name: 'the record of a run', head: /^\{"kind":"run"/ };

/** Nothing is lost in a device, or in a file that a full disk or a kill left empty. */
function isThere(path: string): boolean {
  const there = readIfThere(path, statSync);
  return there?.isFile() === true && there.size > 0;
}

function describeOrigin({ template, content, filename }: BatchRun): Pick<RunLine, 'template' | 'remote' | 'store'> {
  const { reference, uuid, slug, version, remote, store } = template;
  const sha256 = remote === null ? digestOfTemplate(content) : null;
  return { template: { reference, uuid, slug, version: version ?? null, sha256, filename }, remote, store };
}
