// Opens a run of a batch from the command line: its template and its folder.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchOptions, Passwords } from '../../batch/batch-options.ts';
import type { BatchHost, BatchRun, BatchTemplate } from '../../batch/batch-run.ts';
import { beginRun } from '../../batch/begin-run.ts';
import { pinVersion } from '../../batch/pin-version.ts';
import { type RunLine, recordName } from '../../batch/record/manifest.ts';
import { resumeRun } from '../../batch/record/resume-run.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CommandContext, OpenedTemplate } from '../context.ts';
import { chooseDate } from '../documents/document-date.ts';
import { readGivenOptions } from '../documents/document-options.ts';
import { explainFaults } from '../documents/explain-faults.ts';
import { isKnownServer } from '../engines/remote.ts';
import { readSources } from '../faults/template-places.ts';
import { findWorkspace, isFolder } from '../settings/workspace.ts';
import { chooseTemplate } from '../templates/choose-template.ts';

export interface OpenedRun {
  readonly run: BatchRun;
  /** The given date of the documents, RFC 3339. */
  readonly date: string | undefined;
}

/** What begins or continues a run. */
interface RunOpening<Options> {
  readonly options: Options;
  readonly passwords: Passwords;
  readonly host: BatchHost;
}

/** Begins a run. `isDetached`: its documents become jobs. Raises UsageError, TEMPLATE_NOT_FOUND. */
export async function openRun(
  reference: unknown,
  { options: given, passwords, host, isDetached = false }: RunOpening<BatchOptions> & { readonly isDetached?: boolean },
  context: CommandContext,
): Promise<OpenedRun> {
  const named = await chooseTemplate(reference, context);
  const opened = await context.openTemplate(named);
  const version = await pinCurrent(named, opened, context);
  const template: BatchTemplate = {
    ...opened,
    version,
    reference: named,
    remote: context.remote?.url ?? null,
    store: storeOf(context),
  };
  const date = await chooseDate(given.date, template, context.io.env);
  const options = { ...given, ...readGivenOptions({ ...given }, context.settings) };
  const now = new Date().toISOString();
  const run = await beginRun({ template, options, passwords, cwd: context.io.cwd, date: date ?? now, isDetached }, host);
  return { run, date };
}

/** The template in the version that it has now, for the whole run. */
async function pinCurrent(named: string, opened: OpenedTemplate, context: CommandContext): Promise<number | undefined> {
  const local = context.remote ? undefined : await context.openLocalTemplate(named);
  return pinVersion(opened, local?.isInWorkspace ? local.engine : undefined).catch(async (error: unknown) => {
    throw await explainFaults(error, { template: local && (await readSources(local.engine, local.uuid)) }, context);
  });
}

/** The workspace of the run, if it is not the workspace around the working folder. */
function storeOf({ remote, workspace, io }: CommandContext): string | null {
  return remote || workspace === undefined || workspace === findWorkspace(io.cwd) ? null : workspace;
}

/** Continues a run from its record; `true`: from the record that is found here. Raises UsageError, InputError, TEMPLATE_NOT_FOUND. */
export async function reopenRun(
  given: string | true,
  { options, passwords, host }: RunOpening<Partial<BatchOptions>>,
  context: CommandContext,
): Promise<BatchRun> {
  const { cwd } = context.io;
  const record = given === true ? await findRecord(cwd) : given;
  return resumeRun(
    { record, options, passwords, cwd, openTemplate: (run, version) => openRecorded(run, version, context) },
    host,
  );
}

async function openRecorded(run: RunLine, version: 'current' | undefined, context: CommandContext): Promise<BatchTemplate> {
  const there = await goThere(run, context);
  const remote = there.remote?.url ?? null;
  if (run.remote !== remote) {
    const remedy = run.remote === null ? 'add --local' : `add --remote ${run.remote}`;
    throw new UsageError(
      `This run was made ${run.remote === null ? 'on this machine' : `by ${run.remote}`}; to continue it, ${remedy}.`,
    );
  }
  const { reference } = run.template;
  const named = reference.replace(/@\d+$/, '');
  const opened = await there.openTemplate(named).catch((error: unknown) => {
    const isElsewhere = run.remote === null && context.io.cwd !== run.cwd;
    if (!(error instanceof PdfgenError) || error.code !== 'TEMPLATE_NOT_FOUND' || !isElsewhere) throw error;
    const message = `${error.message} Continue the run where it was begun: ${run.cwd}`;
    throw new PdfgenError('TEMPLATE_NOT_FOUND', message, { cause: error });
  });
  return { ...opened, version: version && (await pinCurrent(named, opened, there)), reference, remote, store: storeOf(there) };
}

/**
 * The context of the run: names in the record are relative to its folder. Anybody may have written the record, so its server is used only if the user
 * has logged in there. Options of this call override the record.
 */
async function goThere(run: RunLine, context: CommandContext): Promise<CommandContext> {
  const { io, options, remote } = context;
  const folder = run.remote === null && isFolder(run.cwd) ? run.cwd : io.cwd;
  const isSaid = options.local || remote?.isAskedFor === true;
  const isElsewhere = !isSaid && run.remote !== (remote?.url ?? null);
  const isKnown = isElsewhere && (run.remote === null || isKnownServer(run.remote, io));
  const { store } = run;
  if (folder === io.cwd && !isKnown && !store) return context;
  return context.at(folder, { ...(isKnown && { remote: run.remote }), ...(store && { store }) });
}

/** The record in this folder, else the record in a folder below. */
async function findRecord(cwd: string): Promise<string> {
  if (existsSync(join(cwd, recordName))) return recordName;
  const { glob } = await import('tinyglobby');
  const found = await glob([`*/${recordName}`, `*/*/${recordName}`], { cwd, ignore: ['**/node_modules/**'] });
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw new UsageError(`There is no ${recordName} here or in the folders below. Name the record: --resume FILE`, 'file');
  throw new UsageError(`There are several records of runs: ${found.toSorted().join(', ')}. Name one: --resume FILE`);
}
