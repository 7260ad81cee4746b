// Hands a batch over as jobs in the store, which the worker of the workspace or the server renders.
import { randomUUID } from 'node:crypto';
import { toRequestOptions } from '../contract/document-options.ts';
import type { Output } from '../contract/engine.ts';
import type { StreamedItem } from '../contract/item-stream.ts';
import type { BatchRun } from './batch-run.ts';
import { changedInput } from './changed-input.ts';
import { checkEntries } from './check-entries.ts';
import { FaultList } from './fault-list.ts';
import { type BatchDocuments, openDocuments } from './open-documents.ts';
import { readDocuments } from './read-documents.ts';

export interface DetachOptions {
  /** The date of the documents, RFC 3339. Undefined: the time at which each job is created. */
  readonly date: string | undefined;
  /** A second call with this key creates no second batch. */
  readonly idempotencyKey: string | undefined;
  /** The priority of the jobs. */
  readonly priority?: number;
  /** The address that is called when the batch has ended. */
  readonly callbackUrl: string | undefined;
}

/** Creates a batch of jobs; undefined: the input has no document. If a document is invalid, creates nothing. Raises BATCH_INVALID, TOO_MANY_ITEMS. */
export async function detachBatch(
  run: BatchRun,
  { date, idempotencyKey = randomUUID(), priority, callbackUrl }: DetachOptions,
): Promise<Output<'createRenderBatch'> | undefined> {
  const { template, options, host } = run;
  const documents = await openDocuments(run);
  if ((await checkItems(run, documents)) === 0) return undefined;
  return template.engine.createRenderBatch(
    {
      params: { uuid: template.uuid },
      headers: { 'idempotency-key': idempotencyKey },
      body: {
        items: () => readItems(run, documents),
        options: { ...toRequestOptions(options, date), ...(priority !== undefined && { priority }) },
        ...(template.version !== undefined && { templateVersion: template.version }),
        ...(callbackUrl !== undefined && { callbackUrl }),
      },
    },
    { signal: host.signal },
  );
}

/** Checks all documents and gives their number. Raises BATCH_INVALID. */
async function checkItems(run: BatchRun, { entries, schema, checkHead, tables }: BatchDocuments): Promise<number> {
  const { options, host } = run;
  const faults = new FaultList(run);
  const checked = await checkEntries(readDocuments(run, entries), {
    schema,
    checkHead,
    findPasswordFault: () => undefined,
    isStrict: options.strict === true,
    names: undefined,
    nameOption: host.nameOption,
    look: async () => 'nothing',
    onRejected: (entry, found, item) => faults.add(entry, found, item),
    onWarnings: (item, number) => faults.warn(item, number),
  });
  await faults.end(checked, tables);
  if (checked.rejected.size > 0) throw faults.toError(checked, false);
  return checked.total;
}

/** Reads the documents again, so that only a few are in memory. Raises UsageError of kind `file` if the input has become unreadable meanwhile. */
async function* readItems(run: BatchRun, { entries }: BatchDocuments): AsyncGenerator<StreamedItem> {
  for await (const { entry, number } of readDocuments(run, entries)) {
    if (entry.kind === 'rejected') throw changedInput(number);
    const { data, reference } = entry;
    yield { data, reference };
  }
}
