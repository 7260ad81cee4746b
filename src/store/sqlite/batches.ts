// The batches of one team.

import type { RenderWarning } from '../../contract/generate.ts';
import type { JobState } from '../../contract/job-states.ts';
import type { BatchTurns } from '../batch-turns.ts';
import { countWithin } from '../count-within.ts';
import { type BatchColumns, toBatchRecord, toItemRecord } from '../job-rows.ts';
import type { Batches, BatchItemRecord, BatchRecord, StatePage } from '../state-store.ts';
import type { SqliteDatabase, SqlValue } from './database.ts';
import { type ItemRow, itemColumns, ofBatch, whereState } from './job-rows.ts';
import { retryBatch } from './retry.ts';
import { cancelBatch, writeBatch } from './write-batch.ts';

export interface BatchRow extends BatchColumns {
  readonly team_id: string;
}

export function createBatches(database: SqliteDatabase, teamId: string, now: () => number, turns: BatchTurns): Batches {
  return {
    create(batch, { maxUnfinished }, key) {
      return turns.batch(() => writeBatch(database, teamId, { batch, maxUnfinished, key, now, turns }));
    },
    async find(uuid) {
      const row = database.first<BatchColumns>('SELECT * FROM batches WHERE team_id = ? AND uuid = ? AND accepted = 1', [
        teamId,
        uuid,
      ]);
      return row && readBatch(database, teamId, row, now());
    },
    async list({ state }, limit, after) {
      const rows = database.all<BatchColumns>(
        `SELECT * FROM batches WHERE team_id = ? AND accepted = 1 ${state === undefined ? '' : 'AND state = ?'}
         ${after ? 'AND (created_ms, uuid) < (?, ?)' : ''} ORDER BY created_ms DESC, uuid DESC LIMIT ?`,
        [teamId, ...(state === undefined ? [] : [state]), ...(after ? [after.createdMs, after.uuid] : []), limit + 1],
      );
      const items = rows.slice(0, limit).map((row) => readBatch(database, teamId, row, now()));
      return { items, hasMore: rows.length > limit };
    },
    async listItems(uuid, { state }, limit, afterIndex) {
      return listItems(database, teamId, uuid, state, limit, afterIndex, now());
    },
    cancel(uuid) {
      return cancelBatch(database, teamId, uuid, { now, turns });
    },
    retry(uuid, options, of) {
      return turns.batch(() => retryBatch(database, teamId, { ...options, uuid, of }, { now, turns }));
    },
  };
}

export function readBatch(database: SqliteDatabase, teamId: string, row: BatchColumns, nowMs: number): BatchRecord {
  return toBatchRecord(row, row.completed === 0 ? 0 : countOver(database, teamId, row.uuid, nowMs));
}

/** Number of items whose result has expired but is not marked by a sweep yet. */
function countOver(database: SqliteDatabase, teamId: string, uuid: string, nowMs: number): number {
  return database.first<{ n: number }>(
    `SELECT count(*) AS n FROM jobs INDEXED BY jobs_of_batch_expiring WHERE ${ofBatch} AND state = 'completed' AND expires_ms <= ?`,
    [teamId, uuid, nowMs],
  )!.n;
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
