// Ends jobs without a result: failed or canceled. Call it inside of a transaction.
import { statesBefore } from '../../contract/job-states.ts';
import { lifeTimes } from '../../contract/life-times.ts';
import { listStates } from '../job-rows.ts';
import { all, type Work } from '../sql/work.ts';
import type { Claim, JobError } from '../state-store.ts';
import type { SqliteDatabase } from './database.ts';
import { addJobEvent, type EndedJob } from './events.ts';
import { type JobRow, latestItems } from './job-rows.ts';
import { settleBatch } from './settle-batch.ts';

/** SQL: true while the worker holds the job at this attempt. A worker that lost its claim changes no row. Values: `claimValues`. */
export const whereClaimed = `team_id = ? AND uuid = ? AND attempts = ? AND state = 'processing'`;

export function claimValues({ teamId, uuid, attempt }: Claim): readonly [string, string, number] {
  return [teamId, uuid, attempt];
}

const failSql = `
  UPDATE jobs SET state = 'failed', finished_ms = ?, owner = NULL, lease_ms = NULL, error_code = ?, error_detail = ?
  WHERE ${whereClaimed} AND state IN (${listStates(statesBefore('failed'))}) RETURNING *`;

export function failJob(database: SqliteDatabase, claim: Claim, error: JobError, nowMs: number): boolean {
  const job = database.first<JobRow>(failSql, [nowMs, error.code, error.detail, ...claimValues(claim)]);
  if (!job) return false;
  afterEnd(database, job, 'failed', nowMs);
  return true;
}

export function cancelJob(database: SqliteDatabase, teamId: string, uuid: string, nowMs: number): boolean {
  const job = database.first<JobRow>(
    `UPDATE jobs SET state = 'canceled', finished_ms = ?, owner = NULL, lease_ms = NULL
     WHERE team_id = ? AND uuid = ? AND state IN (${listStates(statesBefore('canceled'))}) RETURNING *`,
    [nowMs, teamId, uuid],
  );
  if (!job) return false;
  afterEnd(database, job, 'canceled', nowMs);
  return true;
}

/** Cancels up to `limit` items of a batch. Gives the number canceled. */
export function* cancelItems(
  database: SqliteDatabase,
  { team_id, uuid }: { readonly team_id: string; readonly uuid: string },
  limit: number,
  now: () => number,
): Work<number> {
  const nowMs = now();
  const canceled = yield* all<EndedJob & { readonly id: number }>(
    `UPDATE jobs SET state = 'canceled', finished_ms = $3, owner = NULL, lease_ms = NULL
     WHERE id IN (SELECT id FROM jobs WHERE ${latestItems} AND state IN (${listStates(statesBefore('canceled'))}) LIMIT ${limit})
     RETURNING id, team_id, uuid, batch_uuid, callback_url`,
    [team_id, uuid, nowMs],
  );
  for (const job of canceled) {
    keepData(database, job.id, nowMs);
    addJobEvent(database, job, 'canceled', nowMs);
  }
  settleBatch(database, team_id, uuid, nowMs);
  return canceled.length;
}

function afterEnd(database: SqliteDatabase, job: JobRow, state: 'failed' | 'canceled', nowMs: number): void {
  keepData(database, job.id, nowMs);
  addJobEvent(database, job, state, nowMs);
  if (job.batch_uuid !== null) settleBatch(database, job.team_id, job.batch_uuid, nowMs);
}

function keepData(database: SqliteDatabase, jobId: number, nowMs: number): void {
  database.run('UPDATE job_data SET until_ms = ? WHERE job_id = ?', [nowMs + lifeTimes.data, jobId]);
}
