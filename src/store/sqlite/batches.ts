// The batches of one team.
import { PdfgenError } from '../../contract/errors.ts';
import { type BatchState, type JobState, jobStates } from '../../contract/job-states.ts';
import type { Batches, BatchItemRecord, BatchRecord, NewBatch, StatePage } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import type { Database, SqlValue } from './database.ts';
import { cancelJob } from './end-job.ts';
import { createOnce } from './idempotency.ts';
import { checkQuota, insertJob, insertJobData } from './insert-job.ts';
import {
  type EmbeddedColumns,
  embeddedValues,
  type JobRow,
  listStates,
  toEmbedded,
  toJobRecord,
  unfinished,
  whereState,
} from './job-rows.ts';

interface BatchRow extends EmbeddedColumns {
  readonly uuid: string;
  readonly template_uuid: string;
  readonly template_version: number;
  readonly state: BatchState;
  readonly created_ms: number;
  readonly finished_ms: number | null;
}

const ofBatch = 'team_id = ? AND batch_uuid = ? AND batch_uuid IS NOT NULL AND stands = 1';

export function createBatches(database: Database, teamId: string, now: () => number): Batches {
  return {
    async create(batch, { maxUnfinished }, key) {
      return createOnce(database, teamId, key, now(), () => {
        checkQuota(database, teamId, batch.items.length, maxUnfinished);
        insertBatch(database, teamId, batch);
        return { kind: 'batch', uuid: batch.uuid };
      });
    },
    async find(uuid) {
      const row = database.first<BatchRow>('SELECT * FROM batches WHERE team_id = ? AND uuid = ?', [teamId, uuid]);
      return row && toBatchRecord(database, teamId, row, now());
    },
    async list({ state }, limit, after) {
      const rows = database.all<BatchRow>(
        `SELECT * FROM batches WHERE team_id = ? ${state === undefined ? '' : 'AND state = ?'}
         ${after ? 'AND (created_ms, uuid) < (?, ?)' : ''} ORDER BY created_ms DESC, uuid DESC LIMIT ?`,
        [teamId, ...(state === undefined ? [] : [state]), ...(after ? [after.createdMs, after.uuid] : []), limit + 1],
      );
      const items = rows.slice(0, limit).map((row) => toBatchRecord(database, teamId, row, now()));
      return { items, hasMore: rows.length > limit };
    },
    async listItems(uuid, { state }, limit, afterIndex) {
      return listItems(database, teamId, uuid, state, limit, afterIndex, now());
    },
    async cancel(uuid) {
      return database.transaction(() => {
        const nowMs = now();
        const open = database.all<{ uuid: string }>(
          `SELECT uuid FROM jobs WHERE ${ofBatch} AND state IN (${listStates(unfinished)})`,
          [teamId, uuid],
        );
        if (open.length === 0) return false;
        // Said first: the state of the batch follows from it when the last job ends.
        database.run('UPDATE batches SET canceled_ms = ? WHERE team_id = ? AND uuid = ?', [nowMs, teamId, uuid]);
        for (const job of open) cancelJob(database, teamId, job.uuid, nowMs);
        return true;
      });
    },
    async retry(uuid, { maxUnfinished }) {
      return database.transaction(() => retryBatch(database, teamId, uuid, maxUnfinished, now()));
    },
  };
}

function insertBatch(database: Database, teamId: string, batch: NewBatch): void {
  database.run(
    `INSERT INTO batches (team_id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external,
       embedded_revision, state, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?)`,
    [teamId, batch.uuid, batch.templateUuid, batch.templateVersion, ...embeddedValues(batch.embedded), batch.createdMs],
  );
  for (const [index, { jobUuid, reference, data }] of batch.items.entries()) {
    const id = insertJob(database, teamId, { ...batch, uuid: jobUuid }, { batchUuid: batch.uuid, index, reference });
    insertJobData(database, id, data);
  }
}

export const countsSql = `
  SELECT CASE WHEN state = 'completed' AND expires_ms <= ? THEN 'expired' ELSE state END AS now_state, count(*) AS n
  FROM jobs WHERE ${ofBatch} GROUP BY now_state`;

