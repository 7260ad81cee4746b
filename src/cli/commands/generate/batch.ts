// pdfgen generate batch: a batch of jobs from a JSON array.
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Engine, RenderBatch } from '../../../contract/engine.ts';
import { PdfgenError } from '../../../contract/errors.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { displayName, readRecord } from '../../input/read-records.ts';
import type { DataRecord } from '../../input/record.ts';
import { toLine } from '../../io/io.ts';
import { toSafeName } from '../../output/safe-name.ts';
import { writeError } from '../../output/write-file.ts';
import { describeBreach } from '../../report-error.ts';
import { UsageError } from '../../usage-error.ts';
import { describeCounts, exitCodeOf, listItems, reportFailures, waitForBatch } from '../batches/open-batch.ts';
import { chooseTemplate } from '../choose-template.ts';
import { saveResult } from '../save-result.ts';
import { readTimeout } from '../wait-until.ts';
import { chooseDate } from './document-date.ts';

const help = `
Examples:
  pdfgen generate batch invoice -i orders.json
  pdfgen generate batch invoice -i orders.json --wait -o out/
  pdfgen batches wait @last && pdfgen batches result @last

The file is a JSON or YAML array: of the data of each document, or with --items of { "data": {…}, "reference": "…" }. Every item is
checked before the batch is made; with an invalid one nothing is made. In a workspace a worker in the background renders it.

Exit codes:
  0  the batch is made; with --wait, every item completed
  1  with --wait: no item completed
  2  wrong usage
  3  an item or the template is invalid
  5  there is no such template
  6  with --wait: some items failed
  8  with --wait: the time was up first
  9  a file cannot be read or written`;

export const batch: CliCommand = {
  create: () =>
    new Command('batch')
      .description('Makes a batch of jobs from a file with the data of many documents, and prints its UUID.')
      .argument('[template]', 'slug, UUID or slug@VERSION')
      .requiredOption('-i, --input <file>', 'JSON or YAML, or - for standard input')
      .option('--items', 'each element is { data, reference? }')
      .option('--wait', 'wait for the end of every item')
      .option('--timeout <time>', 'with --wait: at most so long: 90s, 15m, 2h')
      .option('-o, --output <folder>', 'with --wait: a folder for the PDFs')
      .option('--date <date>', 'date of the documents (default: when the batch was made)')
      .option('--strict', 'warnings are failures')
      .option('--font-subset <kind>', 'document: the glyphs used; template: a set that documents share')
      .option('--idempotency-key <key>', 'a repeat with this key within 24 hours makes no second batch')
      .addHelpText('after', help),
  flags: { fontSubset: 'fontSubset' },
  run: (context, [reference], options) => runBatch(context, reference, options),
};

interface Item {
  readonly data?: unknown;
  readonly reference?: string;
}

async function runBatch(context: CommandContext, reference: unknown, options: OptionValues): Promise<number> {
  const { io } = context;
  if (options.output !== undefined && !options.wait)
    throw new UsageError('-o needs --wait; later, take the results with: pdfgen batches result');
  if (options.output === '-') throw new UsageError('-o is a folder here; several PDFs do not fit on standard output.');
  const timeout = readTimeout(options.timeout);
  const template = await context.openTemplate(await chooseTemplate(reference, context));
  const record = await readRecord(String(options.input), { cwd: io.cwd, stdin: io.stdin });
  const source = displayName(String(options.input));
  const items = readItems(record.value, options.items === true, source);
  const date = await chooseDate(options.date, template, io.env);
  const { engine, uuid, version } = template;
  const request = {
    params: { templateUuid: uuid },
    headers: { 'idempotency-key': options.idempotencyKey === undefined ? randomUUID() : String(options.idempotencyKey) },
    body: {
      items,
      options: { ...(date !== undefined && { date }), strict: options.strict === true, fontSubset: context.settings.fontSubset },
      ...(version !== undefined && { templateVersion: version }),
    },
  };
  const made = await engine.createRenderBatch(request, { signal: context.signal }).catch((error: unknown) => {
    const isForPeople = error instanceof PdfgenError && error.code === 'BATCH_INVALID' && !context.options.json;
    throw isForPeople ? explainItems(error, { record, source, areItems: options.items === true }, context) : error;
  });
  await context.wakeWorker();
  if (!options.wait) {
    if (context.options.json) context.printJson(made);
    else context.print(`${made.batchUuid}\n`);
    context.say(`${made.counts.total} items. Wait for them with: ${context.toPaste(`batches wait ${made.batchUuid.slice(-8)}`)}`);
    return 0;
  }
  return finish(engine, made, timeout, options.output, context);
}

