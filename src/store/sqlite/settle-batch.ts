// The state of a batch follows from its jobs. For use inside of a transaction, after a job moved.
import { type BatchState, type JobState, jobStates } from '../../contract/job-states.ts';
import type { Database } from './database.ts';

/**
 * Moves a batch on: `processing` once a job has begun or ended, final when the last of the jobs that stand for its items has ended.
 * Then: all completed is `completed`, some `completed_with_errors`, also if the others were canceled. With none it is `canceled`
 * if the batch, or each of its jobs, was canceled, else `failed`. A result that is over or was deleted was completed.
 */
export function settleBatch(database: Database, teamId: string, batchUuid: string, nowMs: number): void {
  const key = [teamId, batchUuid];
  const batch = database.first<BatchOutcome>(
    `SELECT ${jobStates.join(', ')}, canceled_ms FROM batches WHERE team_id = ? AND uuid = ?`,
    key,
  );
  if (!batch) return;
  if (batch.queued + batch.processing > 0) {
    database.run("UPDATE batches SET state = 'processing' WHERE team_id = ? AND uuid = ? AND state = 'queued'", key);
    return;
  }
  database.run(
    "UPDATE batches SET state = ?, finished_ms = ? WHERE team_id = ? AND uuid = ? AND state IN ('queued', 'processing')",
    [outcomeOf(batch), nowMs, ...key],
  );
}

type BatchOutcome = Readonly<Record<JobState, number>> & { readonly canceled_ms: number | null };

function outcomeOf({ completed, expired, failed, canceled, canceled_ms }: BatchOutcome): BatchState {
  if (completed + expired > 0) return failed + canceled > 0 ? 'completed_with_errors' : 'completed';
  return failed === 0 || canceled_ms !== null ? 'canceled' : 'failed';
}
