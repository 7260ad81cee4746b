// The queue of jobs over all teams: claims, leases, outcomes, setbacks.
import type { RenderWarning } from '../../contract/generate.ts';
import { type BatchState, statesBefore } from '../../contract/job-states.ts';
import { listStates, toClaimedJob } from '../job-rows.ts';
import { queueRanks, rankOfJobSql } from '../queue-ranks.ts';
import { detailOf } from '../refusals.ts';
import { drawPauses } from '../setback-pauses.ts';
import { createBatchWriter } from '../sql/write-batch.ts';
import {
  type Claim,
  type ClaimedJob,
  type FailedJob,
  type JobError,
  type JobQueue,
  type Setback,
  type StoredResult,
  setbackLimits,
} from '../state-store.ts';
import { createBatchDriver } from './batch-driver.ts';
import type { SqliteDatabase } from './database.ts';
import { claimValues, failJob, whereClaimed } from './end-job.ts';
import { addJobEvent } from './events.ts';
import { groupTransactions } from './group-transactions.ts';
import { beginTurn, currentTurn } from './insert-job.ts';
import type { JobRow } from './job-rows.ts';
import { isDeadOwner, ownerOfThisProcess } from './process-owner.ts';
import { toWorkDatabase } from './run-work.ts';
import { settleBatch } from './settle-batch.ts';
import { sweep } from './sweep.ts';

/** SQL: a job that has the blob as its result, or may still get it. Keys of results begin with the UUID of their job. */
const keptBlobSql = `
  SELECT 1 AS found FROM jobs WHERE team_id = ? AND result_blob = ?
  UNION ALL SELECT 1 AS found FROM jobs WHERE team_id = ? AND uuid = ? AND finished_ms IS NULL`;

/** SQL: the team with the fewest running jobs. Among equals, the team whose turn was longest ago. */
export const nextTeamSql = 'SELECT team_id FROM team_sums WHERE queued > 0 ORDER BY processing, served LIMIT 1';

export const claimSql = `
  UPDATE jobs SET state = 'processing', attempts = attempts + 1, owner = ?, lease_ms = ?, started_ms = ?
  WHERE id = (SELECT id FROM jobs WHERE state = 'queued' AND team_id = ? AND queue_rank < ${queueRanks.held}
      ORDER BY queue_rank, queue_position LIMIT 1)
    AND state IN (${listStates(statesBefore('processing'))})
  RETURNING *`;

export function createQueue(database: SqliteDatabase, now: () => number): JobQueue {
  const inGroup = groupTransactions(database);
  const batches = createBatchWriter(toWorkDatabase(database, now), createBatchDriver(database, now));
  const owner = ownerOfThisProcess();
  return {
    // A database file sends no notification when it changes: workers poll it.
    announce() {},
    listen: () => () => {},
    // Few workers share a file.
    idlePauseMs: () => 0,
    async claim(limit, leaseMs) {
      // The first look takes no lock, because an idle worker must not hold up writers.
      if (!database.first(nextTeamSql)) return [];
      // A power cut ends the worker too, so a claim that it undoes is only made again.
      return database.transaction(() => claimSome(database, owner, limit, leaseMs, now), { isDurable: false });
    },
    async heartbeat(claims, leaseMs) {
      const until = now() + leaseMs;
      return database.transaction(() =>
        claims.filter(
          (claim) => database.run(`UPDATE jobs SET lease_ms = ? WHERE ${whereClaimed}`, [until, ...claimValues(claim)]) === 0,
        ),
      );
    },
    async complete(claim, result, warnings, keptMs) {
      return inGroup(() => completeJob(database, claim, { result, warnings, keptMs }, now()));
    },
    async fail(claim, error) {
      return database.transaction(() => failJob(database, claim, error, now()));
    },
    async setBack(claim, setback, tell) {
      let failure: JobError | undefined;
      const isDone = database.transaction(() =>
        setBack(database, claim, setback, now(), (error) => {
          failure = error;
        }),
      );
      if (failure) tell?.(failure);
      return isDone;
    },
    async reclaim(tell) {
      await batches.finishLost();
      endRests(database, now());
      const running = database.all<JobRow & { readonly lease_ms: number }>("SELECT * FROM jobs WHERE state = 'processing'");
      const dead = new Set([...new Set(running.map(({ owner }) => owner ?? ''))].filter(isDeadOwner));
      const lost = running.filter(({ owner, lease_ms }) => dead.has(owner ?? '') || lease_ms <= now());
      const claims = lost.map(({ team_id, uuid, attempts, batch_uuid }) => ({
        teamId: team_id,
        uuid,
        attempt: attempts,
        batchUuid: batch_uuid,
      }));
      if (claims.length === 0) return 0;
      const failed: FailedJob[] = [];
      const setBackOne = ({ batchUuid, ...claim }: (typeof claims)[number]) =>
        setBack(database, claim, 'process-lost', now(), (error) =>
          failed.push({ teamId: claim.teamId, uuid: claim.uuid, batchUuid, ...error }),
        );
      const done = database.transaction(
        () => claims.filter((claim) => isStillLost(database, claim, dead, now()) && setBackOne(claim)).length,
      );
      for (const job of failed) tell?.(job);
      return done;
    },
    async sweep(limit) {
      return sweep(database, limit, now());
    },
    async findLostBlobs(blobs) {
      return blobs.filter(
        ({ teamId, blob }) => database.first(keptBlobSql, [teamId, blob, teamId, blob.slice(0, 36)]) === undefined,
      );
    },
    async ownsBlob(teamId, blob) {
      return database.first('SELECT 1 AS found FROM jobs WHERE team_id = ? AND result_blob = ?', [teamId, blob]) !== undefined;
    },
  };
}

