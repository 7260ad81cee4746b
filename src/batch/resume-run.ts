// Continues a run of a batch from its record.
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Template } from '../contract/engine.ts';
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
    const template = { ...(await openTemplate(earlier.run)), version: earlier.run.template.version ?? undefined };
    const content = await getContent(earlier.run, template, host);
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

/** The template of the run, if it is still the same. */
async function getContent(
  { template: then, remote, cwd }: RunLine,
  now: BatchTemplate,
  { nameOption }: BatchHost,
): Promise<Template> {
  const { reference, slug, uuid, version, sha256 } = then;
  const anew = `Begin anew, with ${nameOption('overwrite')}.`;
  const elsewhere = remote === null ? `Continue the run where it was begun: ${cwd}` : anew;
  if (now.uuid !== uuid) throw new UsageError(`"${slug}" is a different template here than in the run. ${elsewhere}`);
  const content = await describeTemplate(now);
  if (sha256 !== null && sha256 !== digestOfTemplate(content))
    throw new UsageError(
      version === null
        ? `The template ${reference} has changed since the run began. ${anew}`
        : `Version ${version} of "${slug}" has another content here than in the run. ${elsewhere}`,
    );
  return content;
}
