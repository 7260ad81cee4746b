// The batches of one team. Each database keeps the numbers of their items in its own way.

import type { BatchTurns } from '../batch-turns.ts';
import { type BatchColumns, toBatchRecord } from '../job-rows.ts';
import type { Batches } from '../state-store.ts';
import type { Retries } from './retry.ts';
import { all, collectValues, first, type WorkDatabase } from './work.ts';
import type { BatchWriter } from './write-batch.ts';

export interface BatchRow extends BatchColumns {
  readonly team_id: string;
  /** Completed items whose result has expired but is not marked by a sweep yet. */
  readonly over: number;
}

/** SQL: accepted batches as BatchRows. `source`: SQL of the tables with the batch as `b`. It ends with a condition. */
export type BatchesFrom = (source: string) => string;

interface TeamBatches extends Pick<Batches, 'listItems'> {
  readonly batchesFrom: BatchesFrom;
  readonly writer: BatchWriter;
  readonly retries: Retries;
  readonly turns: BatchTurns;
}

export function createBatches(
  { perform }: WorkDatabase,
  teamId: string,
  { batchesFrom, writer, retries, turns, listItems }: TeamBatches,
): Batches {
  const fromBatches = `${batchesFrom('batches AS b')} AND b.team_id = $1`;
  return {
    create: (batch, { maxUnfinished }, key) => turns.batch(() => writer.create(teamId, { batch, maxUnfinished, key }, turns)),
    cancel: (uuid) => writer.cancel(teamId, uuid, turns),
    retry: (uuid, options, of) => turns.batch(() => retries.retryBatch({ ...options, uuid, of }, turns)),
    listItems,
    async find(uuid) {
      const row = await perform(() => first<BatchRow>(`${fromBatches} AND b.uuid = $2`, [teamId, uuid]));
      return row && toBatchRecord(row, row.over);
    },
    async list({ state }, limit, after) {
      const { values, add } = collectValues(teamId);
      const sql = `${fromBatches} ${state === undefined ? '' : `AND b.state = ${add(state)}`}
         ${after ? `AND (b.created_ms, b.uuid) < (${add(after.createdMs)}::bigint, ${add(after.uuid)}::uuid)` : ''}
         ORDER BY b.created_ms DESC, b.uuid DESC LIMIT ${add(limit + 1)}`;
      const rows = await perform(() => all<BatchRow>(sql, values));
      return { items: rows.slice(0, limit).map((row) => toBatchRecord(row, row.over)), hasMore: rows.length > limit };
    },
  };
}
