// Checks every document of a batch before the first is made.
import type { BatchEntry, BatchItem, ItemFault } from './batch-item.ts';
import { checkRejected, createItemCheck, type ItemRules } from './check-item.ts';
import type { StandingDocument } from './files/own-documents.ts';
import type { NumberedEntry } from './read-documents.ts';

export interface CheckOptions extends ItemRules {
  /** Called for a document that cannot be made, with its faults. `item`: its number, from 1. */
  readonly onRejected: (entry: BatchEntry, faults: readonly ItemFault[], item: number) => Promise<void>;
  /** Called for a document that can be made but is doubtful. */
  readonly onWarnings: (item: BatchItem, number: number) => Promise<void>;
  /** Looks at the file in the place of a document. */
  readonly look: (file: string) => Promise<StandingDocument>;
  /** Called for a document that can be made. */
  readonly onItem?: ((item: BatchItem, number: number, file: string) => void | Promise<void>) | undefined;
}

export interface Checked {
  /** All documents of the input, valid or not. */
  readonly total: number;
  /** The numbers of the documents that cannot be made, from 1. */
  readonly rejected: ReadonlySet<number>;
  /** The files of the documents that can be made, by number. Empty if the documents go to no files. */
  readonly files: ReadonlyMap<number, string>;
  /** Some rejected rows may belong to any document. Without them no document can be made. */
  readonly isIncomplete: boolean;
  readonly faults: number;
  /** Too many documents share a name for a few doubled rows: the pattern of names must be at fault. */
  readonly sharesNames: boolean;
  /** Files that the run would replace. */
  readonly standing: { readonly first: string | undefined; readonly isChanged: boolean; readonly count: number };
}

/** Reads all documents once. */
export async function checkEntries(
  documents: AsyncIterable<NumberedEntry>,
  { onRejected, onWarnings, look, onItem, ...rules }: CheckOptions,
): Promise<Checked> {
  const checkItem = createItemCheck(rules);
  const rejected = new Set<number>();
  const files = new Map<number, string>();
  const standing: { first: string | undefined; isChanged: boolean; count: number } = {
    first: undefined,
    isChanged: false,
    count: 0,
  };
  let faults = 0;
  let clashes = 0;
  let total = 0;
  let isIncomplete = false;
  for await (const { entry, number } of documents) {
    total++;
    if (entry.kind === 'rejected') {
      const found = checkRejected(entry, rules);
      if (entry.mayBeOfAny) isIncomplete = true;
      rejected.add(number);
      faults += found.length;
      await onRejected(entry, found, number);
      continue;
    }
    const verdict = await checkItem(entry, number);
    if ('faults' in verdict) {
      if (verdict.isClash) clashes++;
      rejected.add(number);
      faults += verdict.faults.length;
      await onRejected(entry, verdict.faults, number);
      continue;
    }
    if (rules.names) files.set(number, verdict.file);
    if (entry.warnings.length > 0) await onWarnings(entry, number);
    if (onItem) await onItem(entry, number, verdict.file);
    const found = verdict.isTaken ? await look(verdict.file) : 'nothing';
    if ((found === 'changed' || found === 'foreign') && standing.count++ === 0) {
      standing.first = verdict.file;
      standing.isChanged = found === 'changed';
    }
  }
  const sharesNames = clashes > 0 && clashes * 2 >= total;
  return { total, rejected, files, isIncomplete, faults, sharesNames, standing };
}
