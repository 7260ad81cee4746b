// A batch in the foreground: every document checked, then each made, named and recorded.
import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { GenerateItemsInput } from '../../contract/generate-items.ts';
import type { CommandContext } from '../context.ts';
import { toLine } from '../io/io.ts';
import { printTable } from '../io/table.ts';
import { writeError } from '../output/write-error.ts';
import { UsageError } from '../usage-error.ts';
import { programVersion } from '../version.ts';
import type { BatchItem } from './batch-item.ts';
import type { BatchRun } from './begin-run.ts';
import { type Checked, checkEntries } from './check-entries.ts';
import { checkCollected, isHeld, prepareCollected, sayCollected, withoutCollected, writeCollected } from './collected-files.ts';
import { FaultList } from './fault-list.ts';
import { FinishedRun } from './finished-run.ts';
import { heldFolder, heldPath, removeHeld } from './held-documents.ts';
import { isWhole } from './is-whole.ts';
import { digestOfData, FolderGoneError, makeFiles, type Wanted } from './make-files.ts';
import {
  continueManifest,
  createManifest,
  type EndLine,
  type ItemLine,
  type ManifestWriter,
  type OutputFile,
  type ResumeLine,
  type RunLine,
} from './manifest.ts';
import { type Documents, openDocuments } from './open-documents.ts';
import { documentsText, duration, grouped, startProgress } from './progress.ts';
import { createRealNames } from './real-names.ts';

/** A person is shown no more faults or failures than this. */
const shown = 50;

/** Runs a batch. The exit code. Raises UsageError, InputError, BATCH_INVALID, and what concerns all documents. */
export async function runBatch(run: BatchRun, context: CommandContext): Promise<number> {
  try {
    return await checkAndMake(run, context);
  } finally {
    run.lock.release();
  }
}

async function checkAndMake(run: BatchRun, context: CommandContext): Promise<number> {
  const input = toInput(run);
  if (run.options.dryRun !== true) run.template.engine.prepareItems?.(input);
  const opened = await openDocuments({ ...run, template: run.document, stdin: context.io.stdin });
  const documents = { ...opened, names: withoutCollected(opened.names, run) };
  await checkCollected(run, documents);
  const inputs = run.options.skipInvalid === true ? documents.inputs : [];
  const faults = new FaultList(context, { inputs, cwd: run.cwd, isDry: run.options.dryRun === true });
  try {
    return await checkThenMake(run, { input, documents, faults }, context);
  } finally {
    await faults.discard();
  }
}

async function checkThenMake(
  run: BatchRun,
  { input, documents, faults }: Pick<Plan, 'input' | 'documents' | 'faults'>,
  context: CommandContext,
): Promise<number> {
  const isDry = run.options.dryRun === true;
  const finished = run.earlier && isHeld(run) ? new FinishedRun(run.earlier) : undefined;
  const checked = await checkEntries(documents.entries, {
    schema: documents.schema,
    names: {
      pattern: documents.names,
      locate: (name) => locate(run, name),
      toReal: isHeld(run) ? (name) => name : createRealNames(run.cwd),
      isOwn: ownFiles(run, documents, context),
    },
    signal: context.signal,
    onRejected: (entry, found, item) => faults.add(entry, found, item),
    onItem: (item, number, target) => {
      faults.warn(item);
      if (isDry && !run.earlier) printPlanned(target!.file, number, context);
      finished?.see(item, number, target!.file);
    },
  });
  await faults.end(checked);
  const skipsInvalid = run.options.skipInvalid === true;
  if (checked.rejected.size > 0 && (!skipsInvalid || checked.isIncomplete)) throw faults.toError(checked);
  refuseStanding(checked, run);
  await faults.check(run);
  if (isDry) {
    const kept = run.earlier
      ? await printLeft(run, documents, checked, (await finished?.outputs(run)) !== undefined, context)
      : 0;
    context.say(
      `${documentsText(checked.total - checked.rejected.size - kept)}${kept > 0 ? `, ${grouped(kept)} already there` : ''}${checked.rejected.size > 0 ? `, ${grouped(checked.rejected.size)} rejected` : ''}; nothing was made.`,
    );
    return checked.rejected.size > 0 ? 6 : 0;
  }
  if (checked.total === 0 && !run.earlier) return sayNothing(context);
  const outputs = await finished?.outputs(run);
  return context.withoutReader(() => make(run, { input, documents, checked, faults, finished: outputs }, context));
}

