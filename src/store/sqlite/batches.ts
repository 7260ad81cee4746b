// The batches of one team.

import type { RenderWarning } from '../../contract/generate.ts';
import type { JobState } from '../../contract/job-states.ts';
import type { BatchTurns } from '../batch-turns.ts';
import { countWithin } from '../count-within.ts';
import { toItemRecord } from '../job-rows.ts';
import { type BatchesFrom, createBatches as createSharedBatches } from '../sql/batches.ts';
import type { LookUpDriver } from '../sql/look-up.ts';
import { createRetries } from '../sql/retry.ts';
import { createBatchWriter } from '../sql/write-batch.ts';
import type { Batches, BatchItemRecord, StatePage } from '../state-store.ts';
import { createBatchDriver } from './batch-driver.ts';
import type { SqliteDatabase, SqlValue } from './database.ts';
import { type ItemRow, itemColumns, ofBatch, whereState } from './job-rows.ts';
import { toWorkDatabase } from './run-work.ts';

/** See `BatchesFrom`. Triggers count the items, so only those that have expired by the clock are looked for. */
const batchesFrom: BatchesFrom = (source) => `
  SELECT b.*, CASE WHEN b.completed = 0 THEN 0 ELSE (
    SELECT count(*) FROM jobs INDEXED BY jobs_of_batch_expiring
    WHERE jobs.team_id = b.team_id AND batch_uuid = b.uuid AND batch_uuid IS NOT NULL AND stands = 1 AND jobs.state = 'completed'
      AND expires_ms <= now_ms()) END AS over
  FROM ${source} WHERE b.accepted`;

export const lookUpDriver: LookUpDriver = {
  named: (value, table, alias) =>
    `json_each(${value}) AS w CROSS JOIN ${table} AS ${alias} ON ${alias}.team_id = w.value ->> 0 AND ${alias}.uuid = w.value ->> 1`,
  batchesFrom,
};

export function createBatches(database: SqliteDatabase, teamId: string, now: () => number, turns: BatchTurns): Batches {
  const work = toWorkDatabase(database, now);
  const driver = createBatchDriver(database, now);
  return createSharedBatches(work, teamId, {
    batchesFrom,
    writer: createBatchWriter(work, driver),
    retries: createRetries(work, teamId, driver),
    turns,
    async listItems(uuid, { state }, limit, afterIndex) {
      return listItems(database, teamId, uuid, state, limit, afterIndex, now());
    },
  });
}

/** The statements that together find a page of items. */
function itemStatements(
  teamId: string,
  uuid: string,
  state: JobState | undefined,
  limit: number,
  afterIndex: number,
  nowMs: number,
): readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] {
  const branches = state === undefined ? [{ where: 'TRUE', values: [] }] : whereState(state, nowMs);
  const index = state === undefined ? 'jobs_of_items' : 'jobs_of_batch_by_state';
  return branches.map(({ where, values }) => ({
    sql: `SELECT ${itemColumns} FROM jobs INDEXED BY ${index} WHERE ${ofBatch} AND ${where} AND item_index > ? ORDER BY item_index LIMIT ?`,
    values: [teamId, uuid, ...values, afterIndex, limit + 1],
  }));
}

function listItems(
  database: SqliteDatabase,
  teamId: string,
  uuid: string,
  state: JobState | undefined,
  limit: number,
  afterIndex: number,
  nowMs: number,
): StatePage<BatchItemRecord> {
  const rows = itemStatements(teamId, uuid, state, limit, afterIndex, nowMs)
    .flatMap(({ sql, values }) => database.all<ItemRow>(sql, values))
    .sort((a, b) => a.item_index - b.item_index);
  const page = rows.slice(0, Math.min(limit, countWithin(rows)));
  const items = page.map((row) => toItemRecord(row, readWarnings(database, row), nowMs));
  return { items, hasMore: rows.length > page.length };
}

function readWarnings(database: SqliteDatabase, { id, warning_bytes }: ItemRow): readonly RenderWarning[] {
  if (warning_bytes <= '[]'.length) return [];
  const { warnings } = database.first<{ warnings: string }>('SELECT warnings FROM jobs WHERE id = ?', [id])!;
  return JSON.parse(warnings) as RenderWarning[];
}
