// The state store in an SQLite file. Several processes may have the file open.
import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createMinuteCounts } from '../../async/minute-counts.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
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
import type { TemplateIndex } from '../template-index.ts';
import { backUp } from './backup.ts';
import { createBatches, lookUpDriver } from './batches.ts';
import { createDamageCheck } from './damage-check.ts';
import { configure, openDatabase, type SqliteDatabase } from './database.ts';
import { readFigures } from './figures.ts';
import { createJobs } from './jobs.ts';
import { migrate } from './migrate.ts';
import { createQueue } from './queue.ts';
import { toWorkDatabase } from './run-work.ts';
import { createTemplateIndex } from './template-index.ts';
import { createWebhookQueue, webhookDriver } from './webhook-queue.ts';

export interface SqliteOptions {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears of changes of the database. */
  readonly tell?: ((text: string) => void) | undefined;
}

export interface SqliteStateStore extends StateStore {
  /** The index of a team's templates, whose files are kept elsewhere. */
  templateIndex(teamId: string): TemplateIndex;
  /** Writes a consistent copy to a new file. Others may read and write meanwhile. */
  backup(path: string): Promise<void>;
}

/** Opens the database, or creates it. Raises INVALID_REQUEST if a newer program made it. */
export function createSqliteStateStore({ path, now, tell }: SqliteOptions): SqliteStateStore {
  makeFolder(dirname(path));
  // The file holds the data of documents, so only its owner may read it. SQLite gives the same permissions to the files beside it.
  closeSync(openSync(path, 'a', 0o600));
  const { ino } = statSync(path);
  const sqlite = openDatabase(path);
  try {
    configure(sqlite);
    migrate(sqlite, path, { tell });
  } catch (error) {
    sqlite.close();
    throw error;
  }
  // The database takes one slice in a turn of the event loop, however many batches arrive together.
  const turnsOf = createBatchTurns(1);
  const damage = createDamageCheck(path);
  // Only one server uses the file, and workers take no calls. So its own memory is enough.
  const calls = createMinuteCounts(now);
  const shared = toWorkDatabase(sqlite, now);
  return {
    team: (id) => teamState(sqlite, shared, id, now, turnsOf(id)),
    queue: createQueue(sqlite, now),
    lookUp: createLookUp(shared, lookUpDriver),
    access: createAccess(shared),
    async figures() {
      return readFigures(sqlite, now());
    },
    rounds: createRounds(shared),
    calls: {
      async count(key, limit) {
        return calls.count(key, limit);
      },
    },
    webhooks: createWebhookQueue(sqlite, now),
    templateIndex: (teamId) => createTemplateIndex(sqlite, teamId),
    async check() {
      // SQLite would keep writing to a removed or replaced file, where nobody else sees the rows.
      if (statSync(path, { throwIfNoEntry: false })?.ino !== ino) {
        throw new PdfgenError(
          'INTERNAL',
          'The database file was removed or replaced while it was open. Start the service again.',
        );
      }
      sqlite.first('SELECT id FROM jobs LIMIT 1');
      await damage.run();
    },
    async backup(copy) {
      backUp(sqlite, copy);
    },
    async close() {
      await damage.close();
      sqlite.close();
    },
  };
}

function teamState(sqlite: SqliteDatabase, shared: WorkDatabase, id: string, now: () => number, turns: BatchTurns): TeamState {
  return {
    jobs: createJobs(sqlite, id, now),
    batches: createBatches(sqlite, id, now, turns),
    embedded: createEmbeddedTemplates(shared, id),
    sessions: createEditorSessions(shared, id),
    drafts: createEditorDrafts(shared, id),
    webhooks: createWebhooks(shared, id, webhookDriver),
    findRepeat: (key) => shared.perform(() => findRepeat(id, key)),
    hasKey: (key) => shared.perform(() => hasKey(id, key)),
  };
}