/** No document was asked for: there is nothing to record. */
function sayNothing(context: CommandContext): number {
  const end: EndLine = { kind: 'end', finishedAt: new Date().toISOString(), completed: 0, failed: 0, rejected: 0 };
  if (context.options.json) context.print(`${JSON.stringify(end)}\n`);
  context.say('0 documents; nothing was made.');
  return 0;
}

/** Prints what a run that is continued has left, and gives the number of documents that it has already. */
async function printLeft(
  run: BatchRun,
  documents: Documents,
  checked: Checked,
  isFinished: boolean,
  context: CommandContext,
): Promise<number> {
  let kept = 0;
  const onKept = () => void kept++;
  for await (const { file, item } of selectWanted(run, documents, checked, { isFinished, signal: context.signal, onKept }))
    printPlanned(file, item, context);
  return kept;
}

/** What is asked of the engine. */
function toInput({ template: { uuid, version }, options, date }: BatchRun): GenerateItemsInput {
  return {
    params: { templateUuid: uuid },
    body: {
      options: { date, strict: options.strict === true, fontSubset: options.fontSubset as 'document' | 'template' },
      ...(version !== undefined && { templateVersion: version }),
    },
    concurrency: readWorkers(options.workers),
  };
}

interface Plan {
  readonly input: GenerateItemsInput;
  readonly documents: Documents;
  readonly checked: Checked;
  readonly faults: FaultList;
  /** Files of all that are there already, with every document. */
  readonly finished: readonly OutputFile[] | undefined;
}

