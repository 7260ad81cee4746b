// Idempotency keys: remembers the job or batch that a call with a key made.
import { lifeTimes } from '../../contract/life-times.ts';
import { type KeyColumns, repeatOf } from '../refusals.ts';
import type { Created, Idempotency } from '../state-store.ts';
import type { Statements } from './database.ts';

async function findKey(statements: Statements, teamId: string, key: string): Promise<KeyColumns | undefined> {
  return statements.first<KeyColumns>(
    `SELECT hash, kind, uuid FROM idempotency_keys WHERE team_id = $1 AND key = $2 AND created_ms > now_ms() - ${lifeTimes.key}`,
    [teamId, key],
  );
}

/** Whether an earlier call used the key. */
export async function hasKey(statements: Statements, teamId: string, key: string): Promise<boolean> {
  return (await findKey(statements, teamId, key)) !== undefined;
}

/** The job or batch that an earlier call with the key made. Raises IDEMPOTENCY_CONFLICT if that call had another hash. */
export async function findRepeat(statements: Statements, teamId: string, key: Idempotency): Promise<Created | undefined> {
  const row = await findKey(statements, teamId, key.key);
  return row && repeatOf(row, key);
}

/**
 * SQL: stores a key, and gives a row if no earlier call has it. Waits for a call with the same key that is being stored. A key whose time is
 * over is replaced, because it may not have been swept yet. `row`: SQL that gives team_id, key, hash, kind and uuid.
 */
export function insertKey(row: string): string {
  return `INSERT INTO idempotency_keys AS k (team_id, key, hash, kind, uuid, created_ms)
    SELECT team_id, key, hash, kind, uuid, now_ms() FROM (${row}) AS made
    ON CONFLICT (team_id, key) DO UPDATE SET hash = excluded.hash, kind = excluded.kind, uuid = excluded.uuid, created_ms = excluded.created_ms
      WHERE k.created_ms <= now_ms() - ${lifeTimes.key}
    RETURNING team_id`;
}
