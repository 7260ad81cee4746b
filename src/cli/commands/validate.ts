// pdfgen validate: checks data files against the contract of their template, for people and for CI.
import { Option } from 'commander';
import type { Engine } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { getTemplate } from '../../contract/get-template.ts';
import type { CommandInputs } from '../../files/output-guard.ts';
import { findDataFiles } from '../../input/find-data-files.ts';
import { readPairs, type ValidatePair } from '../../input/read-pairs.ts';
import type { DataFormat } from '../../input/read-records.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import { exitCodeAfter } from '../io/io.ts';
import type { Outcome } from '../outcome.ts';
import { overwriteText } from '../output/write-output.ts';
import { checkFile } from '../report/check-file.ts';
import { summarize } from '../report/human.ts';
import { checkReports, parseOutputs, type ReportOutput, writeReports } from '../report/outputs.ts';
import { type FileReport, type Finding, isUnreadable, isValid, type ValidationReport } from '../report/validation-report.ts';

export interface ValidateOptions {
  readonly template?: string | undefined;
  /** Names, patterns, folders, `-`. */
  readonly files: readonly string[];
  /** Values of `--format`, such as `junit=report.xml`. */
  readonly format: readonly string[];
  readonly json?: boolean | undefined;
  readonly inputFormat?: DataFormat | undefined;
  readonly allowEmpty?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly overwrite?: boolean | undefined;
  /** Findings listed for each file; all are counted. */
  readonly maxErrors?: number | undefined;
}

/** The parts of the context that the command uses. */
export interface ValidateContext {
  readonly io: {
    readonly stdin: AsyncIterable<Uint8Array | string>;
    readonly stdout: { write(text: string): unknown };
    readonly stderr: { write(text: string): unknown };
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly cwd: string;
  };
  readonly signal: AbortSignal;
  readonly inputs: CommandInputs;
  openTemplate(name: string): Promise<{
    readonly engine: Pick<Engine, 'validateTemplateData' | 'getTemplate' | 'getTemplateVersion'>;
    readonly uuid: string;
    readonly version: number | undefined;
  }>;
}

const help = `
Examples:
  pdfgen validate invoice order.json
  pdfgen validate invoice 'orders/**/*.json' more-orders/ --format junit=report.xml
  jq -c '.[]' orders.json | pdfgen validate invoice - --input-format jsonl
  pdfgen validate                      the pairs under "validate" in pdfgen.json:
                                       [{ "template": "invoice", "files": ["data/*.json"] }]

Exit codes:
  0  all data is valid
  2  wrong usage
  3  some data is invalid
  5  there is no such template
  9  a file cannot be read, a pattern matches no file (see --allow-empty), or the file of a report is there already (see --overwrite)`;

const defaultMaxErrors = 1000;

const collect = (value: string, before: readonly string[]) => [...before, value];

/** `pdfgen validate`. */
export const command: CliCommand = {
  description:
    "Checks data files against the template's data schema. Reports every fault with file, line and column, and checks every file even if one fails. Reads JSON, JSON Lines (.jsonl, .ndjson) and YAML.",
  help,
  define: (command) =>
    command
      .argument('[template]', 'name, UUID or path of a template')
      .argument('[files...]', 'files, quoted patterns, folders, or - for standard input')
      .addOption(
        new Option(
          '--format <form[=file]>',
          'form of the report: human, json, junit, sarif or github; =file writes it to a file (repeatable)',
        )
          .argParser(collect)
          .default([], 'human'),
      )
      .option('--overwrite', `with --format FORM=FILE: ${overwriteText}`)
      .option('--input-format <format>', 'read every file as json, jsonl or yaml, whatever its name')
      .option('--allow-empty', 'accept a pattern that matches no file')
      .option(
        '--max-errors <n>',
        `list at most n errors and warnings of each file; all errors are counted (default: ${defaultMaxErrors})`,
      ),
  run: (context, [template, files], values) =>
    runValidate(
      readValidateOptions(template as string | undefined, (files ?? []) as readonly string[], values, context.options),
      context,
    ),
};

/** The options of a parsed command line. Raises UsageError. */
export function readValidateOptions(
  template: string | undefined,
  files: readonly string[],
  values: OptionValues,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): ValidateOptions {
  const { format, inputFormat, maxErrors, allowEmpty, overwrite } = values as {
    format: string[];
    inputFormat?: string;
    maxErrors?: string;
    allowEmpty?: boolean;
    overwrite?: boolean;
  };
  if (inputFormat !== undefined && !isDataFormat(inputFormat))
    throw usage(`--input-format must be json, jsonl or yaml, got "${inputFormat}".`);
  if (maxErrors !== undefined && !/^[1-9]\d{0,5}$/.test(maxErrors))
    throw usage(`--max-errors must be a whole number from 1, got "${maxErrors}".`);
  return {
    template,
    files,
    format,
    json,
    quiet,
    inputFormat,
    allowEmpty,
    overwrite,
    maxErrors: maxErrors === undefined ? undefined : Number(maxErrors),
  };
}