async function make(
  run: BatchRun,
  { input, documents, checked, faults, finished }: Plan,
  context: CommandContext,
): Promise<number> {
  const startMs = performance.now();
  const manifest = await openManifest(run, documents, context);
  const progress = startProgress(checked.total - checked.rejected.size, context);
  const failures: ItemLine[] = [];
  const taken: ItemLine[] = [];
  const counts = { completed: 0, failed: 0, kept: 0 };
  let doubtful = 0;
  const onItem = (line: ItemLine) => {
    counts[line.state]++;
    if (line.warnings > 0) doubtful++;
    if (run.collected.length > 0) taken.push(line);
    if (line.state === 'failed') failures.push(line);
    progress.count(line.state === 'failed' ? 'failed' : 'made');
    if (context.options.json) context.print(`${JSON.stringify(line)}\n`);
  };
  const wanted = selectWanted(run, documents, checked, {
    isFinished: finished !== undefined,
    signal: context.signal,
    onKept(line) {
      counts.kept++;
      if (run.collected.length > 0) taken.push(line);
      progress.count('kept');
    },
  });
  let outputs = finished;
  try {
    await makeFiles(wanted, {
      engine: run.template.engine,
      input: { ...input, expected: checked.total - checked.rejected.size },
      manifest,
      sent: run.earlier?.sent,
      signal: context.signal,
      onItem,
    });
    progress.end();
    outputs ??= await writeCollected(run, {
      context,
      manifest,
      lines: taken.toSorted((a, b) => a.item - b.item),
      locate: (name) => locate(run, name),
    });
    await faults.write(run, manifest);
    const end: EndLine = {
      kind: 'end',
      finishedAt: new Date().toISOString(),
      completed: counts.completed + counts.kept,
      failed: counts.failed,
      rejected: checked.rejected.size,
      ...(run.collected.length > 0 && { outputs }),
    };
    manifest.add(end);
    manifest.flush();
    if (context.options.json) context.print(`${JSON.stringify(end)}\n`);
    // Also what was kept for an earlier run, whose record gave way to this.
    if (counts.failed === 0) await removeHeld(run.manifest.path);
  } catch (error) {
    progress.end();
    // A fault of all documents, told before the first: the next run begins where this one did.
    if (!context.signal.aborted && (await manifest.withdraw())) throw error;
    const done = `${grouped(counts.completed + counts.kept)} of ${documentsText(checked.total - checked.rejected.size)}`;
    const line = existsSync(run.manifest.path)
      ? `${done} ${error instanceof FolderGoneError ? 'were made' : 'are there'}. Go on with: ${resumeLine(run, context)}`
      : `${done} were made. The record of the run was removed meanwhile, too: put ${toLine(run.manifest.shown)} back and go on with --resume, or begin anew.`;
    // For a program, too: an interrupt has no problem object that would stand there instead.
    if (context.options.json && !context.options.quiet && context.signal.aborted) context.io.stderr.write(`${line}\n`);
    else context.say(line);
    throw error;
  } finally {
    progress.end();
    await manifest.close();
  }
  await reportFailures(failures, context);
  const seconds = (performance.now() - startMs) / 1000;
  const facts = [
    `${documentsText(counts.completed)} made in ${seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds)}`,
    doubtful > 0 && `${grouped(doubtful)} with warnings`,
    counts.kept > 0 && `${grouped(counts.kept)} already there`,
    counts.failed > 0 && `${grouped(counts.failed)} failed`,
    checked.rejected.size > 0 && `${grouped(checked.rejected.size)} rejected`,
  ];
  context.say(`${facts.filter(Boolean).join(', ')}. Record: ${toLine(run.manifest.shown)}`);
  if (doubtful > 0)
    context.say('The record counts the warnings of each document; --strict makes them failures that tell what they are.');
  sayCollected(run, outputs, { ...counts, rejected: checked.rejected.size }, context);
  if (counts.failed > 0) context.say(`Try the failed ones again with: ${resumeLine(run, context)}`);
  if (counts.failed > 0 && isHeld(run) && outputs.length > 0)
    context.say(`Until then the others are kept in ${toLine(heldFolder(run.manifest.shown))}.`);
  if (counts.failed === 0 && checked.rejected.size === 0) return 0;
  return counts.completed + counts.kept === 0 ? 1 : 6;
}

/** Where a document is kept, by its name. */
const locate = (run: BatchRun, name: string): string =>
  isHeld(run) ? heldPath(run.manifest.path, name) : resolve(run.cwd, name);

const resumeLine = (run: BatchRun, context: CommandContext): string =>
  context.toPaste(`generate batch --resume ${quote(run.manifest.shown)}`);

const quote = (text: string): string => (/^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function printPlanned(file: string, number: number, context: CommandContext): void {
  context.print(context.options.json ? `${JSON.stringify({ kind: 'planned', item: number, file })}\n` : `${toLine(file)}\n`);
}

function readWorkers(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > 64)
    throw new UsageError(`--workers takes a whole number from 1 to 64, got ${JSON.stringify(given)}`);
  return number;
}

/**
 * The files that the run may replace. A run that goes on made all that stands where its documents go, recorded or not, as long as they are
 * the same documents: when it began, nothing stood there.
 */
function ownFiles({ earlier, options }: BatchRun, { digests }: Documents, context: CommandContext): (file: string) => boolean {
  if (!earlier) return () => false;
  const isRecorded = (file: string): boolean => earlier.items.has(file) || earlier.begun.has(file);
  const before = new Map(earlier.run.inputs.map(({ file, sha256 }) => [file, sha256]));
  const changed = digests.filter(({ file, sha256 }) => before.get(file) !== sha256).map(({ file }) => file);
  // Options such as --limit, given anew, ask for documents at whose places nobody has looked.
  if (changed.length === 0) return isDeepStrictEqual(options, earlier.run.options) ? () => true : isRecorded;
  if (changed.some((file) => before.has(file)))
    context.say(`${changed.map(toLine).join(', ')}: not the data with which the run began; what differs is made of the new.`);
  return isRecorded;
}

