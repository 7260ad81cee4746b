// Reads batches with the numbers of their items. Each database keeps these numbers in its own way.
import { type BatchColumns, toBatchRecord } from '../job-rows.ts';
import type { Batches } from '../state-store.ts';
import { all, collectValues, first, type WorkDatabase } from './work.ts';

export interface BatchRow extends BatchColumns {
  readonly team_id: string;
  /** Completed items whose result has expired but is not marked by a sweep yet. */
  readonly over: number;
}

/** SQL: accepted batches as BatchRows. `source`: SQL of the tables with the batch as `b`. It ends with a condition. */
export type BatchesFrom = (source: string) => string;

export function createBatchReader(
  { perform }: WorkDatabase,
  teamId: string,
  batchesFrom: BatchesFrom,
): Pick<Batches, 'find' | 'list'> {
  const fromBatches = `${batchesFrom('batches AS b')} AND b.team_id = $1`;
  return {
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
