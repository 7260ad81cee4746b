// Selects the documents that a run has to make: neither rejected nor made already.
import { isDeepStrictEqual } from 'node:util';
import type { BatchItem, InputPart, ItemFault } from '../batch-item.ts';
import type { BatchOptions } from '../batch-options.ts';
import type { BatchRun } from '../batch-run.ts';
import { changedInput } from '../changed-input.ts';
import { passwordOf } from '../encryption-of-run.ts';
import { heldPath, locate } from '../files/held-documents.ts';
import type { OwnDocuments } from '../files/own-documents.ts';
import type { NumberedEntry } from '../read-documents.ts';
import { digestOfData, documentId } from './digests.ts';
import type { ItemLine } from './manifest.ts';

/** A document to make. */
export interface Wanted {
  /** Counted from 1, in the order of the input. */
  readonly item: number;
  readonly data: unknown;
  /** The password that opens this document alone. */
  readonly userPassword: string | undefined;
  /** SHA-256 of the data. */
  readonly digest: string;
  readonly reference: string | undefined;
  /** Where its data begins in the input. */
  readonly source: NonNullable<ItemLine['source']>;
  /** The values of the columns to keep. */
  readonly kept: ItemLine['kept'];
  readonly inputPart: InputPart;
  /** Doubts about its data. */
  readonly warnings: readonly ItemFault[];
  /** Its name in the record. */
  readonly file: string;
  /** Its id among documents sent to a server. */
  readonly id: string;
  /** `path`: its place on disk. `shown`: its name for people. */
  readonly path: string;
  readonly shown: string;
}

export interface SelectOptions {
  readonly own: OwnDocuments;
  /** The files of the documents that can be made, by number. */
  readonly files: ReadonlyMap<number, string>;
  /** The files of all documents exist, with every document. */
  readonly isFinished: boolean;
  /** Called for a document that exists already. `isNews`: the record does not have this line yet. */
  readonly onKept: (line: ItemLine, isNews: boolean) => void | Promise<void>;
}

/** Reads all documents once. Skips a document if its file is whole and was made from the same data. */
export async function* selectWanted(
  run: BatchRun,
  documents: AsyncIterable<NumberedEntry>,
  { own, files, isFinished, onKept }: SelectOptions,
): AsyncGenerator<Wanted> {
  const { earlier, isHeld, manifest, options } = run;
  for await (const { entry, number: item } of documents) {
    const file = files.get(item);
    if (file === undefined) continue;
    if (entry.kind === 'rejected') throw changedInput(item);
    const { data, reference, warnings, inputPart } = entry;
    const digest = digestOfData(data);
    const id = documentId(file, digest);
    const known = earlier?.items.get(file) ?? earlier?.gone.get(file);
    const isKept = isStillRight(known, digest, options);
    const { source, kept } = originOf(entry, options);
    if (isKept && (isFinished || (await own.isWhole(file, known)))) {
      const line = { ...known, item, reference: reference ?? null, source, ...(kept && { kept }) };
      await onKept(line, known !== earlier?.items.get(file) || !isDeepStrictEqual(line, known));
      continue;
    }
    const shown = isHeld ? heldPath(manifest.shown, file) : file;
    const userPassword = passwordOf(entry);
    yield {
      item,
      data,
      userPassword,
      digest,
      reference,
      source,
      kept,
      inputPart,
      warnings,
      file,
      id,
      path: locate(run, file),
      shown,
    };
  }
}

/** The place of a document in the input, and the values to carry along. */
function originOf({ source: { file, line }, field }: BatchItem, { keep }: BatchOptions): Pick<Wanted, 'source' | 'kept'> {
  return {
    source: { file, line },
    kept: keep && Object.fromEntries(keep.map((name) => [name, field(name) || null])),
  };
}

/** Whether a document of an earlier run was made from the same data, and without the warnings that `strict` turns into failures. */
export function isStillRight(known: ItemLine | undefined, digest: string, { strict }: BatchOptions): known is ItemLine {
  return known?.state === 'completed' && known.data === digest && !(strict === true && known.warningCount > 0);
}
