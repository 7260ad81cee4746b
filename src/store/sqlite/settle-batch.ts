// Sets the state of a batch from the states of its jobs. Call it inside of a transaction, after a job has changed state.
import { type BatchState, type JobState, jobStates } from '../../contract/job-states.ts';
import type { Database } from './database.ts';

/**
 * A batch is `processing` once a job has begun or ended. After the last job it is `completed` if all jobs completed, and
 * `completed_with_errors` if some did. If no job completed, it is `canceled` if the batch or each of its jobs was canceled, otherwise
 * `failed`. A job with an expired or deleted result counts as completed.
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
