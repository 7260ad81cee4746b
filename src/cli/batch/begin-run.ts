// A run of a batch, begun or taken up again: its template, its options and its record, before any data is read.
import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { Template } from '../../contract/engine.ts';
import type { OptionValues } from '../command.ts';
import { chooseTemplate } from '../commands/choose-template.ts';
import { chooseDate } from '../commands/generate/document-date.ts';
import { getTemplate } from '../commands/get-template.ts';
import type { CommandContext, OpenedTemplate } from '../context.ts';
import { UsageError } from '../usage-error.ts';
import { type CollectedFile, readCollected } from './collected-files.ts';
import { type EarlierRun, manifestName, type RunLine, readManifest } from './manifest.ts';
import { folderOf } from './output-pattern.ts';

export interface BatchRun {
  readonly template: OpenedTemplate;
  readonly document: Template;
  /** As they were given, those of an earlier run first. */
  readonly options: OptionValues;
  /** Inputs and outputs are named from here. */
  readonly cwd: string;
  readonly date: string;
  readonly manifest: { readonly path: string; readonly shown: string };
  readonly earlier: EarlierRun | undefined;
  /** What --merge and --zip name. */
  readonly collected: readonly CollectedFile[];
  readonly about: Pick<RunLine, 'template' | 'remote'>;
}

/** Where documents go that no -o is given for, unless they are collected. */
const defaultOutput = 'out/';

/** Begins a run. Raises UsageError, TEMPLATE_NOT_FOUND. */
export async function beginRun(reference: unknown, options: OptionValues, context: CommandContext): Promise<BatchRun> {
  const { io } = context;
  const named = await chooseTemplate(reference, context);
  const opened = await context.openTemplate(named);
  const template = await pinVersion(named, opened, context);
  const collected = readCollected(options, io.cwd);
  const output = options.output ?? (collected.length > 0 ? undefined : defaultOutput);
  const folder = output === undefined ? dirname(collected[0]!.file) : folderOf(String(output));
  const shown = options.manifest === undefined ? join(folder, manifestName) : String(options.manifest);
  const document = await getTemplate(template);
  return {
    template,
    document,
    options: { ...options, ...(output !== undefined && { output }), fontSubset: context.settings.fontSubset },
    cwd: io.cwd,
    date: (await chooseDate(options.date, template, io.env)) ?? new Date().toISOString(),
    manifest: { path: resolve(io.cwd, shown), shown },
    earlier: undefined,
    collected,
    about: {
      template: {
        reference: named,
        uuid: template.uuid,
        slug: template.slug,
        version: template.version ?? null,
        sha256: template.version === undefined ? digestOf(document) : null,
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
  const earlier = await readManifest(path, shown);
  const { run } = earlier;
  const here = context.remote?.url ?? null;
  if (run.remote !== here) {
    const remedy = run.remote === null ? 'add --local' : `add --remote ${run.remote}`;
    throw new UsageError(
      `This run was made ${run.remote === null ? 'on this machine' : `by ${run.remote}`}; to continue it, ${remedy}.`,
    );
  }
  const resumed = { ...run.options, ...options };
  if (options.input === undefined && (resumed.input as readonly string[]).includes('-'))
    throw new UsageError('The data of this run came from standard input: give them again with -i FILE.');
  const { version, sha256 } = run.template;
  const opened = await context.openTemplate(run.template.reference.replace(/@\d+$/, ''));
  const template = { ...opened, version: version ?? undefined };
  if (template.uuid !== run.template.uuid)
    throw new UsageError(
      `"${run.template.slug}" is another template here than that of the run. Continue it where it was begun: ${run.cwd}`,
    );
  const document = await getTemplate(template);
  if (sha256 !== null && sha256 !== digestOf(document))
    throw new UsageError(`The template ${run.template.reference} has changed since the run began. Begin anew, with --overwrite.`);
  return {
    template,
    document,
    options: resumed,
    cwd: run.cwd,
    date: run.date,
    manifest: { path, shown },
    earlier,
    collected: readCollected(resumed, run.cwd),
    about: { template: run.template, remote: run.remote },
  };
}

/** The template as it is now, so that it stays the same to the end of the run however long that takes. */
async function pinVersion(reference: string, opened: OpenedTemplate, context: CommandContext): Promise<OpenedTemplate> {
  if (opened.version !== undefined) return opened;
  if (context.remote) return { ...opened, version: (await getTemplate(opened)).version ?? undefined };
  const local = await context.openLocalTemplate(reference);
  return local.isInWorkspace ? { ...opened, version: (await local.engine.saveTemplateVersion(opened.uuid)).version } : opened;
}

function digestOf(document: unknown): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** The one record in this folder or the folders in it. */
async function findManifest(cwd: string): Promise<string> {
  const { glob } = await import('tinyglobby');
  const found = await glob([manifestName, `*/${manifestName}`, `*/*/${manifestName}`], { cwd, ignore: ['**/node_modules/**'] });
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw new UsageError(`There is no ${manifestName} here or in the folders below. Name the record: --resume FILE`, 9);
  throw new UsageError(`There are several records of runs: ${found.toSorted().join(', ')}. Name one: --resume FILE`);
}
