// Runs a batch for a program: `import { runBatch } from 'pdfgen'`.
import { resolve } from 'node:path';
import { PdfgenError, reword } from '../contract/errors.ts';
import { describeTemplate } from '../contract/get-template.ts';
import type { LocalEngine } from '../engine/local-engine.ts';
import { readDate } from '../input/read-date.ts';
import { checkMembers, showArgument } from '../words/check-arguments.ts';
import { asMember } from '../words/name-option.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchEvent } from './batch-event.ts';
import { type BatchOptions, batchOptionNames, type Passwords, parseBatchOptions } from './batch-options.ts';
import type { BatchResult } from './batch-result.ts';
import type { BatchHost, BatchRun, BatchTemplate } from './batch-run.ts';
import { beginRun } from './begin-run.ts';
import { carryOut } from './carry-out.ts';
import { pinVersion } from './pin-version.ts';
import type { RunLine } from './record/manifest.ts';
import { resumeRun } from './record/resume-run.ts';

/** The engine, folder, events and signal of a batch. */
export interface BatchSurroundings {
  /** With `engine`: a slug, a UUID or `slug@VERSION`. Without: the path of the template's folder. `resume` takes the template from the record. */
  readonly template?: string;
  /** The engine that has the template. It stays open. Default: `runBatch` opens the folder `template` by itself. */
  readonly engine?: LocalEngine;
  /** The folder from which files are named. Default: the folder of the process. */
  readonly cwd?: string;
  /** Gets each event. The run waits for the promise that the function returns. An error of the function ends the run. */
  readonly onEvent?: (event: BatchEvent) => void | Promise<void>;
  /** Opens the documents, which are encrypted. No record holds it: give it again with `resume`. */
  readonly userPassword?: string;
  /** Lifts the permissions of the documents, which are encrypted. No record holds it: give it again with `resume`. */
  readonly ownerPassword?: string;
  /** Ends the run. Documents that were made until then are whole and recorded. */
  readonly signal?: AbortSignal;
}

/** A new run. */
export interface NewBatch extends BatchSurroundings, BatchOptions {
  /** With `engine`: a slug, a UUID or `slug@VERSION`. Without: the path of the template's folder. */
  readonly template: string;
  /** Only a continued run has it: see ResumedBatch. */
  readonly resume?: never;
}

/** Continues an earlier run. Given options replace the options of its record. */
export interface ResumedBatch extends BatchSurroundings, Partial<BatchOptions> {
  /** The record of an earlier run, which goes on. */
  readonly resume: string;
}

/** The check of a member of a request to `runBatch`. */
type MemberCheck = readonly [isRight: (value: unknown) => boolean, wanted: string];

const isText = (value: unknown): boolean => typeof value === 'string';

/** The members of a request that are not options of the batch. */
const otherMembers: Readonly<Record<keyof BatchSurroundings | 'resume', MemberCheck>> = {
  template: [isText, 'the name of a template'],
  engine: [isEngine, 'an engine of "await createLocalEngine(…)"'],
  cwd: [isText, 'the name of a folder'],
  onEvent: [(value) => typeof value === 'function', 'a function'],
  signal: [(value) => value instanceof AbortSignal, 'the signal of an AbortController'],
  userPassword: [isText, 'a text'],
  ownerPassword: [isText, 'a text'],
  resume: [isText, 'the record of a run, such as "out/pdfgen-run.jsonl"'],
};

/** Whether it is a local engine. The engine of a server has no files to look for templates in. */
function isEngine(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'generateItems' in value && 'findTemplate' in value;
}

/**
 * Makes a PDF from each row or element of data files. Checks every document before it makes the first. Raises UsageError, InputError, and
 * PdfgenError: BATCH_INVALID with each fault, TEMPLATE_NOT_FOUND, TEMPLATE_INVALID; the reason of the signal.
 */
