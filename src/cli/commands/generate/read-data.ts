// The data of one document: from a file, standard input, the person at the terminal, or the template's own example.
import { PdfgenError } from '../../../contract/errors.ts';
import type { OptionValues } from '../../command.ts';
import type { CommandContext, OpenedTemplate } from '../../context.ts';
import { getTemplate } from '../../get-template.ts';
import { parsePath, toPointer } from '../../input/parse-path.ts';
import { displayName, readRecord } from '../../input/read-records.ts';
import type { DataRecord } from '../../input/record.ts';
import { setPath, splitAssignment } from '../../input/set-path.ts';
import { toLine } from '../../io/io.ts';
import { UsageError } from '../../usage-error.ts';
import { askData } from './ask/ask-data.ts';

export interface GivenData {
  readonly data: Readonly<Record<string, unknown>>;
  /** Where it came from a file: the record with its places. */
  readonly record: DataRecord | undefined;
  /** How the data is called in messages. */
  readonly source: string;
  /** JSON Pointers of values that `--set` put there, by the text of the option. */
  readonly assigned: ReadonlyMap<string, string>;
}

/** Reads, asks for or borrows the data, then applies `--set`. Raises InputError, UsageError, DATA_INVALID. */
export async function readData(template: OpenedTemplate, options: OptionValues, context: CommandContext): Promise<GivenData> {
  const assignments = ((options.set ?? []) as readonly string[]).map(splitAssignment);
  const { value, record, source } = await readValue(template, options, context);
  const data = assignments.reduce((result, one) => setPath(result, one.path, one.value), value);
  const assigned = new Map(assignments.map(({ path }) => [toPointer(parsePath(path, `--set ${path}`)), `--set ${path}`]));
  return { data: asDocumentData(data, source), record, source, assigned };
}

async function readValue(
  template: OpenedTemplate,
  options: OptionValues,
  context: CommandContext,
): Promise<{ readonly value: unknown; readonly record: DataRecord | undefined; readonly source: string }> {
  if (typeof options.data === 'string') {
    if (options.data === '-' && context.io.stdin.isTTY) context.say('Reading data from the terminal; end it with Ctrl-D.');
    const record = await readRecord(options.data, { cwd: context.io.cwd, stdin: context.io.stdin });
    const source = displayName(options.data);
    for (const { line, column, message } of record.warnings) {
      context.say(`${toLine(source)}:${line}:${column}  ${context.errorStyle.yellow('warning:')} ${toLine(message)}`);
    }
    return { value: record.value, record, source };
  }
  const { exampleData, dataSchema } = await getTemplate(template);
  if (options.ask) return { value: await askData(dataSchema, exampleData, context), record: undefined, source: 'the answers' };
  context.say(`No data given: using the example data of ${template.slug}.`);
  return { value: exampleData, record: undefined, source: 'the example data' };
}

/** Raises DATA_INVALID for what is no object. */
export function asDocumentData(data: unknown, source: string): Readonly<Record<string, unknown>> {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  const what = Array.isArray(data) ? 'an array' : data === null ? 'null' : `a ${typeof data}`;
  const message = `must be an object, got ${what}`;
  throw new PdfgenError('DATA_INVALID', `${source}: the data of one document ${message}.`, {
    errors: [{ path: '/data', message, keyword: 'type', params: { type: 'object' }, schemaPath: '#/type' }],
  });
}

/** Refuses options that exclude each other. Raises UsageError. */
export function checkDataOptions(options: OptionValues): void {
  if (options.ask && options.data !== undefined) throw new UsageError('--ask and --data exclude each other.');
  if (options.data === '') throw new UsageError('-d needs the name of a file, or - for standard input.');
}
