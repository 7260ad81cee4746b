// Sets the state of a batch from the sums of its items. Call it after the transaction that ended an item: only then the last of several items
// that end at the same moment sees all the others.
import { PdfgenError } from '../../contract/errors.ts';
import { type BatchOutcome, outcomeOf } from '../job-rows.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { addEvents } from './events.ts';
import { sumsOfBatch } from './sums.ts';

interface OpenBatch extends BatchOutcome {
  readonly state: string;
  readonly total: number;
  /** Whether a job has begun or ended. */
  readonly has_begun: boolean;
}

/** Value: the batch. */
const openSql = `
  SELECT b.state, b.total, b.canceled_ms, l.*, l.completed + l.failed + l.canceled + l.expired > 0 OR EXISTS (
      SELECT FROM queue WHERE batch_id = b.id AND batch_id IS NOT NULL AND owner IS NOT NULL) AS has_begun
  FROM batches AS b, ${sumsOfBatch}
  WHERE b.id = $1 AND b.accepted AND b.finished_ms IS NULL`;

const hasEnded = ({ total, completed, failed, canceled, expired }: OpenBatch): boolean =>
  completed + failed + canceled + expired >= total;

/** A batch is `processing` once a job has begun or ended. After the last job it gets its outcome. */
export async function settleBatch(database: PostgresDatabase, batchId: number): Promise<void> {
  const batch = await database.first<OpenBatch>(openSql, [batchId]);
  if (!batch) return;
  if (hasEnded(batch)) await database.transaction((statements) => endBatch(statements, batchId));
  else if (batch.state === 'queued' && batch.has_begun) {
    await database.run("UPDATE batches SET state = 'processing' WHERE id = $1 AND state = 'queued'", [batchId]);
  }
}

/** As `settleBatch`, after a change that is stored. If the database breaks off now, the next `reclaim` settles the batch. */
export async function settleSoon(database: PostgresDatabase, batchId: number | null): Promise<void> {
  if (batchId === null) return;
  try {
    await settleBatch(database, batchId);
  } catch (error) {
    if (!(error instanceof PdfgenError) || error.code !== 'STORE_UNAVAILABLE') throw error;
  }
}

async function endBatch(statements: Statements, batchId: number): Promise<void> {
  // A retry takes the same lock, so that it comes before the sums are read again or after the state is set.
  await statements.run('SELECT 1 FROM batches WHERE id = $1 FOR NO KEY UPDATE', [batchId]);
  const batch = await statements.first<OpenBatch>(openSql, [batchId]);
  if (!batch || !hasEnded(batch)) return;
  await statements.run(
    `WITH ended AS (UPDATE batches SET state = $2, finished_ms = now_ms() WHERE id = $1 RETURNING team_id, uuid, callback_url)
     ${addEvents("SELECT team_id, 'batch.finished' AS event, uuid AS subject_uuid, callback_url FROM ended")}`,
    [batchId, outcomeOf(batch)],
  );
}

/** Open batches that one look adds up. */
const openAtOnce = 500;

/**
 * Gives a function that settles the batches whose last item ended without a settlement, because its process ended then. With many open
 * batches, each call looks at the next ones in turn.
 */
export function createSettlement(database: PostgresDatabase): () => Promise<void> {
  let afterId = 0;
  return async () => {
    const open = await database.all<{ id: number; is_over: boolean }>(
      `SELECT b.id, l.completed + l.failed + l.canceled + l.expired >= b.total AS is_over FROM (
         SELECT id, total FROM batches WHERE accepted AND finished_ms IS NULL AND id > $1 ORDER BY id LIMIT ${openAtOnce}) AS b, ${sumsOfBatch}`,
      [afterId],
    );
    afterId = open.length < openAtOnce ? 0 : Math.max(...open.map(({ id }) => id));
    for (const { id, is_over } of open) if (is_over) await settleBatch(database, id);
  };
}
