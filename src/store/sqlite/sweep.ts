// Marks expired results and deletes old rows. Each call handles a few rows only, because nobody else can write meanwhile.
import { statesBefore } from '../../contract/job-states.ts';
import { lifeTimes } from '../../contract/life-times.ts';
import { listStates } from '../job-rows.ts';
import { noResult } from '../no-result.ts';
import type { JobQueue } from '../state-store.ts';
import type { SqliteDatabase } from './database.ts';
import { addJobEvent, type EndedJob } from './events.ts';

export const expiringSql =
  "SELECT id, team_id, uuid, batch_uuid, callback_url, result_blob FROM jobs WHERE state = 'completed' AND expires_ms <= ? LIMIT ?";
export const endedSql = `
  SELECT id, team_id, batch_uuid, result_blob FROM jobs
  WHERE finished_ms IS NOT NULL AND coalesce(expires_ms, finished_ms) <= ? LIMIT ?`;

type Blob = { readonly teamId: string; readonly blob: string };

export function sweep(database: SqliteDatabase, limit: number, nowMs: number): Awaited<ReturnType<JobQueue['sweep']>> {
  return database.transaction(() => {
    const expired = expireResults(database, limit, nowMs);
    const records = removeRecords(database, limit, nowMs - lifeTimes.record);
    const removed = [
      database.run('DELETE FROM job_data WHERE job_id IN (SELECT job_id FROM job_data WHERE until_ms <= ? LIMIT ?)', [
        nowMs,
        limit,
      ]),
      database.run(
        'DELETE FROM idempotency_keys WHERE rowid IN (SELECT rowid FROM idempotency_keys WHERE created_ms <= ? LIMIT ?)',
        [nowMs - lifeTimes.key, limit],
      ),
      removeRevisions(database, limit, nowMs - lifeTimes.revision),
      database.run('DELETE FROM embedded_drafts WHERE rowid IN (SELECT rowid FROM embedded_drafts WHERE saved_ms <= ? LIMIT ?)', [
        nowMs - lifeTimes.draft,
        limit,
      ]),
      removeUploads(database, limit, nowMs),
      removeDeliveries(database, limit, nowMs),
      database.run(
        'DELETE FROM editor_sessions WHERE rowid IN (SELECT rowid FROM editor_sessions WHERE expires_ms <= ? LIMIT ?)',
        [nowMs - lifeTimes.record, limit],
      ),
    ];
    return {
      blobs: [...expired.blobs, ...records.blobs],
      more: [expired.rows, records.rows, ...removed].some((rows) => rows >= limit),
    };
  });
}

interface Swept {
  readonly blobs: readonly Blob[];
  readonly rows: number;
}

function expireResults(database: SqliteDatabase, limit: number, nowMs: number): Swept {
  const rows = database.all<EndedJob & { readonly id: number; readonly result_blob: string | null }>(expiringSql, [nowMs, limit]);
  for (const job of rows) {
    database.run(
      `UPDATE jobs SET state = 'expired', ${noResult} WHERE id = ? AND state IN (${listStates(statesBefore('expired'))})`,
      [job.id],
    );
    addJobEvent(database, job, 'expired', nowMs);
  }
  return { blobs: blobsOf(rows), rows: rows.length };
}

/** A batch goes with the last of its jobs. */
function removeRecords(database: SqliteDatabase, limit: number, beforeMs: number): Swept {
  const rows = database.all<{ id: number; team_id: string; batch_uuid: string | null; result_blob: string | null }>(endedSql, [
    beforeMs,
    limit,
  ]);
  for (const { id } of rows) database.run('DELETE FROM jobs WHERE id = ?', [id]);
  const batches = new Map(rows.map((row) => [`${row.team_id} ${row.batch_uuid}`, row]));
  for (const { team_id, batch_uuid } of batches.values()) {
    if (batch_uuid === null) continue;
    database.run(
      `DELETE FROM batches WHERE team_id = ? AND uuid = ?
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.team_id = batches.team_id AND jobs.batch_uuid = batches.uuid)`,
      [team_id, batch_uuid],
    );
  }
  return { blobs: blobsOf(rows), rows: rows.length };
}

/** Removes old revisions, unless a job that can still be rendered or retried needs them. Then removes deleted clones without revisions. */
function removeRevisions(database: SqliteDatabase, limit: number, beforeMs: number): number {
  const removed = database.run(
    `DELETE FROM embedded_revisions WHERE rowid IN (
       SELECT rowid FROM embedded_revisions AS r WHERE r.superseded_ms <= ? AND NOT EXISTS (
         SELECT 1 FROM jobs JOIN job_data ON job_data.job_id = jobs.id
         WHERE jobs.team_id = r.team_id AND jobs.embedded_uuid = r.uuid AND jobs.embedded_revision = r.revision)
       LIMIT ?)`,
    [beforeMs, limit],
  );
  database.run(
    `DELETE FROM embedded_templates WHERE deleted_ms <= ? AND NOT EXISTS (
       SELECT 1 FROM embedded_revisions AS r WHERE r.team_id = embedded_templates.team_id AND r.uuid = embedded_templates.uuid)`,
    [beforeMs],
  );
  return removed;
}

/** Removes uploads that neither a revision nor a draft names. Checks the other uploads again after a day. Gives the number of uploads checked. */
function removeUploads(database: SqliteDatabase, limit: number, nowMs: number): number {
  const rows = database.all<{ rowid: number; is_named: number }>(
    `SELECT u.rowid AS rowid, EXISTS (
       SELECT 1 FROM embedded_revisions AS r, json_each(r.assets) AS a
       WHERE r.team_id = u.team_id AND r.uuid = u.uuid AND a.key = u.name
     ) OR EXISTS (
       SELECT 1 FROM embedded_drafts AS d, json_each(d.uploads) AS a
       WHERE d.team_id = u.team_id AND d.uuid = u.uuid AND a.value = u.name) AS is_named
     FROM embedded_uploads AS u WHERE u.kept_ms <= ? LIMIT ?`,
    [nowMs - lifeTimes.upload, limit],
  );
  for (const { rowid, is_named } of rows) {
    if (is_named) database.run('UPDATE embedded_uploads SET kept_ms = ? WHERE rowid = ?', [nowMs, rowid]);
    else database.run('DELETE FROM embedded_uploads WHERE rowid = ?', [rowid]);
  }
  return rows.length;
}

/** Removes old deliveries, and deleted webhooks with theirs. */
function removeDeliveries(database: SqliteDatabase, limit: number, nowMs: number): number {
  const removed = database.run(
    `DELETE FROM webhook_deliveries WHERE id IN (
       SELECT id FROM webhook_deliveries WHERE created_ms <= ? LIMIT ?)`,
    [nowMs - lifeTimes.delivery, limit],
  );
  const deleted = database.first<{ id: number }>('SELECT id FROM webhooks WHERE deleted_ms IS NOT NULL LIMIT 1');
  if (!deleted) return removed;
  const removedOfWebhook = database.run(
    'DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = ? LIMIT ?)',
    [deleted.id, limit],
  );
  if (removedOfWebhook < limit) database.run('DELETE FROM webhooks WHERE id = ?', [deleted.id]);
  return Math.max(removed, removedOfWebhook);
}

function blobsOf(rows: readonly { readonly team_id: string; readonly result_blob: string | null }[]): readonly Blob[] {
  return rows.flatMap(({ team_id, result_blob }) => (result_blob === null ? [] : [{ teamId: team_id, blob: result_blob }]));
}
