// Continues a run of a batch from its record.
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Template } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import { describeTemplate } from '../contract/get-template.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchOptions } from './batch-options.ts';
import type { BatchHost, BatchRun, BatchTemplate } from './batch-run.ts';
import type { RunLine } from './manifest.ts';
import { renameFiles } from './named-files.ts';
import { readCollected } from './read-collected.ts';
import { type EarlierRun, readManifest } from './read-manifest.ts';
import { createRecordLock } from './record-lock.ts';
import { digestOfTemplate } from './template-digest.ts';

export interface ResumedRun {
  /** The file of the record. */
  readonly record: string;
  /** Options that replace options of the record. */
  readonly options: Partial<BatchOptions>;
  /** The folder for relative names of the record and of these options. */
  readonly cwd: string;
  /** Opens the current version of the run's template. */
  openTemplate(run: RunLine): Promise<BatchTemplate>;
}

/** Continues a run. Raises UsageError, InputError, TEMPLATE_NOT_FOUND. */
export async function resumeRun({ record, options, cwd, openTemplate }: ResumedRun, host: BatchHost): Promise<BatchRun> {
  const path = resolve(cwd, record);
  const lock = createRecordLock(path, record, host.nameOption);
  try {
    // Locks before reading: otherwise documents that another process makes meanwhile would be made twice.
    if (options.dryRun !== true && existsSync(path)) await lock.hold();
    const earlier = await readManifest(path, record);
    const resumed = mergeOptions(earlier, { options, cwd }, host);
    const { template, content } = await getSame(earlier.run, await openTemplate(earlier.run), host);
    const collected = readCollected(resumed, earlier.run.cwd, host.nameOption);
    return {
      template,
      content,
      host,
      options: resumed,
      overwritesNow: options.overwrite === true,
      cwd: earlier.run.cwd,
      date: earlier.run.date,
      manifest: { path, shown: record },
      lock,
      earlier,
      collected,
      isHeld: collected.length > 0 && resumed.output === undefined,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The options of the record with the given options, renamed from the folder of this call. */
function mergeOptions(
  { run }: EarlierRun,
  { options, cwd }: Pick<ResumedRun, 'options' | 'cwd'>,
  { nameOption }: BatchHost,
): BatchOptions {
  refuseOtherOptions(run, options, nameOption);
  const rebase = (name: string) =>
    name === '' || name === '-' || cwd === run.cwd
      ? name
      : relative(run.cwd, resolve(cwd, name)) + (/[\\/]$/.test(name) ? '/' : '');
  const resumed = { ...run.options, ...options, ...renameFiles(options, rebase) };
  if (options.input === undefined && resumed.input.includes('-'))
    throw new UsageError(`The data of this run came from standard input: give them again with ${nameOption('input')} FILE.`);
  return resumed;
}

/** Refuses options that would make a different run. */
function refuseOtherOptions(run: RunLine, options: Partial<BatchOptions>, nameOption: BatchHost['nameOption']): void {
  if (options.manifest !== undefined)
    throw new UsageError(`${nameOption('resume')} names the record itself; leave ${nameOption('manifest')} out.`);
  const was = {
    output: `go to ${run.options.output ?? `the files of ${nameOption('merge')} and ${nameOption('zip')}`}`,
    date: `have the date ${run.options.date ?? run.date}`,
  };
  for (const name of ['output', 'date'] as const)
    if (options[name] !== undefined && options[name] !== run.options[name])
      throw new UsageError(
        `The documents of this run ${was[name]}; a run cannot change this. Leave ${nameOption(name)} out, or begin another run with another ${nameOption('manifest')}.`,
      );
}

interface FoundTemplate {
  readonly template: BatchTemplate;
  readonly content: Template;
}

/** The template of the run: the recorded version, else the current content if the digest proves that it is the same. */
async function getSame(
  { template: then, remote, cwd }: RunLine,
  now: BatchTemplate,
  { nameOption }: BatchHost,
): Promise<FoundTemplate> {
  const { reference, slug, uuid, version, sha256 } = then;
  const anew = `Begin anew, with ${nameOption('overwrite')}.`;
  const elsewhere = remote === null ? `Continue the run where it was begun: ${cwd}` : anew;
  if (now.uuid !== uuid) throw new UsageError(`"${slug}" is a different template here than in the run. ${elsewhere}`);
  const recorded = await findContent({ ...now, version: version ?? undefined });
  // The number of the version does not count: the same content may have been recorded since.
  const isSame = (content: Template) => sha256 === null || sha256 === digestOfTemplate({ ...content, version });
  if (recorded && isSame(recorded.content)) return recorded;
  const current = version === null || sha256 === null ? undefined : await findContent({ ...now, version: undefined });
  if (current && isSame(current.content)) return current;
  if (version === null) throw new UsageError(`The template ${reference} has changed since the run began. ${anew}`);
  throw recorded
    ? new UsageError(`Version ${version} of "${slug}" has another content here than in the run. ${elsewhere}`)
    : new PdfgenError(
        'TEMPLATE_NOT_FOUND',
        `The run was made with version ${version} of "${slug}", and this version is not here. ${howToGetBack(remote, cwd)}, or begin anew with ${nameOption('overwrite')}.`,
      );
}

/** Undefined: the version is gone. */
async function findContent(template: BatchTemplate): Promise<FoundTemplate | undefined> {
  try {
    return { template, content: await describeTemplate(template) };
  } catch (error) {
    if (template.version !== undefined && error instanceof PdfgenError && error.code === 'TEMPLATE_NOT_FOUND') return undefined;
    throw error;
  }
}

const howToGetBack = (remote: string | null, cwd: string): string =>
  remote === null
    ? `Put the folder .pdfgen of its workspace back from a backup, or continue the run where it was begun (${cwd})`
    : 'Restore it on the server from a backup';
