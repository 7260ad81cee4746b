// Marks expired results, deletes old rows and mends counts. Each call handles a few rows only, in short transactions. Rows that another process handles at this
// moment are skipped.
import { lifeTimes } from '../../contract/life-times.ts';
import { noResult } from '../no-result.ts';
import type { JobQueue } from '../state-store.ts';
import type { PostgresDatabase } from './database.ts';
import { addJobEvents } from './events.ts';
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
  const counts = [expired.length, removed.length, await removeUploads(database, limit), await removeWebhooks(database, limit)];
  for (const sql of Object.values(removals)) counts.push(await database.run(sql, [limit]));
  await database.run(removeClonesSql);
  await mendRunningCounts(database);
  const blobs = [...expired, ...removed].flatMap(({ team_id, result_blob }) =>
    result_blob === null ? [] : [{ teamId: team_id, blob: result_blob }],
  );
  return { blobs, more: counts.some((rows) => rows >= limit) };
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

/** SQL that removes up to $1 rows of one kind. */
export const removals = {
  data: `DELETE FROM job_data WHERE until_ms <= now_ms() AND job_id = ANY (ARRAY(
    SELECT job_id FROM job_data WHERE until_ms <= now_ms() ORDER BY until_ms LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  keys: `WITH old AS (
    SELECT team_id, key FROM idempotency_keys WHERE created_ms <= now_ms() - ${lifeTimes.key} LIMIT $1 FOR UPDATE SKIP LOCKED)
  DELETE FROM idempotency_keys AS k USING old WHERE k.team_id = old.team_id AND k.key = old.key`,
  calls: `DELETE FROM call_counts WHERE key = ANY (ARRAY(
    SELECT key FROM call_counts WHERE until_ms <= now_ms() LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  deliveries: `DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_deliveries WHERE created_ms <= now_ms() - ${lifeTimes.delivery} LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  sessions: `WITH old AS (
    SELECT team_id, uuid FROM editor_sessions WHERE expires_ms <= now_ms() - ${lifeTimes.record} LIMIT $1 FOR UPDATE SKIP LOCKED)
  DELETE FROM editor_sessions AS s USING old WHERE s.team_id = old.team_id AND s.uuid = old.uuid`,
  drafts: `WITH old AS (
    SELECT team_id, uuid FROM embedded_drafts WHERE saved_ms <= now_ms() - ${lifeTimes.draft} LIMIT $1 FOR UPDATE SKIP LOCKED)
  DELETE FROM embedded_drafts AS d USING old WHERE d.team_id = old.team_id AND d.uuid = old.uuid`,
  // A job that can still be rendered or retried may need the revision.
  revisions: `WITH old AS (
    SELECT r.team_id, r.uuid, r.revision FROM embedded_revisions AS r
    WHERE r.superseded_ms <= now_ms() - ${lifeTimes.revision} AND NOT EXISTS (
      SELECT FROM jobs JOIN job_data ON job_data.job_id = jobs.id
      WHERE jobs.team_id = r.team_id AND jobs.embedded_uuid = r.uuid AND jobs.embedded_revision = r.revision)
    LIMIT $1 FOR UPDATE SKIP LOCKED)
  DELETE FROM embedded_revisions AS e USING old WHERE e.team_id = old.team_id AND e.uuid = old.uuid AND e.revision = old.revision`,
} as const;

const removeClonesSql = `
  DELETE FROM embedded_templates AS e WHERE deleted_ms <= now_ms() - ${lifeTimes.revision}
    AND NOT EXISTS (SELECT FROM embedded_revisions AS r WHERE r.team_id = e.team_id AND r.uuid = e.uuid)`;

/** Removes uploads that neither a revision nor a draft names. Checks the other uploads again after a day. Gives the number of uploads checked. */
async function removeUploads(database: PostgresDatabase, limit: number): Promise<number> {
  return database.transaction(async (statements) => {
    const rows = await statements.all<{ team_id: string; uuid: string; name: string; is_named: boolean }>(
      `SELECT u.team_id, u.uuid, u.name, EXISTS (
         SELECT FROM embedded_revisions AS r WHERE r.team_id = u.team_id AND r.uuid = u.uuid AND jsonb_exists(r.assets::jsonb, u.name)
       ) OR EXISTS (
         SELECT FROM embedded_drafts AS d WHERE d.team_id = u.team_id AND d.uuid = u.uuid AND jsonb_exists(d.uploads::jsonb, u.name)
       ) AS is_named
       FROM embedded_uploads AS u WHERE u.kept_ms <= now_ms() - ${lifeTimes.upload} LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
    for (const { team_id, uuid, name, is_named } of rows) {
      await statements.run(
        is_named
          ? 'UPDATE embedded_uploads SET kept_ms = now_ms() WHERE team_id = $1 AND uuid = $2 AND name = $3'
          : 'DELETE FROM embedded_uploads WHERE team_id = $1 AND uuid = $2 AND name = $3',
        [team_id, uuid, name],
      );
    }
    return rows.length;
  });
}

/** Removes a deleted webhook with its deliveries. Gives the number of deliveries removed. */
async function removeWebhooks(database: PostgresDatabase, limit: number): Promise<number> {
  const deleted = await database.first<{ id: number }>('SELECT id FROM webhooks WHERE deleted_ms IS NOT NULL LIMIT 1');
  if (!deleted) return 0;
  const removed = await database.run(
    `DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(SELECT id FROM webhook_deliveries WHERE webhook_id = $1 LIMIT $2))`,
    [deleted.id, limit],
  );
  if (removed < limit) await database.run('DELETE FROM webhooks WHERE id = $1', [deleted.id]);
  return removed;
}
