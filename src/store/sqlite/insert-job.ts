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

/** SQL: the number of the turn that was begun last. The numbers order the jobs in the queue and the teams. */
export const currentTurn = '(SELECT last FROM turns)';

export function beginTurn(database: SqliteDatabase): void {
  database.run('UPDATE turns SET last = last + 1');
}

/** SQL: inserts a job with a rank. Made once for each rank: a text of this length takes longer to put together than to look up. */
const insertSql = (rank: string | number) =>
  `INSERT INTO jobs (${requestNames}, options, warnings, since_ms, batch_uuid, item_index, reference, priority, state, queue_rank, queue_position)
   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?9, ?14, ?15, ?16, ?17, 'queued', ${rank}, ${currentTurn})`;
const insertAlone = insertSql(rankSql('alone', '?17'));
const insertItem = insertSql(rankSql('item', '?17'));
const insertHeld = insertSql(queueRanks.held);

/** Puts a job into the queue. Held jobs are not claimed. */
export function insertJob(
  database: SqliteDatabase,
  teamId: string,
  job: Omit<NewJob, 'data'>,
  { place, isHeld = false }: { readonly place?: BatchPlace | undefined; readonly isHeld?: boolean } = {},
): void {
  const { warnings } = job;
  beginTurn(database);
  database.run(isHeld ? insertHeld : place ? insertItem : insertAlone, [
    ...requestValues(teamId, job),
    job.options,
    warnings ? JSON.stringify(warnings) : '[]',
    place?.batchUuid ?? null,
    place?.index ?? null,
    place?.reference ?? null,
    job.priority,
  ]);
}

/** SQL: the row id of the job that was inserted last. A statement that returns the id takes longer. */
export const insertedId = 'last_insert_rowid()';

/** Stores the data that the job renders which was inserted last. */
export function insertJobData(database: SqliteDatabase, data: string): void {
  database.run(`INSERT INTO job_data (job_id, data) VALUES (${insertedId}, ?)`, [data]);
}
