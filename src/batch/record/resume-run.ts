// Continues a run of a batch from its record.
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { optionNames, optionTable } from '../../contract/document-options.ts';
import type { Template } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { describeTemplate } from '../../contract/get-template.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchOptions, Passwords } from '../batch-options.ts';
import type { BatchHost, BatchRun, BatchTemplate } from '../batch-run.ts';
import { checkEncryption } from '../encryption-of-run.ts';
import { readCollected } from '../files/read-collected.ts';
import { checkRowFileOptions } from '../files/rejected-names.ts';
import { filenameOf } from '../files/template-filename.ts';
import { renameFiles } from '../named-files.ts';
import { digestOfTemplate } from './digests.ts';
import type { RecordedTemplate, RunLine } from './manifest.ts';
import { type EarlierRun, readManifest } from './read-manifest.ts';
import { createRecordLock } from './record-lock.ts';

export interface ResumedRun {
  /** The file of the record. */
  readonly record: string;
  /** Options that replace options of the record. */
  readonly options: Partial<BatchOptions>;
  /** The passwords of all documents, given again. */
  readonly passwords?: Passwords | undefined;
  /** The folder for relative names of the record and of these options. */
  readonly cwd: string;
  /** Opens the run's template. `version`: undefined for what stands there now, else the current version, recorded so that it stays. */
  openTemplate(run: RunLine, version: 'current' | undefined): Promise<BatchTemplate>;
}

