// Writes batches in slices, so that nobody waits for a whole batch. Each slice is a short transaction, followed by a turn of the event loop.
// The items are held back until the last slice is written. Then one statement accepts the batch, and the items are released, again in
// slices. If a process ends in between, another process finishes its batch: see docs/decisions/0016.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type BatchTurns, withoutTurns } from '../batch-turns.ts';
import { embeddedValues } from '../job-rows.ts';
import { queueRanks, rankSql } from '../queue-ranks.ts';
import { tookTooLong } from '../refusals.ts';
import { slicesOf } from '../slices.ts';
import { findRepeat } from '../sql/idempotency.ts';
import type { Created, Idempotency, NewBatch, NewBatchItem } from '../state-store.ts';
import { writingMs } from '../time-limits.ts';
import { createOnce } from './create-once.ts';
import type { SqliteDatabase } from './database.ts';
import { cancelItems } from './end-job.ts';
import { checkQuota, insertJob, insertJobData } from './insert-job.ts';
import { ofBatch } from './job-rows.ts';
import { runWork } from './run-work.ts';

/** Items of a slice. It takes about 5 ms. */
export const mostItems = 50;
/** Most characters of data in a slice. A single item may have more. */
const mostData = 262_144;

/**
 * A slice need not survive a power cut by itself. The commit that accepts the batch makes all slices before it durable, and what is lost after
 * it is finished again.
 */
const unsynced = { isDurable: false } as const;

type CreatedBatch = Created & { readonly repeated: boolean };

const whereBatch = 'team_id = ? AND uuid = ?';

interface BatchWriting {
  readonly batch: NewBatch;
  readonly maxUnfinished: number;
  readonly key: Idempotency | undefined;
  readonly now: () => number;
  readonly turns: BatchTurns;
}

/** Does `Batches.create`. */
export async function writeBatch(
  database: SqliteDatabase,
  teamId: string,
  { batch, maxUnfinished, key, now, turns }: BatchWriting,
): Promise<CreatedBatch> {
  const earlier = key && runWork(database, findRepeat(teamId, key), now);
  if (earlier) return { ...earlier, repeated: true };
  database.transaction(() => {
    checkQuota(database, teamId, batch.total, maxUnfinished);
    beginBatch(database, teamId, batch, now());
  });
  try {
    let index = 0;
    for await (const slice of slicesOf(batch, { mostItems, mostData })) {
      await turns.slice(async () => {
        await endOfTurn();
        database.transaction(() => {
          renewBatch(database, teamId, batch.uuid, now());
          for (const item of slice) insertItem(database, teamId, batch, item, index++);
        }, unsynced);
      });
    }
    return createOnce(database, teamId, { key, nowMs: now() }, () => {
      // Other calls may have made jobs meanwhile.
      checkQuota(database, teamId, 0, maxUnfinished);
      accept(database, teamId, batch);
      return { kind: 'batch', uuid: batch.uuid };
    });
  } finally {
    await finishBatch(database, teamId, batch.uuid, now, turns);
  }
}

function beginBatch(database: SqliteDatabase, teamId: string, batch: NewBatch, nowMs: number): void {
  database.run(
    `INSERT INTO batches (team_id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external,
       embedded_revision, state, created_ms, accepted, traceparent, callback_url, writing_until_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, 0, ?, ?, ?)`,
    [
      teamId,
      batch.uuid,
      batch.templateUuid,
      batch.templateVersion,
      ...embeddedValues(batch.embedded),
      batch.createdMs,
      batch.traceparent ?? null,
      batch.callbackUrl ?? null,
      nowMs + writingMs,
    ],
  );
}

/** Tells others that the writer is alive. Raises OVERLOADED if it already counts as lost. */
function renewBatch(database: SqliteDatabase, teamId: string, uuid: string, nowMs: number): void {
  const renewed = database.run(`UPDATE batches SET writing_until_ms = ? WHERE ${whereBatch} AND writing_until_ms > ?`, [
    nowMs + writingMs,
    teamId,
    uuid,
    nowMs,
  ]);
  if (renewed === 0) throw tookTooLong();
}

