// Idempotency keys: remembers the job or batch that a call with a key made.
import { lifeTimes } from '../../contract/life-times.ts';
import { type KeyColumns, repeatOf } from '../refusals.ts';
import type { Created, Idempotency } from '../state-store.ts';
import { first, run, type Work } from './work.ts';

const findKeySql = `
  SELECT hash, kind, uuid FROM idempotency_keys WHERE team_id = $1 AND key = $2 AND created_ms > now_ms() - ${lifeTimes.key}`;

const findKey = (teamId: string, key: string): Work<KeyColumns | undefined> => first<KeyColumns>(findKeySql, [teamId, key]);

/** Whether an earlier call used the key. */
export function* hasKey(teamId: string, key: string): Work<boolean> {
  return (yield* findKey(teamId, key)) !== undefined;
}

/** The job or batch that an earlier call with the key made. Raises IDEMPOTENCY_CONFLICT if that call had another hash. */
export function* findRepeat(teamId: string, key: Idempotency): Work<Created | undefined> {
  const row = yield* findKey(teamId, key.key);
  return row && repeatOf(row, key);
}

const insertInto = 'INSERT INTO idempotency_keys AS k (team_id, key, hash, kind, uuid, created_ms)';
const unlessKept = `
  ON CONFLICT (team_id, key) DO UPDATE SET hash = excluded.hash, kind = excluded.kind, uuid = excluded.uuid, created_ms = excluded.created_ms
    WHERE k.created_ms <= now_ms() - ${lifeTimes.key}`;

/**
 * SQL: stores a key, and gives a row if no earlier call has it. Waits for a call with the same key that is being stored. A key whose time is
 * over is replaced, because it may not have been swept yet. `row`: SQL that gives team_id, key, hash, kind and uuid.
 */
export function insertKeySql(row: string): string {
  return `${insertInto} SELECT team_id, key, hash, kind, uuid, now_ms() FROM (${row}) AS made ${unlessKept} RETURNING team_id`;
}

const insertOneSql = `${insertInto} VALUES ($1, $2, $3, $4, $5, now_ms()) ${unlessKept}`;

/** As `insertKeySql`, for what a call has made. False: an earlier call has the key. */
export function* insertKey(teamId: string, { key, hash }: Idempotency, { kind, uuid }: Created): Work<boolean> {
  return (yield* run(insertOneSql, [teamId, key, hash, kind, uuid])) > 0;
}