function claimSome(
  database: SqliteDatabase,
  owner: string,
  limit: number,
  leaseMs: number,
  now: () => number,
): readonly ClaimedJob[] {
  const claimed: ClaimedJob[] = [];
  while (claimed.length < limit) {
    const job = claimNext(database, owner, now(), leaseMs);
    if (!job) break;
    claimed.push(job);
  }
  return claimed;
}

interface ClaimedRow extends JobRow {
  readonly since_ms: number;
  readonly traceparent: string | null;
}

function claimNext(database: SqliteDatabase, owner: string, nowMs: number, leaseMs: number): ClaimedJob | undefined {
  const team = database.first<{ team_id: string }>(nextTeamSql);
  const row = team && database.first<ClaimedRow>(claimSql, [owner, nowMs + leaseMs, nowMs, team.team_id]);
  if (!row) return undefined;
  beginTurn(database);
  database.run(`UPDATE team_sums SET served = ${currentTurn} WHERE team_id = ?`, [row.team_id]);
  const ofBatch = row.batch_uuid === null ? null : beginBatch(database, row.team_id, row.batch_uuid);
  const { data } = database.first<{ data: string }>('SELECT data FROM job_data WHERE job_id = ?', [row.id])!;
  // Only an item that was retried has a trace of its own.
  const traceparent = row.traceparent ?? ofBatch;
  return toClaimedJob(row, nowMs, { data, waitedMs: Math.max(0, nowMs - row.since_ms), traceparent });
}

/** A batch is `processing` once a job of it has begun. Gives the header of the call that made the batch. */
function beginBatch(database: SqliteDatabase, teamId: string, uuid: string): string | null {
  const { state, traceparent } = database.first<{ state: BatchState; traceparent: string | null }>(
    'SELECT state, traceparent FROM batches WHERE team_id = ? AND uuid = ?',
    [teamId, uuid],
  )!;
  if (state === 'queued') database.run("UPDATE batches SET state = 'processing' WHERE team_id = ? AND uuid = ?", [teamId, uuid]);
  return traceparent;
}

const completeSql = `
  UPDATE jobs SET state = 'completed', finished_ms = ?, expires_ms = ?, owner = NULL, lease_ms = NULL, warnings = ?,
    result_blob = ?, result_filename = ?, result_bytes = ?, result_pages = ?, result_sha256 = ?
  WHERE ${whereClaimed} AND state IN (${listStates(statesBefore('completed'))}) RETURNING id, team_id, uuid, batch_uuid, callback_url`;

interface CompletedJob {
  readonly result: StoredResult;
  readonly warnings: readonly RenderWarning[];
  readonly keptMs: number;
}

