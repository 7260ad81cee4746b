// Makes what a call asks for once, whether it is repeated or not.
import { findRepeat, insertKey } from '../sql/idempotency.ts';
import type { Created, Idempotency } from '../state-store.ts';
import type { SqliteDatabase } from './database.ts';
import { runWork } from './run-work.ts';

/** Makes a job or batch once: a repeated call gives the first one. Runs in a transaction, so that simultaneous calls make only one. */
export function createOnce(
  database: SqliteDatabase,
  teamId: string,
  { key, nowMs }: { readonly key: Idempotency | undefined; readonly nowMs: number },
  create: () => Created,
): Created & { readonly repeated: boolean } {
  const now = () => nowMs;
  return database.transaction(() => {
    const earlier = key && runWork(database, findRepeat(teamId, key), now);
    if (earlier) return { ...earlier, repeated: true };
    const created = create();
    if (key) runWork(database, insertKey(teamId, key, created), now);
    return { ...created, repeated: false };
  });
}
