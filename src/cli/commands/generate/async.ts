// pdfgen generate async

import { toRequestOptions } from '../../../contract/document-options.ts';
import type { RenderJob } from '../../../contract/engine.ts';
import { lifeOf } from '../../../contract/life-times.ts';
import type { ReadTemplate } from '../../../contract/template-files.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import { retryForText } from '../../command-line/duration.ts';
import type { CommandContext, OpenedTemplate } from '../../context.ts';
import { chooseDate } from '../../documents/document-date.ts';
import { addDocumentOptions, optionFlags, readGivenOptions } from '../../documents/document-options.ts';
import { explainFaults } from '../../documents/explain-faults.ts';
import { checkDataOptions, outcomeOfMade, readData } from '../../documents/read-data.ts';
import { priorityText, readPriority } from '../../documents/read-priority.ts';
import { reportPdf, withPlaces } from '../../documents/report-pdf.ts';
import { saveResult } from '../../documents/save-result.ts';
import { readSources } from '../../faults/template-places.ts';
import type { Outcome } from '../../outcome.ts';
import { openMade, openText } from '../../output/open-made.ts';
import { checkOutput, overwriteText } from '../../output/write-output.ts';
import { failureOf, waitForJob } from '../../resources/jobs.ts';
import { readTimeout } from '../../resources/wait-until.ts';
import { chooseTemplate } from '../../templates/choose-template.ts';

const help = `
Examples:
  pdfgen generate async invoice -d order.json
  pdfgen generate async invoice -d order.json --wait -o out.pdf
  pdfgen jobs wait @last && pdfgen jobs result @last

The data is checked before the job is made. In a workspace, a worker renders the job in the background, even after you close this terminal.

Exit codes:
  0  the job is made; with --wait: the job is completed
  1  with --wait: the job failed or was canceled
  2  wrong usage
  3  the data or the template is invalid
  5  there is no such template
  6  with --wait: the document is made, but has warnings with --fail-on-warnings
  8  with --wait: the timeout passed first
  9  a file cannot be read or written, or is there already and of another kind (see --overwrite)`;

export const command: CliCommand = {
  description: 'Makes a job that renders one PDF in the background, and prints its UUID.',
  help,
  define(command) {
    command
      .argument('[template]', 'slug, UUID or slug@VERSION')
      .option('-d, --data <file>', 'JSON or YAML, or - for standard input')
      .option(
        '--set <path=value>',
        'set one value, such as lines[0].name=Signposts (repeatable)',
        (value: string, before: readonly string[] = []) => [...before, value],
      )
      .option('--wait', 'wait until the job has ended')
      .option('--timeout <time>', 'with --wait: longest wait, such as 90s, 15m or 2h')
      .option('--retry-for <time>', retryForText)
      .option('-o, --output <file>', 'with --wait: file to write, or - for standard output')
      .option('--overwrite', `with --wait: ${overwriteText}`)
      .option('--open', `with --wait: ${openText}`)
      .option('--fail-on-warnings', 'with --wait: keep a document with warnings, but exit with 6')
      .option('--priority <n>', priorityText)
      .option('--callback-url <url>', 'address that is called when the job has ended; needs: pdfgen webhooks create --callbacks')
      .option('--idempotency-key <key>', `a second call with this key within ${lifeOf('key')} makes no second job`);
    addDocumentOptions(command, 'async');
  },
  flags: optionFlags,
  outlivesOutage: true,
  run: (context, [reference], options) => runAsync(context, reference, options),
};

async function runAsync(context: CommandContext, reference: unknown, options: OptionValues): Promise<Outcome> {
  checkDataOptions(options);
  checkOutput(options, context);
  if (options.output !== undefined && !options.wait)
    throw new UsageError('-o needs --wait. Without --wait, download the PDF later with: pdfgen jobs result');
  if (options.open && !options.wait) throw new UsageError('--open needs --wait: without it, the document is made later.');
  if (options.failOnWarnings && !options.wait)
    throw new UsageError('--fail-on-warnings needs --wait: without it, the document is made later. Use --strict, or add --wait.');
  const timeout = readTimeout(options.timeout);
  const priority = readPriority(options.priority);
  const asked = readGivenOptions(options, context.settings);
  const template = await context.openTemplate(await chooseTemplate(reference, context));
  const given = await readData(template, options, context);
  const date = await chooseDate(asked.date, template, context.io.env);
  const { engine, uuid, version } = template;
  const key = options.idempotencyKey === undefined ? await newKey() : String(options.idempotencyKey);
  const request = {
    params: { uuid },
    // With its own key, the request can be repeated after a broken connection.
    headers: { 'idempotency-key': key },
    body: {
      data: given.data,
      options: { ...toRequestOptions(asked, date), ...priority },
      ...(version !== undefined && { templateVersion: version }),
      ...(options.callbackUrl !== undefined && { callbackUrl: String(options.callbackUrl) }),
    },
  };
  const job = await engine
    .createRenderJob(request, { signal: context.signal, lostDigits: given.lostDigits })
    .catch(async (error: unknown) => {
      const hasFiles = context.remote === undefined && version === undefined;
      throw await explainFaults(error, { template: hasFiles ? await readSources(engine, uuid) : undefined, given }, context);
    });
  await context.wakeWorker();
  if (!options.wait) {
    if (context.options.json) context.printJson(job);
    else context.print(`${job.uuid}\n`);
    context.say(`Wait for it with: ${context.toPaste(`jobs wait ${job.uuid.slice(-8)}`)}`);
    return 0;
  }
  const ended = await waitForJob(engine, job.uuid, timeout, context);
  if (!ended) {
    if (context.options.json) context.printJson(await engine.getRenderJob({ params: { uuid: job.uuid } }));
    return { exitCode: 8, reason: `The job ${job.uuid} has not ended yet.` };
  }
  const sources = { template: await readSource(template, ended, context), given };
  if (context.options.json)
    context.printJson({ ...ended, warnings: await withPlaces(ended.warnings, sources.template, context) });
  const failure = failureOf(ended);
  if (failure) {
    if (context.options.json) return { exitCode: failure.exitCode, reason: failure.message };
    throw failure;
  }
  if (options.output !== undefined || options.open || !context.options.json) {
    const pdf = await engine.getRenderJobResult({ params: { uuid: job.uuid } }, { signal: context.signal });
    const saved = await saveResult(pdf, options, context);
    const { read: _read, ...facts } = pdf;
    const made = { ...facts, ...saved, warnings: ended.warnings, body: [] };
    if (!context.options.json) await reportPdf(made, { target: saved.target }, context, sources);
    await openMade(saved.target, options, context);
  }
  return outcomeOfMade({ warnings: ended.warnings, warningCount: ended.warnings.length }, given, options);
}

/** The files of the template with the content of the job's version. Undefined: they are not needed, or stand on a server. */
async function readSource(
  { engine, uuid, version }: OpenedTemplate,
  { warnings, templateVersion }: RenderJob,
  { remote }: CommandContext,
): Promise<ReadTemplate | undefined> {
  if (remote || version !== undefined || templateVersion === null || warnings.length === 0) return undefined;
  const content = await engine.getTemplateVersion({ params: { uuid, version: templateVersion } });
  return readSources(engine, uuid, content);
}

async function newKey(): Promise<string> {
  const { randomUUID } = await import('node:crypto');
  return randomUUID();
}
