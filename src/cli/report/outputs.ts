// Chooses where each form of report goes: `--format json`, `--format junit=report.xml`.
import { resolve } from 'node:path';
import { UsageError } from '../../words/usage-error.ts';
import { type FileContext, protectFiles, writeProtected } from '../output/write-output.ts';
import { type ReportForm, reportForms, reportKinds } from './index.ts';
import type { ValidationReport } from './validation-report.ts';

export interface ReportOutput {
  readonly form: ReportForm;
  /** Undefined: standard output. */
  readonly file: string | undefined;
}

/** Reads the values of `--format`. Raises UsageError for an unknown form, for two forms on standard output, or for two forms in one file. */
export function parseOutputs(formats: readonly string[]): readonly ReportOutput[] {
  const outputs = formats.map(parseOutput);
  const targets = outputs.map(({ file }) => file ?? '-');
  const twice = targets.find((target, i) => targets.indexOf(target) !== i);
  if (twice === '-') throw usage('Two formats cannot share standard output; send one to a file: --format junit=report.xml');
  if (twice !== undefined) throw usage(`Two formats cannot share the file ${twice}.`);
  return outputs;
}

function parseOutput(text: string): ReportOutput {
  const at = text.indexOf('=');
  const form = at === -1 ? text : text.slice(0, at);
  const file = at === -1 ? undefined : text.slice(at + 1);
  if (!isForm(form)) throw usage(`There is no format "${form}"; the formats are ${Object.keys(reportForms).join(', ')}.`);
  if (file === '') throw usage(`--format ${form}= needs the name of a file.`);
  return { form, file: file === '-' ? undefined : file };
}

const isForm = (name: string): name is ReportForm => Object.hasOwn(reportForms, name);

const usage = (message: string): UsageError => new UsageError(message);

/** The parts of the context that reports use. */
export type ReportContext = FileContext & { readonly io: { readonly stdout: { write(text: string): unknown } } };

/** Raises UsageError if a report would replace a file that is read, or without `overwrite` a file that is no such report. */
export function checkReports(
  outputs: readonly ReportOutput[],
  { inputs, io }: Pick<FileContext, 'inputs' | 'io'>,
  overwrite: unknown,
): void {
  for (const { form, file } of outputs)
    if (file !== undefined) protectFiles({ target: file, kind: reportKinds[form], overwrite, option }, { inputs, io });
}

const option = '--format';

/** Writes every report. A file is written whole or not at all. Raises UsageError. */
export async function writeReports(
  report: ValidationReport,
  outputs: readonly ReportOutput[],
  context: ReportContext,
  overwrite: unknown,
): Promise<void> {
  const { io, inputs } = context;
  const read = report.files.map(({ file }) => ({ path: resolve(io.cwd, file), shown: file }));
  const withRead = { ...context, inputs: { ...inputs, files: [...inputs.files, ...read] } };
  checkReports(outputs, withRead, overwrite);
  for (const { form, file } of outputs) {
    const text = reportForms[form](report);
    if (file === undefined) io.stdout.write(text);
    else
      await writeProtected(
        [new TextEncoder().encode(text)],
        { target: file, kind: reportKinds[form], overwrite, option },
        withRead,
      );
  }
}