export async function runBatch(request: NewBatch | ResumedBatch): Promise<BatchResult> {
  checkRequest(request);
  const {
    engine: given,
    template: named,
    cwd: folder = '',
    onEvent,
    signal,
    userPassword,
    ownerPassword,
    resume,
    ...rest
  } = request;
  const passwords = {
    ...(userPassword !== undefined && { userPassword }),
    ...(ownerPassword !== undefined && { ownerPassword }),
  };
  const cwd = resolve(folder);
  const options = parseBatchOptions(rest, asMember);
  const host: BatchHost = {
    // Opened on the first read.
    stdin: { [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator]() },
    signal: signal ?? new AbortController().signal,
    nameOption: asMember,
    inputs: { files: [], folders: [] },
    report: (event) => onEvent?.(event),
  };
  const templates = openTemplates(given);
  try {
    const run =
      resume === undefined
        ? await beginNewRun(await pin(await templates.open(named!, cwd)), options, passwords, cwd, host)
        : await resumeRun(
            {
              record: resume,
              options,
              passwords,
              cwd,
              async openTemplate(run, version) {
                const template = await templates.openRecorded(run, named, cwd);
                return version === undefined ? template : pin({ ...template, version: undefined });
              },
            },
            host,
          );
    return await carryOut(run);
  } finally {
    await templates.close();
  }
}

/** Raises UsageError for members that are unknown, missing or of another type; the options are checked when they are read. */
function checkRequest(request: unknown): asserts request is NewBatch | ResumedBatch {
  checkMembers(
    request,
    [...Object.keys(otherMembers), ...batchOptionNames],
    "runBatch({ template: 'invoice', input: ['orders.csv'] })",
  );
  const given = request as Readonly<Record<string, unknown>>;
  for (const [name, [isRight, wanted]] of Object.entries(otherMembers)) {
    const value = given[name];
    if (value !== undefined && !isRight(value)) throw new UsageError(`${name} takes ${wanted}, got ${showArgument(value)}`);
  }
  if (given.template === undefined && given.resume === undefined) throw new UsageError('Which template? Name it in "template"');
}

type FoundTemplate = Pick<BatchTemplate, 'uuid' | 'slug' | 'version'>;
type LocalTemplate = BatchTemplate & { readonly engine: LocalEngine };

const pin = async (template: LocalTemplate): Promise<LocalTemplate> => ({
  ...template,
  version: await pinVersion(template, template.engine),
});

async function beginNewRun(
  template: BatchTemplate,
  { input, ...others }: Partial<BatchOptions>,
  passwords: Passwords,
  cwd: string,
  host: BatchHost,
): Promise<BatchRun> {
  if (input === undefined) throw new UsageError('Which data? Name the files in "input"');
  const date =
    others.date === undefined
      ? new Date().toISOString()
      : await readDate(others.date, { option: 'date', getTemplate: () => describeTemplate(template) });
  return beginRun({ template, options: { input, ...others }, passwords, cwd, date }, host);
}

/** Opens templates: those of the given engine by name, or one by its path, in an engine that `close` ends. */
function openTemplates(given: LocalEngine | undefined) {
  let openedEngine: LocalEngine | undefined;
  const open = async (name: string, folder: string): Promise<LocalTemplate> => {
    if (!given) openedEngine = await openEngine(resolve(folder, name));
    const engine = given ?? openedEngine!;
    return { engine, remote: null, store: null, reference: name, ...(await findTemplate(engine, given && name)) };
  };
  return {
    open,
    /** The template of a record, unless another name is given. */
    async openRecorded({ remote, template, cwd: then }: RunLine, named: string | undefined, cwd: string): Promise<LocalTemplate> {
      if (remote !== null)
        throw new UsageError(`This run was made by ${remote}: continue it with: pdfgen generate batch --resume`);
      if (named !== undefined) return open(named, cwd);
      return open(given ? template.uuid : template.reference, then).catch((error: unknown) => {
        if (!(error instanceof PdfgenError) || error.code !== 'TEMPLATE_NOT_FOUND') throw error;
        const more = `The run was made with the template "${template.slug}": give the engine that has it in "engine".`;
        throw reword(error, `${error.message} ${more}`);
      });
    },
    close: async () => openedEngine?.close(),
  };
}

async function openEngine(path: string): Promise<LocalEngine> {
  const { createLocalEngine } = await import('../engine/wiring/create-local-engine.ts');
  return createLocalEngine({ template: path });
}

/** The template with this name, in a given version; without a name the only template of the engine. */
async function findTemplate(engine: LocalEngine, named: string | undefined): Promise<FoundTemplate> {
  if (named === undefined) return { ...(await engine.getOnlyTemplate()), version: undefined };
  const [, name = named, version] = /^(.+)@([1-9]\d{0,8})$/.exec(named) ?? [];
  return { ...(await engine.findTemplate(name)), version: version === undefined ? undefined : Number(version) };
}
