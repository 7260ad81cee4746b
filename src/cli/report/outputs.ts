// Where each form of report goes: `--format json`, `--format junit=report.xml`.
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { InputError } from '../input/input-error.ts';
import { type ReportForm, reportForms } from './index.ts';
import type { ValidationReport } from './types.ts';

export interface Output {
  readonly form: ReportForm;
  /** undefined: standard output. */
  readonly file: string | undefined;
}

/** Reads the values of `--format`. Raises INVALID_REQUEST for an unknown form, two forms on standard output, or two in one file. */
export function parseOutputs(formats: readonly string[]): readonly Output[] {
  const outputs = formats.map(parseOutput);
  const targets = outputs.map(({ file }) => file ?? '-');
  const twice = targets.find((target, i) => targets.indexOf(target) !== i);
  if (twice === '-') throw usage('Two formats cannot share standard output; send one to a file: --format junit=report.xml');
  if (twice !== undefined) throw usage(`Two formats cannot share the file ${twice}.`);
  return outputs;
}

function parseOutput(text: string): Output {
  const at = text.indexOf('=');
  const form = at === -1 ? text : text.slice(0, at);
  const file = at === -1 ? undefined : text.slice(at + 1);
  if (!isForm(form)) throw usage(`There is no format "${form}"; the formats are ${Object.keys(reportForms).join(', ')}.`);
  if (file === '') throw usage(`--format ${form}= names no file.`);
  return { form, file: file === '-' ? undefined : file };
}

const isForm = (name: string): name is ReportForm => Object.hasOwn(reportForms, name);

const usage = (message: string): PdfgenError => new PdfgenError('INVALID_REQUEST', message);

/** Writes every report; files whole or not at all. Raises InputError, exit 9, for a file that cannot be written. */
export async function writeReports(
  report: ValidationReport,
  outputs: readonly Output[],
  { cwd, stdout }: { readonly cwd: string; readonly stdout: { write(text: string): unknown } },
): Promise<void> {
  for (const { form, file } of outputs) {
    const text = reportForms[form](report);
    if (file === undefined) stdout.write(text);
    else await writeWhole(resolve(cwd, file), text, file);
  }
}

// Written beside and renamed, so that a CI server never picks up half a report.
async function writeWhole(path: string, text: string, name: string): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text);
    await rename(beside, path);
  } catch (cause) {
    await rm(beside, { force: true });
    throw new InputError(
      9,
      `cannot be written: ${cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)}`,
      { file: name, cause },
    );
  }
}
