// How PostgreSQL stores, cancels and retries the items of batches: many in one statement, with sums instead of counting triggers. See `sql/write-batch.ts` and
// `sql/retry.ts`.
import { embeddedValues, requestNames, requestNumbers, requestValues } from '../job-rows.ts';
import { rankOfJobSql, rankSql } from '../queue-ranks.ts';
import type { RetriedJob, RetryDriver } from '../sql/retry.ts';
import { all, first, run } from '../sql/work.ts';
import { type BatchDriver, untilSql, type WrittenBatch } from '../sql/write-batch.ts';
import type { PostgresDatabase } from './database.ts';
import { cancelJobs } from './end-job.ts';
import { batchIdSql } from './job-rows.ts';
import { settleSoon } from './settle-batch.ts';
import { addToBatches, addToTeams, checkQuota, endedOf } from './sums.ts';
import { TextArray } from './text-array.ts';

/** Items of a slice. */
const mostItems = 1_000;

const where = 'id = $1';
const ofBatch = 'batch_id = $1 AND batch_id IS NOT NULL';

interface OpenBatch extends WrittenBatch {
  readonly released: number;
  readonly total: number;
}

interface RetriedRow extends RetriedJob {
  readonly batch_id: number | null;
}

export function createBatchDriver(database: PostgresDatabase): BatchDriver<OpenBatch> & RetryDriver<RetriedRow> {
  return {
    limits: { mostItems, mostData: 4_000_000 },
    mostItems,
    where,
    idOf: ({ id }) => [id],
    unfinished: `total - ${endedOf('batches.id')}`,
    latest: `batch_id = ${batchIdSql} AND batch_id IS NOT NULL AND stands`,
    columns: 'id, item_index, state, batch_id',
    batchOfJob: 'id = (SELECT batch_id FROM jobs WHERE team_id = $1 AND uuid = $2)',
    checkQuota,
    *begin(teamId, batch) {
      const { id } = (yield* first<{ id: number }>(
        `INSERT INTO batches (${requestNames}, total, state, writing_until_ms)
         VALUES (${requestNumbers}, $12, 'queued', ${untilSql}) RETURNING id`,
        [...requestValues(teamId, batch), batch.total],
      ))!;
      yield* run(addUnfinishedSql, [teamId, batch.total]);
      return [id];
    },
    async insertItems([id = 0], batch, items, firstIndex) {
      const { written } = (await database.first<{ written: number }>(insertItemsSql, [
        id,
        batch.options,
        batch.createdMs,
        firstIndex,
        items.map(({ jobUuid }) => jobUuid),
        items.map(({ reference }) => reference),
        items.map(({ warnings }) => JSON.stringify(warnings ?? [])),
        new TextArray(items.map(({ data }) => data)),
        batch.priority,
      ]))!;
      return written > 0;
    },
    *removeItems(id) {
      const { removed } = (yield* first<{ removed: number }>(removeItemsSql, id))!;
      return removed;
    },
    *remove({ id, team_id, total }) {
      yield* run(`DELETE FROM batches WHERE ${where}`, [id]);
      yield* run(addUnfinishedSql, [team_id, -total]);
    },
    *releaseItems({ id, released }) {
      const { next, n } = (yield* first<{ next: number | null; n: number }>(releaseItemsSql, [id, released]))!;
      if (next !== null) yield* run(`UPDATE batches SET released = $2 WHERE ${where}`, [id, next]);
      return n;
    },
    *cancelItems({ id }) {
      const items = yield* all<{ id: number }>(
        `SELECT id FROM jobs WHERE ${ofBatch} AND stands AND state = 'queued' ORDER BY item_index LIMIT ${mostItems}`,
        [id],
      );
      yield* cancelJobs(
        id,
        items.map((item) => item.id),
      );
      return items.length;
    },
    settle: ([id]) => settleSoon(database, Number(id)),
    *remake(jobs, { teamId, uuids, of, traceparent }) {
      const ids = jobs.map(({ id }) => id);
      const { batch_id, state } = jobs[0]!;
      yield* run(
        `UPDATE jobs SET stands = false, retried_as = item.uuid FROM unnest($1::bigint[], $2::uuid[]) AS item (old_id, uuid)
         WHERE jobs.id = item.old_id`,
        [ids, uuids],
      );
      const template = [of?.templateVersion ?? null, of !== undefined, ...embeddedValues(of?.embedded ?? null)];
      yield* run(insertRetriedSql, [ids, uuids, ...template, traceparent ?? null]);
      yield* run(
        addToTeams('SELECT $1::uuid AS team_id, $2::bigint AS unfinished, 0 AS result_bytes, $3::bigint AS alone', ['alone']),
        [teamId, jobs.length, batch_id === null ? jobs.length : 0],
      );
      if (batch_id === null) return;
      yield* run(
        addToBatches(
          'SELECT $1::bigint AS batch_id, 0 AS completed, -$2::integer AS failed, -$3::integer AS canceled, 0 AS expired',
        ),
        [batch_id, state === 'failed' ? jobs.length : 0, state === 'canceled' ? jobs.length : 0],
      );
    },
  };
}

