// The state store in a PostgreSQL database. Any number of processes may use the database.
import { type BatchTurns, createBatchTurns } from '../batch-turns.ts';
import { createAccess } from '../sql/access.ts';
import { createEditorDrafts } from '../sql/drafts.ts';
import { createEmbeddedTemplates } from '../sql/embedded.ts';
import { findRepeat, hasKey } from '../sql/idempotency.ts';
import { createLookUp } from '../sql/look-up.ts';
import { createRounds } from '../sql/rounds.ts';
import { createEditorSessions } from '../sql/sessions.ts';
import { createWebhooks } from '../sql/webhooks.ts';
import type { WorkDatabase } from '../sql/work.ts';
import type { StateStore, TeamState } from '../state-store.ts';
import { createBatches, lookUpDriver } from './batches.ts';
import { createCallCounts } from './call-counts.ts';
import type { PostgresDatabase } from './database.ts';
import { readFigures } from './figures.ts';
import { createJobs } from './jobs.ts';
import { createQueue } from './queue.ts';
import { toWorkDatabase } from './run-work.ts';
import { createWebhookQueue } from './webhook-queue.ts';
import { createWebhookDriver, type MasterKey } from './webhook-secrets.ts';

/** Chunks of batches that a process writes at the same time. The other connections stay free for short calls. */
const chunksAtOnce = 2;

export interface PostgresOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** Encrypts the secrets of webhooks. Default: none. Then nobody can make a webhook here, and this process delivers nothing. */
  readonly masterKey?: MasterKey;
  /** The number of processes that use the database. Default: this one alone. */
  readonly processes?: () => number;
}

/** The tables of the database must already be there. Closing the store closes the database. */
export function createPostgresStateStore(postgres: PostgresDatabase, options: PostgresOptions = {}): StateStore {
  const { now = () => performance.now(), masterKey = () => undefined, processes = () => 1 } = options;
  const turnsOf = createBatchTurns(chunksAtOnce);
  const calls = createCallCounts(postgres, now);
  const shared = toWorkDatabase(postgres);
  return {
    team: (id) => teamState(postgres, shared, id, turnsOf(id), masterKey),
    queue: createQueue(postgres, now, processes),
    lookUp: createLookUp(shared, lookUpDriver),
    access: createAccess(shared),
    figures: (mostAgeMs) => readFigures(postgres, mostAgeMs),
    calls,
    rounds: createRounds(shared),
    webhooks: createWebhookQueue(postgres, masterKey),
    async check() {
      await postgres.first('SELECT id FROM jobs LIMIT 1');
    },
    async close() {
      await calls.close();
      await postgres.close();
    },
  };
}

function teamState(
  postgres: PostgresDatabase,
  shared: WorkDatabase,
  id: string,
  turns: BatchTurns,
  masterKey: MasterKey,
): TeamState {
  return {
    jobs: createJobs(postgres, id),
    batches: createBatches(postgres, id, turns),
    embedded: createEmbeddedTemplates(shared, id),
    sessions: createEditorSessions(shared, id),
    drafts: createEditorDrafts(shared, id),
    webhooks: createWebhooks(shared, id, createWebhookDriver(masterKey)),
    findRepeat: (key) => shared.perform(() => findRepeat(id, key)),
    hasKey: (key) => shared.perform(() => hasKey(id, key)),
  };
}
