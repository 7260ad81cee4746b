import type { ItemLine, OutputFile } from './manifest.ts';

/** What came of a run. */
export interface BatchResult {
  /** Documents of the input, whatever became of them. */
  readonly total: number;
  /** Made by this run. */
  readonly completed: number;
  /** There already, from an earlier run. */
  readonly kept: number;
  readonly failed: number;
  /** Not made, for what is wrong with their data. */
  readonly rejected: number;
  /** Made, with warnings. */
  readonly doubtful: number;
  /** The documents that failed, each with its error. */
  readonly failures: readonly ItemLine[];
  /** Files of all documents. */
  readonly outputs: readonly OutputFile[];
  /** The record of the run; undefined: it has none, since nothing was to be made. */
  readonly record: string | undefined;
}