/** False: the worker no longer holds the job. */
function completeJob(database: SqliteDatabase, claim: Claim, { result, warnings, keptMs }: CompletedJob, nowMs: number): boolean {
  const job = database.first<Pick<JobRow, 'id' | 'team_id' | 'uuid' | 'batch_uuid' | 'callback_url'>>(completeSql, [
    nowMs,
    nowMs + keptMs,
    JSON.stringify(warnings),
    result.blob,
    result.filename,
    result.bytes,
    result.pages,
    result.sha256,
    ...claimValues(claim),
  ]);
  if (!job) return false;
  database.run('DELETE FROM job_data WHERE job_id = ?', [job.id]);
  addJobEvent(database, job, 'completed', nowMs);
  if (job.batch_uuid !== null) settleBatch(database, job.team_id, job.batch_uuid, nowMs);
  return true;
}

export const restedSql = 'SELECT id FROM jobs WHERE rests_until_ms <= ? ORDER BY rests_until_ms';

/** Puts jobs that have rested into the queue again. A job that crashed a thread or a process stays behind all jobs of its team. */
function endRests(database: SqliteDatabase, nowMs: number): void {
  // The first look takes no lock.
  if (!database.first(restedSql, [nowMs])) return;
  database.transaction(() => {
    for (const { id } of database.all<{ id: number }>(restedSql, [nowMs])) {
      beginTurn(database);
      database.run(
        `UPDATE jobs SET rests_until_ms = NULL, since_ms = ?, queue_position = ${currentTurn}, queue_rank = CASE
           WHEN thread_deaths + process_losses > 0 THEN ${queueRanks.item}
           ELSE ${rankOfJobSql('batch_uuid', 'priority')} END
         WHERE id = ?`,
        [nowMs, id],
      );
    }
  });
}

/** Whether the claim's lease has still not been renewed: a heartbeat may have come meanwhile. */
function isStillLost(database: SqliteDatabase, claim: Claim, dead: ReadonlySet<string>, nowMs: number): boolean {
  const job = database.first<{ owner: string; lease_ms: number }>(
    `SELECT owner, lease_ms FROM jobs WHERE ${whereClaimed}`,
    claimValues(claim),
  );
  return job !== undefined && (dead.has(job.owner) || job.lease_ms <= nowMs);
}

/**
 * Puts a job behind the others of its rank. A job that crashed a thread or a process loses its rank, and goes behind all jobs of its team. A job
 * that rests gets its rank after its rest.
 */
function setBack(
  database: SqliteDatabase,
  claim: Claim,
  setback: Setback,
  nowMs: number,
  tell: (error: JobError) => void,
): boolean {
  const job = database.first<JobRow>(`SELECT * FROM jobs WHERE ${whereClaimed}`, claimValues(claim));
  if (!job) return false;
  const deaths = job.thread_deaths + (setback === 'thread-died' ? 1 : 0);
  const losses = job.process_losses + (setback === 'process-lost' ? 1 : 0);
  const times = { 'thread-died': deaths, 'process-lost': losses, 'store-failed': 0, 'handed-back': 0 }[setback];
  if (times >= setbackLimits[setback]) {
    const error = { code: 'RENDER_FAILED', detail: detailOf(setback, times) };
    const hasFailed = failJob(database, claim, error, nowMs);
    if (hasFailed) tell(error);
    return hasFailed;
  }
  const restNumber = { 'thread-died': deaths, 'process-lost': 0, 'store-failed': job.attempts, 'handed-back': 0 }[setback];
  const rank = restNumber > 0 ? queueRanks.resting : setback === 'handed-back' ? 'queue_rank' : queueRanks.item;
  const rests = drawPauses();
  beginTurn(database);
  const restsUntilMs = restNumber > 0 ? nowMs + rests[Math.min(restNumber, rests.length) - 1]! : null;
  return (
    database.run(
      `UPDATE jobs SET state = 'queued', started_ms = NULL, owner = NULL, lease_ms = NULL, thread_deaths = ?, process_losses = ?,
         queue_rank = ${rank}, queue_position = ${currentTurn}, since_ms = ?, rests_until_ms = ?
       WHERE id = ? AND state IN (${listStates(statesBefore('queued'))})`,
      [deaths, losses, nowMs, restsUntilMs, job.id],
    ) > 0
  );
}
