// A run of a batch, begun or taken up again: its template, its options and its record, before any data is read.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Template } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { chooseTemplate } from '../choose-template.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext, OpenedTemplate } from '../context.ts';
import { chooseDate } from '../document-date.ts';
import { describeTemplate } from '../get-template.ts';
import { isKnownServer } from '../remote.ts';
import { UsageError } from '../usage-error.ts';
import { isFolder } from '../workspace.ts';
import { type CollectedFile, readCollected } from './collected-files.ts';
import { type EarlierRun, type RunLine, readManifest, recordName } from './manifest.ts';
import { renameFiles } from './named-files.ts';
import { folderOf } from './output-pattern.ts';
import { createRecordLock, type RecordLock } from './record-lock.ts';

export interface BatchRun {
  readonly template: OpenedTemplate;
  readonly document: Template;
  /** As they were given, those of an earlier run first. */
  readonly options: OptionValues;
  /** --overwrite is said this time, not only when the run began. */
  readonly overwritesNow: boolean;
  /** Inputs and outputs are named from here. */
  readonly cwd: string;
  readonly date: string;
  readonly manifest: { readonly path: string; readonly shown: string };
  readonly earlier: EarlierRun | undefined;
  /** What --merge and --zip name. */
  readonly collected: readonly CollectedFile[];
  readonly about: Pick<RunLine, 'template' | 'remote'>;
  /** Of the record; held already where that was read. */
  readonly lock: RecordLock;
}

/** Where documents go that no -o is given for, unless they are collected. */
const defaultOutput = 'out/';

/** Begins a run. Raises UsageError, TEMPLATE_NOT_FOUND. */
export async function beginRun(reference: unknown, options: OptionValues, context: CommandContext): Promise<BatchRun> {
  const { io } = context;
  if (options.output === '-')
    throw new UsageError('-o - is for one document; those of a batch go to files, or with --zip or --merge into one.');
  const named = await chooseTemplate(reference, context);
  const opened = await context.openTemplate(named);
  const template = await pinVersion(named, opened, context);
  const collected = readCollected(options, io.cwd);
  const output = options.output ?? (collected.length > 0 ? undefined : defaultOutput);
  const folder = output === undefined ? dirname(collected[0]!.file) : folderOf(String(output));
  const shown = options.manifest === undefined ? join(folder, recordName) : String(options.manifest);
  const document = await describeTemplate(template);
  const path = resolve(io.cwd, shown);
  return {
    template,
    document,
    options: { ...options, ...(output !== undefined && { output }), fontSubset: context.settings.fontSubset },
    overwritesNow: options.overwrite === true,
    cwd: io.cwd,
    date: (await chooseDate(options.date, template, io.env)) ?? new Date().toISOString(),
    manifest: { path, shown },
    lock: createRecordLock(path, shown),
    earlier: undefined,
    collected,
    about: {
      template: {
        reference: named,
        uuid: template.uuid,
        slug: template.slug,
        version: template.version ?? null,
        sha256: context.remote ? null : digestOf(document),
      },
      remote: context.remote?.url ?? null,
    },
  };
}

