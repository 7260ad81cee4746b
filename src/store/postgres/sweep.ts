// Marks expired results, deletes old rows and mends counts. Each call handles a few rows only, in short transactions. Rows that another process handles at this
// moment are skipped.
import { lifeTimes } from '../../contract/life-times.ts';
import { blobsOf, noResult } from '../job-rows.ts';
import { removals } from '../sql/sweep.ts';
import type { JobQueue } from '../state-store.ts';
import type { PostgresDatabase } from './database.ts';
import { addJobEvents } from './events.ts';
import { runWork } from './run-work.ts';
import { mendRunningCounts } from './running-counts.ts';
import { addToBatches, addToTeams } from './sums.ts';

type Swept = Awaited<ReturnType<JobQueue['sweep']>>;

interface BlobRow {
  readonly team_id: string;
  readonly result_blob: string | null;
}

export async function sweep(database: PostgresDatabase, limit: number): Promise<Swept> {
  const expired = await database.all<BlobRow>(expireSql, [limit]);
  const removed = await removeRecords(database, limit);
  const counts = [expired.length, removed.length, await database.run(removeCallsSql, [limit])];
  for (const remove of removals) counts.push(await database.transaction((statements) => runWork(statements, remove(limit))));
  await mendRunningCounts(database);
  return { blobs: blobsOf([...expired, ...removed]), more: counts.some((rows) => rows >= limit) };
}

// `ANY (ARRAY(…))` and `WITH` look for the rows once and find them by their index, however many rows the planner expects.
const removedBytes = (named: string) =>
  `SELECT team_id, 0 AS unfinished, -coalesce(sum(result_bytes), 0) AS result_bytes, ${named} FROM old GROUP BY team_id`;

export const expireSql = `
  WITH old AS (
    SELECT id, team_id, uuid, batch_id, stands, result_blob, result_bytes FROM jobs
    WHERE state = 'completed' AND expires_ms <= now_ms() ORDER BY expires_ms LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED),
  marked AS (UPDATE jobs SET state = 'expired', ${noResult} WHERE id = ANY (ARRAY(SELECT id FROM old))),
  events AS (${addJobEvents('expired', 'old')}),
  teams AS (${addToTeams(removedBytes('-count(*) AS completed, count(*) AS expired'), ['completed', 'expired'])}),
  sums AS (${addToBatches(
    `SELECT batch_id, -count(*) AS completed, 0 AS failed, 0 AS canceled, count(*) AS expired FROM old
     WHERE batch_id IS NOT NULL AND stands GROUP BY batch_id`,
  )})
  SELECT team_id, result_blob FROM old`;

const endStates = ['completed', 'failed', 'canceled', 'expired'] as const;
const countOld = (state: string) => `-count(*) FILTER (WHERE state = '${state}') AS ${state}`;

export const removeRecordsSql = `
  WITH old AS (
    SELECT id, team_id, batch_id, stands, state, result_blob, result_bytes FROM jobs
    WHERE finished_ms IS NOT NULL AND coalesce(expires_ms, finished_ms) <= now_ms() - ${lifeTimes.record}
    ORDER BY coalesce(expires_ms, finished_ms) LIMIT $1 FOR UPDATE SKIP LOCKED),
  removed AS (DELETE FROM jobs WHERE id = ANY (ARRAY(SELECT id FROM old))),
  data AS (DELETE FROM job_data WHERE job_id = ANY (ARRAY(SELECT id FROM old))),
  teams AS (${addToTeams(removedBytes(endStates.map(countOld).join(', ')), endStates)}),
  sums AS (${addToBatches(
    `SELECT batch_id, ${endStates.map(countOld).join(', ')} FROM old
     WHERE batch_id IS NOT NULL AND stands GROUP BY batch_id`,
  )}),
  totals AS (
    UPDATE batches SET total = total - old_items.n
    FROM (SELECT batch_id, count(*) AS n FROM old WHERE batch_id IS NOT NULL AND stands GROUP BY batch_id) AS old_items
    WHERE batches.id = old_items.batch_id)
  SELECT team_id, batch_id, result_blob FROM old`;

/** A batch goes with the last of its jobs. */
async function removeRecords(database: PostgresDatabase, limit: number): Promise<readonly BlobRow[]> {
  return database.transaction(async (statements) => {
    const rows = await statements.all<BlobRow & { readonly batch_id: number | null }>(removeRecordsSql, [limit]);
    const batches = [...new Set(rows.flatMap(({ batch_id }) => (batch_id === null ? [] : [batch_id])))];
    if (batches.length > 0) {
      await statements.run(
        `WITH removed AS (
           DELETE FROM batches WHERE id = ANY ($1::bigint[])
             AND NOT EXISTS (SELECT FROM jobs WHERE batch_id = batches.id AND batch_id IS NOT NULL) RETURNING id)
         DELETE FROM batch_sums USING removed WHERE batch_id = removed.id`,
        [batches],
      );
    }
    return rows;
  });
}

/** SQL: removes up to $1 counts of minutes that are over. */
const removeCallsSql = `DELETE FROM call_counts WHERE key = ANY (ARRAY(
  SELECT key FROM call_counts WHERE until_ms <= now_ms() LIMIT $1 FOR UPDATE SKIP LOCKED))`;