/** What stands there and is of no run of ours must not be lost. */
function refuseStanding({ standing, standingCount }: Checked, run: BatchRun): void {
  const { options, earlier } = run;
  if (standingCount === 0 || options.overwrite === true || isHeld(run)) return;
  const [first] = standing;
  const more = standingCount > 1 ? ` and ${grouped(standingCount - 1)} more` : '';
  const remedy = earlier
    ? 'The record does not tell that this run made it. Move it away, or add --overwrite.'
    : 'Add --overwrite, choose another -o, or continue an earlier run with --resume.';
  throw new UsageError(`${first}${more} would be replaced. ${remedy}`, 9);
}

interface SelectOptions {
  /** What was asked for beside the documents is there, with every one of them. */
  readonly isFinished: boolean;
  readonly signal: AbortSignal;
  /** One that is there. */
  readonly onKept: (line: ItemLine) => void;
}

/** The documents to make: those that are neither rejected nor there already, made of the same data. */
async function* selectWanted(
  run: BatchRun,
  { entries, names }: Documents,
  { rejected }: Checked,
  { isFinished, signal, onKept }: SelectOptions,
): AsyncGenerator<Wanted> {
  let item = 0;
  for await (const entry of entries) {
    item++;
    if (item % 100 === 0) await new Promise(setImmediate); // a signal is heard
    signal.throwIfAborted();
    if (rejected.has(item)) continue;
    const { data, reference } = entry as BatchItem;
    const named = names.nameOf(entry as BatchItem, item);
    if ('fault' in named)
      throw new UsageError(`The input has changed while it was read: document ${item} has no name any more.`, 9);
    const { name: file } = named;
    const path = locate(run, file);
    const shown = isHeld(run) ? heldPath(run.manifest.shown, file) : file;
    const known = run.earlier?.items.get(file);
    const digest = digestOfData(data);
    const isKnown = known?.state === 'completed' && known.data === digest;
    if (isKnown && (isFinished || (await isWhole(path, known)))) onKept({ ...known, item, reference: reference ?? null });
    else yield { item, data, digest, reference, file, path, shown };
  }
}

async function openManifest(run: BatchRun, { digests }: Documents, context: CommandContext): Promise<ManifestWriter> {
  const { path, shown: name } = run.manifest;
  const now = {
    version: programVersion(),
    startedAt: new Date().toISOString(),
    inputs: digests,
    options: run.options,
  };
  if (run.earlier) {
    await prepareCollected(run);
    const line: ResumeLine = { kind: 'resume', ...now };
    if (context.options.json) context.print(`${JSON.stringify(line)}\n`);
    return continueManifest(path, name, line);
  }
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
    throw writeError(dirname(name), error);
  });
  await run.lock.hold();
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new UsageError(`Cannot write ${name}: it is a folder; name a file in it.`, 9);
  // A device has nothing to lose, and neither has a file that a full disk or a kill left empty.
  if (there?.isFile() && there.size > 0 && run.options.overwrite !== true)
    throw new UsageError(
      `${name} is the record of an earlier run: continue that with --resume ${quote(name)}, replace it with --overwrite, or name another with --manifest`,
      9,
    );
  await prepareCollected(run);
  const line: RunLine = { kind: 'run', manifest: 1, ...now, cwd: run.cwd, ...run.about, date: run.date };
  if (context.options.json) context.print(`${JSON.stringify(line)}\n`);
  return createManifest(path, name, line);
}

async function reportFailures(failures: readonly ItemLine[], context: CommandContext): Promise<void> {
  if (failures.length === 0 || context.options.json || context.options.quiet) return;
  const rows = failures
    .slice(0, shown)
    .map(({ item, reference, file, error }) => [String(item), reference ?? '', file, error?.code ?? '', error?.detail ?? '']);
  await printTable(context.io.stderr, context.errorStyle, ['item', 'reference', 'file', 'error', 'why'], rows, {
    optional: ['reference'],
  });
  if (failures.length > shown) context.say(`and ${grouped(failures.length - shown)} more, in the record`);
}
