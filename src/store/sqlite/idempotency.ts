// Idempotency keys: remembers the job or batch that a call with a key made.
import { lifeTimes } from '../../contract/life-times.ts';
import { type KeyColumns, repeatOf } from '../refusals.ts';
import type { Created, Idempotency } from '../state-store.ts';
import type { SqliteDatabase } from './database.ts';

function findKey(database: SqliteDatabase, teamId: string, key: string, nowMs: number): KeyColumns | undefined {
  return database.first<KeyColumns>(
    'SELECT hash, kind, uuid FROM idempotency_keys WHERE team_id = ? AND key = ? AND created_ms > ?',
    [teamId, key, nowMs - lifeTimes.key],
  );
}

/** Whether an earlier call used the key. */
export function hasKey(database: SqliteDatabase, teamId: string, key: string, nowMs: number): boolean {
  return findKey(database, teamId, key, nowMs) !== undefined;
}

/** The job or batch that an earlier call with the key made. Raises IDEMPOTENCY_CONFLICT if that call had another hash. */
export function findRepeat(database: SqliteDatabase, teamId: string, key: Idempotency, nowMs: number): Created | undefined {
  const row = findKey(database, teamId, key.key, nowMs);
  return row && repeatOf(row, key);
}

/** Makes a job or batch once: a repeated call gives the first one. Runs in a transaction, so that simultaneous calls make only one. */
export function createOnce(
  database: SqliteDatabase,
  teamId: string,
  { key, nowMs }: { readonly key: Idempotency | undefined; readonly nowMs: number },
  create: () => Created,
): Created & { readonly repeated: boolean } {
  return database.transaction(() => {
    const earlier = key && findRepeat(database, teamId, key, nowMs);
    if (earlier) return { ...earlier, repeated: true };
    const created = create();
    if (key) {
      // A row whose time is over may not have been swept yet.
      database.run(
        `INSERT INTO idempotency_keys (team_id, key, hash, kind, uuid, created_ms) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (team_id, key) DO UPDATE SET hash = excluded.hash, kind = excluded.kind, uuid = excluded.uuid,
           created_ms = excluded.created_ms`,
        [teamId, key.key, key.hash, created.kind, created.uuid, nowMs],
      );
    }
    return { ...created, repeated: false };
  });
}
