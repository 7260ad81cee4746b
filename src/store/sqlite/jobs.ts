// The jobs of one team.
import { finalStates, statesBefore } from '../../contract/job-states.ts';
import { countWithin } from '../count-within.ts';
import { byTime, listStates, noResult, toJobRecord } from '../job-rows.ts';
import { queueRanks } from '../queue-ranks.ts';
import { findRepeat, insertKey } from '../sql/idempotency.ts';
import { createRetries } from '../sql/retry.ts';
import type { JobFilter, JobRecord, Jobs, StateKey, StatePage } from '../state-store.ts';
import { createBatchDriver } from './batch-driver.ts';
import type { SqliteDatabase, SqlValue } from './database.ts';
import { cancelJob } from './end-job.ts';
import { addJobEvent } from './events.ts';
import { checkQuota, countUnfinished, insertJob, insertJobData } from './insert-job.ts';
import { type JobRow, whereState } from './job-rows.ts';
import { toWorkDatabase } from './run-work.ts';

/** A job of a page, before its large columns are read. */
interface ListedRow {
  readonly id: number;
  readonly created_ms: number;
  readonly uuid: string;
  readonly warning_bytes: number;
}

export function createJobs(database: SqliteDatabase, teamId: string, now: () => number): Jobs {
  const work = toWorkDatabase(database, now);
  const { retryJob } = createRetries(work, teamId, createBatchDriver(database, now));
  return {
    create: (job, { maxUnfinished }, key) =>
      work.transact(function* () {
        const earlier = key && (yield* findRepeat(teamId, key));
        if (earlier) return { ...earlier, repeated: true };
        yield* checkQuota(teamId, 1, maxUnfinished);
        insertJob(database, teamId, job);
        insertJobData(database, job.data);
        const created = { kind: 'job', uuid: job.uuid } as const;
        if (key) yield* insertKey(teamId, key, created);
        return { ...created, repeated: false };
      }),
    async find(uuid) {
      const row = database.first<JobRow>('SELECT * FROM jobs WHERE team_id = ? AND uuid = ?', [teamId, uuid]);
      return row && toJobRecord(row, now());
    },
    async list(filter, limit, after) {
      return listJobs(database, teamId, filter, limit, after, now());
    },
    async cancel(uuid) {
      return database.transaction(() => cancelJob(database, teamId, uuid, now()));
    },
    retry: (uuid, options, of) => retryJob({ ...options, uuid, of }),
    async discard(uuid) {
      return database.transaction(() => discardJob(database, teamId, uuid, now()));
    },
    async resultBytes() {
      return database.first<{ n: number }>('SELECT result_bytes AS n FROM team_sums WHERE team_id = ?', [teamId])?.n ?? 0;
    },
    unfinished: () => work.perform(() => countUnfinished(teamId)),
  };
}

/** SQL: leaves out the items of a batch that is being written. */
const isListed = `(queue_rank <> ${queueRanks.held} OR state <> 'queued')`;

/** The statements that together find a page of jobs. Each walks a single index. */
function listStatements(
  teamId: string,
  { state, batchUuid }: JobFilter,
  limit: number,
  after: StateKey | undefined,
  nowMs: number,
): readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] {
  const branches = state === undefined ? [{ index: '', where: 'TRUE', values: [] }] : whereState(state, nowMs);
  return branches.map(({ index, where, values }) => {
    const byBatch = batchUuid === undefined ? '' : 'AND batch_uuid = ? AND batch_uuid IS NOT NULL';
    // The index of the batch narrows the search most.
    const byIndex = batchUuid === undefined ? index : 'INDEXED BY jobs_of_batch';
    const behind = after ? 'AND (created_ms, uuid) < (?, ?)' : '';
    return {
      // SQLite finds the length at the head of a row and does not read the warnings themselves.
      sql: `SELECT id, created_ms, uuid, octet_length(warnings) AS warning_bytes FROM jobs ${byIndex} WHERE team_id = ? ${byBatch} AND ${where} AND ${isListed} ${behind} ORDER BY created_ms DESC, uuid DESC LIMIT ?`,
      values: [
        teamId,
        ...(batchUuid === undefined ? [] : [batchUuid]),
        ...values,
        ...(after ? [after.createdMs, after.uuid] : []),
        limit + 1,
      ],
    };
  });
}

function listJobs(
  database: SqliteDatabase,
  teamId: string,
  filter: JobFilter,
  limit: number,
  after: StateKey | undefined,
  nowMs: number,
): StatePage<JobRecord> {
  const rows = listStatements(teamId, filter, limit, after, nowMs)
    .flatMap(({ sql, values }) => database.all<ListedRow>(sql, values))
    .sort(byTime);
  const page = rows.slice(0, Math.min(limit, countWithin(rows)));
  const items = page.map(({ id }) => toJobRecord(database.first<JobRow>('SELECT * FROM jobs WHERE id = ?', [id])!, nowMs));
  return { items, hasMore: rows.length > page.length };
}

function discardJob(database: SqliteDatabase, teamId: string, uuid: string, nowMs: number): string | undefined {
  const job = database.first<JobRow>(
    `SELECT * FROM jobs WHERE team_id = ? AND uuid = ? AND state IN (${listStates(finalStates)})`,
    [teamId, uuid],
  );
  if (!job) return undefined;
  database.run('DELETE FROM job_data WHERE job_id = ?', [job.id]);
  database.run(
    `UPDATE jobs SET state = 'expired', expires_ms = min(expires_ms, ?), ${noResult}
     WHERE id = ? AND state IN (${listStates(statesBefore('expired'))})`,
    [nowMs, job.id],
  );
  if (job.state === 'completed') addJobEvent(database, job, 'expired', nowMs);
  return job.result_blob ?? undefined;
}
