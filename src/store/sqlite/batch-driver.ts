// How SQLite stores, cancels and retries the items of batches: one by one, because triggers count them. See `sql/write-batch.ts` and `sql/retry.ts`.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { RenderWarning } from '../../contract/generate.ts';
import { requestNames, requestNumbers, requestValues, toEmbedded } from '../job-rows.ts';
import { queueRanks, rankSql } from '../queue-ranks.ts';
import type { Remaking, RetriedJob, RetryDriver } from '../sql/retry.ts';
import { run } from '../sql/work.ts';
import { type BatchDriver, untilSql, type WrittenBatch, writingMs } from '../sql/write-batch.ts';
import type { NewBatch, NewBatchItem } from '../state-store.ts';
import type { SqliteDatabase } from './database.ts';
import { cancelItems } from './end-job.ts';
import { checkQuota, insertedId, insertJob, insertJobData } from './insert-job.ts';
import { type JobRow, latestItems } from './job-rows.ts';

/** Items of a slice. It takes about 5 ms. */
const mostItems = 50;

const where = 'team_id = $1 AND uuid = $2';

type RetriedRow = JobRow & RetriedJob;

export function createBatchDriver(
  database: SqliteDatabase,
  now: () => number,
): BatchDriver<WrittenBatch> & RetryDriver<RetriedRow> {
  return {
    limits: { mostItems, mostData: 262_144 },
    mostItems,
    where,
    idOf: ({ team_id, uuid }) => [team_id, uuid],
    unfinished: 'queued + processing',
    latest: latestItems,
    columns: '*',
    batchOfJob: 'team_id = $1 AND uuid = (SELECT batch_uuid FROM jobs WHERE team_id = $1 AND uuid = $2)',
    checkQuota,
    *begin(teamId, batch) {
      yield* run(
        `INSERT INTO batches (${requestNames}, state, writing_until_ms) VALUES (${requestNumbers}, 'queued', ${untilSql})`,
        requestValues(teamId, batch),
      );
      return [teamId, batch.uuid];
    },
    async insertItems([teamId], batch, items, firstIndex) {
      await endOfTurn();
      // The commit that accepts the batch makes all slices before it durable.
      return database.transaction(() => insertItems(database, String(teamId), batch, items, firstIndex, now()), {
        isDurable: false,
      });
    },
    removeItems: (id) => run(`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ${latestItems} LIMIT ${mostItems})`, id),
    remove: ({ team_id, uuid }) => run(`DELETE FROM batches WHERE ${where}`, [team_id, uuid]),
    releaseItems: ({ team_id, uuid }) =>
      run(
        `UPDATE jobs SET queue_rank = ${rankSql('item', 'priority')} WHERE id IN (
           SELECT id FROM jobs INDEXED BY jobs_waiting
           WHERE state = 'queued' AND team_id = $1 AND queue_rank = ${queueRanks.held} AND batch_uuid = $2
           ORDER BY queue_position LIMIT ${mostItems})`,
        [team_id, uuid],
      ),
    cancelItems: (batch) => cancelItems(database, batch, mostItems, now),
    // Each end of a job settles its batch.
    async settle() {},
    *remake(jobs, how) {
      for (const [i, job] of jobs.entries()) {
        const uuid = how.uuids[i]!;
        yield* run('UPDATE jobs SET stands = 0, retried_as = $1 WHERE id = $2', [uuid, job.id]);
        remakeJob(database, job, uuid, how);
        yield* run(`UPDATE job_data SET job_id = ${insertedId}, until_ms = NULL WHERE job_id = $1`, [job.id]);
      }
    },
  };
}

/** False: the writer already counts as lost. */
function insertItems(
  database: SqliteDatabase,
  teamId: string,
  batch: NewBatch,
  items: readonly NewBatchItem[],
  firstIndex: number,
  nowMs: number,
): boolean {
  const renewed = database.run(
    'UPDATE batches SET writing_until_ms = ? WHERE team_id = ? AND uuid = ? AND writing_until_ms > ?',
    [nowMs + writingMs, teamId, batch.uuid, nowMs],
  );
  if (renewed === 0) return false;
  for (const [i, { jobUuid, reference, data, warnings }] of items.entries()) {
    const place = { batchUuid: batch.uuid, index: firstIndex + i, reference };
    // The batch has the trace and the address of the call.
    const job = { ...batch, uuid: jobUuid, warnings, traceparent: undefined, callbackUrl: undefined };
    insertJob(database, teamId, job, { place, isHeld: true });
    insertJobData(database, data);
  }
  return true;
}

/** Makes a new job in place of a job. */
function remakeJob(database: SqliteDatabase, row: RetriedRow, uuid: string, { of, traceparent }: Remaking): void {
  const { team_id, batch_uuid } = row;
  const job = {
    uuid,
    templateUuid: row.template_uuid,
    templateVersion: of?.templateVersion ?? row.template_version,
    embedded: of ? of.embedded : toEmbedded(row),
    options: row.options,
    priority: row.priority,
    warnings: JSON.parse(row.warnings) as RenderWarning[],
    callbackUrl: row.callback_url ?? undefined,
    createdMs: row.now,
    traceparent,
  };
  const place = batch_uuid === null ? undefined : { batchUuid: batch_uuid, index: row.item_index!, reference: row.reference };
  insertJob(database, team_id, job, { place });
}
