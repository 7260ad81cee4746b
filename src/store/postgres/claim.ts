// Claims jobs, and hands back the jobs of claims whose answers were lost. The statement walks short lists by indexes, locks only the rows that it
// takes, and skips rows that others hold.

import { randomUUID } from 'node:crypto';
import { toClaimedJob } from '../job-rows.ts';
import type { JobQueue } from '../state-store.ts';
import type { PostgresDatabase } from './database.ts';
import { type JobRow, jobColumns } from './job-rows.ts';
import { hasWaiting, letTeamsGo, waits } from './waiting-teams.ts';

/**
 * Teams with few running jobs go first, and among equals those served longest ago. `MATERIALIZED` and `OFFSET 0` keep the planner to this order of
 * steps, which ends as soon as enough teams are found. Job ids go on as arrays: for an array, the planner looks rows up by their key. A join with
 * `list` it takes for long, and reads the queue to its end. Triggers count a team's running jobs and its turn (`tables.ts`). A
 * team's list has more jobs than are taken, because others may hold some of them. Values: the claim's own UUID, limit, length of the lease.
 */
export const claimSql = `
  WITH changes AS MATERIALIZED (SELECT * FROM list_running_changes()),
  walked AS MATERIALIZED (
    SELECT q.team_id, q.running AS n, q.served
    FROM (SELECT team_id, running, served FROM queue_teams WHERE waits ORDER BY running, served OFFSET 0) AS q
    WHERE ${hasWaiting('q')} AND coalesce((SELECT false FROM changes WHERE changes.team_id = q.team_id LIMIT 1), true)
    LIMIT $2::integer + 7
  ), changed AS MATERIALIZED (
    SELECT q.team_id, q.running + c.change AS n, greatest(q.served, c.served) AS served FROM changes AS c CROSS JOIN LATERAL (
      SELECT team_id, running, served FROM queue_teams AS t WHERE t.team_id = c.team_id AND t.waits AND ${hasWaiting('t')} OFFSET 0) AS q
  ), list AS MATERIALIZED (
    SELECT w.job_id, t.n + w.place AS turn, t.served, w.place
    FROM (SELECT * FROM walked UNION ALL SELECT * FROM changed) AS t CROSS JOIN LATERAL (
      SELECT x.job_id, row_number() OVER () AS place FROM (
        SELECT next.job_id FROM queue AS next WHERE ${waits('next')} AND next.team_id = t.team_id
        ORDER BY next.queue_rank, next.queue_position LIMIT $2::integer * 4 + 4) AS x) AS w
    ORDER BY turn, served LIMIT $2::integer * 8 + 8
  ), picked AS MATERIALIZED (
    SELECT q.job_id FROM queue AS q WHERE q.job_id = ANY (ARRAY(SELECT job_id FROM list)) AND q.owner IS NULL
    ORDER BY array_position(ARRAY(SELECT job_id FROM list ORDER BY turn, served, place), q.job_id) LIMIT $2::integer FOR NO KEY UPDATE OF q SKIP LOCKED
  ), taken AS (
    UPDATE queue AS u SET attempts = attempts + 1, owner = $1::uuid, lease_ms = now_ms() + $3::bigint, started_ms = now_ms()
    WHERE u.job_id = ANY (ARRAY(SELECT job_id FROM picked))
    RETURNING u.job_id, u.attempts, u.owner, u.started_ms, u.since_ms, u.batch_id
  ), begun AS (
    UPDATE batches SET state = 'processing' WHERE id = ANY (ARRAY(
      SELECT x.id FROM batches AS x WHERE x.id = ANY (ARRAY(SELECT batch_id FROM taken)) AND x.state = 'queued'
      FOR NO KEY UPDATE SKIP LOCKED))
  )
  SELECT ${jobColumns}, d.data, coalesce(j.traceparent, b.traceparent) AS traceparent, greatest(0, q.started_ms - q.since_ms) AS waited_ms,
    f.running AS first_running, f.served AS first_served,
    (SELECT served FROM queue_teams WHERE waits ORDER BY running, served LIMIT 1) AS least_served
  FROM taken AS q JOIN list USING (job_id) JOIN jobs AS j ON j.id = q.job_id JOIN job_data AS d ON d.job_id = q.job_id
    LEFT JOIN batches AS b ON b.id = q.batch_id
    LEFT JOIN (SELECT n AS running, served FROM walked ORDER BY n, served LIMIT 1) AS f ON true
  ORDER BY list.turn, list.served, list.place`;

interface ClaimedRow extends JobRow {
  readonly data: string;
  readonly waited_ms: number;
  readonly traceparent: string | null;
  /** The running jobs and the turn of the first team that was found with a waiting job. */
  readonly first_running: number | null;
  readonly first_served: number | null;
  /** The turn of the first team, whether a job of it waits or not. */
  readonly least_served: number | null;
}

/** Claims that pass over teams without a waiting job let these teams go, but not more often than this. */
const lettingGoEveryMs = 1_000;

/**
 * SQL: hands back jobs whose claims nobody knows of. They keep their places, and the claim is no attempt: no process has seen it. Value: UUIDs of
 * claims.
 */
export const handBackLostSql = `
  UPDATE queue SET owner = NULL, lease_ms = NULL, started_ms = NULL, attempts = attempts - 1 WHERE owner = ANY ($1::uuid[])`;

/** Gives `JobQueue.claim`. `now`: milliseconds of a clock that only goes forward. */
export function createClaim(database: PostgresDatabase, now: () => number): JobQueue['claim'] {
  let lettingGoMs = Number.NEGATIVE_INFINITY;
  /** Claims that may stand in the database although no answer came, and when each is forgotten. A statement may arrive late. */
  const lost = new Map<string, number>();
  const handBackLost = async () => {
    if (lost.size === 0) return;
    const askedMs = now();
    await database.run(handBackLostSql, [[...lost.keys()]]);
    for (const [claim, untilMs] of lost) if (untilMs <= askedMs) lost.delete(claim);
  };
  return async (limit, leaseMs) => {
    await handBackLost();
    const claim = randomUUID();
    const rows = await database.all<ClaimedRow>(claimSql, [claim, limit, leaseMs]).catch((error: unknown) => {
      lost.set(claim, now() + leaseMs);
      throw error;
    });
    const [first] = rows;
    const hasPassed = !first || first.first_served !== first.least_served;
    if (hasPassed && now() - lettingGoMs >= lettingGoEveryMs) {
      lettingGoMs = now();
      // The claimed jobs are worth more than an error.
      await letTeamsGo(database, first).catch(() => undefined);
    }
    return rows.map((row) => {
      const { data, waited_ms: waitedMs, traceparent } = row;
      return toClaimedJob(row, row.now, { data, waitedMs, traceparent });
    });
  };
}
