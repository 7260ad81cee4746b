// Hands a batch over as jobs in the store, which the worker of the workspace or the server renders.
import { randomUUID } from 'node:crypto';
import type { Output } from '../contract/engine.ts';
import type { BatchItem } from './batch-item.ts';
import type { BatchRun } from './batch-run.ts';
import { checkEntries } from './check-entries.ts';
import { FaultList } from './fault-list.ts';
import { openDocuments } from './open-documents.ts';
import { readDocuments } from './read-documents.ts';

export interface DetachOptions {
  /** The date of the documents, RFC 3339. Undefined: the time at which each job is created. */
  readonly date: string | undefined;
  /** A second call with this key creates no second batch. */
  readonly idempotencyKey: string | undefined;
  /** The priority of the jobs. */
  readonly priority?: number;
}

/** Creates a batch of jobs; undefined: the input has no document. If a document is invalid, creates nothing. Raises BATCH_INVALID, TOO_MANY_ITEMS. */
export async function detachBatch(
  run: BatchRun,
  { date, idempotencyKey = randomUUID(), priority }: DetachOptions,
): Promise<Output<'createRenderBatch'> | undefined> {
  const { template, options, host } = run;
  const items = await checkItems(run);
  if (items.length === 0) return undefined;
  const { strict, fontSubset } = options;
  return template.engine.createRenderBatch(
    {
      params: { templateUuid: template.uuid },
      headers: { 'idempotency-key': idempotencyKey },
      body: {
        items,
        options: {
          ...(date !== undefined && { date }),
          strict: strict === true,
          ...(fontSubset !== undefined && { fontSubset }),
          ...(priority !== undefined && { priority }),
        },
        ...(template.version !== undefined && { templateVersion: template.version }),
      },
    },
    { signal: host.signal },
  );
}

interface DetachedItem {
  readonly data: BatchItem['data'];
  readonly reference?: string;
}

async function checkItems(run: BatchRun): Promise<DetachedItem[]> {
  const { options, host } = run;
  const { entries, schema, tables } = await openDocuments(run);
  const faults = new FaultList(run);
  const items: DetachedItem[] = [];
  const checked = await checkEntries(readDocuments(run, entries), {
    schema,
    isStrict: options.strict === true,
    names: undefined,
    nameOption: host.nameOption,
    look: async () => 'nothing',
    onRejected: (entry, found, item) => faults.add(entry, found, item),
    onWarnings: (item, number) => faults.warn(item, number),
    onItem: ({ data, reference }) => void items.push({ data, ...(reference !== undefined && { reference }) }),
  });
  await faults.end(checked, tables);
  if (checked.rejected.size > 0) throw faults.toError(checked);
  return items;
}
