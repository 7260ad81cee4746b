// Every document of a batch looked at, before the first is made.
import type { BatchEntries, BatchEntry, BatchItem, ItemFault } from './batch-item.ts';
import { checkRejected, createItemCheck, type ItemRules } from './check-item.ts';

export interface CheckOptions extends ItemRules {
  readonly signal: AbortSignal;
  /** What is wrong with the document, from 1. */
  readonly onRejected: (entry: BatchEntry, faults: readonly ItemFault[], item: number) => Promise<void>;
  /** One that can be made, but is doubtful. */
  readonly onWarnings: (item: BatchItem, number: number) => Promise<void>;
  /** One that can be made. */
  readonly onItem?: ((item: BatchItem, number: number, file: string) => void | Promise<void>) | undefined;
}

export interface Checked {
  /** Documents of the input, whatever is wrong with them. */
  readonly total: number;
  /** Those that cannot be made, from 1. */
  readonly rejected: ReadonlySet<number>;
  /** Among these are rows that may be part of any document, so that none can be made without them. */
  readonly isIncomplete: boolean;
  readonly faults: number;
  /** Not a doubled row here and there would go to the file of another: the names say too little. */
  readonly sharesNames: boolean;
  /** Files that would be replaced. */
  readonly standing: { readonly first: string | undefined; readonly count: number };
}

/** Reads all entries once. */
export async function checkEntries(
  entries: BatchEntries,
  { signal, onRejected, onWarnings, onItem, ...rules }: CheckOptions,
): Promise<Checked> {
  const checkItem = createItemCheck(rules);
  const rejected = new Set<number>();
  const standing: { first: string | undefined; count: number } = { first: undefined, count: 0 };
  let faults = 0;
  let clashes = 0;
  let number = 0;
  let isIncomplete = false;
  for await (const entry of entries) {
    number++;
    if (number % 100 === 0) await new Promise(setImmediate); // a signal is heard
    signal.throwIfAborted();
    if (entry.kind === 'rejected') {
      const found = checkRejected(entry, rules.schema);
      if (entry.mayBeOfAny) isIncomplete = true;
      rejected.add(number);
      faults += found.length;
      await onRejected(entry, found, number);
      continue;
    }
    const verdict = checkItem(entry, number);
    if ('faults' in verdict) {
      if (verdict.isClash) clashes++;
      rejected.add(number);
      faults += verdict.faults.length;
      await onRejected(entry, verdict.faults, number);
      continue;
    }
    if (entry.warnings.length > 0) await onWarnings(entry, number);
    if (onItem) await onItem(entry, number, verdict.file);
    if (verdict.wouldReplace && standing.count++ === 0) standing.first = verdict.file;
  }
  const sharesNames = clashes > 0 && clashes * 2 >= number;
  return { total: number, rejected, isIncomplete, faults, sharesNames, standing };
}
