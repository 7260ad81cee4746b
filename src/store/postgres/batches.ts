// The batches of one team.
import type { RenderWarning } from '../../contract/generate.ts';
import type { BatchTurns } from '../batch-turns.ts';
import { type BatchColumns, toBatchRecord, toItemRecord } from '../job-rows.ts';
import { collectValues } from '../sql/work.ts';
import type { Batches } from '../state-store.ts';
import type { PostgresDatabase } from './database.ts';
import { cancelBatch } from './finish-batch.ts';
import { batchIdSql, type ItemRow, pageSql, withWarnings } from './job-rows.ts';
import { retryBatch } from './retry.ts';
import { sumsOfBatch } from './sums.ts';
import { writeBatch } from './write-batch.ts';

export interface BatchRow extends BatchColumns {
  /** Completed items whose result has expired but is not marked by a sweep yet. */
  readonly over: number;
}

/** SQL: accepted batches as BatchRows. `source`: SQL of the tables with the batch as `b`. */
export function batchesFrom(source: string): string {
  return `
  SELECT b.*, l.*, b.total - l.completed - l.failed - l.canceled - l.expired - r.processing AS queued, r.processing, o.over
  FROM ${source}, ${sumsOfBatch},
    LATERAL (SELECT count(*) AS processing FROM queue WHERE batch_id = b.id AND batch_id IS NOT NULL AND owner IS NOT NULL) AS r,
    LATERAL (SELECT count(*) AS over FROM jobs WHERE batch_id = b.id AND batch_id IS NOT NULL AND stands AND state = 'completed'
      AND expires_ms <= now_ms()) AS o
  WHERE b.accepted`;
}

const fromBatches = `${batchesFrom('batches AS b')} AND b.team_id = $1`;

export function createBatches(database: PostgresDatabase, teamId: string, turns: BatchTurns): Batches {
  return {
    create: (batch, { maxUnfinished }, key) =>
      turns.batch(() => writeBatch(database, teamId, { batch, maxUnfinished, key, turns })),
    async find(uuid) {
      const row = await database.first<BatchRow>(`${fromBatches} AND b.uuid = $2`, [teamId, uuid]);
      return row && toBatchRecord(row, row.over);
    },
    async list({ state }, limit, after) {
      const { values, add } = collectValues();
      add(teamId);
      const rows = await database.all<BatchRow>(
        `${fromBatches} ${state === undefined ? '' : `AND b.state = ${add(state)}`}
         ${after ? `AND (b.created_ms, b.uuid) < (${add(after.createdMs)}::bigint, ${add(after.uuid)}::uuid)` : ''}
         ORDER BY b.created_ms DESC, b.uuid DESC LIMIT ${add(limit + 1)}`,
        values,
      );
      return { items: rows.slice(0, limit).map((row) => toBatchRecord(row, row.over)), hasMore: rows.length > limit };
    },
    async listItems(uuid, { state }, limit, afterIndex) {
      const { values, add } = collectValues();
      for (const value of [teamId, uuid]) add(value);
      const sql = pageSql({
        where: (alias) => `${alias}.batch_id = ${batchIdSql} AND j.stands`,
        state,
        order: 'item_index',
        behind: `AND j.item_index > ${add(afterIndex)}::integer`,
        limit: add(limit + 1),
      });
      const rows = await database.all<ItemRow>(sql, values);
      const page = withWarnings(rows).slice(0, limit);
      const items = page.map((row) => toItemRecord(row, JSON.parse(row.warnings) as RenderWarning[], row.now));
      return { items, hasMore: rows.length > page.length };
    },
    cancel: (uuid) => cancelBatch(database, teamId, uuid, turns),
    retry: (uuid, options, of) => turns.batch(() => retryBatch(database, teamId, { ...options, uuid, of }, turns)),
  };
}
