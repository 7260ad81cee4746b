// Reads the data of one document: from a file, standard input, the person at the terminal, or the template's own example.

import type { CallNotes } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { getTemplate } from '../../contract/get-template.ts';
import type { LostDigits } from '../../contract/lost-digits.ts';
import { parsePath, toPointer } from '../../input/parse-path.ts';
import { displayName, readRecord } from '../../input/read-records.ts';
import type { DataRecord } from '../../input/record.ts';
import { setPath, splitAssignment } from '../../input/set-path.ts';
import { isObject } from '../../json/is-object.ts';
import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext, OpenedTemplate } from '../context.ts';
import { findTable, refuseTable } from '../files/refuse-table.ts';
import type { Outcome } from '../outcome.ts';
import { askData } from './ask-data.ts';

export interface GivenData {
  readonly data: Readonly<Record<string, unknown>>;
  /** The record with its places, if the data came from a file. */
  readonly record: DataRecord | undefined;
  /** The name of the data in messages. */
  readonly source: string;
  /** Numbers of the example data that lost digits. For data in a file, the warning is printed when the file is read. */
  readonly lostDigits: readonly LostDigits[];
  /** JSON Pointers of values from `--set`, by the text of the option. */
  readonly assigned: ReadonlyMap<string, string>;
}

/** Reads, asks for or borrows the data, then applies `--set`. Raises InputError, UsageError, DATA_INVALID, RENDER_WARNINGS. */
export async function readData(template: OpenedTemplate, options: OptionValues, context: CommandContext): Promise<GivenData> {
  const assignments = ((options.set ?? []) as readonly string[]).map((text) => {
    const { path, value } = splitAssignment(text, '--set');
    return { path, value, option: `--set ${path}` };
  });
  const { value, record, source, lostDigits = [] } = await readValue(template, options, context);
  const data = assignments.reduce((result, one) => setPath(result, one.path, one.value, one.option), value);
  const assigned = new Map(assignments.map(({ path, option }) => [toPointer(parsePath(path, option)), option]));
  const kept = lostDigits.filter(({ pointer }) => !assigned.has(pointer.slice('/data'.length)));
  return { data: asDocumentData(data, source), record, source, lostDigits: kept, assigned };
}

async function readValue(
  template: OpenedTemplate,
  options: OptionValues,
  context: CommandContext,
): Promise<Pick<GivenData, 'record' | 'source'> & Partial<Pick<GivenData, 'lostDigits'>> & { readonly value: unknown }> {
  if (typeof options.data === 'string') {
    if (options.data === '-' && context.io.stdin.isTTY) context.say('Reading data from the terminal; end it with Ctrl-D.');
    refuseTable(options.data, template.slug);
    const record = await readRecord(options.data, { cwd: context.io.cwd, stdin: context.io.stdin, signal: context.signal });
    const source = displayName(options.data);
    const table = findTable(record.value, options.data, template.slug);
    if (table) throw table;
    tellWarnings(record, source, options, context);
    return { value: record.value, record, source };
  }
  const notes: CallNotes = {};
  const { exampleData, dataSchema } = await getTemplate(template, notes);
  if (options.ask) return { value: await askData(dataSchema, exampleData, context), record: undefined, source: 'the answers' };
  context.say(`No data given: using the example data of ${template.slug}.`);
  const lostDigits = notes.lostDigits?.map(({ pointer, message }) => ({
    pointer: pointer.replace('/exampleData', '/data'),
    message,
  }));
  return { value: exampleData, record: undefined, source: 'the example data', ...(lostDigits && { lostDigits }) };
}

/** Prints the warnings of a data file. Raises RENDER_WARNINGS with `--strict`. */
export function tellWarnings(
  record: DataRecord,
  source: string,
  options: OptionValues,
  { say, errorStyle }: CommandContext,
): void {
  for (const { line, column, message } of record.warnings)
    say(`${toLine(source)}:${line}:${column}  ${errorStyle.yellow('warning:')} ${toLine(message)}`);
  const count = record.warnings.length;
  if (options.strict && count > 0)
    throw new PdfgenError('RENDER_WARNINGS', `Strict rendering: ${counted(count, 'warning')} about ${source}.`);
}

/** A document that is made, with its warnings; a server may leave out their list. */
interface Made {
  readonly warningCount: number;
  readonly warnings: readonly { readonly message: string }[];
}

/** How a command ends that made a document: with 6 if it has warnings, of its data or its rendering, with `--fail-on-warnings`. */
export function outcomeOfMade(
  { warningCount, warnings }: Made,
  { record }: GivenData,
  { failOnWarnings }: OptionValues,
): Outcome {
  const doubts = record?.warnings ?? [];
  const count = warningCount + doubts.length;
  if (!failOnWarnings || count === 0) return 0;
  const first = [...doubts, ...warnings][0];
  const told = first === undefined ? '' : `${count === 1 ? '' : ', the first'}: ${first.message}`;
  return { exitCode: 6, reason: `The document is made, with ${counted(count, 'warning')}${told}` };
}

/** Raises DATA_INVALID if the data is not an object. */
export function asDocumentData(data: unknown, source: string): Readonly<Record<string, unknown>> {
  if (isObject(data)) return data;
  const what = Array.isArray(data) ? 'an array' : data === null ? 'null' : `a ${typeof data}`;
  const message = `must be an object, got ${what}`;
  throw new PdfgenError('DATA_INVALID', `${source}: the data of one document ${message}.`, {
    errors: [{ path: '/data', message, keyword: 'type', params: { type: 'object' }, schemaPath: '#/type' }],
  });
}

/** Refuses options that exclude each other. Raises UsageError. */
export function checkDataOptions(options: OptionValues): void {
  if (options.ask && options.data !== undefined) throw new UsageError('Use --ask or --data, not both.');
  if (/^\s*\{.*\}\s*$/s.test(String(options.data)))
    throw new UsageError(
      '-d takes the name of a file, not JSON. Send the JSON to standard input with -d -, or set values with --set PATH=VALUE',
    );
  if (options.data === '') throw new UsageError('-d needs the name of a file, or - for standard input.');
}
