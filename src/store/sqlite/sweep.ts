// Marks expired results and deletes old rows. Each call handles a few rows only, because nobody else can write meanwhile.
import { statesBefore } from '../../contract/job-states.ts';
import { lifeTimes } from '../../contract/life-times.ts';
import { blobsOf, listStates, noResult } from '../job-rows.ts';
import { removals } from '../sql/sweep.ts';
import type { JobQueue, TeamBlob } from '../state-store.ts';
import type { SqliteDatabase } from './database.ts';
import { addJobEvent, type EndedJob } from './events.ts';
import { runWork } from './run-work.ts';

export const expiringSql =
  "SELECT id, team_id, uuid, batch_uuid, callback_url, result_blob FROM jobs WHERE state = 'completed' AND expires_ms <= ? LIMIT ?";
export const endedSql = `
  SELECT id, team_id, batch_uuid, result_blob FROM jobs
  WHERE finished_ms IS NOT NULL AND coalesce(expires_ms, finished_ms) <= ? LIMIT ?`;

export function sweep(database: SqliteDatabase, limit: number, nowMs: number): Awaited<ReturnType<JobQueue['sweep']>> {
  return database.transaction(() => {
    const expired = expireResults(database, limit, nowMs);
    const records = removeRecords(database, limit, nowMs - lifeTimes.record);
    const removed = removals.map((remove) => runWork(database, remove(limit), () => nowMs));
    return {
      blobs: [...expired.blobs, ...records.blobs],
      more: [expired.rows, records.rows, ...removed].some((rows) => rows >= limit),
    };
  });
}

interface Swept {
  readonly blobs: readonly TeamBlob[];
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
