// The queue of jobs over all teams: claims, leases, outcomes, setbacks.
import type { RenderWarning } from '../../contract/generate.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { queueRanks, rankOfJobSql } from '../queue-ranks.ts';
import { detailOf } from '../refusals.ts';
import { drawPauses } from '../setback-pauses.ts';
import { createBatchWriter } from '../sql/write-batch.ts';
import {
  type Claim,
  type FailedJob,
  type JobError,
  type JobQueue,
  type Setback,
  type StoredResult,
  setbackLimits,
  type TeamBlob,
} from '../state-store.ts';
import { createAnnouncements } from './announcements.ts';
import { createBatchDriver } from './batch-driver.ts';
import { createClaim } from './claim.ts';
import type { PostgresDatabase } from './database.ts';
import { claimValues, endJob, endSql, failJob, failLostSql, whereClaimed } from './end-job.ts';
import { toWorkDatabase } from './run-work.ts';
import { createSettlement, settleSoon } from './settle-batch.ts';
import { sweep } from './sweep.ts';

/** `processes`: the number of processes that use the database. */
export function createQueue(database: PostgresDatabase, now: () => number, processes: () => number): JobQueue {
  const settleLostBatches = createSettlement(database);
  const batches = createBatchWriter(toWorkDatabase(database), createBatchDriver(database));
  return {
    ...createAnnouncements(database, processes),
    claim: createClaim(database, now),
    async heartbeat(claims, leaseMs) {
      const held = await database.all<{ team_id: string; uuid: string; attempts: number }>(heartbeatSql, [
        claims.map(({ teamId }) => teamId),
        claims.map(({ uuid }) => uuid),
        claims.map(({ attempt }) => attempt),
        leaseMs,
      ]);
      const names = new Set(held.map(({ team_id, uuid, attempts }) => `${team_id} ${uuid} ${attempts}`));
      return claims.filter(({ teamId, uuid, attempt }) => !names.has(`${teamId} ${uuid} ${attempt}`));
    },
    complete: (claim, result, warnings, keptMs) => completeJob(database, claim, result, warnings, keptMs),
    fail: (claim, error) => failJob(database, claim, error),
    setBack: (claim, setback, tell) => setBack(database, claim, setback, tell),
    async reclaim(tell) {
      await batches.finishLost();
      await settleLostBatches();
      while ((await database.run(endRestsSql)) === chunk);
      return setBackLost(database, tell);
    },
    sweep: (limit) => sweep(database, limit),
    findLostBlobs: (blobs) => findLostBlobs(database, blobs),
    async ownsBlob(teamId, blob) {
      const sql = 'SELECT 1 AS found FROM jobs WHERE team_id = $1 AND result_blob = $2 LIMIT 1';
      return (await database.first(sql, [teamId, blob])) !== undefined;
    },
  };
}

/** Keys of results begin with the UUID of their job. Results of teams that the database does not know belong to another database. */
async function findLostBlobs(database: PostgresDatabase, blobs: readonly TeamBlob[]): Promise<readonly TeamBlob[]> {
  const known = blobs.filter(({ teamId, blob }) => isUuid(teamId) && isUuid(blob.slice(0, 36)));
  const rows = await database.all<{ team_id: string; blob: string }>(findLostBlobsSql, [
    known.map(({ teamId }) => teamId),
    known.map(({ blob }) => blob.slice(0, 36)),
    known.map(({ blob }) => blob),
  ]);
  return rows.map(({ team_id, blob }) => ({ teamId: team_id, blob }));
}

const findLostBlobsSql = `
  SELECT listed.team_id, listed.blob FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS listed (team_id, uuid, blob)
  WHERE EXISTS (SELECT FROM teams WHERE teams.id = listed.team_id)
    AND NOT EXISTS (SELECT FROM jobs AS j WHERE j.team_id = listed.team_id AND j.result_blob = listed.blob)
    AND NOT EXISTS (SELECT FROM jobs AS j WHERE j.team_id = listed.team_id AND j.uuid = listed.uuid AND j.finished_ms IS NULL)`;

export const heartbeatSql = `
  UPDATE queue SET lease_ms = now_ms() + $4::bigint
  FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS c (team_id, uuid, attempts) JOIN jobs USING (team_id, uuid)
  WHERE queue.job_id = jobs.id AND queue.attempts = c.attempts AND queue.owner IS NOT NULL
  RETURNING c.team_id, c.uuid, c.attempts`;

export const completeSql = endSql(
  'completed',
  whereClaimed,
  `, expires_ms = now_ms() + $4::bigint, warnings = $5, result_blob = $6, result_filename = $7, result_bytes = $8::bigint,
   result_pages = $9::integer, result_sha256 = $10`,
);

/**
 * A call that is repeated because its outcome is unknown gives true again: otherwise its caller would take the result for one that nobody
 * needs, and delete it.
 */
async function completeJob(
  database: PostgresDatabase,
  claim: Claim,
  { blob, filename, bytes, pages, sha256 }: StoredResult,
  warnings: readonly RenderWarning[],
  keptMs: number,
): Promise<boolean> {
  const values = [...claimValues(claim), keptMs, JSON.stringify(warnings), blob, filename, bytes, pages, sha256];
  if (await endJob(database, completeSql, values)) return true;
  const stored = await database.first<{ batch_id: number | null }>(
    `SELECT batch_id FROM jobs WHERE team_id = $1 AND uuid = $2 AND attempts = $3 AND state = 'completed' AND result_blob = $4`,
    [...claimValues(claim), blob],
  );
  if (!stored) return false;
  await settleSoon(database, stored.batch_id);
  return true;
}