/** Continues a run. Raises UsageError, InputError, TEMPLATE_NOT_FOUND. */
export async function resumeRun(
  { record, options, passwords = {}, cwd, openTemplate }: ResumedRun,
  host: BatchHost,
): Promise<BatchRun> {
  const path = resolve(cwd, record);
  const lock = createRecordLock(path, record, host.nameOption);
  try {
    // Locks before reading: otherwise documents that another process makes meanwhile would be made twice.
    if (options.dryRun !== true && existsSync(path)) await lock.hold();
    const earlier = await readManifest(path, record);
    const resumed = mergeOptions(earlier, { options, cwd }, host);
    checkRowFileOptions(resumed, host.nameOption);
    refuseOtherPasswords(earlier.run, passwords, host.nameOption);
    const { template, content } =
      options.templateVersion === undefined
        ? await getSame(earlier.run, await openTemplate(earlier.run, undefined), host)
        : await getCurrent(earlier.run, await openTemplate(earlier.run, 'current'), host);
    checkEncryption({ template, content, options: resumed, passwords }, host.nameOption);
    const collected = readCollected(resumed, earlier.run.cwd, host.nameOption);
    return {
      template,
      content,
      filename: earlier.run.template.filename ?? filenameOf(content),
      isOtherTemplate: options.templateVersion !== undefined && !isSame(earlier.run.template, { template, content }),
      host,
      passwords,
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

/** The options of the record, overridden by the given options. Their paths become relative to the folder of the run. */
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

const fixedOptions = optionNames.filter((name) => optionTable[name].fixed);

/** Refuses options that would make a different run. */
function refuseOtherOptions(run: RunLine, options: Partial<BatchOptions>, nameOption: BatchHost['nameOption']): void {
  if (options.manifest !== undefined)
    throw new UsageError(`${nameOption('resume')} names the record itself; leave ${nameOption('manifest')} out.`);
  const before = { date: run.date, ...run.options };
  const was: Readonly<Record<string, string>> = {
    ...Object.fromEntries(fixedOptions.map((name) => [name, optionTable[name].fixed!(before[name]?.toString())])),
    output: `go to ${run.options.output ?? `the files of ${nameOption('merge')} and ${nameOption('zip')}`}`,
    userPasswordFrom: `have ${run.options.userPasswordFrom === undefined ? 'no password from the data' : `the password from ${run.options.userPasswordFrom}`}`,
    permissions: `have ${run.options.permissions === undefined ? 'the permissions of the template' : `the permissions ${run.options.permissions}`}`,
  };
  for (const name of ['output', ...fixedOptions, 'userPasswordFrom', 'permissions'] as const)
    if (options[name] !== undefined && options[name] !== run.options[name])
      throw new UsageError(
        `The documents of this run ${was[name]}; a run cannot change this. Leave ${nameOption(name)} out, or begin another run with another ${nameOption('manifest')}.`,
      );
}

/** The documents of a run all have passwords of the same kinds. The record does not hold the passwords, so they are given again. */
function refuseOtherPasswords(
  { passwords: before = [] }: RunLine,
  passwords: Passwords,
  nameOption: BatchHost['nameOption'],
): void {
  for (const kind of ['userPassword', 'ownerPassword'] as const) {
    const [was, is] = [before.includes(kind), passwords[kind] !== undefined];
    if (was && !is)
      throw new UsageError(
        `The documents of this run are encrypted, and its record holds no password. Give the password again with ${nameOption(kind)}.`,
      );
    if (is && !was)
      throw new UsageError(
        `The documents of this run have no such password, and a run cannot change this. Leave ${nameOption(kind)} out, or begin another run with another ${nameOption('manifest')}.`,
      );
  }
}

interface FoundTemplate {
  readonly template: BatchTemplate;
  readonly content: Template;
}

/** The template of the run: the recorded version, else the current content if the digest proves that it is the same. */
async function getSame(run: RunLine, now: BatchTemplate, host: BatchHost): Promise<FoundTemplate> {
  const { template: then, remote, cwd } = run;
  const { nameOption } = host;
  const { reference, slug, version, sha256 } = then;
  refuseOtherTemplate(run, now, nameOption);
  const recorded = await findContent({ ...now, version: version ?? undefined });
  if (recorded && isSame(then, recorded)) {
    if (version !== null) await tellNewer(then, version, now, host);
    return recorded;
  }
  const current = version === null || sha256 === null ? undefined : await findContent({ ...now, version: undefined });
  if (current && isSame(then, current)) return current;
  if (version === null)
    throw new UsageError(
      `The template ${reference} has changed since the run began. To render what is missing or failed with the changed template, add ${nameOption('templateVersion')} current. Or begin anew, with ${nameOption('overwrite')}.`,
    );
  throw recorded
    ? new UsageError(
        `Version ${version} of "${slug}" has another content here than in the run. ${elsewhere(remote, cwd, nameOption)}`,
      )
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

/** The current template, which the run goes on with. */
async function getCurrent(run: RunLine, template: BatchTemplate, { nameOption }: BatchHost): Promise<FoundTemplate> {
  refuseOtherTemplate(run, template, nameOption);
  return { template, content: await describeTemplate(template) };
}

/** Whether a template has the recorded content. Its number does not count: the same content may have been recorded since. */
function isSame({ version, sha256 }: RecordedTemplate, { template, content }: FoundTemplate): boolean {
  return sha256 === null
    ? version === null || (template.version ?? content.version) === version
    : sha256 === digestOfTemplate({ ...content, version });
}

/** Reports that the template has changed since the run began. */
async function tellNewer(then: RecordedTemplate, used: number, now: BatchTemplate, host: BatchHost): Promise<void> {
  const template = { ...now, version: undefined };
  // A current template that cannot be read is no reason to end the run, which has its own version.
  const content = await describeTemplate(template).catch((error: unknown) => {
    if (error instanceof PdfgenError) return undefined;
    throw error;
  });
  if (!content || isSame(then, { template, content }) || (content.version === null && now.remote !== null)) return;
  const { slug, version, updatedAt } = content;
  await host.report({ kind: 'newer-template', slug, version, updatedAt, used });
}

function refuseOtherTemplate({ template, remote, cwd }: RunLine, now: BatchTemplate, nameOption: BatchHost['nameOption']): void {
  if (now.uuid !== template.uuid)
    throw new UsageError(
      `"${template.slug}" is a different template here than in the run. ${elsewhere(remote, cwd, nameOption)}`,
    );
}

const elsewhere = (remote: string | null, cwd: string, nameOption: BatchHost['nameOption']): string =>
  remote === null ? `Continue the run where it was begun: ${cwd}` : `Begin anew, with ${nameOption('overwrite')}.`;
