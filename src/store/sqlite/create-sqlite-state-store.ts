// The state store in an SQLite file. Several processes may have the file open.
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createMinuteCounts } from '../../async/minute-counts.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { type BatchTurns, createBatchTurns } from '../batch-turns.ts';
import type { StateStore, TeamState } from '../state-store.ts';
import type { TemplateIndex } from '../template-index.ts';
import { createAccess } from './access.ts';
import { backUp } from './backup.ts';
import { createBatches } from './batches.ts';
import { createDamageCheck } from './damage-check.ts';
import { configure, openDatabase, type SqliteDatabase } from './database.ts';
import { createEmbeddedTemplates } from './embedded.ts';
import { readFigures } from './figures.ts';
import { findRepeat, hasKey } from './idempotency.ts';
import { createJobs } from './jobs.ts';
import { createLookUp } from './look-up.ts';
import { migrate } from './migrate.ts';
import { createQueue } from './queue.ts';
import { createRounds } from './rounds.ts';
import { createEditorSessions } from './sessions.ts';
import { createTemplateIndex } from './template-index.ts';
import { createWebhookQueue } from './webhook-queue.ts';
import { createWebhooks } from './webhooks.ts';

export interface SqliteOptions {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface SqliteStateStore extends StateStore {
  /** The index of a team's templates, whose files are kept elsewhere. */
  templateIndex(teamId: string): TemplateIndex;
  /** Writes a consistent copy to a new file. Others may read and write meanwhile. */
  backup(path: string): Promise<void>;
}

/** Opens the database, or creates it. Raises INVALID_REQUEST if a newer program made it. */
export function createSqliteStateStore({ path, now }: SqliteOptions): SqliteStateStore {
  mkdirSync(dirname(path), { recursive: true });
  // The file holds the data of documents, so only its owner may read it. SQLite gives the same permissions to the files beside it.
  closeSync(openSync(path, 'a', 0o600));
  const { ino } = statSync(path);
  const database = openDatabase(path);
  try {
    configure(database);
    migrate(database, path);
  } catch (error) {
    database.close();
    throw error;
  }
  // The database takes one slice in a turn of the event loop, however many batches arrive together.
  const turnsOf = createBatchTurns(1);
  const damage = createDamageCheck(path);
  // Only one server uses the file, and workers take no calls. So its own memory is enough.
  const calls = createMinuteCounts(now);
  return {
    team: (id) => teamState(database, id, now, turnsOf(id)),
    queue: createQueue(database, now),
    lookUp: createLookUp(database, now),
    access: createAccess(database, now),
    async figures() {
      return readFigures(database, now());
    },
    rounds: createRounds(database, now),
    calls: {
      async count(key, limit) {
        return calls.count(key, limit);
      },
    },
    webhooks: createWebhookQueue(database, now),
    templateIndex: (teamId) => createTemplateIndex(database, teamId),
    async check() {
      // SQLite would keep writing to a removed or replaced file, where nobody else sees the rows.
      if (statSync(path, { throwIfNoEntry: false })?.ino !== ino) {
        throw new PdfgenError(
          'INTERNAL',
          'The database file was removed or replaced while it was open. Start the service again.',
        );
      }
      database.first('SELECT id FROM jobs LIMIT 1');
      await damage.run();
    },
    async backup(copy) {
      backUp(database, copy);
    },
    async close() {
      await damage.close();
      database.close();
    },
  };
}

function teamState(database: SqliteDatabase, id: string, now: () => number, turns: BatchTurns): TeamState {
  return {
    jobs: createJobs(database, id, now),
    batches: createBatches(database, id, now, turns),
    embedded: createEmbeddedTemplates(database, id, now),
    sessions: createEditorSessions(database, id, now),
    webhooks: createWebhooks(database, id, now),
    async findRepeat(key) {
      return findRepeat(database, id, key, now());
    },
    async hasKey(key) {
      return hasKey(database, id, key, now());
    },
  };
}
