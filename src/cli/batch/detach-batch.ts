// A batch handed over: jobs in the store, which the workspace's worker or the server renders.
import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../context.ts';
import { chooseDate } from '../document-date.ts';
import type { BatchItem } from './batch-item.ts';
import type { BatchRun } from './begin-run.ts';
import { checkEntries } from './check-entries.ts';
import { FaultList } from './fault-list.ts';
import { openDocuments } from './open-documents.ts';
import { grouped } from './progress.ts';

/** Makes a batch of jobs and prints its UUID; with an invalid document nothing is made. Raises BATCH_INVALID, TOO_MANY_ITEMS. */
export async function detachBatch(run: BatchRun, context: CommandContext): Promise<number> {
  const { template, options } = run;
  const documents = await openDocuments({ ...run, template: run.document, stdin: context.io.stdin });
  const faults = new FaultList(context, { inputs: [], cwd: run.cwd, isDry: true });
  const items: { readonly data: BatchItem['data']; readonly reference?: string }[] = [];
  const checked = await checkEntries(documents.entries, {
    schema: documents.schema,
    names: undefined,
    signal: context.signal,
    onRejected: (entry, found, item) => faults.add(entry, found, item),
    onItem: (item) => {
      faults.warn(item);
      const { data, reference } = item;
      items.push({ data, ...(reference !== undefined && { reference }) });
    },
  });
  await faults.end(checked);
  if (checked.rejected.size > 0) throw faults.toError(checked);
  if (items.length === 0) {
    context.say('0 documents; nothing was made.');
    return 0;
  }
  // Without one the jobs have the time at which they are made, and a repeat is the same request.
  const date = await chooseDate(options.date, template, context.io.env);
  const made = await template.engine.createRenderBatch(
    {
      params: { templateUuid: template.uuid },
      headers: { 'idempotency-key': options.idempotencyKey === undefined ? randomUUID() : String(options.idempotencyKey) },
      body: {
        items,
        options: {
          ...(date !== undefined && { date }),
          strict: options.strict === true,
          fontSubset: options.fontSubset as 'document' | 'template',
        },
        ...(template.version !== undefined && { templateVersion: template.version }),
      },
    },
    { signal: context.signal },
  );
  await context.wakeWorker();
  if (context.options.json) context.printJson(made);
  else context.print(`${made.batchUuid}\n`);
  const hint = context.toPaste(`batches wait ${made.batchUuid.slice(-8)}`);
  context.say(`${grouped(made.counts.total)} ${made.counts.total === 1 ? 'item' : 'items'}. Wait for them with: ${hint}`);
  return 0;
}
