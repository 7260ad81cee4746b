// Runs a batch from the command line: parses its options, opens its run, prints its events.
import { type BatchOptions, parseBatchOptions } from '../../batch/batch-options.ts';
import type { BatchResult } from '../../batch/batch-result.ts';
import type { BatchHost, BatchRun } from '../../batch/batch-run.ts';
import { carryOut } from '../../batch/carry-out.ts';
import { type DetachOptions, detachBatch } from '../../batch/detach-batch.ts';
import { PdfgenError, reword } from '../../contract/errors.ts';
import type { ReadTemplate } from '../../contract/template-files.ts';
import { counted, documentsText, grouped } from '../../words/counts.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';
import { nameFlag } from '../command-line/name-flag.ts';
import type { CommandContext } from '../context.ts';
import { explainFaults } from '../documents/explain-faults.ts';
import { readPasswords } from '../documents/read-passwords.ts';
import { readPriority } from '../documents/read-priority.ts';
import type { Outcome } from '../outcome.ts';
import { openRun, reopenRun } from './open-run.ts';
import { readRunSources } from './read-run-sources.ts';
import { BatchReporter } from './report-batch.ts';

/**
 * Makes the documents, or hands them over as jobs. Raises UsageError, InputError, BATCH_INVALID, and faults of all documents.
 */
export async function generateBatch(context: CommandContext, reference: unknown, options: OptionValues): Promise<Outcome> {
  // The context knows --retry-for. commander lists colour among the options of every command, although it is taken off the line before.
  const {
    resume,
    detach,
    idempotencyKey,
    priority,
    callbackUrl,
    retryFor: _retryFor,
    color: _color,
    header,
    userPasswordFile,
    ownerPasswordFile,
    ...values
  } = options;
  // Commander makes `header: false` of --no-header.
  const given = parseBatchOptions({ ...values, ...(header === false && { noHeader: true }) }, nameFlag);
  if (idempotencyKey !== undefined && !detach) throw new UsageError('--idempotency-key needs --detach.');
  if (callbackUrl !== undefined && !detach) throw new UsageError('--callback-url needs --detach.');
  if (priority !== undefined && !detach) throw new UsageError('--priority needs --detach: without it, no jobs wait for others.');
  if (detach && (userPasswordFile !== undefined || ownerPasswordFile !== undefined || given.userPasswordFrom !== undefined))
    throw new UsageError('Passwords cannot be used with --detach: they would be stored with the jobs. Leave --detach out.');
  const passwords = await readPasswords({ userPasswordFile, ownerPasswordFile }, context);
  if (resume !== undefined) {
    if (detach) throw new UsageError('Use --resume without --detach. A batch of jobs continues by itself.');
    if (reference !== undefined) throw new UsageError('Leave out the template: --resume takes it from the record.');
    return runHere(context, given, (host) => reopenRun(resume as string | true, { options: given, passwords, host }, context));
  }
  const { input, ...others } = given;
  if (input === undefined)
    throw new UsageError('The input is missing. Name a file with -i FILE, or use standard input with -i -');
  if (detach) {
    refuseForeground(given);
    const handed = {
      idempotencyKey: idempotencyKey as string | undefined,
      callbackUrl: callbackUrl as string | undefined,
      ...readPriority(priority),
    };
    return handOver(context, reference, { input, ...others }, handed);
  }
  return runHere(
    context,
    given,
    async (host) => (await openRun(reference, { options: { input, ...others }, passwords, host }, context)).run,
  );
}

async function runHere(
  context: CommandContext,
  { dryRun }: Partial<BatchOptions>,
  open: (host: BatchHost) => Promise<BatchRun>,
): Promise<Outcome> {
  const reporter = new BatchReporter(context);
  const run = await open(hostOf(context, reporter));
  try {
    // The documents matter more than the report: they are made even if nobody reads the report any more.
    const work = () => carryOut(run);
    const result = await (dryRun ? work() : context.withoutReader(work));
    await reporter.summarize(run, result);
    return outcomeOf(result);
  } catch (error) {
    reporter.close();
    if (context.signal.aborted) reporter.tellInterrupted();
    throw await explainFaults(withoutTold(error, context), { template: await sourcesOf(error, run) }, context);
  } finally {
    reporter.close();
  }
}

