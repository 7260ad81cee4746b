// Reads the documents of a batch in turn. Gives each its number and the name of its file.
import type { BatchEntries, BatchEntry } from './batch-item.ts';
import type { BatchRun } from './batch-run.ts';
import type { Name, NamePattern } from './name-pattern.ts';

/** An entry of the input with its number, counted from 1. */
export interface NumberedEntry {
  readonly entry: BatchEntry;
  readonly number: number;
  /** Undefined: the entry is rejected, or the documents go to no files. */
  readonly named: Name | undefined;
}

/** Reads all entries once. `names`: undefined if the documents go to no files. Raises the reason of the run's signal. */
export async function* readDocuments(
  { options, host: { signal } }: BatchRun,
  { entries, names }: { readonly entries: BatchEntries; readonly names: NamePattern | undefined },
): AsyncGenerator<NumberedEntry> {
  let number = options.offset ?? 0;
  for await (const entry of entries) {
    number++;
    if (number % 100 === 0) await new Promise(setImmediate); // lets a signal arrive
    signal.throwIfAborted();
    yield { entry, number, named: entry.kind === 'item' ? names?.nameOf(entry, number) : undefined };
  }
}
