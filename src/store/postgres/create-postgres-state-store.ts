// The state store in a PostgreSQL database. Any number of processes may use the database.
import { type BatchTurns, createBatchTurns } from '../batch-turns.ts';
import type { StateStore, TeamState } from '../state-store.ts';
import { createAccess } from './access.ts';
import { createBatches } from './batches.ts';
import { createCallCounts } from './call-counts.ts';
import type { Database } from './database.ts';
import { createEmbeddedTemplates } from './embedded.ts';
import { readFigures } from './figures.ts';
import { findRepeat, hasKey } from './idempotency.ts';
import { createJobs } from './jobs.ts';
import { createLookUp } from './look-up.ts';
import { createQueue } from './queue.ts';
import { createRounds } from './rounds.ts';
import { createEditorSessions } from './sessions.ts';

/** Chunks of batches that a process writes at the same time. The other connections stay free for short calls. */
const chunksAtOnce = 2;

/** The database has its tables. Closing the store closes the database. `now`: milliseconds of a clock that only goes forward. */
export function createPostgresStateStore(database: Database, now: () => number = () => performance.now()): StateStore {
  const turnsOf = createBatchTurns(chunksAtOnce);
  const calls = createCallCounts(database, now);
  return {
    team: (id) => teamState(database, id, turnsOf(id)),
    queue: createQueue(database, now),
    lookUp: createLookUp(database),
    access: createAccess(database),
    figures: (mostAgeMs) => readFigures(database, mostAgeMs),
    calls,
    rounds: createRounds(database),
    async check() {
      await database.first('SELECT id FROM jobs LIMIT 1');
    },
    async close() {
      await calls.close();
      await database.close();
    },
  };
}

function teamState(database: Database, id: string, turns: BatchTurns): TeamState {
  return {
    jobs: createJobs(database, id),
    batches: createBatches(database, id, turns),
    embedded: createEmbeddedTemplates(database, id),
    sessions: createEditorSessions(database, id),
    findRepeat: (key) => findRepeat(database, id, key),
    hasKey: (key) => hasKey(database, id, key),
  };
}
