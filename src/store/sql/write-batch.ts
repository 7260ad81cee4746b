// Writes batches in slices, so that nobody waits for a whole batch, and finishes what writing or canceling a batch leaves to do. Each slice is a short
// transaction. Nobody sees the batch until the last slice is written. Then one statement accepts the batch, and its items go to the queue, again in slices. If a
// process ends in between, another process finishes its batch: see docs/decisions/0016.
import { inOrder } from '../../async/in-order.ts';
import { type BatchTurns, withoutTurns } from '../batch-turns.ts';
import { tookTooLong } from '../refusals.ts';
import { type SliceLimits, slicesOf } from '../slices.ts';
import type { Created, Idempotency, NewBatch, NewBatchItem } from '../state-store.ts';
import { findRepeat, insertKey } from './idempotency.ts';
import { first, run, type Work, type WorkDatabase } from './work.ts';

/** A writer of a batch that has written nothing for this long counts as lost. */
export const writingMs = 10_000;

/** SQL: the time from which another process may go on. */
export const untilSql = `now_ms() + ${writingMs}`;

/** The values of `BatchDriver.where`. */
export type BatchId = readonly (string | number)[];

/** A batch of which something is left to write. */
export interface WrittenBatch {
  readonly id: number;
  readonly team_id: string;
  readonly uuid: string;
  readonly accepted: boolean | number;
  readonly canceled_ms: number | null;
}

/** What differs between the databases. The works about items handle up to `limits.mostItems` of them, and give their number. */
export interface BatchDriver<Batch extends WrittenBatch> {
  readonly limits: SliceLimits;
  /** SQL: the batch with an id. */
  readonly where: string;
  idOf(batch: WrittenBatch): BatchId;
  /** SQL: the number of items of a row of `batches` that have not ended. */
  readonly unfinished: string;
  /** Raises QUOTA_EXCEEDED if the team may not have `more` further jobs. */
  checkQuota(teamId: string, more: number, maxUnfinished: number): Work<void>;
  /** Stores the batch without its items. In PostgreSQL they count for the quota from now on, in SQLite when they are stored. */
  begin(teamId: string, batch: NewBatch): Work<BatchId>;
  /** Stores items, and shows other processes that the writer is alive. False: the writer already counts as lost. */
  insertItems(id: BatchId, batch: NewBatch, items: readonly NewBatchItem[], firstIndex: number): Promise<boolean>;
  removeItems(id: BatchId): Work<number>;
  /** Removes a batch without items. */
  remove(batch: Batch): Work<unknown>;
  /** Puts items into the queue. */
  releaseItems(batch: Batch): Work<number>;
  cancelItems(batch: Batch): Work<number>;
  /** Sets the state of a batch whose items may all have ended. */
  settle(id: BatchId): Promise<void>;
}

export interface BatchCall {
  readonly batch: NewBatch;
  readonly maxUnfinished: number;
  readonly key: Idempotency | undefined;
}

type CreatedBatch = Created & { readonly repeated: boolean };

export interface BatchWriter {
  /** Does `Batches.create`. */
  create(teamId: string, call: BatchCall, turns: BatchTurns): Promise<CreatedBatch>;
  /** Does `Batches.cancel`. A job that is claimed between two slices is canceled by a later slice. */
  cancel(teamId: string, uuid: string, turns: BatchTurns): Promise<boolean>;
  /** Finishes the batches of lost writers. */
  finishLost(): Promise<void>;
}

