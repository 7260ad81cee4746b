// Makes new jobs for failed and canceled jobs. The items of a batch are retried in slices, as batches are written.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { RenderWarning } from '../../contract/generate.ts';
import { retriedStates } from '../../contract/job-states.ts';
import { lifeTimes } from '../../contract/life-times.ts';
import type { BatchTurns } from '../batch-turns.ts';
import { listStates, toEmbedded } from '../job-rows.ts';
import { batchIsChanging, checkRetried, dataOfJobGone } from '../refusals.ts';
import type { JobTemplate, RetryOptions } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import type { SqliteDatabase } from './database.ts';
import { checkQuota, insertJob } from './insert-job.ts';
import { type JobRow, ofBatch } from './job-rows.ts';
import { mostItems } from './write-batch.ts';

/** `of`: the template of the new jobs. Undefined: the template of the earlier jobs. */
interface Retry extends RetryOptions {
  readonly uuid: string;
  readonly of: JobTemplate | undefined;
}

/** Does `Batches.retry`. */
export async function retryBatch(
  database: SqliteDatabase,
  teamId: string,
  { uuid, maxUnfinished, traceparent, of }: Retry,
  { now, turns }: { readonly now: () => number; readonly turns: BatchTurns },
): Promise<number> {
  const nowMs = now();
  database.transaction(() => {
    const { missed, kept } = database.first<{ missed: number; kept: number }>(
      `SELECT count(*) AS missed, coalesce(sum(${hasData}), 0) AS kept FROM jobs WHERE ${ofBatch} AND state IN (${listStates(retriedStates)})`,
      [nowMs - lifeTimes.data, teamId, uuid],
    )!;
    checkRetried(missed, kept);
    checkQuota(database, teamId, missed, maxUnfinished);
  });
  let retried = 0;
  // State by state, because an index finds the items of one state in order.
  for (const state of retriedStates) {
    for (let afterIndex = -1; ; ) {
      const slice = await turns.slice(async () => {
        await endOfTurn();
        return database.transaction(() => retryItems(database, teamId, uuid, { state, afterIndex, nowMs, traceparent, of }));
      });
      retried += slice.length;
      if (slice.length < mostItems) break;
      afterIndex = slice.at(-1)!;
    }
  }
  return retried;
}

/** SQL: whether the data of a job are still kept. Old data count as gone even before a sweep. Value: the earliest end of a job. */
const hasData = '(finished_ms > ? AND EXISTS (SELECT 1 FROM job_data WHERE job_data.job_id = jobs.id))';

interface RetriedSlice {
  readonly state: (typeof retriedStates)[number];
  readonly afterIndex: number;
  readonly nowMs: number;
  readonly traceparent: string | undefined;
  /** The template of the new jobs. Undefined: the template of the earlier jobs. */
  readonly of: JobTemplate | undefined;
}

/** Makes new jobs for a slice of items in one state, and gives the indexes of the items. */
function retryItems(
  database: SqliteDatabase,
  teamId: string,
  uuid: string,
  { state, afterIndex, nowMs, traceparent, of }: RetriedSlice,
): readonly number[] {
  const missed = database.all<JobRow & { readonly item_index: number }>(
    `SELECT * FROM jobs WHERE ${hasData} AND ${ofBatch} AND state = ? AND item_index > ? ORDER BY item_index LIMIT ?`,
    [nowMs - lifeTimes.data, teamId, uuid, state, afterIndex, mostItems],
  );
  for (const row of missed) remakeJob(database, row, { nowMs, traceparent, of });
  return missed.map(({ item_index }) => item_index);
}

/** Does `Jobs.retry`. Call it inside of a transaction. */
export function retryJob(
  database: SqliteDatabase,
  teamId: string,
  { uuid, maxUnfinished, traceparent, of }: Retry,
  nowMs: number,
): string | undefined {
  const row = database.first<JobRow & { readonly has_data: number }>(
    `SELECT *, ${hasData} AS has_data FROM jobs WHERE team_id = ? AND uuid = ? AND state IN (${listStates(retriedStates)})`,
    [nowMs - lifeTimes.data, teamId, uuid],
  );
  if (!row) return undefined;
  if (row.retried_as !== null) return row.retried_as;
  if (row.has_data === 0) throw dataOfJobGone();
  if (row.batch_uuid !== null && isBeingWritten(database, teamId, row.batch_uuid)) throw batchIsChanging();
  checkQuota(database, teamId, 1, maxUnfinished);
  return remakeJob(database, row, { nowMs, traceparent, of });
}

function isBeingWritten(database: SqliteDatabase, teamId: string, uuid: string): boolean {
  const sql = 'SELECT 1 AS found FROM batches WHERE team_id = ? AND uuid = ? AND writing_until_ms IS NOT NULL';
  return database.first(sql, [teamId, uuid]) !== undefined;
}

type Remaking = Pick<RetriedSlice, 'nowMs' | 'traceparent' | 'of'>;

/** Makes a new job in place of a job, and gives its UUID. */
function remakeJob(database: SqliteDatabase, row: JobRow, { nowMs, traceparent, of }: Remaking): string {
  const { team_id, batch_uuid } = row;
  const job = {
    uuid: createUuid(nowMs),
    templateUuid: row.template_uuid,
    templateVersion: of?.templateVersion ?? row.template_version,
    embedded: of ? of.embedded : toEmbedded(row),
    options: row.options,
    priority: row.priority,
    warnings: JSON.parse(row.warnings) as RenderWarning[],
    callbackUrl: row.callback_url ?? undefined,
    createdMs: nowMs,
    traceparent,
  };
  database.run('UPDATE jobs SET stands = 0, retried_as = ? WHERE id = ?', [job.uuid, row.id]);
  const place = batch_uuid === null ? undefined : { batchUuid: batch_uuid, index: row.item_index!, reference: row.reference };
  const id = insertJob(database, team_id, job, { place });
  database.run('UPDATE job_data SET job_id = ?, until_ms = NULL WHERE job_id = ?', [id, row.id]);
  if (batch_uuid !== null) {
    database.run(
      "UPDATE batches SET state = 'processing', finished_ms = NULL, canceled_ms = NULL WHERE team_id = ? AND uuid = ?",
      [team_id, batch_uuid],
    );
  }
  return job.uuid;
}