const addUnfinishedSql = addToTeams('SELECT $1::uuid AS team_id, $2::bigint AS unfinished, 0 AS result_bytes');

/** The ids of the jobs come first, so that the two tables are filled without a search. */
const insertItemsSql = `
  WITH batch AS MATERIALIZED (
    UPDATE batches SET writing_until_ms = ${untilSql} WHERE ${where} AND NOT accepted AND writing_until_ms > now_ms()
    RETURNING *),
  items AS MATERIALIZED (
    SELECT nextval('job_ids') AS job_id, $4::integer + place - 1 AS item_index, item.*
    FROM unnest($5::uuid[], $6::text[], $7::text[], $8::text[]) WITH ORDINALITY AS item (uuid, reference, warnings, data, place)),
  made AS (
    INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external,
      embedded_revision, options, created_ms, batch_id, item_index, reference, warnings, priority)
    SELECT item.job_id, b.team_id, item.uuid, b.template_uuid, b.template_version, b.embedded_uuid, b.embedded_base, b.embedded_external,
      b.embedded_revision, $2::text, $3::bigint, b.id, item.item_index, item.reference, item.warnings, $9::smallint
    FROM batch AS b, items AS item),
  data AS (INSERT INTO job_data (job_id, data) SELECT item.job_id, item.data FROM batch, items AS item)
  SELECT count(*) AS written FROM batch`;

const removeItemsSql = `
  WITH removed AS (
    DELETE FROM jobs WHERE id = ANY (ARRAY(SELECT id FROM jobs WHERE ${ofBatch} LIMIT ${mostItems})) RETURNING id),
  data AS (DELETE FROM job_data USING removed WHERE job_id = removed.id)
  SELECT count(*) AS removed FROM removed`;

const releaseItemsSql = `
  WITH items AS MATERIALIZED (
    SELECT id, team_id, item_index, state, priority FROM jobs WHERE ${ofBatch} AND stands AND item_index >= $2
    ORDER BY item_index LIMIT ${mostItems}),
  places AS (
    INSERT INTO queue (job_id, team_id, batch_id, queue_rank, queue_position)
    SELECT id, team_id, $1::bigint, ${rankSql('item', 'priority')}, nextval('turns') FROM items WHERE state = 'queued'
    ON CONFLICT (job_id) DO NOTHING)
  SELECT max(item_index) + 1 AS next, count(*) AS n FROM items`;

const insertRetriedSql = `
  WITH items AS MATERIALIZED (
    SELECT nextval('job_ids') AS job_id, item.* FROM unnest($1::bigint[], $2::uuid[]) AS item (old_id, uuid)),
  made AS (
    INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external,
      embedded_revision, options, created_ms, batch_id, item_index, reference, warnings, priority, callback_url, traceparent)
    SELECT item.job_id, j.team_id, item.uuid, j.template_uuid, coalesce($3::integer, j.template_version),
      CASE WHEN $4::boolean THEN $5::uuid ELSE j.embedded_uuid END, CASE WHEN $4 THEN $6::uuid ELSE j.embedded_base END,
      CASE WHEN $4 THEN $7::uuid ELSE j.embedded_external END, CASE WHEN $4 THEN $8::integer ELSE j.embedded_revision END,
      j.options, now_ms(), j.batch_id, j.item_index, j.reference, j.warnings, j.priority, j.callback_url, $9::text
    FROM items AS item JOIN jobs AS j ON j.id = item.old_id ORDER BY item.job_id
    RETURNING id, team_id, batch_id, priority),
  data AS (UPDATE job_data SET job_id = item.job_id, until_ms = NULL FROM items AS item WHERE job_data.job_id = item.old_id)
  INSERT INTO queue (job_id, team_id, batch_id, queue_rank, queue_position)
  SELECT id, team_id, batch_id, ${rankOfJobSql('batch_id', 'priority')}, nextval('turns') FROM made`;
