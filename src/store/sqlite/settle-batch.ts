// The state of a batch follows from its jobs. For use inside of a transaction, after a job moved.
import type { BatchState, JobState } from '../../contract/job-states.ts';
import type { Database } from './database.ts';

/**
 * Moves a batch on: `processing` once a job has begun or ended, final when the last of the jobs that stand for its items has ended.
 * Then: all completed is `completed`, some `completed_with_errors`, also if the others were canceled. With none it is `canceled`
 * if the batch, or each of its jobs, was canceled, else `failed`. A result that is over or was deleted was completed.
 */
export function settleBatch(database: Database, teamId: string, batchUuid: string, nowMs: number): void {
  const has = (...states: JobState[]): boolean =>
    states.some(
      (state) =>
        database.first(
          'SELECT 1 AS found FROM jobs WHERE team_id = ? AND batch_uuid = ? AND batch_uuid IS NOT NULL AND stands = 1 AND state = ? LIMIT 1',
          [teamId, batchUuid, state],
        ) !== undefined,
    );
  const isOpen = has('queued', 'processing');
  if (isOpen) {
    database.run("UPDATE batches SET state = 'processing' WHERE team_id = ? AND uuid = ? AND state = 'queued'", [
      teamId,
      batchUuid,
    ]);
    return;
  }
  const wasCanceled = () =>
    database.first('SELECT 1 AS found FROM batches WHERE team_id = ? AND uuid = ? AND canceled_ms IS NOT NULL', [
      teamId,
      batchUuid,
    ]) !== undefined;
  const outcome = (): BatchState => {
    const someFailed = has('failed');
    if (has('completed', 'expired')) return someFailed || has('canceled') ? 'completed_with_errors' : 'completed';
    return !someFailed || wasCanceled() ? 'canceled' : 'failed';
  };
  database.run(
    "UPDATE batches SET state = ?, finished_ms = ? WHERE team_id = ? AND uuid = ? AND state IN ('queued', 'processing')",
    [outcome(), nowMs, teamId, batchUuid],
  );
}
