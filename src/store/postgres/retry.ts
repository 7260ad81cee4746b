// Makes new jobs for failed and canceled jobs. The items of a batch are retried in chunks: each is a short transaction.
import { retriedStates } from '../../contract/job-states.ts';
import { lifeTimes } from '../../contract/life-times.ts';
import type { BatchTurns } from '../batch-turns.ts';
import { embeddedValues, listStates } from '../job-rows.ts';
import { rankOfJobSql } from '../queue-ranks.ts';
import { batchIsChanging, checkRetried, checkUnfinished, dataOfJobGone } from '../refusals.ts';
import type { JobTemplate, RetryOptions } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { mostItems } from './finish-batch.ts';
import { batchIdSql } from './job-rows.ts';
import { addToBatches, addToTeams, countExactly } from './sums.ts';

/** SQL: whether the data of a job are still kept. Old data count as gone even before a sweep. */
const hasData = `(finished_ms > now_ms() - ${lifeTimes.data} AND EXISTS (SELECT FROM job_data WHERE job_data.job_id = jobs.id))`;

const ofBatch = 'batch_id IS NOT NULL AND stands';

type RetriedState = (typeof retriedStates)[number];

/** `of`: the template of the new jobs. Undefined: the template of the earlier jobs. */
interface Retry extends RetryOptions {
  readonly uuid: string;
  readonly of: JobTemplate | undefined;
}

/** Does `Batches.retry`. */
export async function retryBatch(
  database: PostgresDatabase,
  teamId: string,
  { uuid, maxUnfinished, traceparent, of }: Retry,
  turns: BatchTurns,
): Promise<number> {
  const { id } = (await database.first<{ id: number | null }>(`SELECT ${batchIdSql} AS id`, [teamId, uuid]))!;
  if (id === null) return 0;
  await database.transaction(async (statements) => {
    const { missed, kept } = (await statements.first<{ missed: number; kept: number }>(
      `SELECT count(*) AS missed, count(*) FILTER (WHERE ${hasData}) AS kept FROM jobs
       WHERE batch_id = $1 AND ${ofBatch} AND state IN (${listStates(retriedStates)})`,
      [id],
    ))!;
    checkRetried(missed, kept);
    if (missed > 0) checkUnfinished(await countExactly(statements, teamId), missed, maxUnfinished);
  });
  let retried = 0;
  // State by state, because an index finds the items of one state in order.
  for (const state of retriedStates) {
    for (let afterIndex = -1; ; ) {
      const items = await turns.slice(() =>
        database.transaction((statements) => retryItems(statements, teamId, id, { state, afterIndex, traceparent, of })),
      );
      retried += items.length;
      if (items.length < mostItems) break;
      afterIndex = items.at(-1)!;
    }
  }
  return retried;
}

interface RetriedChunk {
  readonly state: RetriedState;
  readonly afterIndex: number;
  readonly traceparent: string | undefined;
  /** The template of the new jobs. Undefined: the template of the earlier jobs. */
  readonly of: JobTemplate | undefined;
}

/** Makes new jobs for a chunk of items in one state, and gives the indexes of the items. */
async function retryItems(
  statements: Statements,
  teamId: string,
  batchId: number,
  { state, afterIndex, traceparent, of }: RetriedChunk,
): Promise<readonly number[]> {
  // The end of the batch and another retry wait for this one.
  await statements.run('SELECT 1 FROM batches WHERE id = $1 FOR NO KEY UPDATE', [batchId]);
  const missed = await statements.all<{ id: number; item_index: number; now: number }>(
    `SELECT id, item_index, now_ms() AS now FROM jobs
     WHERE batch_id = $1 AND ${ofBatch} AND state = $2 AND item_index > $3 AND ${hasData} ORDER BY item_index LIMIT ${mostItems}`,
    [batchId, state, afterIndex],
  );
  if (missed.length === 0) return [];
  await remakeJobs(statements, { teamId, batchId, state, traceparent, of }, missed);
  return missed.map(({ item_index }) => item_index);
}

/** Does `Jobs.retry`. */
export function retryJob(
  database: PostgresDatabase,
  teamId: string,
  { uuid, maxUnfinished, traceparent, of }: Retry,
): Promise<string | undefined> {
  const key = [teamId, uuid];
  return database.transaction(async (statements) => {
    // The row of the batch comes first, as in all changes of items.
    const batch = await statements.first<{ writing_until_ms: number | null }>(
      `SELECT writing_until_ms FROM batches WHERE id = (SELECT batch_id FROM jobs WHERE team_id = $1 AND uuid = $2) FOR NO KEY UPDATE`,
      key,
    );
    const job = await statements.first<RetriedRow>(
      `SELECT id, batch_id, state, retried_as, ${hasData} AS has_data, now_ms() AS now FROM jobs
       WHERE team_id = $1 AND uuid = $2 AND state IN (${listStates(retriedStates)}) FOR NO KEY UPDATE`,
      key,
    );
    if (!job) return undefined;
    if (job.retried_as !== null) return job.retried_as;
    if (!job.has_data) throw dataOfJobGone();
    if (batch && batch.writing_until_ms !== null) throw batchIsChanging();
    checkUnfinished(await countExactly(statements, teamId), 1, maxUnfinished);
    const [made] = await remakeJobs(statements, { teamId, batchId: job.batch_id, state: job.state, traceparent, of }, [job]);
    return made;
  });
}

interface RetriedRow {
  readonly id: number;
  readonly batch_id: number | null;
  readonly state: RetriedState;
  readonly retried_as: string | null;
  readonly has_data: boolean;
  readonly now: number;
}

interface Remade {
  readonly teamId: string;
  /** Null: single jobs. */
  readonly batchId: number | null;
  readonly state: RetriedState;
  readonly traceparent: string | undefined;
  readonly of: JobTemplate | undefined;
}

/** Makes a new job in place of each job, and gives the UUIDs. Needs the lock of the batch. `now`: the time of the database. */
async function remakeJobs(
  statements: Statements,
  { teamId, batchId, state, traceparent, of }: Remade,
  jobs: readonly { readonly id: number; readonly now: number }[],
): Promise<readonly string[]> {
  const ids = jobs.map(({ id }) => id);
  const uuids = jobs.map(({ now }) => createUuid(now));
  await statements.run(
    `UPDATE jobs SET stands = false, retried_as = item.uuid FROM unnest($1::bigint[], $2::uuid[]) AS item (old_id, uuid)
     WHERE jobs.id = item.old_id`,
    [ids, uuids],
  );
  await statements.run(insertRetriedSql, [
    ids,
    uuids,
    of?.templateVersion ?? null,
    of !== undefined,
    ...embeddedValues(of?.embedded ?? null),
    traceparent ?? null,
  ]);
  const isAlone = batchId === null;
  await statements.run(
    addToTeams('SELECT $1::uuid AS team_id, $2::bigint AS unfinished, 0 AS result_bytes, $3::bigint AS alone', ['alone']),
    [teamId, jobs.length, isAlone ? jobs.length : 0],
  );
  if (isAlone) return uuids;
  await statements.run(
    addToBatches('SELECT $1::bigint AS batch_id, 0 AS completed, -$2::integer AS failed, -$3::integer AS canceled, 0 AS expired'),
    [batchId, ...retriedStates.map((one) => (one === state ? jobs.length : 0))],
  );
  await statements.run("UPDATE batches SET state = 'processing', finished_ms = NULL, canceled_ms = NULL WHERE id = $1", [
    batchId,
  ]);
  return uuids;
}

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
