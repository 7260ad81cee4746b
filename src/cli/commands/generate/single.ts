// pdfgen generate single
import { fstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { errorTable, PdfgenError } from '../../../contract/errors.ts';
import type { Pdf, RenderWarning } from '../../../contract/generate.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import type { CommandContext, OpenedTemplate } from '../../context.ts';
import { displayName, readRecord } from '../../input/read-records.ts';
import type { DataRecord } from '../../input/record.ts';
import { setPath, splitAssignment } from '../../input/set-path.ts';
import { escapeControls } from '../../io/io.ts';
import { writeFileWhole } from '../../output/write-file.ts';
import { describeBreach } from '../../report-error.ts';
import { UsageError } from '../../usage-error.ts';
import { chooseTemplate } from '../choose-template.ts';
import { askData } from './ask-data.ts';

export const single: CliCommand = {
  create: () =>
    new Command('single')
      .description("Makes one PDF from a template and data. Without data the template's own example is used.")
      .argument('[template]', 'slug, UUID, slug@VERSION or path')
      .option('-d, --data <file>', 'JSON or YAML, or - for standard input')
      .option('--set <path=value>', 'set one value, as in lines[0].qty=3; may be repeated', (value: string, before: readonly string[]) => [...before, value], [])
      .option('--ask', 'fill in the data field by field')
      .option('-o, --output <file>', "where it goes, - for standard output (default: the template's own name)")
      .option('--date <date>', 'date of the document, as 2026-01-31 (default: SOURCE_DATE_EPOCH, else none)')
      .option('--strict', 'warnings are failures')
      .option('--font-subset <kind>', 'document: the glyphs used; template: a set that documents share')
      .option('--max-pages <n>', 'most pages the document may have')
      .addHelpText(
        'after',
        `
Examples:
  pdfgen generate single invoice -d order.json -o out.pdf
  pdfgen generate single invoice --set number=2026-17 --set 'lines[0].qty=3'
  cat order.yaml | pdfgen generate single invoice -d - -o - | lpr
  pdfgen generate single templates-examples/letter

Exit codes:
  0  done
  2  wrong usage
  3  the data or the template is invalid, or --strict and a warning
  5  there is no such template
  9  a file cannot be read or written`,
      ),
  flags: { maxPages: 'maxPages', fontSubset: 'fontSubset' },
  async run(context, [reference], options) {
    const output = checkOutput(options.output, context);
    const template = await context.openTemplate(await chooseTemplate(reference, context));
    const { data, record, source } = await readData(template, options, context);
    const pdf = await withSpinner(context, () => generate(template, { data, record, source }, options, context));
    context.signal.throwIfAborted();
    const path = output ?? pdf.filename;
    if (path === '-') for (const chunk of pdf.body) context.io.stdout.write(chunk);
    else await writeFileWhole(resolve(context.io.cwd, path), pdf.body, context.signal);
    report(pdf, path, context);
    return 0;
  },
};

/** The target, checked before any work is done. */
function checkOutput(output: unknown, context: CommandContext): string | undefined {
  if (output === undefined) return undefined;
  if (output === '-' && context.io.stdout.isTTY) throw new UsageError('A PDF is not printed on a terminal: name a file with -o FILE, or send standard output elsewhere.');
  if (output === '-' && context.options.json) throw new UsageError('--json and -o - cannot share standard output.');
  if (output === '') throw new UsageError('-o needs the name of a file.');
  return String(output);
}

interface GivenData {
  readonly data: unknown;
  readonly record: DataRecord | undefined;
  /** How the data is called in messages. */
  readonly source: string;
}

async function readData(template: OpenedTemplate, options: OptionValues, context: CommandContext): Promise<GivenData> {
  const assignments = (options.set as readonly string[]).map(splitAssignment);
  const apply = (data: unknown) => assignments.reduce((result, { path, value }) => setPath(result, path, value), data);
  if (typeof options.data === 'string') {
    if (options.ask) throw new UsageError('--ask and --data exclude each other.');
    const record = await readRecord(options.data, { cwd: context.io.cwd, stdin: context.io.stdin });
    for (const warning of record.warnings) context.say(`${displayName(options.data)}:${warning.line}:${warning.column}: ${warning.message}`);
    return { data: apply(record.value), record, source: displayName(options.data) };
  }
  if (hasWaitingInput(context)) throw new UsageError('There is data on standard input: say so with -d -');
  const { engine, uuid, version } = template;
  const { exampleData, dataSchema } = version === undefined ? await engine.getTemplate({ params: { uuid } }) : await engine.getTemplateVersion({ params: { uuid, version } });
  if (options.ask) return { data: apply(await askData(dataSchema, exampleData, context)), record: undefined, source: 'the answers' };
  context.say(`No data given: using the example data of ${template.slug}.`);
  return { data: apply(exampleData), record: undefined, source: 'the example data' };
}

/** Whether somebody sends data without saying so: a file or a pipe with something in it. An idle pipe or /dev/null is no data. */
function hasWaitingInput({ io }: CommandContext): boolean {
  if (io.stdin.isTTY || io.stdin.fd === undefined) return io.stdin.fd === undefined && !io.stdin.isTTY && io.stdin.readableLength > 0;
  try {
    const stat = fstatSync(io.stdin.fd);
    return stat.isFile() ? stat.size > 0 : io.stdin.readableLength > 0;
  } catch {
    return false; // standard input is closed
  }
}

async function generate(template: OpenedTemplate, given: GivenData, options: OptionValues, context: CommandContext): Promise<Pdf> {
  const { engine, uuid, version } = template;
  const date = documentDate(options.date, context);
  if (typeof given.data !== 'object' || given.data === null || Array.isArray(given.data)) {
    throw new PdfgenError('DATA_INVALID', `${given.source} must be an object.`, { errors: [{ path: '/data', message: 'must be an object', keyword: 'type', params: {}, schemaPath: '' }] });
  }
  try {
    return await engine.generateSingle(
      {
        params: { id: uuid },
        body: {
          data: given.data as Record<string, unknown>,
          options: { ...(date !== undefined && { date }), strict: options.strict === true, fontSubset: context.settings.fontSubset },
          ...(version !== undefined && { templateVersion: version }),
        },
      },
      { signal: context.signal },
    );
  } catch (error) {
    throw error instanceof PdfgenError && error.code === 'DATA_INVALID' && !context.options.json ? withPlaces(error, given, context) : error;
  }
}

/** The breaches at their places in the file. */
function withPlaces(error: PdfgenError, { record, source }: GivenData, context: CommandContext): Error {
  const breaches = error.errors ?? [];
  const pointers = breaches.map((one) => one.path.replace(/^\/data/, ''));
  const places = record?.places.all(pointers);
  const lines = breaches.slice(0, 50).map((one, i) => {
    const place = places?.get(pointers[i]!);
    return `${escapeControls(place ? `${source}:${place.line}:${place.column}` : source)}  ${escapeControls(describeBreach(one))}`;
  });
  for (const line of lines) context.io.stderr.write(`${line}\n`);
  const more = breaches.length > lines.length ? `; ${breaches.length - lines.length} more are not shown` : '';
  return new PdfgenError(error.code, `${errorTable[error.code].title}: ${error.message.replace(/\.$/, '')}${more}.`);
}

function documentDate(given: unknown, { io }: CommandContext): string | undefined {
  if (given !== undefined) {
    const text = String(given);
    const date = /^\d{4}-\d{2}-\d{2}(?:T.+)?$/.test(text) ? new Date(text) : undefined;
    if (!date || Number.isNaN(date.getTime())) throw new UsageError(`--date must be a date such as 2026-01-31 or 2026-01-31T09:30:00Z, got "${text}"`);
    return date.toISOString();
  }
  const epoch = io.env.SOURCE_DATE_EPOCH;
  if (!epoch) return undefined;
  if (!/^\d{1,11}$/.test(epoch)) throw new UsageError(`SOURCE_DATE_EPOCH must be whole seconds since 1970, got "${epoch}"`);
  return new Date(Number(epoch) * 1000).toISOString();
}

async function withSpinner<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
  if (!context.io.stderr.isTTY || context.options.quiet || context.options.json || context.io.env.CI) return work();
  const { default: ora } = await import('ora');
  const spinner = ora({ text: 'Rendering', discardStdin: false }).start();
  try {
    return await work();
  } finally {
    spinner.stop();
  }
}

function report(pdf: Pdf, path: string, context: CommandContext): void {
  if (context.options.json) {
    const { body: _body, ...facts } = pdf;
    context.printJson({ ...facts, path: path === '-' ? null : resolve(context.io.cwd, path) });
    return;
  }
  for (const warning of pdf.warnings) context.say(describeWarning(warning, context));
  const pages = `${pdf.pages} ${pdf.pages === 1 ? 'page' : 'pages'}`;
  context.say(`${context.errorStyle.bold(escapeControls(path === '-' ? 'standard output' : path))}  ${pages}  ${sizeOf(pdf.bytes)}`);
}

function describeWarning({ code, component, dataPath, page, message }: RenderWarning, context: CommandContext): string {
  const where = [page === null ? undefined : `page ${page}`, component, dataPath ?? undefined].filter((part) => part !== undefined).join(', ');
  return `${context.errorStyle.yellow('warning:')} ${escapeControls(message)} ${context.errorStyle.dim(escapeControls(`(${code}; ${where})`))}`;
}

function sizeOf(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
