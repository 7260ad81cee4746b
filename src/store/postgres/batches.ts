// The batches of one team.
import type { RenderWarning } from '../../contract/generate.ts';
import type { BatchTurns } from '../batch-turns.ts';
import { toItemRecord } from '../job-rows.ts';
import { createBatches as createSharedBatches } from '../sql/batches.ts';
import type { LookUpDriver } from '../sql/look-up.ts';
import { createRetries } from '../sql/retry.ts';
import { collectValues } from '../sql/work.ts';
import { createBatchWriter } from '../sql/write-batch.ts';
import type { Batches } from '../state-store.ts';
import { createBatchDriver } from './batch-driver.ts';
import type { PostgresDatabase } from './database.ts';
import { batchIdSql, type ItemRow, pageSql, withWarnings } from './job-rows.ts';
import { toWorkDatabase } from './run-work.ts';
import { sumsOfBatch } from './sums.ts';

/** See `BatchesFrom`. */
export function batchesFrom(source: string): string {
  return `
  SELECT b.*, l.*, b.total - l.completed - l.failed - l.canceled - l.expired - r.processing AS queued, r.processing, o.over
  FROM ${source}, ${sumsOfBatch},
    LATERAL (SELECT count(*) AS processing FROM queue WHERE batch_id = b.id AND batch_id IS NOT NULL AND owner IS NOT NULL) AS r,
    LATERAL (SELECT count(*) AS over FROM jobs WHERE batch_id = b.id AND batch_id IS NOT NULL AND stands AND state = 'completed'
      AND expires_ms <= now_ms()) AS o
  WHERE b.accepted`;
}

export function createBatches(database: PostgresDatabase, teamId: string, turns: BatchTurns): Batches {
  const work = toWorkDatabase(database);
  const driver = createBatchDriver(database);
  return createSharedBatches(work, teamId, {
    batchesFrom,
    writer: createBatchWriter(work, driver),
    retries: createRetries(work, teamId, driver),
    turns,
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
  });
}

export const lookUpDriver: LookUpDriver = {
  named: (value, table, alias) =>
    `(SELECT (n ->> 0)::uuid AS team_id, (n ->> 1)::uuid AS uuid FROM json_array_elements(${value}::json) AS n) AS w
     JOIN ${table} AS ${alias} USING (team_id, uuid)`,
  running: { join: 'LEFT JOIN queue AS q ON q.job_id = j.id', when: 'q.owner IS NOT NULL' },
  batchesFrom,
};