export function createBatchWriter<Batch extends WrittenBatch>(database: WorkDatabase, driver: BatchDriver<Batch>): BatchWriter {
  const { perform, transact, slice } = database;
  const { limits, where } = driver;

  /** Removes a batch that was not accepted, cancels the items of a canceled batch, and releases the items of any other batch. */
  const finish = async (id: BatchId, turns: BatchTurns) => {
    // What a power cut undoes is finished again.
    while (await turns.slice(() => slice(() => finishSlice(driver, id), { isDurable: false })));
    await driver.settle(id);
  };
  /** Accepts the batch and stores its key, unless another call has stored the key meanwhile. */
  function* accept(id: BatchId, teamId: string, { batch: { uuid }, maxUnfinished, key }: BatchCall): Work<CreatedBatch> {
    if (key) {
      const isNew = yield* insertKey(teamId, key, { kind: 'batch', uuid });
      const earlier = isNew ? undefined : yield* findRepeat(teamId, key);
      if (earlier) return { ...earlier, repeated: true };
      if (!isNew) throw tookTooLong();
    }
    // Other calls may have made jobs meanwhile.
    yield* driver.checkQuota(teamId, 0, maxUnfinished);
    const sql = `UPDATE batches SET accepted = true, writing_until_ms = ${untilSql} WHERE ${where} AND NOT accepted AND writing_until_ms > now_ms()`;
    if ((yield* run(sql, id)) === 0) throw tookTooLong();
    return { kind: 'batch', uuid, repeated: false };
  }
  /** Undefined: no item is left to cancel. */
  function* markCanceled(teamId: string, uuid: string): Work<BatchId | undefined> {
    const batch = yield* first<WrittenBatch>(
      'SELECT * FROM batches WHERE team_id = $1 AND uuid = $2 AND accepted AND finished_ms IS NULL FOR NO KEY UPDATE',
      [teamId, uuid],
    );
    if (!batch) return undefined;
    const id = driver.idOf(batch);
    // Another call may have canceled all items and not yet written that the batch has ended.
    if (batch.canceled_ms !== null) return id;
    // Written first, because the state of the batch depends on it when the last job ends.
    const sql = `UPDATE batches SET canceled_ms = now_ms(), writing_until_ms = ${untilSql} WHERE ${where} AND ${driver.unfinished} > 0`;
    return (yield* run(sql, id)) === 0 ? undefined : id;
  }

  return {
    async create(teamId, call, turns) {
      const { batch, maxUnfinished, key } = call;
      const earlier = key && (await perform(() => findRepeat(teamId, key)));
      if (earlier) return { ...earlier, repeated: true };
      const id = await transact(function* () {
        yield* driver.checkQuota(teamId, batch.total, maxUnfinished);
        return yield* driver.begin(teamId, batch);
      });
      try {
        let index = 0;
        // The next slice is read while a slice is stored.
        for await (const items of inOrder(slicesOf(batch, limits), 1, async (one) => one)) {
          if (!(await turns.slice(() => driver.insertItems(id, batch, items, index)))) throw tookTooLong();
          index += items.length;
        }
        return await transact(() => accept(id, teamId, call));
      } finally {
        await finish(id, turns);
      }
    },
    async cancel(teamId, uuid, turns) {
      const id = await transact(() => markCanceled(teamId, uuid));
      if (id) await finish(id, turns);
      return id !== undefined;
    },
    async finishLost() {
      for (;;) {
        const lost = await perform(() => first<WrittenBatch>('SELECT * FROM batches WHERE writing_until_ms <= now_ms() LIMIT 1'));
        if (!lost) return;
        await finish(driver.idOf(lost), withoutTurns);
      }
    },
  };
}

/** False: nothing is left to write. The row of the batch is locked, so that two processes do not do the same slice. */
function* finishSlice<Batch extends WrittenBatch>(driver: BatchDriver<Batch>, id: BatchId): Work<boolean> {
  const { where, limits } = driver;
  const batch = yield* first<Batch>(
    `SELECT * FROM batches WHERE ${where} AND writing_until_ms IS NOT NULL FOR NO KEY UPDATE`,
    id,
  );
  if (!batch) return false;
  if (!batch.accepted) {
    if ((yield* driver.removeItems(id)) < limits.mostItems) {
      yield* driver.remove(batch);
      return false;
    }
    // From here on its writer counts as lost, whatever a clock says.
    yield* run(`UPDATE batches SET writing_until_ms = 0 WHERE ${where}`, id);
    return true;
  }
  const count = yield* batch.canceled_ms === null ? driver.releaseItems(batch) : driver.cancelItems(batch);
  const isMore = count === limits.mostItems;
  yield* run(`UPDATE batches SET writing_until_ms = ${isMore ? untilSql : 'NULL'} WHERE ${where}`, id);
  return isMore;
}