function toBatchRecord(database: Database, teamId: string, row: BatchRow, nowMs: number): BatchRecord {
  const found = database.all<{ now_state: JobState; n: number }>(countsSql, [nowMs, teamId, row.uuid]);
  const counts = Object.fromEntries(jobStates.map((state) => [state, 0])) as Record<JobState, number>;
  for (const { now_state, n } of found) counts[now_state] = n;
  return {
    uuid: row.uuid,
    templateUuid: row.template_uuid,
    templateVersion: row.template_version,
    embedded: toEmbedded(row),
    state: row.state,
    counts: { ...counts, total: found.reduce((sum, { n }) => sum + n, 0) },
    createdMs: row.created_ms,
    finishedMs: row.finished_ms,
  };
}

/** The statements of a page of items, as those of a page of jobs. */
export function itemStatements(
  teamId: string,
  uuid: string,
  state: JobState | undefined,
  limit: number,
  afterIndex: number,
  nowMs: number,
): readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] {
  const branches = state === undefined ? [{ where: 'TRUE', values: [] }] : whereState(state, nowMs);
  const index = state === undefined ? 'jobs_of_items' : 'jobs_of_batch_by_state';
  return branches.map(({ where, values }) => ({
    sql: `SELECT * FROM jobs INDEXED BY ${index} WHERE ${ofBatch} AND ${where} AND item_index > ? ORDER BY item_index LIMIT ?`,
    values: [teamId, uuid, ...values, afterIndex, limit + 1],
  }));
}

function listItems(
  database: Database,
  teamId: string,
  uuid: string,
  state: JobState | undefined,
  limit: number,
  afterIndex: number,
  nowMs: number,
): StatePage<BatchItemRecord> {
  const rows = itemStatements(teamId, uuid, state, limit, afterIndex, nowMs)
    .flatMap(({ sql, values }) => database.all<JobRow & { readonly item_index: number }>(sql, values))
    .sort((a, b) => a.item_index - b.item_index);
  const items = rows
    .slice(0, limit)
    .map((row) => ({ index: row.item_index, reference: row.reference, job: toJobRecord(row, nowMs) }));
  return { items, hasMore: rows.length > limit };
}

function retryBatch(database: Database, teamId: string, uuid: string, maxUnfinished: number, nowMs: number): number {
  // What is over by the clock is gone, whether a sweep ran or not.
  const failed = database.all<JobRow & { readonly item_index: number; readonly has_data: number }>(
    `SELECT jobs.*, coalesce(job_data.until_ms > ?, 0) AS has_data FROM jobs LEFT JOIN job_data ON job_data.job_id = jobs.id
     WHERE ${ofBatch} AND state = 'failed' ORDER BY item_index`,
    [nowMs, teamId, uuid],
  );
  const gone = failed.filter(({ has_data }) => has_data === 0);
  if (gone.length > 0) {
    throw new PdfgenError(
      'DATA_EXPIRED',
      `The data of ${gone.length} of the ${failed.length} failed items is gone: it is kept for 24 hours. Send a new batch with them.`,
    );
  }
  checkQuota(database, teamId, failed.length, maxUnfinished);
  for (const row of failed) {
    database.run('UPDATE jobs SET stands = 0 WHERE id = ?', [row.id]);
    const job = {
      uuid: createUuid(nowMs),
      templateUuid: row.template_uuid,
      templateVersion: row.template_version,
      embedded: toEmbedded(row),
      options: row.options,
      createdMs: nowMs,
    };
    const id = insertJob(database, teamId, job, { batchUuid: uuid, index: row.item_index, reference: row.reference });
    database.run('UPDATE job_data SET job_id = ?, until_ms = NULL WHERE job_id = ?', [id, row.id]);
  }
  if (failed.length > 0) {
    database.run(
      "UPDATE batches SET state = 'processing', finished_ms = NULL, canceled_ms = NULL WHERE team_id = ? AND uuid = ?",
      [teamId, uuid],
    );
  }
  return failed.length;
}
