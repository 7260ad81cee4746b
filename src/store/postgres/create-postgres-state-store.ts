// The state store in a PostgreSQL database. Any number of processes may use the database.
import { type BatchTurns, createBatchTurns } from '../batch-turns.ts';
import type { StateStore, TeamState } from '../state-store.ts';
import { createAccess } from './access.ts';
import { createBatches } from './batches.ts';
import { createCallCounts } from './call-counts.ts';
import type { PostgresDatabase } from './database.ts';
import { createEmbeddedTemplates } from './embedded.ts';
import { readFigures } from './figures.ts';
import { findRepeat, hasKey } from './idempotency.ts';
import { createJobs } from './jobs.ts';
import { createLookUp } from './look-up.ts';
import { createQueue } from './queue.ts';
import { createRounds } from './rounds.ts';
import { createEditorSessions } from './sessions.ts';
import { createWebhookQueue } from './webhook-queue.ts';
import { createWebhooks, type MasterKey } from './webhooks.ts';

/** Chunks of batches that a process writes at the same time. The other connections stay free for short calls. */
const chunksAtOnce = 2;

export interface PostgresOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** Encrypts the secrets of webhooks. Default: none. Then nobody can make a webhook here, and this process delivers nothing. */
  readonly masterKey?: MasterKey;
}

/** The database has its tables. Closing the store closes the database. */
export function createPostgresStateStore(database: PostgresDatabase, options: PostgresOptions = {}): StateStore {
  const { now = () => performance.now(), masterKey = () => undefined } = options;
  const turnsOf = createBatchTurns(chunksAtOnce);
  const calls = createCallCounts(database, now);
  return {
    team: (id) => teamState(database, id, turnsOf(id), masterKey),
    queue: createQueue(database, now),
    lookUp: createLookUp(database),
    access: createAccess(database),
    figures: (mostAgeMs) => readFigures(database, mostAgeMs),
    calls,
    rounds: createRounds(database),
    webhooks: createWebhookQueue(database, masterKey),
    async check() {
      await database.first('SELECT id FROM jobs LIMIT 1');
    },
    async close() {
      await calls.close();
      await database.close();
    },
  };
}

function teamState(database: PostgresDatabase, id: string, turns: BatchTurns, masterKey: MasterKey): TeamState {
  return {
    jobs: createJobs(database, id),
    batches: createBatches(database, id, turns),
    embedded: createEmbeddedTemplates(database, id),
    sessions: createEditorSessions(database, id),
    webhooks: createWebhooks(database, id, masterKey),
    findRepeat: (key) => findRepeat(database, id, key),
    hasKey: (key) => hasKey(database, id, key),
  };
}
