// Sums over a team's jobs and over a batch's items. They lie in 32 slots: a connection adds to its own slot, so that ends of jobs seldom wait
// for each other. A sum over the slots is exact, because each change of a job adds to a slot in the same transaction.
import { checkUnfinished } from '../refusals.ts';
import { first, run, type Work } from '../sql/work.ts';

/** SQL: the slot of this connection. */
const slot = '(pg_backend_pid() % 32)';

/** Sums that only figures need: unfinished jobs outside of batches, and ended jobs by state. */
export type FigureSum = 'alone' | 'completed' | 'failed' | 'canceled' | 'expired';

/** SQL: adds to the sums of teams. `rows` gives team_id, unfinished, result_bytes and the named sums, one row for each team. */
export function addToTeams(rows: string, named: readonly FigureSum[] = []): string {
  const sums = ['unfinished', 'result_bytes', ...named];
  return `INSERT INTO team_sums AS l (team_id, slot, ${sums.join(', ')})
    SELECT team_id, ${slot}, ${sums.join(', ')} FROM (${rows}) AS more
    ON CONFLICT (team_id, slot) DO UPDATE SET ${sums.map((sum) => `${sum} = l.${sum} + excluded.${sum}`).join(', ')}`;
}

/** SQL: adds to the sums of batches. `rows` gives batch_id, completed, failed, canceled and expired, one row for each batch. */
export function addToBatches(rows: string): string {
  return `INSERT INTO batch_sums AS l (batch_id, slot, completed, failed, canceled, expired)
    SELECT batch_id, ${slot}, completed, failed, canceled, expired FROM (${rows}) AS more
    ON CONFLICT (batch_id, slot) DO UPDATE SET completed = l.completed + excluded.completed, failed = l.failed + excluded.failed,
      canceled = l.canceled + excluded.canceled, expired = l.expired + excluded.expired`;
}

/** SQL: the sums of the batch `b` as a row `l`: completed, failed, canceled, expired. */
export const sumsOfBatch = `LATERAL (
    SELECT coalesce(sum(completed), 0)::bigint AS completed, coalesce(sum(failed), 0)::bigint AS failed,
      coalesce(sum(canceled), 0)::bigint AS canceled, coalesce(sum(expired), 0)::bigint AS expired
    FROM batch_sums WHERE batch_sums.batch_id = b.id) AS l`;

/** SQL: the number of a batch's items that have ended. `batch`: SQL of the batch's id. */
export function endedOf(batch: string): string {
  return `(SELECT coalesce(sum(completed + failed + canceled + expired), 0)::bigint FROM batch_sums WHERE batch_id = ${batch})`;
}

/** SQL: the number of a team's jobs that have not ended. `team`: SQL of the team's id. */
export function unfinishedOf(team: string): string {
  return `(SELECT coalesce(sum(unfinished), 0)::bigint FROM team_sums WHERE team_id = ${team})`;
}

/**
 * Raises QUOTA_EXCEEDED if the team may not have `more` further jobs. Other transactions that count or add near the limit wait for the end of this one.
 */
export function* checkQuota(teamId: string, more: number, maxUnfinished: number): Work<void> {
  yield* run("SELECT pg_advisory_xact_lock(hashtextextended('team ' || $1, 0))", [teamId]);
  // A statement of its own: it sees what the earlier holder of the lock has stored.
  const { n } = (yield* first<{ n: number }>(`SELECT ${unfinishedOf('$1')} AS n`, [teamId]))!;
  checkUnfinished(n, more, maxUnfinished);
}
