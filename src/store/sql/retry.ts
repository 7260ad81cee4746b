// Makes new jobs for failed and canceled jobs. The items of a batch are retried in slices, as batches are written.
import { retriedStates } from '../../contract/job-states.ts';
import { lifeTimes } from '../../contract/life-times.ts';
import type { BatchTurns } from '../batch-turns.ts';
import { listStates } from '../job-rows.ts';
import { batchIsChanging, checkRetried, dataOfJobGone } from '../refusals.ts';
import type { JobTemplate, RetryOptions } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import { all, first, run, type Work, type WorkDatabase } from './work.ts';

/** `of`: the template of the new jobs. Undefined: the template of the earlier jobs. */
interface Retry extends RetryOptions {
  readonly uuid: string;
  readonly of: JobTemplate | undefined;
}

/** A job that is made anew. */
export interface RetriedJob {
  readonly id: number;
  readonly item_index: number | null;
  readonly state: (typeof retriedStates)[number];
  /** The time of the database. */
  readonly now: number;
}

/** How jobs are made anew. */
export interface Remaking extends Pick<Retry, 'of' | 'traceparent'> {
  readonly teamId: string;
  /** Of the new jobs, in the order of the earlier ones. */
  readonly uuids: readonly string[];
}

/** What differs between the databases. */
export interface RetryDriver<Job extends RetriedJob> {
  /** Items of a slice. */
  readonly mostItems: number;
  /** SQL: the columns of a Job, but `now`. */
  readonly columns: string;
  /** SQL: the latest jobs of the items of a batch. Values: team, batch. */
  readonly latest: string;
  /** SQL: the batch of a job. Values: team, job. */
  readonly batchOfJob: string;
  /** Raises QUOTA_EXCEEDED if the team may not have `more` further jobs. */
  checkQuota(teamId: string, more: number, maxUnfinished: number): Work<void>;
  /** Makes a new job in place of each job. They are of one batch, whose row is locked, and of one state. */
  remake(jobs: readonly Job[], how: Remaking): Work<unknown>;
}

export interface Retries {
  /** Does `Jobs.retry`. */
  retryJob(retry: Retry): Promise<string | undefined>;
  /** Does `Batches.retry`. */
  retryBatch(retry: Retry, turns: BatchTurns): Promise<number>;
}

/** SQL: whether the data of a job are still kept. Old data count as gone even before a sweep. */
const hasData = `(finished_ms > now_ms() - ${lifeTimes.data} AND EXISTS (SELECT 1 FROM job_data WHERE job_data.job_id = jobs.id))`;
const isRetried = `state IN (${listStates(retriedStates)})`;

/** SQL: a batch has jobs to do again. */
const reopenSql = (where: string) =>
  `UPDATE batches SET state = 'processing', finished_ms = NULL, canceled_ms = NULL WHERE ${where}`;

export function createRetries<Job extends RetriedJob>(
  { transact, slice }: WorkDatabase,
  teamId: string,
  driver: RetryDriver<Job>,
): Retries {
  const { mostItems, columns, latest, batchOfJob } = driver;

  function* remake(
    jobs: readonly Job[],
    { of, traceparent }: Retry,
    batch: string | undefined,
    key: readonly string[],
  ): Work<string[]> {
    const uuids = jobs.map(({ now }) => createUuid(now));
    yield* driver.remake(jobs, { teamId, uuids, of, traceparent });
    if (batch !== undefined) yield* run(reopenSql(batch), key);
    return uuids;
  }
  function* checkItems({ uuid, maxUnfinished }: Retry): Work<void> {
    const { missed, kept } = (yield* first<{ missed: number; kept: number }>(
      `SELECT count(*) AS missed, count(*) FILTER (WHERE ${hasData}) AS kept FROM jobs WHERE ${latest} AND ${isRetried}`,
      [teamId, uuid],
    ))!;
    checkRetried(missed, kept);
    if (missed > 0) yield* driver.checkQuota(teamId, missed, maxUnfinished);
  }
  /** Makes new jobs for a slice of items in one state. */
  function* retryItems(retry: Retry, state: string, afterIndex: number): Work<readonly Job[]> {
    const key = [teamId, retry.uuid];
    const ofKey = 'team_id = $1 AND uuid = $2';
    // The end of the batch and another retry wait for this one.
    yield* all(`SELECT 1 FROM batches WHERE ${ofKey} FOR NO KEY UPDATE`, key);
    const jobs = yield* all<Job>(
      `SELECT ${columns}, now_ms() AS now FROM jobs
       WHERE ${latest} AND state = $3 AND item_index > $4 AND ${hasData} ORDER BY item_index LIMIT ${mostItems}`,
      [...key, state, afterIndex],
    );
    if (jobs.length > 0) yield* remake(jobs, retry, ofKey, key);
    return jobs;
  }

  return {
    retryJob: (retry) =>
      transact(function* () {
        const key = [teamId, retry.uuid];
        // The row of the batch comes first, as in all changes of items.
        const batch = yield* first<{ writing_until_ms: number | null }>(
          `SELECT writing_until_ms FROM batches WHERE ${batchOfJob} FOR NO KEY UPDATE`,
          key,
        );
        const job = yield* first<Job & { readonly retried_as: string | null; readonly has_data: boolean | number }>(
          `SELECT ${columns}, retried_as, ${hasData} AS has_data, now_ms() AS now FROM jobs WHERE team_id = $1 AND uuid = $2 AND ${isRetried} FOR NO KEY UPDATE`,
          key,
        );
        if (!job) return undefined;
        if (job.retried_as !== null) return job.retried_as;
        if (!job.has_data) throw dataOfJobGone();
        if (batch && batch.writing_until_ms !== null) throw batchIsChanging();
        yield* driver.checkQuota(teamId, 1, retry.maxUnfinished);
        return (yield* remake([job], retry, batch && batchOfJob, key))[0];
      }),
    async retryBatch(retry, turns) {
      await transact(() => checkItems(retry));
      let retried = 0;
      // State by state, because an index finds the items of one state in order.
      for (const state of retriedStates) {
        for (let afterIndex = -1; ; ) {
          const jobs = await turns.slice(() => slice(() => retryItems(retry, state, afterIndex)));
          retried += jobs.length;
          if (jobs.length < mostItems) break;
          afterIndex = jobs.at(-1)!.item_index!;
        }
      }
      return retried;
    },
  };
}
