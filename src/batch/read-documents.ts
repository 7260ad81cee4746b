// Reads the documents of a batch in turn, and numbers them.
import type { BatchEntries, BatchEntry } from './batch-item.ts';
import type { BatchRun } from './batch-run.ts';

/** An entry of the input with its number, counted from 1. */
export interface NumberedEntry {
  readonly entry: BatchEntry;
  readonly number: number;
}

/** Reads all entries once. Raises the reason of the run's signal. */
export async function* readDocuments(
  { options, host: { signal } }: BatchRun,
  entries: BatchEntries,
): AsyncGenerator<NumberedEntry> {
  let number = options.offset ?? 0;
  for await (const entry of entries) {
    number++;
    if (number % 100 === 0) await new Promise(setImmediate); // lets a signal arrive
    signal.throwIfAborted();
    yield { entry, number };
  }
}
