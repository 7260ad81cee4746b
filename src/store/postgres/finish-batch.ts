// Finishes what writing or canceling a batch leaves to do, in chunks: each is a short transaction. Any process may finish the batches of a
// process that ended. The row of the batch is locked in each chunk, so that two processes do not do the same chunk.
import { type BatchTurns, withoutTurns } from '../batch-turns.ts';
import { rankSql } from '../queue-ranks.ts';
import { writingMs } from '../time-limits.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { cancelJobs } from './end-job.ts';
import { settleSoon } from './settle-batch.ts';
import { addToTeams, sumsOfBatch } from './sums.ts';

/** Items of a chunk. */
export const mostItems = 1_000;

/** Does `Batches.cancel`. A job that is claimed between two chunks is canceled by a later chunk. */
export async function cancelBatch(database: PostgresDatabase, teamId: string, uuid: string, turns: BatchTurns): Promise<boolean> {
  const batch = await database.transaction(async (statements) => {
    const found = await statements.first<{ id: number; is_canceled: boolean }>(
      `SELECT id, canceled_ms IS NOT NULL AS is_canceled FROM batches
       WHERE team_id = $1 AND uuid = $2 AND accepted AND finished_ms IS NULL FOR NO KEY UPDATE`,
      [teamId, uuid],
    );
    if (!found) return undefined;
    // Another call may have canceled all items and not yet written that the batch has ended.
    if (found.is_canceled) return found;
    // Written first, because the state of the batch depends on it when the last job ends.
    const canceled = await statements.run(
      `UPDATE batches SET canceled_ms = now_ms(), writing_until_ms = now_ms() + ${writingMs} FROM (
         SELECT b.id, b.total - l.completed - l.failed - l.canceled - l.expired AS unfinished FROM batches AS b, ${sumsOfBatch}
         WHERE b.id = $1) AS sums
       WHERE batches.id = sums.id AND sums.unfinished > 0`,
      [found.id],
    );
    return canceled === 0 ? undefined : found;
  });
  if (!batch) return false;
  await finishBatch(database, batch.id, turns);
  return true;
}

/** Finishes the batches of lost writers. */
export async function finishLostBatches(database: PostgresDatabase): Promise<void> {
  for (;;) {
    const lost = await database.first<{ id: number }>('SELECT id FROM batches WHERE writing_until_ms <= now_ms() LIMIT 1');
    if (!lost) return;
    await finishBatch(database, lost.id, withoutTurns);
  }
}

/** Removes a batch that was not accepted, cancels the items of a canceled batch, and releases the items of any other batch. */
export async function finishBatch(database: PostgresDatabase, id: number, turns: BatchTurns): Promise<void> {
  while (await turns.slice(() => database.transaction((statements) => finishChunk(statements, id))));
  await settleSoon(database, id);
}

interface WrittenBatch {
  readonly team_id: string;
  readonly accepted: boolean;
  readonly canceled_ms: number | null;
  readonly released: number;
  readonly total: number;
}

/** False: nothing is left to write. */
async function finishChunk(statements: Statements, id: number): Promise<boolean> {
  const batch = await statements.first<WrittenBatch>(
    `SELECT team_id, accepted, canceled_ms, released, total FROM batches
     WHERE id = $1 AND writing_until_ms IS NOT NULL FOR NO KEY UPDATE`,
    [id],
  );
  if (!batch) return false;
  if (!batch.accepted) return removeItems(statements, id, batch);
  const isOver = batch.canceled_ms === null ? await releaseItems(statements, id, batch) : await cancelItems(statements, id);
  await statements.run(
    `UPDATE batches SET writing_until_ms = CASE WHEN $2::boolean THEN NULL ELSE now_ms() + ${writingMs} END WHERE id = $1`,
    [id, isOver],
  );
  return !isOver;
}

/** False: the batch is removed, and its items no longer count for the quota. */
async function removeItems(statements: Statements, id: number, { team_id, total }: WrittenBatch): Promise<boolean> {
  const { removed } = (await statements.first<{ removed: number }>(
    `WITH removed AS (
       DELETE FROM jobs WHERE id = ANY (ARRAY(
         SELECT id FROM jobs WHERE batch_id = $1 AND batch_id IS NOT NULL LIMIT ${mostItems})) RETURNING id),
     data AS (DELETE FROM job_data USING removed WHERE job_id = removed.id)
     SELECT count(*) AS removed FROM removed`,
    [id],
  ))!;
  if (removed === mostItems) return true;
  await statements.run('DELETE FROM batches WHERE id = $1', [id]);
  await statements.run(addToTeams('SELECT $1::uuid AS team_id, -$2::bigint AS unfinished, 0 AS result_bytes'), [team_id, total]);
  return false;
}

/** True: all items are in the queue. */
async function releaseItems(statements: Statements, id: number, { released }: WrittenBatch): Promise<boolean> {
  const { next, n } = (await statements.first<{ next: number | null; n: number }>(
    `WITH items AS MATERIALIZED (
       SELECT id, team_id, item_index, state, priority FROM jobs WHERE batch_id = $1 AND batch_id IS NOT NULL AND stands AND item_index >= $2
       ORDER BY item_index LIMIT ${mostItems}),
     places AS (
       INSERT INTO queue (job_id, team_id, batch_id, queue_rank, queue_position)
       SELECT id, team_id, $1::bigint, ${rankSql('item', 'priority')}, nextval('turns') FROM items WHERE state = 'queued'
       ON CONFLICT (job_id) DO NOTHING)
     SELECT max(item_index) + 1 AS next, count(*) AS n FROM items`,
    [id, released],
  ))!;
  if (next !== null) await statements.run('UPDATE batches SET released = $2 WHERE id = $1', [id, next]);
  return n < mostItems;
}

/** True: no item is left to cancel. */
async function cancelItems(statements: Statements, id: number): Promise<boolean> {
  const items = await statements.all<{ id: number }>(
    `SELECT id FROM jobs WHERE batch_id = $1 AND batch_id IS NOT NULL AND stands AND state = 'queued'
     ORDER BY item_index LIMIT ${mostItems}`,
    [id],
  );
  await cancelJobs(
    statements,
    id,
    items.map((item) => item.id),
  );
  return items.length < mostItems;
}
