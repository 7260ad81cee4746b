// Runs a batch for a program: `import { runBatch } from 'pdfgen'`.
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

/** The engine, folder, events and signal of a batch. */
export interface BatchSurroundings {
  /** The engine of the template; it stays open. Default: an engine for this template alone. */
  readonly engine?: LocalEngine;
  /** A slug, UUID or `slug@VERSION` of the engine; without an engine the path of the template's folder. */
  readonly template: string;
  /** The folder for relative names. Default: the folder of the process. */
  readonly cwd?: string;
  /** Receives the events. The run waits for a returned promise, and ends with an error that it raises. */
  readonly onEvent?: (event: BatchEvent) => void | Promise<void>;
  /** Ends the run. Documents made before are whole and recorded. */
  readonly signal?: AbortSignal;
}

/** A new run. */
export interface NewBatch extends BatchSurroundings, BatchOptions {
  readonly resume?: never;
}

/** Continues an earlier run. Given options replace the options of its record. */
export interface ResumedBatch extends BatchSurroundings, Partial<BatchOptions> {
  /** The record of the run. */
  readonly resume: string;
}

const surroundings = ['engine', 'template', 'cwd', 'onEvent', 'signal', 'resume'];

/**
 * Makes a PDF from each row or element of data files. Checks every document before it makes the first. Raises UsageError, InputError, and
 * PdfgenError: BATCH_INVALID with each fault, TEMPLATE_NOT_FOUND, TEMPLATE_INVALID; the reason of the signal.
 */
export async function runBatch(request: NewBatch | ResumedBatch): Promise<BatchResult> {
  const { engine: given, template: named, cwd: folder = '', onEvent, signal, resume, ...rest } = request;
  const names = [...surroundings, ...batchOptionNames];
  const unknown = Object.keys(request).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownOption(unknown, names);
  if (typeof named !== 'string') throw new UsageError('Which template? Name it in "template"');
  if (typeof folder !== 'string') throw new UsageError(`cwd takes the name of a folder, got ${JSON.stringify(folder)}`);
  const cwd = resolve(folder);
  const options = parseBatchOptions(rest, asMember);
  const host: BatchHost = {
    // Opened on the first read.
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

/** `close` ends an engine that was opened here. */
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

/** The template with this name, in a given version; without a name the only template of the engine. */
async function findTemplate(engine: LocalEngine, named: string | undefined): Promise<FoundTemplate> {
  if (named === undefined) return { ...(await engine.getOnlyTemplate()), version: undefined };
  const [, name = named, version] = /^(.+)@([1-9]\d{0,8})$/.exec(named) ?? [];
  return { ...(await engine.findTemplate(name)), version: version === undefined ? undefined : Number(version) };
}

/** The template in its current version, for the whole run. A template outside of a workspace keeps no versions. */
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
