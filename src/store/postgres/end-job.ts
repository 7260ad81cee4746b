// Ends jobs: completed, failed or canceled.

import { statesBefore } from '../../contract/job-states.ts';
import { lifeTimes } from '../../contract/life-times.ts';
import { listStates } from '../job-rows.ts';
import { all, first, type Work } from '../sql/work.ts';
import type { Claim, JobError } from '../state-store.ts';
import type { PostgresDatabase, SqlValue } from './database.ts';
import { addJobEvents } from './events.ts';
import { runWork } from './run-work.ts';
import { settleSoon } from './settle-batch.ts';
import { addToBatches, addToTeams, endedOf } from './sums.ts';

type EndState = 'completed' | 'failed' | 'canceled';

/** SQL: true while the worker holds the job at this attempt. Values: team, job, attempt. */
export const whereClaimed =
  'jobs.team_id = $1 AND jobs.uuid = $2 AND queue.job_id = jobs.id AND queue.attempts = $3 AND queue.owner IS NOT NULL';

export function claimValues({ teamId, uuid, attempt }: Claim): readonly [string, string, number] {
  return [teamId, uuid, attempt];
}

/** Fewer items of a batch than this end at the same moment. */
const mostAtOnce = 1_000;

/**
 * SQL: whether the state of the batch `b` may have to change now that an item has ended. Ends that other transactions have not stored yet are not
 * seen. False is wrong only if this statement takes longer than the last thousand items of the batch. Then the next `reclaim` settles the batch.
 */
const mayEndSql = `CASE WHEN b.id IS NULL THEN false WHEN b.state = 'queued' OR b.canceled_ms IS NOT NULL OR b.total <= ${mostAtOnce} THEN true
      ELSE b.total - ${endedOf('b.id')} <= ${mostAtOnce} END`;

/**
 * SQL that ends the jobs in the queue that `where` finds, and gives the batch of each. Every end takes the row of the queue first, then the
 * job, then the sums, so that two ends do not wait for each other in a circle.
 */
export function endSql(state: EndState, where: string, set: string): string {
  const count = (one: EndState) => `${state === one ? 'count(*)' : 0} AS ${one}`;
  const data =
    state === 'completed'
      ? 'DELETE FROM job_data USING ended WHERE job_id = ended.id'
      : `UPDATE job_data SET until_ms = now_ms() + ${lifeTimes.data} FROM ended WHERE job_id = ended.id`;
  return `
    WITH held AS (
      DELETE FROM queue USING jobs WHERE ${where} RETURNING queue.job_id, queue.attempts, queue.started_ms),
    ended AS (
      UPDATE jobs SET state = '${state}', attempts = held.attempts, started_ms = held.started_ms, finished_ms = now_ms() ${set}
      FROM held WHERE jobs.id = held.job_id RETURNING jobs.id, jobs.team_id, jobs.uuid, jobs.batch_id, jobs.result_bytes, jobs.callback_url),
    events AS (${addJobEvents(state, 'ended')}),
    data AS (${data}),
    teams AS (${addToTeams(
      `SELECT team_id, -count(*) AS unfinished, coalesce(sum(result_bytes), 0) AS result_bytes,
         -count(*) FILTER (WHERE batch_id IS NULL) AS alone, count(*) AS ${state} FROM ended GROUP BY team_id`,
      ['alone', state],
    )}),
    sums AS (${addToBatches(
      `SELECT batch_id, ${count('completed')}, ${count('failed')}, ${count('canceled')}, 0 AS expired FROM ended
       WHERE batch_id IS NOT NULL GROUP BY batch_id`,
    )})
    SELECT ended.batch_id, ${mayEndSql} AS may_end
    FROM ended LEFT JOIN batches AS b ON b.id = ended.batch_id`;
}

/** False: `where` finds no job in the queue. */
export async function endJob(database: PostgresDatabase, sql: string, values: readonly SqlValue[]): Promise<boolean> {
  const ended = await database.first<{ batch_id: number | null; may_end: boolean }>(sql, values);
  if (!ended) return false;
  if (ended.may_end) await settleSoon(database, ended.batch_id);
  return true;
}

