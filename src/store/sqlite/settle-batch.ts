// Sets the state of a batch from the states of its jobs. Call it inside of a transaction, after a job has changed state.
import { type BatchState, jobStates } from '../../contract/job-states.ts';
import { type BatchOutcome, outcomeOf } from '../job-rows.ts';
import type { SqliteDatabase } from './database.ts';
import { addEvent } from './events.ts';

interface OpenBatch extends BatchOutcome {
  readonly state: BatchState;
  readonly queued: number;
  readonly processing: number;
  readonly callback_url: string | null;
}

const openSql = `SELECT state, ${jobStates.join(', ')}, canceled_ms, callback_url FROM batches WHERE team_id = ? AND uuid = ?`;

/** A batch is `processing` once a job has begun or ended. After the last job it gets its outcome. */
export function settleBatch(database: SqliteDatabase, teamId: string, batchUuid: string, nowMs: number): void {
  const key = [teamId, batchUuid];
  const batch = database.first<OpenBatch>(openSql, key);
  if (!batch) return;
  if (batch.queued + batch.processing > 0) {
    if (batch.state === 'queued') database.run("UPDATE batches SET state = 'processing' WHERE team_id = ? AND uuid = ?", key);
    return;
  }
  const ended = database.run(
    "UPDATE batches SET state = ?, finished_ms = ? WHERE team_id = ? AND uuid = ? AND state IN ('queued', 'processing')",
    [outcomeOf(batch), nowMs, ...key],
  );
  if (ended === 0) return;
  addEvent(database, { teamId, event: 'batch.finished', subjectUuid: batchUuid, callbackUrl: batch.callback_url }, nowMs);
}