/**
 * SQL for SET: puts a job behind the others of its rank. A job that crashed a thread or a process loses its rank, and goes behind all jobs of
 * its team.
 */
function setBackSet(setback: Setback): string {
  const times = restCounters[setback];
  const rank = times === undefined ? (setback === 'handed-back' ? 'queue_rank' : queueRanks.item) : queueRanks.resting;
  const counter = setbackCounters[setback];
  return `owner = NULL, lease_ms = NULL, started_ms = NULL, since_ms = now_ms(), queue_rank = ${rank}, queue_position = nextval('turns')
    ${counter === undefined ? '' : `, ${counter} = ${counter} + 1`}
    ${times === undefined ? '' : `, rests_until_ms = now_ms() + ($4::bigint[])[least(${times}, cardinality($4::bigint[]))]`}`;
}

/** Columns that count setbacks. */
const setbackCounters = {
  'thread-died': 'thread_deaths',
  'process-lost': 'process_losses',
  'store-failed': undefined,
  'handed-back': undefined,
} as const;

/** SQL: the number of the rest that follows a setback. The first rest of a job is the shortest. Undefined: no rest follows this setback. */
const restCounters = {
  'thread-died': 'thread_deaths + 1',
  'process-lost': undefined,
  'store-failed': 'queue.attempts',
  'handed-back': undefined,
} as const;

/** SQL: the job may have another setback of this kind after this one. */
function mayReturn(setback: Setback): string {
  const counter = setbackCounters[setback];
  return counter === undefined ? 'TRUE' : `${counter} + 1 < ${setbackLimits[setback]}`;
}

async function setBack(
  database: PostgresDatabase,
  claim: Claim,
  setback: Setback,
  tell: (error: JobError) => void = () => {},
): Promise<boolean> {
  const returned = await database.run(
    `UPDATE queue SET ${setBackSet(setback)} FROM jobs WHERE ${whereClaimed} AND ${mayReturn(setback)}`,
    [...claimValues(claim), ...(restCounters[setback] === undefined ? [] : [drawPauses()])],
  );
  if (returned > 0) return true;
  if (setbackLimits[setback] === Number.POSITIVE_INFINITY) return false;
  // The claim no longer holds, or the job has had too many setbacks. If the claim does not hold, nothing is changed here either.
  const error = { code: 'RENDER_FAILED', detail: detailOf(setback, setbackLimits[setback]) };
  const hasFailed = await failJob(database, claim, error);
  if (hasFailed) tell(error);
  return hasFailed;
}

/** Jobs that are set back by one statement. */
const chunk = 1_000;

/** SQL: puts jobs that have rested into the queue again. A job that crashed a thread or a process stays behind all jobs of its team. */
export const endRestsSql = `
  UPDATE queue SET rests_until_ms = NULL, since_ms = now_ms(), queue_position = nextval('turns'), queue_rank = CASE
    WHEN thread_deaths + process_losses > 0 THEN ${queueRanks.item}
    ELSE ${rankOfJobSql('jobs.batch_id', 'jobs.priority')} END
  FROM jobs WHERE jobs.id = queue.job_id AND queue.job_id = ANY (ARRAY(
    SELECT job_id FROM queue WHERE rests_until_ms <= now_ms() ORDER BY rests_until_ms LIMIT ${chunk} FOR NO KEY UPDATE SKIP LOCKED))`;

/** SQL: sets back jobs whose lease has run out. Others may do the same at this moment: each job is set back once. */
export const setBackLostSql = `
  UPDATE queue SET ${setBackSet('process-lost')} WHERE job_id = ANY (ARRAY(
    SELECT job_id FROM queue WHERE owner IS NOT NULL AND lease_ms <= now_ms() AND ${mayReturn('process-lost')}
    LIMIT ${chunk} FOR NO KEY UPDATE SKIP LOCKED))`;

/** SQL: jobs whose lease has run out once too often. */
export const lostForGoodSql = `
  SELECT j.team_id, j.uuid, q.attempts, b.uuid AS batch_uuid
  FROM queue AS q JOIN jobs AS j ON j.id = q.job_id LEFT JOIN batches AS b ON b.id = q.batch_id
  WHERE q.owner IS NOT NULL AND q.lease_ms <= now_ms() AND NOT (${mayReturn('process-lost')}) LIMIT ${chunk}`;

interface LostRow {
  readonly team_id: string;
  readonly uuid: string;
  readonly attempts: number;
  readonly batch_uuid: string | null;
}

async function setBackLost(database: PostgresDatabase, tell: (job: FailedJob) => void = () => {}): Promise<number> {
  let lost = 0;
  for (let more = true; more; ) {
    const returned = await database.run(setBackLostSql);
    lost += returned;
    more = returned === chunk;
  }
  const limit = setbackLimits['process-lost'];
  const error = { code: 'RENDER_FAILED', detail: detailOf('process-lost', limit) };
  for (const { team_id: teamId, uuid, attempts, batch_uuid: batchUuid } of await database.all<LostRow>(lostForGoodSql)) {
    // A heartbeat may have come meanwhile.
    if (!(await failJob(database, { teamId, uuid, attempt: attempts }, error, failLostSql))) continue;
    tell({ teamId, uuid, batchUuid, ...error });
    lost++;
  }
  return lost;
}