/** The files of the template, for an error with faults of the template. */
async function sourcesOf(error: unknown, run: BatchRun): Promise<ReadTemplate | undefined> {
  const isPlaced = error instanceof PdfgenError && error.code !== 'BATCH_INVALID' && error.errors !== undefined;
  return isPlaced ? readRunSources(run) : undefined;
}

function outcomeOf({
  succeeded,
  total,
  completed,
  kept,
  failed,
  rejected,
  doubtful,
  templateWarnings,
  record,
}: BatchResult): Outcome {
  if (succeeded) return 0;
  const facts = [
    failed > 0 && `${grouped(failed)} failed`,
    rejected > 0 && `${grouped(rejected)} rejected`,
    doubtful > 0 && `${grouped(doubtful)} with warnings`,
    templateWarnings > 0 && `${counted(templateWarnings, 'warning')} of the template`,
  ];
  const isNothing = record !== undefined && completed + kept === 0;
  return { exitCode: isNothing ? 1 : 6, reason: `${documentsText(total)}: ${facts.filter(Boolean).join(', ')}` };
}

async function handOver(
  context: CommandContext,
  reference: unknown,
  options: BatchOptions,
  handed: Omit<DetachOptions, 'date'>,
): Promise<Outcome> {
  const reporter = new BatchReporter(context);
  const { run, date } = await openRun(
    reference,
    { options, passwords: {}, host: hostOf(context, reporter), isDetached: true },
    context,
  );
  const made = await detachBatch(run, { date, ...handed }).catch((error: unknown) => {
    reporter.close();
    throw withoutTold(explainSize(error), context);
  });
  if (!made) {
    context.say('0 documents; nothing was made.');
    return 0;
  }
  await context.wakeWorker();
  if (context.options.json) context.printJson(made);
  else context.print(`${made.batchUuid}\n`);
  const { total } = made.counts;
  const hint = context.toPaste(`batches wait ${made.batchUuid.slice(-8)}`);
  context.say(`${grouped(total)} ${total === 1 ? 'item' : 'items'}. Wait for them with: ${hint}`);
  const { offset = 0, reference: named } = options;
  if (offset > 0)
    context.say(
      `The batch counts its items from 1: its item 1 is document ${offset + 1} of the input.${named === undefined ? ' To tell them apart, add --reference COLUMN.' : ''}`,
    );
  return 0;
}

const hostOf = ({ io, signal, inputs }: CommandContext, reporter: BatchReporter): BatchHost => ({
  stdin: io.stdin,
  signal,
  nameOption: nameFlag,
  inputs,
  report: (event) => reporter.report(event),
});

function refuseForeground(options: Partial<BatchOptions>): void {
  const { output, merge, zip, skipInvalid, failed, keep, failOnWarnings } = options;
  if (output !== undefined)
    throw new UsageError('-o cannot be used with --detach. Download the results of a batch of jobs with: pdfgen batches result');
  if (merge !== undefined || zip !== undefined)
    throw new UsageError(
      '--merge and --zip cannot be used with --detach. Download the results of a batch of jobs with: pdfgen batches result --format pdf',
    );
  if (keep !== undefined)
    throw new UsageError(
      '--keep cannot be used with --detach: a batch of jobs has no record of the run. Use --reference COLUMN.',
    );
  if (failOnWarnings === true)
    throw new UsageError('--fail-on-warnings cannot be used with --detach: the documents are made later. Use --strict.');
  if (failed !== undefined)
    throw new UsageError(
      '--failed cannot be used with --detach: the documents are made later. Make the failed items again with: pdfgen batches retry',
    );
  if (skipInvalid === true)
    throw new UsageError('--skip-invalid cannot be used with --detach. A batch of jobs is made of all items or of none.');
}

/** Says how to make a batch that is too large for one request. */
function explainSize(error: unknown): unknown {
  if (!(error instanceof PdfgenError) || !['TOO_MANY_ITEMS', 'PAYLOAD_TOO_LARGE'].includes(error.code)) return error;
  const remedy = 'Make parts with --limit and --offset, or leave out --detach: pdfgen then splits the batch by itself.';
  return reword(error, `${error.message} ${remedy}`);
}

/** The error without the faults that the user has already read. */
function withoutTold(error: unknown, { options }: CommandContext): unknown {
  if (options.json || !(error instanceof PdfgenError) || error.code !== 'BATCH_INVALID') return error;
  return new PdfgenError(error.code, error.message, { cause: error });
}
