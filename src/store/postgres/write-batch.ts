// Writes batches in chunks: each is a short transaction. Nobody sees the batch until the last chunk is written. Then one statement accepts the
// batch, and its items go to the queue, again in chunks. If a process ends in between, another process finishes its batch: see
// docs/decisions/0016.

import { inOrder } from '../../async/in-order.ts';
import type { BatchTurns } from '../batch-turns.ts';
import { embeddedValues } from '../job-rows.ts';
import { checkUnfinished, tookTooLong } from '../refusals.ts';
import { slicesOf } from '../slices.ts';
import { findRepeat, insertKey } from '../sql/idempotency.ts';
import type { Created, Idempotency, NewBatch, NewBatchItem } from '../state-store.ts';
import { writingMs } from '../time-limits.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { finishBatch, mostItems } from './finish-batch.ts';
import { runWork } from './run-work.ts';
import { addToTeams, countExactly } from './sums.ts';
import { TextArray } from './text-array.ts';

/** Most characters of data in a chunk. A single item may have more. */
const mostData = 4_000_000;

type CreatedBatch = Created & { readonly repeated: boolean };

interface BatchWriting {
  readonly batch: NewBatch;
  readonly maxUnfinished: number;
  readonly key: Idempotency | undefined;
  readonly turns: BatchTurns;
}

/** Does `Batches.create`. */
export async function writeBatch(
  database: PostgresDatabase,
  teamId: string,
  { batch, maxUnfinished, key, turns }: BatchWriting,
): Promise<CreatedBatch> {
  const earlier = key && (await runWork(database, findRepeat(teamId, key)));
  if (earlier) return { ...earlier, repeated: true };
  const id = await database.transaction((statements) => beginBatch(statements, teamId, batch, maxUnfinished));
  try {
    let index = 0;
    // The next chunk is read while a chunk is stored.
    for await (const chunk of inOrder(slicesOf(batch, { mostItems, mostData }), 1, async (slice) => slice)) {
      await turns.slice(() => insertItems(database, id, batch, chunk, index));
      index += chunk.length;
    }
    return await database.transaction((statements) => accept(statements, teamId, id, batch, maxUnfinished, key));
  } finally {
    await finishBatch(database, id, turns);
  }
}

/** Reserves the team's quota for all items, and gives the number of the batch. */
async function beginBatch(statements: Statements, teamId: string, batch: NewBatch, maxUnfinished: number): Promise<number> {
  checkUnfinished(await countExactly(statements, teamId), batch.total, maxUnfinished);
  const { id } = (await statements.first<{ id: number }>(
    `INSERT INTO batches (team_id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external,
       embedded_revision, created_ms, total, traceparent, callback_url, state, writing_until_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'queued', now_ms() + ${writingMs}) RETURNING id`,
    [
      teamId,
      batch.uuid,
      batch.templateUuid,
      batch.templateVersion,
      ...embeddedValues(batch.embedded),
      batch.createdMs,
      batch.total,
      batch.traceparent ?? null,
      batch.callbackUrl ?? null,
    ],
  ))!;
  await statements.run(addToTeams('SELECT $1::uuid AS team_id, $2::bigint AS unfinished, 0 AS result_bytes'), [
    teamId,
    batch.total,
  ]);
  return id;
}

/** Stores items, and shows other processes that the writer is alive. Raises OVERLOADED if the writer already counts as lost. */
async function insertItems(
  statements: Statements,
  id: number,
  batch: NewBatch,
  items: readonly NewBatchItem[],
  firstIndex: number,
): Promise<void> {
  const { written } = (await statements.first<{ written: number }>(insertItemsSql, [
    id,
    batch.options,
    batch.createdMs,
    firstIndex,
    items.map(({ jobUuid }) => jobUuid),
    items.map(({ reference }) => reference),
    items.map(({ warnings }) => JSON.stringify(warnings ?? [])),
    new TextArray(items.map(({ data }) => data)),
    batch.priority,
  ]))!;
  if (written === 0) throw tookTooLong();
}

/** The ids of the jobs come first, so that the two tables are filled without a search. */
const insertItemsSql = `
  WITH batch AS MATERIALIZED (
    UPDATE batches SET writing_until_ms = now_ms() + ${writingMs} WHERE id = $1 AND NOT accepted AND writing_until_ms > now_ms()
    RETURNING *),
  items AS MATERIALIZED (
    SELECT nextval('job_ids') AS job_id, $4::integer + place - 1 AS item_index, item.*
    FROM unnest($5::uuid[], $6::text[], $7::text[], $8::text[]) WITH ORDINALITY AS item (uuid, reference, warnings, data, place)),
  made AS (
    INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external,
      embedded_revision, options, created_ms, batch_id, item_index, reference, warnings, priority)
    SELECT item.job_id, b.team_id, item.uuid, b.template_uuid, b.template_version, b.embedded_uuid, b.embedded_base, b.embedded_external,
      b.embedded_revision, $2::text, $3::bigint, b.id, item.item_index, item.reference, item.warnings, $9::smallint
    FROM batch AS b, items AS item),
  data AS (INSERT INTO job_data (job_id, data) SELECT item.job_id, item.data FROM batch, items AS item)
  SELECT count(*) AS written FROM batch`;

/** Accepts the batch and stores its key, unless another call has stored the key meanwhile. */
async function accept(
  statements: Statements,
  teamId: string,
  id: number,
  { uuid }: NewBatch,
  maxUnfinished: number,
  key: Idempotency | undefined,
): Promise<CreatedBatch> {
  if (key) {
    const isNew = await runWork(statements, insertKey(teamId, key, { kind: 'batch', uuid }));
    const earlier = isNew ? undefined : await runWork(statements, findRepeat(teamId, key));
    if (earlier) return { ...earlier, repeated: true };
    if (!isNew) throw tookTooLong();
  }
  // Single jobs are not counted exactly as long as the limit is far away: a job may have been stored while the batch began.
  checkUnfinished(await countExactly(statements, teamId), 0, maxUnfinished);
  const accepted = await statements.run(
    `UPDATE batches SET accepted = true, writing_until_ms = now_ms() + ${writingMs}
     WHERE id = $1 AND NOT accepted AND writing_until_ms > now_ms()`,
    [id],
  );
  if (accepted === 0) throw tookTooLong();
  return { kind: 'batch', uuid, repeated: false };
}
