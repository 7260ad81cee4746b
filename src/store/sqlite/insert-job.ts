// Puts jobs into the queue. Call it inside of a transaction.
import { requestNames, requestValues } from '../job-rows.ts';
import { queueRanks, rankSql } from '../queue-ranks.ts';
import { checkUnfinished } from '../refusals.ts';
import { first, type Work } from '../sql/work.ts';
import type { NewJob } from '../state-store.ts';
import type { SqliteDatabase } from './database.ts';

export interface BatchPlace {
  readonly batchUuid: string;
  readonly index: number;
  readonly reference: string | null;
}

/** Raises QUOTA_EXCEEDED if the team may not have `more` further jobs. */
export function* checkQuota(teamId: string, more: number, maxUnfinished: number): Work<void> {
  checkUnfinished(yield* countUnfinished(teamId), more, maxUnfinished);
}

/** The number of a team's jobs that have not ended. */
export function* countUnfinished(teamId: string): Work<number> {
  const sql = 'SELECT queued + held + processing AS n FROM team_sums WHERE team_id = $1';
  return (yield* first<{ n: number }>(sql, [teamId]))?.n ?? 0;
}

/** Puts a job into the queue and gives its row id. Held jobs are not claimed. */
export function insertJob(
  database: SqliteDatabase,
  teamId: string,
  job: Omit<NewJob, 'data'>,
  { place, isHeld = false }: { readonly place?: BatchPlace | undefined; readonly isHeld?: boolean } = {},
): number {
  const { id } = database.first<{ id: number }>(
    `INSERT INTO jobs (${requestNames}, options, warnings, since_ms, batch_uuid, item_index, reference, priority, state, queue_rank, queue_position)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?9, ?14, ?15, ?16, ?17, 'queued',
       ${isHeld ? queueRanks.held : rankSql(place ? 'item' : 'alone', '?17')}, ?18) RETURNING id`,
    [
      ...requestValues(teamId, job),
      job.options,
      JSON.stringify(job.warnings ?? []),
      place?.batchUuid ?? null,
      place?.index ?? null,
      place?.reference ?? null,
      job.priority,
      takeTurn(database),
    ],
  )!;
  return id;
}

/** Stores the data that a job renders. */
export function insertJobData(database: SqliteDatabase, jobId: number, data: string): void {
  database.run('INSERT INTO job_data (job_id, data) VALUES (?, ?)', [jobId, data]);
}

/** The next number of a sequence. The numbers order the jobs in the queue and the turns of the teams. */
export function takeTurn(database: SqliteDatabase): number {
  return database.first<{ last: number }>('UPDATE turns SET last = last + 1 RETURNING last')!.last;
}