function insertItem(database: SqliteDatabase, teamId: string, batch: NewBatch, item: NewBatchItem, index: number): void {
  const { jobUuid, reference, data, warnings } = item;
  const place = { batchUuid: batch.uuid, index, reference };
  const job = { ...batch, uuid: jobUuid, warnings };
  insertJobData(database, insertJob(database, teamId, job, { place, isHeld: true }), data);
}

/** Accepts the batch. Raises OVERLOADED if items are missing from the table. */
function accept(database: SqliteDatabase, teamId: string, { uuid, total }: NewBatch): void {
  const accepted = database.run(`UPDATE batches SET accepted = 1 WHERE ${whereBatch} AND queued = ?`, [teamId, uuid, total]);
  if (accepted === 0) throw tookTooLong();
}

/** Does `Batches.cancel`. A job that is claimed between two slices is canceled by a later slice. */
export async function cancelBatch(
  database: SqliteDatabase,
  teamId: string,
  uuid: string,
  { now, turns }: { readonly now: () => number; readonly turns: BatchTurns },
): Promise<boolean> {
  // Written first, because the state of the batch depends on it when the last job ends.
  const canceled = database.run(
    `UPDATE batches SET canceled_ms = ?, writing_until_ms = ? WHERE ${whereBatch} AND accepted = 1 AND queued + processing > 0`,
    [now(), now() + writingMs, teamId, uuid],
  );
  if (canceled === 0) return false;
  await finishBatch(database, teamId, uuid, now, turns);
  return true;
}

/** Finishes the batches of lost writers. */
export async function finishLostBatches(database: SqliteDatabase, now: () => number): Promise<void> {
  for (;;) {
    const lost = database.first<{ team_id: string; uuid: string }>(
      'SELECT team_id, uuid FROM batches WHERE writing_until_ms <= ? LIMIT 1',
      [now()],
    );
    if (!lost) return;
    await finishBatch(database, lost.team_id, lost.uuid, now, withoutTurns);
  }
}

/** Removes a batch that was not accepted, cancels the items of a canceled batch, and releases the items of any other batch. */
async function finishBatch(
  database: SqliteDatabase,
  teamId: string,
  uuid: string,
  now: () => number,
  turns: BatchTurns,
): Promise<void> {
  const finish = async () => {
    const isMore = database.transaction(() => finishSlice(database, teamId, uuid, now()), unsynced);
    if (isMore) await endOfTurn();
    return isMore;
  };
  while (await turns.slice(finish));
}

/** False: nothing is left to write. */
function finishSlice(database: SqliteDatabase, teamId: string, uuid: string, nowMs: number): boolean {
  const batch = database.first<{ accepted: number; canceled_ms: number | null }>(
    `SELECT accepted, canceled_ms FROM batches WHERE ${whereBatch} AND writing_until_ms IS NOT NULL`,
    [teamId, uuid],
  );
  if (!batch) return false;
  if (batch.accepted === 0) {
    if (removeItems(database, teamId, uuid) === mostItems) return true;
    database.run(`DELETE FROM batches WHERE ${whereBatch}`, [teamId, uuid]);
    return false;
  }
  const finished =
    batch.canceled_ms === null
      ? releaseItems(database, teamId, uuid)
      : cancelItems(database, teamId, uuid, { limit: mostItems, nowMs });
  if (finished === mostItems) return true;
  database.run(`UPDATE batches SET writing_until_ms = NULL WHERE ${whereBatch}`, [teamId, uuid]);
  return false;
}

function removeItems(database: SqliteDatabase, teamId: string, uuid: string): number {
  return database.run(`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ${ofBatch} LIMIT ?)`, [teamId, uuid, mostItems]);
}

function releaseItems(database: SqliteDatabase, teamId: string, uuid: string): number {
  return database.run(
    `UPDATE jobs SET queue_rank = ${rankSql('item', 'priority')} WHERE id IN (
       SELECT id FROM jobs INDEXED BY jobs_waiting WHERE state = 'queued' AND team_id = ? AND queue_rank = ? AND batch_uuid = ?
       ORDER BY queue_position LIMIT ?)`,
    [teamId, queueRanks.held, uuid, mostItems],
  );
}