/** Takes a run up again from its record; options given now replace those of then. Raises UsageError, InputError, TEMPLATE_NOT_FOUND. */
export async function resumeRun(given: string | true, options: OptionValues, context: CommandContext): Promise<BatchRun> {
  const { io } = context;
  const shown = given === true ? await findManifest(io.cwd) : given;
  const path = resolve(io.cwd, shown);
  const lock = createRecordLock(path, shown);
  try {
    // Before it is read: what another process writes meanwhile would be missed, and made twice.
    if (options.dryRun !== true && existsSync(path)) await lock.hold();
    const earlier = await readManifest(path, shown);
    return { ...(await takeUp(earlier, options, context)), manifest: { path, shown }, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function takeUp(
  earlier: EarlierRun,
  options: OptionValues,
  context: CommandContext,
): Promise<Omit<BatchRun, 'manifest' | 'lock'>> {
  const { run } = earlier;
  const here = context.io.cwd;
  const there = await goThere(run, context);
  refuseOther(run, options, there.remote?.url ?? null);
  // Names given now are of the folder in which they are given.
  const rebase = (name: string) =>
    name === '' || name === '-' || here === run.cwd
      ? name
      : relative(run.cwd, resolve(here, name)) + (/[\\/]$/.test(name) ? '/' : '');
  const resumed: OptionValues = { ...run.options, ...options, ...renameFiles(options, rebase) };
  if (options.input === undefined && (resumed.input as readonly string[]).includes('-'))
    throw new UsageError('The data of this run came from standard input: give them again with -i FILE.');
  const { reference, slug, uuid, version, sha256 } = run.template;
  const elsewhere = run.remote === null ? `Continue the run where it was begun: ${run.cwd}` : 'Begin anew, with --overwrite.';
  const opened = await there.openTemplate(reference.replace(/@\d+$/, '')).catch((error: unknown) => {
    if (!(error instanceof PdfgenError) || error.code !== 'TEMPLATE_NOT_FOUND' || run.remote !== null || here === run.cwd)
      throw error;
    throw new PdfgenError('TEMPLATE_NOT_FOUND', `${error.message} ${elsewhere}`, { cause: error });
  });
  const template = { ...opened, version: version ?? undefined };
  if (template.uuid !== uuid) throw new UsageError(`"${slug}" is another template here than that of the run. ${elsewhere}`);
  const document = await describeTemplate(template);
  if (sha256 !== null && sha256 !== digestOf(document))
    throw new UsageError(
      version === null
        ? `The template ${reference} has changed since the run began. Begin anew, with --overwrite.`
        : `Version ${version} of "${slug}" is not here what it was when the run began. ${elsewhere}`,
    );
  return {
    template,
    document,
    options: resumed,
    overwritesNow: options.overwrite === true,
    cwd: run.cwd,
    date: run.date,
    earlier,
    collected: readCollected(resumed, run.cwd),
    about: { template: run.template, remote: run.remote },
  };
}

/**
 * Where the run works: what its record names is named from its folder, and of the servers of records, which anybody may have written, those are asked that
 * the user has logged in to. What is said now goes before.
 */
async function goThere(run: RunLine, context: CommandContext): Promise<CommandContext> {
  const { io, options, remote } = context;
  const folder = run.remote === null && isFolder(run.cwd) ? run.cwd : io.cwd;
  const isSaid = options.local || remote?.isAskedFor === true;
  const isElsewhere = !isSaid && run.remote !== (remote?.url ?? null);
  if (isElsewhere && (run.remote === null || isKnownServer(run.remote, io))) return context.at(folder, run.remote);
  return folder === io.cwd ? context : context.at(folder);
}

/** What would make another run of it. */
function refuseOther(run: RunLine, options: OptionValues, here: string | null): void {
  if (run.remote !== here) {
    const remedy = run.remote === null ? 'add --local' : `add --remote ${run.remote}`;
    throw new UsageError(
      `This run was made ${run.remote === null ? 'on this machine' : `by ${run.remote}`}; to continue it, ${remedy}.`,
    );
  }
  if (options.manifest !== undefined) throw new UsageError('--resume names the record itself; leave --manifest out.');
  for (const [name, flag, was] of [
    ['output', '-o', `go to ${run.options.output ?? 'the files of --merge and --zip'}`],
    ['date', '--date', `have the date ${run.options.date ?? run.date}`],
  ] as const)
    if (options[name] !== undefined && options[name] !== run.options[name])
      throw new UsageError(
        `The documents of this run ${was}, and those that are left with them: leave ${flag} out, or begin another run, with another --manifest.`,
      );
}

/** The template as it is now, so that it stays the same to the end of the run however long that takes. */
async function pinVersion(reference: string, opened: OpenedTemplate, context: CommandContext): Promise<OpenedTemplate> {
  if (opened.version !== undefined) return opened;
  if (context.remote) return { ...opened, version: (await describeTemplate(opened)).version ?? undefined };
  const local = await context.openLocalTemplate(reference);
  return local.isInWorkspace ? { ...opened, version: (await local.engine.saveTemplateVersion(opened.uuid)).version } : opened;
}

/** Of what decides how documents look: the same content has it under any name, at any time. */
function digestOf({ slug: _slug, createdAt: _createdAt, updatedAt: _updatedAt, ...content }: Template): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The record in this folder, else the one in the folders in it. */
async function findManifest(cwd: string): Promise<string> {
  if (existsSync(join(cwd, recordName))) return recordName;
  const { glob } = await import('tinyglobby');
  const found = await glob([`*/${recordName}`, `*/*/${recordName}`], { cwd, ignore: ['**/node_modules/**'] });
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw new UsageError(`There is no ${recordName} here or in the folders below. Name the record: --resume FILE`, 9);
  throw new UsageError(`There are several records of runs: ${found.toSorted().join(', ')}. Name one: --resume FILE`);
}
