// The documents that a run has to make: those that are neither rejected nor there already.
import { resolve } from 'node:path';
import { UsageError } from '../words/usage-error.ts';
import type { BatchItem } from './batch-item.ts';
import type { BatchRun } from './batch-run.ts';
import { heldPath } from './held-documents.ts';
import { isWhole } from './is-whole.ts';
import { digestOfData, documentId, type ItemLine } from './manifest.ts';
import type { Documents } from './open-documents.ts';

/** A document to be made. */
export interface Wanted {
  /** From 1, in the order of the input. */
  readonly item: number;
  readonly data: unknown;
  /** SHA-256 of the data. */
  readonly digest: string;
  readonly reference: string | undefined;
  /** By which the record knows it. */
  readonly file: string;
  /** By which those that were sent to a server are known. */
  readonly id: string;
  /** Where it is written, and how that is named to people. */
  readonly path: string;
  readonly shown: string;
}

export interface SelectOptions {
  /** From 1. */
  readonly rejected: ReadonlySet<number>;
  /** What was asked for beside the documents is there, with every one of them. */
  readonly isFinished: boolean;
  /** One that is there. */
  readonly onKept: (line: ItemLine) => void | Promise<void>;
}

/** Reads the input once. A document is there when it was made of the same data and is whole. */
export async function* selectWanted(
  { cwd, earlier, host, isHeld, manifest }: BatchRun,
  { entries, names }: Pick<Documents, 'entries' | 'names'>,
  { rejected, isFinished, onKept }: SelectOptions,
): AsyncGenerator<Wanted> {
  let item = 0;
  for await (const entry of entries) {
    item++;
    if (item % 100 === 0) await new Promise(setImmediate); // a signal is heard
    host.signal.throwIfAborted();
    if (rejected.has(item)) continue;
    const { data, reference } = entry as BatchItem;
    const named = names.nameOf(entry as BatchItem, item);
    if ('fault' in named)
      throw new UsageError(`The input has changed while it was read: document ${item} has no name any more.`, 9);
    const { name: file } = named;
    const path = isHeld ? heldPath(manifest.path, file) : resolve(cwd, file);
    const digest = digestOfData(data);
    const known = earlier?.items.get(file);
    if (known?.state === 'completed' && known.data === digest && (isFinished || (await isWhole(path, known)))) {
      await onKept({ ...known, item, reference: reference ?? null });
      continue;
    }
    const shown = isHeld ? heldPath(manifest.shown, file) : file;
    yield { item, data, digest, reference, file, id: documentId(file, digest), path, shown };
  }
}
