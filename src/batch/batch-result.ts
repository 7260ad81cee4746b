// The result of a run of a batch.
import type { FailedRowsEvent, RejectedRowsEvent } from './batch-event.ts';
import type { ItemLine, OutputFile } from './record/manifest.ts';

/** The counts, failures and files of a run. */
export interface BatchResult {
  /** Every document of the input exists; with `failOnWarnings`, all without warnings, and the template too. */
  readonly succeeded: boolean;
  /** All documents of the input that this call reads. */
  readonly total: number;
  /** Documents of the run that `limit` or `offset` of this call leaves out. They stay in the run. */
  readonly leftOut: number;
  /** Made by this run. */
  readonly completed: number;
  /** Made by an earlier run. */
  readonly kept: number;
  /** Number of these documents that were made with another version of the template. */
  readonly ofOtherTemplate: number;
  /** Not made, because of an error while rendering. */
  readonly failed: number;
  /** Files whose documents are no longer in the input, reported for the first time. */
  readonly gone: number;
  /** Such files that this run removed. */
  readonly removed: number;
  /** Not made, because of faults in their data. */
  readonly rejected: number;
  /** Made by this run or an earlier run, with warnings. */
  readonly doubtful: number;
  /** Number of warnings of the template itself, whatever the data. 0 if a server makes the documents. */
  readonly templateWarnings: number;
  /** The failed documents, each with its error. */
  readonly failures: readonly ItemLine[];
  /** Files of all documents: those of `merge` and `zip`. */
  readonly outputs: readonly OutputFile[];
  /** The rejected rows that `skipInvalid` wrote: the file, and the number of documents, of each input with rejected rows. */
  readonly rejectedRows: readonly Omit<RejectedRowsEvent, 'kind'>[];
  /** The rows in the file of `failed`: the number of documents of each input with failed documents. */
  readonly failedRows: readonly Omit<FailedRowsEvent, 'kind'>[];
  /** The record of the run; undefined: no record, since there was nothing to make. */
  readonly record: string | undefined;
}
