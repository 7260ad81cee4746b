// Keeps the files that a run writes from the files that it reads.
import { resolve } from 'node:path';
import { type OutputFault, OutputGuard } from '../../files/output-guard.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchRun } from '../batch-run.ts';
import type { OpenedInput } from '../entries/open-inputs.ts';
import { filesBeside } from '../named-files.ts';

/** The guard of a run: its data, its maps, and what the program around it reads. */
export function openRunGuard({ options, cwd, host }: BatchRun, inputs: readonly OpenedInput[]): OutputGuard {
  const read = [...inputs.map(({ input }) => input.file), ...filesBeside(options)];
  const files = read.map((file) => ({ path: resolve(cwd, file), shown: file }));
  return new OutputGuard({ ...host.inputs, files: [...host.inputs.files, ...files] });
}

/** The error for a file of a run that would replace a file that is read. `option`: the option that names the file. */
export const writesOverInput = (file: string, { fault, change }: OutputFault, option: string): UsageError =>
  new UsageError(`${file} ${fault}. Name another ${change} with ${option}.`);
