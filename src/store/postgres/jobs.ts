// The jobs of one team.
import { finalStates, type JobState, statesBefore } from '../../contract/job-states.ts';
import { listStates, noResult, toJobRecord } from '../job-rows.ts';
import { createRetries } from '../sql/retry.ts';
import { collectValues } from '../sql/work.ts';
import type { JobFilter, JobRecord, Jobs, StateKey, StatePage } from '../state-store.ts';
import { createBatchDriver } from './batch-driver.ts';
import type { PostgresDatabase } from './database.ts';
import { cancelJob } from './end-job.ts';
import { addJobEvents } from './events.ts';
import { createJob } from './insert-job.ts';
import { findJobSql, type JobRow, pageSql, withWarnings } from './job-rows.ts';
import { toWorkDatabase } from './run-work.ts';
import { addToBatches, addToTeams, unfinishedOf } from './sums.ts';

export function createJobs(database: PostgresDatabase, teamId: string): Jobs {
  const { retryJob } = createRetries(toWorkDatabase(database), teamId, createBatchDriver(database));
  return {
    create: (job, { maxUnfinished }, key) => createJob(database, teamId, { job, maxUnfinished, key }),
    async find(uuid) {
      const row = await database.first<JobRow>(findJobSql, [teamId, uuid]);
      return row && toJobRecord(row, row.now);
    },
    list: (filter, limit, after) => listJobs(database, teamId, filter, limit, after),
    cancel: (uuid) => cancelJob(database, teamId, uuid),
    retry: (uuid, options, of) => retryJob({ ...options, uuid, of }),
    discard: (uuid) => discardJob(database, teamId, uuid),
    async resultBytes() {
      const sql = 'SELECT coalesce(sum(result_bytes), 0)::bigint AS n FROM team_sums WHERE team_id = $1';
      return (await database.first<{ n: number }>(sql, [teamId]))!.n;
    },
    async unfinished() {
      return (await database.first<{ n: number }>(`SELECT ${unfinishedOf('$1')} AS n`, [teamId]))!.n;
    },
  };
}

async function listJobs(
  database: PostgresDatabase,
  teamId: string,
  { state, batchUuid }: JobFilter,
  limit: number,
  after: StateKey | undefined,
): Promise<StatePage<JobRecord>> {
  const { values, add } = collectValues();
  const team = add(teamId);
  const batch = batchUuid === undefined ? undefined : add(batchUuid);
  const sql = pageSql({
    // The batch alone narrows the search, by its own index.
    where: (alias) =>
      batch === undefined
        ? `${alias}.team_id = ${team}`
        : `${alias}.batch_id = (SELECT id FROM batches WHERE team_id = ${team} AND uuid = ${batch})`,
    state,
    order: 'created_ms DESC, uuid DESC',
    behind: after ? `AND (j.created_ms, j.uuid) < (${add(after.createdMs)}::bigint, ${add(after.uuid)}::uuid)` : '',
    limit: add(limit + 1),
  });
  const rows = await database.all<JobRow & { readonly warnings: string | null }>(sql, values);
  const page = withWarnings(rows).slice(0, limit);
  return { items: page.map((row) => toJobRecord(row, row.now)), hasMore: rows.length > page.length };
}

interface EndedRow {
  readonly id: number;
  readonly batch_id: number | null;
  readonly stands: boolean;
  readonly state: JobState;
  readonly result_blob: string | null;
  readonly result_bytes: number | null;
}

function discardJob(database: PostgresDatabase, teamId: string, uuid: string): Promise<string | undefined> {
  return database.transaction(async (statements) => {
    const job = await statements.first<EndedRow>(
      `SELECT id, batch_id, stands, state, result_blob, result_bytes FROM jobs
       WHERE team_id = $1 AND uuid = $2 AND state IN (${listStates(finalStates)}) FOR NO KEY UPDATE`,
      [teamId, uuid],
    );
    if (!job) return undefined;
    await statements.run('DELETE FROM job_data WHERE job_id = $1', [job.id]);
    if (!statesBefore('expired').includes(job.state)) return undefined;
    await statements.run(
      `WITH ended AS (
         UPDATE jobs SET state = 'expired', expires_ms = least(expires_ms, now_ms()), ${noResult} WHERE id = $1
         RETURNING team_id, uuid, batch_id)
       ${addJobEvents('expired', 'ended')}`,
      [job.id],
    );
    await statements.run(
      addToTeams('SELECT $1::uuid AS team_id, 0 AS unfinished, -$2::bigint AS result_bytes, -1 AS completed, 1 AS expired', [
        'completed',
        'expired',
      ]),
      [teamId, job.result_bytes ?? 0],
    );
    if (job.batch_id !== null && job.stands) {
      await statements.run(
        addToBatches('SELECT $1::bigint AS batch_id, -1 AS completed, 0 AS failed, 0 AS canceled, 1 AS expired'),
        [job.batch_id],
      );
    }
    return job.result_blob ?? undefined;
  });
}