const isDataFormat = (name: string): name is DataFormat => name === 'json' || name === 'jsonl' || name === 'yaml';

const usage = (message: string): UsageError => new UsageError(message);

/** Checks the files and writes the reports. Raises faults of the template or the command line, not of the data. */
export async function runValidate(options: ValidateOptions, context: ValidateContext): Promise<Outcome> {
  const outputs = chooseOutputs(options, context);
  checkReports(outputs, context, options.overwrite);
  const pairs = await choosePairs(options, context);
  const files: FileReport[] = [];
  for (const pair of pairs) files.push(...(await checkPair(pair, options, context)));
  const report = { files };
  await writeReports(report, outputs, context, options.overwrite);
  const saysCounts = outputs.some(({ form, file }) => form === 'human' && file === undefined);
  if (!saysCounts && options.quiet !== true && options.json !== true) context.io.stderr.write(`${summarize(report)}\n`);
  const exitCode = pickExitCode(report, context.signal);
  const isPrinted = outputs.some(({ file }) => file === undefined);
  return exitCode === 0 ? 0 : { exitCode, reason: summarize(report), isPrinted };
}

function chooseOutputs({ format, json }: ValidateOptions, { io }: ValidateContext): readonly ReportOutput[] {
  if (json === true && format.length === 0) return [{ form: 'json', file: undefined }];
  if (json === true) {
    if (format.some((text) => !text.includes('=') && text !== 'json'))
      throw usage('--json and --format cannot share standard output; send the format to a file: --format junit=report.xml');
    return parseOutputs(['json', ...format.filter((text) => text !== 'json')]);
  }
  if (format.length > 0) return parseOutputs(format);
  const human: ReportOutput = { form: 'human', file: undefined };
  // The runner takes annotations out of the log, so that both can go there.
  return io.env.GITHUB_ACTIONS === 'true' ? [human, { form: 'github', file: undefined }] : [human];
}

async function choosePairs({ template, files }: ValidateOptions, { io }: ValidateContext): Promise<readonly ValidatePair[]> {
  if (template !== undefined && files.length > 0) return [{ template, files }];
  if (template !== undefined)
    throw usage(`The data files are missing. Name them after the template: pdfgen validate ${template} order.json`);
  const pairs = await readPairs(io.cwd);
  if (!pairs)
    throw usage(
      'Name a template and data files, or list pairs under "validate" in pdfgen.json: [{ "template": "invoice", "files": ["data/*.json"] }]',
    );
  return pairs;
}

async function checkPair(pair: ValidatePair, options: ValidateOptions, context: ValidateContext): Promise<FileReport[]> {
  const { io, signal } = context;
  const target = { name: pair.template, ...(await context.openTemplate(pair.template)) };
  const provesNothing = await hasNoSchema(target);
  const { files, empty } = await findDataFiles(pair.files, io.cwd);
  const reports = options.allowEmpty === true ? [] : empty.map((pattern) => reportEmpty(pattern, pair.template));
  for (const file of files) {
    if (signal.aborted) break;
    const reading = { cwd: io.cwd, stdin: io.stdin, format: options.inputFormat };
    const report = await checkFile(file, target, { ...reading, maxErrors: options.maxErrors ?? defaultMaxErrors, signal });
    reports.push(provesNothing ? { ...report, findings: [...report.findings, noSchema(pair.template)] } : report);
  }
  return reports;
}

/** Whether the template has no schema, or a schema that all data fits. False if a server does not show the schema. */
async function hasNoSchema(target: Awaited<ReturnType<ValidateContext['openTemplate']>>): Promise<boolean> {
  const template = await getTemplate(target).catch((error: unknown) => {
    if (error instanceof PdfgenError) return undefined;
    throw error;
  });
  if (template === undefined) return false;
  const { dataSchema = true } = template;
  return dataSchema === true || (typeof dataSchema === 'object' && Object.keys(dataSchema).length === 0);
}

/** The warning for a template without a schema: all data is valid for it. */
const noSchema = (template: string): Finding => ({
  level: 'warning',
  place: undefined,
  record: undefined,
  path: '',
  message: `the template "${template}" has no data schema, so any data is valid; describe the data in its schema.json`,
  rule: 'no-schema',
  schemaPath: undefined,
});

function reportEmpty(pattern: string, template: string): FileReport {
  const message = 'matches no data file (--allow-empty accepts this)';
  return {
    file: pattern,
    isEmpty: true,
    template,
    records: 0,
    errors: 1,
    findings: [
      { level: 'unreadable', place: undefined, record: undefined, path: '', message, rule: 'unreadable', schemaPath: undefined },
    ],
  };
}

/** For several files: interrupted, then unreadable, then invalid. */
function pickExitCode({ files }: ValidationReport, signal: AbortSignal): number {
  if (signal.aborted) return exitCodeAfter(signal);
  if (files.some(isUnreadable)) return 9;
  return files.every(isValid) ? 0 : 3;
}