const setError = ', error_code = $4, error_detail = $5';
export const failSql = endSql('failed', whereClaimed, setError);
/** Fails the job only if its lease has still run out. */
export const failLostSql = endSql('failed', `${whereClaimed} AND queue.lease_ms <= now_ms()`, setError);

export function failJob(database: PostgresDatabase, claim: Claim, { code, detail }: JobError, sql = failSql): Promise<boolean> {
  // PostgreSQL stores no U+0000. Parts of the data may be in the detail.
  return endJob(database, sql, [...claimValues(claim), code, detail.replaceAll('\0', '\uFFFD')]);
}

export const cancelSql = endSql('canceled', 'jobs.team_id = $1 AND jobs.uuid = $2 AND queue.job_id = jobs.id', '');

export async function cancelJob(database: PostgresDatabase, teamId: string, uuid: string): Promise<boolean> {
  if (await endJob(database, cancelSql, [teamId, uuid])) return true;
  const job = await database.first<{ id: number; batch_id: number }>(
    `SELECT j.id, b.id AS batch_id FROM jobs AS j JOIN batches AS b ON b.id = j.batch_id
     WHERE j.team_id = $1 AND j.uuid = $2 AND j.state = 'queued' AND b.accepted`,
    [teamId, uuid],
  );
  if (!job) return false;
  // An item that is not in the queue yet. While its batch is locked, nobody puts it there.
  const canceled = await database.transaction(async (statements) => {
    await statements.run('SELECT 1 FROM batches WHERE id = $1 FOR NO KEY UPDATE', [job.batch_id]);
    return runWork(statements, cancelJobs(job.batch_id, [job.id]));
  });
  await settleSoon(database, job.batch_id);
  return canceled > 0;
}

/** Cancels items of a batch, also those that are not in the queue yet. Gives the number canceled. Needs the lock of the batch. */
export function* cancelJobs(batchId: number, ids: readonly number[]): Work<number> {
  // Ends take the row of the queue first. A job that is being ended now waits here, and is no longer 'queued' afterwards.
  const held = yield* all<{ job_id: number; attempts: number; started_ms: number | null }>(
    'DELETE FROM queue WHERE job_id = ANY ($1::bigint[]) RETURNING job_id, attempts, started_ms',
    [ids],
  );
  const heldById = new Map(held.map((row) => [row.job_id, row]));
  const { n } = (yield* first<{ n: number }>(
    `WITH ended AS (
       UPDATE jobs SET state = 'canceled', finished_ms = now_ms(), attempts = held.attempts, started_ms = held.started_ms
       FROM unnest($1::bigint[], $2::integer[], $3::bigint[]) AS held (job_id, attempts, started_ms)
       WHERE jobs.id = held.job_id AND state IN (${listStates(statesBefore('canceled'))})
       RETURNING jobs.id, jobs.team_id, jobs.uuid, jobs.batch_id, jobs.callback_url),
     events AS (${addJobEvents('canceled', 'ended')}),
     data AS (UPDATE job_data SET until_ms = now_ms() + ${lifeTimes.data} FROM ended WHERE job_id = ended.id),
     teams AS (${addToTeams(
       'SELECT team_id, -count(*) AS unfinished, 0 AS result_bytes, count(*) AS canceled FROM ended GROUP BY team_id',
       ['canceled'],
     )}),
     sums AS (${addToBatches(
       'SELECT $4::bigint AS batch_id, 0 AS completed, 0 AS failed, count(*) AS canceled, 0 AS expired FROM ended HAVING count(*) > 0',
     )})
     SELECT count(*) AS n FROM ended`,
    [ids, ids.map((id) => heldById.get(id)?.attempts ?? 0), ids.map((id) => heldById.get(id)?.started_ms ?? null), batchId],
  ))!;
  return n;
}