function readItems(value: unknown, areItems: boolean, source: string): readonly Item[] {
  if (!Array.isArray(value)) throw new UsageError(`${source} must hold an array: an element for each document.`);
  if (value.length === 0) throw new UsageError(`${source} holds no element.`);
  // What is no object is told by the engine, with its place.
  return areItems ? (value as Item[]) : value.map((data: unknown) => ({ data }));
}

async function finish(
  engine: Engine,
  { batchUuid }: RenderBatch,
  timeout: number | undefined,
  output: unknown,
  context: CommandContext,
): Promise<number> {
  const ended = await waitForBatch(engine, batchUuid, timeout, context);
  if (context.options.json) context.printJson(await engine.getRenderBatch({ params: { batchUuid } }));
  if (!ended) return 8;
  await reportFailures(engine, ended, context);
  if (typeof output === 'string') await download(engine, batchUuid, output, context);
  context.say(`The batch ${batchUuid} is ${ended.state.replaceAll('_', ' ')}: ${describeCounts(ended.counts)}.`);
  return exitCodeOf(ended.state);
}

/** Every completed item into a folder, each under its own name; of several with one name the later get their number. */
async function download(engine: Engine, batchUuid: string, output: string, context: CommandContext): Promise<void> {
  const folder = resolve(context.io.cwd, output);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw writeError(output, error);
  });
  const taken = new Set<string>();
  for (const { index, jobUuid } of await listItems(engine, batchUuid, 'completed')) {
    context.signal.throwIfAborted();
    const pdf = await engine.getRenderJobResult({ params: { uuid: jobUuid } }, { signal: context.signal });
    const plain = toSafeName(pdf.filename);
    const name = taken.has(plain.toLowerCase()) ? plain.replace(/\.pdf$/, `-${index}.pdf`) : plain;
    taken.add(name.toLowerCase());
    await saveResult(pdf, join(folder, name), context);
  }
  context.say(`${taken.size} ${taken.size === 1 ? 'PDF' : 'PDFs'} in ${toLine(output)}`);
}

/** A person is shown no more breaches than this. */
const shown = 50;

/** Prints the breaches as `orders.json:14:12  item 3 /qty must be …`; gives the error that sums them up. */
function explainItems(
  error: PdfgenError,
  { record, source, areItems }: { readonly record: DataRecord; readonly source: string; readonly areItems: boolean },
  context: CommandContext,
): PdfgenError {
  const breaches = error.errors ?? [];
  const inFile = (path: string) => path.replace(/^\/items/, '').replace(/^(\/\d+)\/data(?=\/|$)/, areItems ? '$&' : '$1');
  const places = record.places.all([...new Set(breaches.map(({ path }) => inFile(path)))]);
  for (const one of breaches.slice(0, shown)) {
    const place = places.get(inFile(one.path));
    const where = [source, place?.line, place?.column].filter((part) => part !== undefined).join(':');
    const [, index = '?', rest = ''] = /^\/items\/(\d+)(?:\/data)?(.*)$/s.exec(one.path) ?? [];
    const text = `item ${index} ${describeBreach({ path: rest, message: one.message })}`;
    context.io.stderr.write(`${context.errorStyle.bold(toLine(where))}  ${toLine(text)}\n`);
  }
  const more =
    breaches.length > shown ? ` (${shown} of ${breaches.length}${error.errorsTruncated ? ' and more' : ''} are shown)` : '';
  return new PdfgenError(error.code, `${error.message.replace(/[.:]$/, '')}${more}.`);
}
