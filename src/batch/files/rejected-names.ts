// Names of the files of rejected and failed rows.
import { basename, dirname, extname, join } from 'node:path';
import type { NameOption } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchOptions } from '../batch-options.ts';
import type { BatchInput } from '../entries/batch-input.ts';

/** The options that name a file of rows. */
export const rowFileOptions = ['rejected', 'failed'] as const;

/** `orders.csv` becomes `orders.rejected.csv` beside it, or `orders.rejected-2.csv`; for standard input, in the working folder. */
export function rejectedName(input: BatchInput, number = 1): string {
  const [stem, ending] = stemAndEnding(input);
  return `${stem}.rejected${number === 1 ? '' : `-${number}`}${ending}`;
}

/** Whether a file has a name that `rejectedName` gives for an input. */
export function isRejectedName(input: BatchInput, file: string): boolean {
  const [stem, ending] = stemAndEnding(input);
  const start = `${stem}.rejected`;
  return (
    file.startsWith(start) &&
    file.endsWith(ending) &&
    /^(?:-[1-9]\d*)?$/.test(file.slice(start.length, file.length - ending.length))
  );
}

/** The name of an input, of which the names of the files with its rejected and failed rows are made. */
function stemAndEnding(input: BatchInput): readonly [stem: string, ending: string] {
  const { file } = input;
  if (file === '<stdin>') return ['stdin', endingsOf(input)[0]!];
  const ending = extname(file);
  return [join(dirname(file), basename(file, ending)), ending === '' ? endingsOf(input)[0]! : ending];
}

/** The endings with which the next run reads a file of rejected rows in the format of its input. */
function endingsOf(input: BatchInput): readonly string[] {
  if (!('headers' in input)) return { json: ['.json'], jsonl: ['.jsonl', '.ndjson'], yaml: ['.yaml', '.yml'] }[input.format];
  if (input.format.kind === 'sheet') return ['.xlsx'];
  return input.format.delimiter === '\t' ? ['.tsv', '.csv', '.txt'] : ['.csv', '.txt'];
}

/** Refuses options for files of rows that do not fit together. Raises UsageError. */
export function checkRowFileOptions(options: BatchOptions, nameOption: NameOption): void {
  for (const option of rowFileOptions) {
    const file = options[option];
    if (file === '' || file === '-' || (file !== undefined && /[\\/]$/.test(file)))
      throw new UsageError(`${nameOption(option)} takes the name of a file, got ${JSON.stringify(file)}`);
  }
  if (options.rejected !== undefined && options.skipInvalid !== true)
    throw new UsageError(
      `${nameOption('rejected')} needs ${nameOption('skipInvalid')}: otherwise an invalid row ends the run, and no row is rejected.`,
    );
}

/** Refuses a file for rows of inputs that do not fit into one file, or under this name. Raises UsageError. */
export function checkSharedFile(file: string, inputs: readonly BatchInput[], told: string, remedy: string): void {
  const [first, ...others] = inputs;
  if (!first) return;
  const odd = others.find((input) => shapeOf(input) !== shapeOf(first));
  if (odd)
    throw new UsageError(
      `${told} ${file} takes rows of all inputs, but ${odd.file} has another format or other columns than ${first.file}. ${remedy}`,
    );
  const endings = endingsOf(first);
  const ending = extname(file);
  if (ending !== '' && !endings.includes(ending.toLowerCase()))
    throw new UsageError(
      `${told} ${file}: the file has the format of ${first.file}, so that it can be read again. Give it the ending ${endings[0]}.`,
    );
}

/** Equal for inputs whose rows fit into one file. */
function shapeOf(input: BatchInput): string {
  if (!('headers' in input)) return input.format;
  const { format, headers } = input;
  return JSON.stringify([format.kind, format.kind === 'delimited' && format.delimiter, headers]);
}
