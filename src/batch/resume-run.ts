// A run of a batch taken up again from its record.
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
  /** They replace those of then. */
  readonly options: Partial<BatchOptions>;
  /** The record and files of these options are named from here. */
  readonly cwd: string;
  /** Opens the template that the run names, as it stands. */
  openTemplate(run: RunLine): Promise<BatchTemplate>;
}

/** Takes a run up again. Raises UsageError, InputError, TEMPLATE_NOT_FOUND. */
export async function resumeRun({ record, options, cwd, openTemplate }: ResumedRun, host: BatchHost): Promise<BatchRun> {
  const path = resolve(cwd, record);
  const lock = createRecordLock(path, record, host.nameOption);
  try {
    // Before it is read: what another process writes meanwhile would be missed, and made twice.
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

/** The options of the record and those that are given now, which are named from the folder in which they are given. */
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

/** What would make another run of it. */
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
        `The documents of this run ${was[name]}, and those that are left with them: leave ${nameOption(name)} out, or begin another run, with another ${nameOption('manifest')}.`,
      );
}

/** What is the same as then. */
async function getContent(
  { template: then, remote, cwd }: RunLine,
  now: BatchTemplate,
  { nameOption }: BatchHost,
): Promise<Template> {
  const { reference, slug, uuid, version, sha256 } = then;
  const anew = `Begin anew, with ${nameOption('overwrite')}.`;
  const elsewhere = remote === null ? `Continue the run where it was begun: ${cwd}` : anew;
  if (now.uuid !== uuid) throw new UsageError(`"${slug}" is another template here than that of the run. ${elsewhere}`);
  const content = await describeTemplate(now);
  if (sha256 !== null && sha256 !== digestOfTemplate(content))
    throw new UsageError(
      version === null
        ? `The template ${reference} has changed since the run began. ${anew}`
        : `Version ${version} of "${slug}" is not here what it was when the run began. ${elsewhere}`,
    );
  return content;
}
