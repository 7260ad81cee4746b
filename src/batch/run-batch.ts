// A batch of a program: `import { runBatch } from 'pdfgen'`.
import { resolve } from 'node:path';
import { PdfgenError } from '../contract/errors.ts';
import { describeTemplate } from '../contract/get-template.ts';
import type { LocalEngine } from '../engine/types.ts';
import { readDate } from '../input/read-date.ts';
import { asMember } from '../words/name-option.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchEvent } from './batch-event.ts';
import { type BatchOptions, batchOptionNames, parseBatchOptions, unknownOption } from './batch-options.ts';
import type { BatchResult } from './batch-result.ts';
import type { BatchHost, BatchRun, BatchTemplate } from './batch-run.ts';
import { beginRun } from './begin-run.ts';
import { carryOut } from './carry-out.ts';
import type { RunLine } from './manifest.ts';
import { resumeRun } from './resume-run.ts';

/** Where a batch works, and whom it tells. */
export interface BatchSurroundings {
  /** The engine that has the template; it stays open. Default: one for this template alone. */
  readonly engine?: LocalEngine;
  /** A slug, UUID or `slug@VERSION` of the engine; without an engine the path of the template's folder. */
  readonly template: string;
  /** Names of files are relative to it. Default: the folder of the process. */
  readonly cwd?: string;
  /** Is told what happens. The run waits for a promise that it gives; what it raises ends the run. */
  readonly onEvent?: (event: BatchEvent) => void | Promise<void>;
  /** Ends the run: what is made until then is whole and recorded. */
  readonly signal?: AbortSignal;
}

/** A new run. */
export interface NewBatch extends BatchSurroundings, BatchOptions {
  readonly resume?: never;
}

/** An earlier run, which goes on. Options that are given replace those of then. */
export interface ResumedBatch extends BatchSurroundings, Partial<BatchOptions> {
  /** The record of the run. */
  readonly resume: string;
}

const surroundings = ['engine', 'template', 'cwd', 'onEvent', 'signal', 'resume'];

/**
 * Makes a PDF of each row or element of data files. Every document is checked before the first is made. Raises UsageError, InputError, and
 * PdfgenError: BATCH_INVALID with each fault, TEMPLATE_NOT_FOUND, TEMPLATE_INVALID; the reason of the signal.
 */
export async function runBatch(request: NewBatch | ResumedBatch): Promise<BatchResult> {
  const { engine: given, template: named, cwd = process.cwd(), onEvent, signal, resume, ...rest } = request;
  const names = [...surroundings, ...batchOptionNames];
  const unknown = Object.keys(request).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownOption(unknown, names);
  if (typeof named !== 'string') throw new UsageError('Which template? Name it in "template"');
  const options = parseBatchOptions(rest, asMember);
  const host: BatchHost = {
    // Opened when it is read.
    stdin: { [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator]() },
    signal: signal ?? new AbortController().signal,
    nameOption: asMember,
    report: (event) => onEvent?.(event),
  };
  const { engine, close } = await openEngine(given, resolve(cwd, named));
  try {
    const template = { engine, remote: null, reference: named, ...(await findTemplate(engine, given && named)) };
    const run =
      resume === undefined
        ? await begin(await pinVersion(template), options, cwd, host)
        : await resumeRun({ record: resume, options, cwd, openTemplate: (run) => refuseRemote(run, template) }, host);
    return await carryOut(run);
  } finally {
    await close();
  }
}

async function begin(
  template: BatchTemplate,
  { input, ...others }: Partial<BatchOptions>,
  cwd: string,
  host: BatchHost,
): Promise<BatchRun> {
  if (input === undefined) throw new UsageError('Which data? Name the files in "input"');
  const date =
    others.date === undefined
      ? new Date().toISOString()
      : await readDate(others.date, { told: 'date', getTemplate: () => describeTemplate(template) });
  return beginRun({ template, options: { input, ...others }, cwd, date }, host);
}

/** `close` ends what was opened here. */
async function openEngine(
  given: LocalEngine | undefined,
  path: string,
): Promise<{ readonly engine: LocalEngine; readonly close: () => Promise<void> }> {
  if (given) return { engine: given, close: async () => {} };
  const { createLocalEngine } = await import('../engine/wiring/create-local-engine.ts');
  const engine = await createLocalEngine({ template: path });
  return { engine, close: () => engine.close() };
}

type FoundTemplate = Pick<BatchTemplate, 'uuid' | 'slug' | 'version'>;

/** The template of a name with its version, if one is said; without a name the only one of the engine. */
async function findTemplate(engine: LocalEngine, named: string | undefined): Promise<FoundTemplate> {
  if (named === undefined) {
    const { items } = await engine.listTemplates({ query: {} });
    const { uuid, slug } = items[0]!;
    return { uuid, slug, version: undefined };
  }
  const [, name = named, version] = /^(.+)@([1-9]\d{0,8})$/.exec(named) ?? [];
  return { ...(await engine.findTemplate(name)), version: version === undefined ? undefined : Number(version) };
}

/** The template as it is now, so that it stays the same to the end of the run. One outside of a workspace keeps no versions. */
async function pinVersion<T extends FoundTemplate & { readonly engine: LocalEngine }>(template: T): Promise<T> {
  if (template.version !== undefined) return template;
  try {
    return { ...template, version: (await template.engine.saveTemplateVersion(template.uuid)).version };
  } catch (error) {
    if (error instanceof PdfgenError && error.code === 'INVALID_REQUEST') return template;
    throw error;
  }
}

async function refuseRemote({ remote }: RunLine, template: BatchTemplate): Promise<BatchTemplate> {
  if (remote === null) return template;
  throw new UsageError(`This run was made by ${remote}: continue it with: pdfgen generate batch --resume`);
}
