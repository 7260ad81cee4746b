// The result of a run of a batch.
import type { ItemLine, OutputFile } from './manifest.ts';

/** The counts, failures and files of a run. */
export interface BatchResult {
  /** All documents of the input. */
  readonly total: number;
  /** Made by this run. */
  readonly completed: number;
  /** Made by an earlier run. */
  readonly kept: number;
  readonly failed: number;
  /** Not made, because of faults in their data. */
  readonly rejected: number;
  /** Made, with warnings. */
  readonly doubtful: number;
  /** The failed documents, each with its error. */
  readonly failures: readonly ItemLine[];
  /** Files of all documents. */
  readonly outputs: readonly OutputFile[];
  /** The record of the run; undefined: no record, since there was nothing to make. */
  readonly record: string | undefined;
}
