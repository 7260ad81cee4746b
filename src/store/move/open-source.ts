// Opens a data folder to move it. While the folder is open, nobody changes it. It is only read: the database is copied first, because its tables may be
// those of an earlier program.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { holdLock } from '../../files/lock.ts';
import { type DataFolder, findDataFolder, holdServerLock } from '../data-folder/data-folder.ts';
import { configure, openDatabase, type SqliteDatabase } from '../sqlite/database.ts';
import { migrate } from '../sqlite/migrate.ts';
import { createQueue } from '../sqlite/queue.ts';

export interface MoveSource {
  readonly folder: DataFolder;
  /** A copy of the database. */
  readonly database: SqliteDatabase;
  /** Removes the copy, and lets others use the folder again. */
  close(): void;
}

/** How long a worker that is just writing holds up the move. */
const busyMs = 5_000;

/** Raises INVALID_REQUEST for another kind of folder, if a server or an administrator uses it, or if a newer program made it. */
export function openSource(dataDir: string): MoveSource {
  const folder = findDataFolder(dataDir);
  const undo: (() => void)[] = [];
  const close = () => {
    for (const step of undo.splice(0).reverse()) step();
  };
  try {
    undo.push(holdServerLock(folder, 'move'), holdAdminLock(folder));
    if (!existsSync(folder.state))
      throw new PdfgenError('INVALID_REQUEST', `${folder.root} has no database, so there is nothing to move.`);
    const live = openDatabase(folder.state);
    undo.push(() => live.close());
    live.execute(`PRAGMA busy_timeout = ${busyMs}`);
    // Keeps workers of the folder from writing. Nothing is written here either.
    live.execute('BEGIN IMMEDIATE');
    undo.push(() => live.execute('ROLLBACK'));
    const copied = copyFolderOf(folder);
    // A move that was killed may have left its copy. With the locks held, nobody uses the copy.
    rmSync(copied, { recursive: true, force: true });
    mkdirSync(copied, { mode: 0o700 });
    undo.push(() => rmSync(copied, { recursive: true, force: true }));
    const path = join(copied, 'state.db');
    for (const suffix of ['', '-wal']) if (existsSync(folder.state + suffix)) copyFileSync(folder.state + suffix, path + suffix);
    const database = openDatabase(path);
    undo.push(() => database.close());
    configure(database);
    migrate(database, path);
    return { folder, database, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The folder of the copy, the same for each move of this data folder. */
function copyFolderOf({ root }: DataFolder): string {
  return join(tmpdir(), `pdfgen-move-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
}

function holdAdminLock({ adminLock, root }: DataFolder): () => void {
  const release = holdLock(adminLock);
  if (release) return release;
  throw new PdfgenError('INVALID_REQUEST', `Another command is changing ${root}. Wait for its end, and run the command again.`);
}

/** The time at which no batch of the folder is being written any more. */
export async function waitForWriters({ database }: MoveSource): Promise<number> {
  const { ms } = database.first<{ ms: number }>('SELECT coalesce(max(writing_until_ms), 0) AS ms FROM batches')!;
  while (Date.now() < ms) await sleep(Math.min(1_000, ms - Date.now()));
  return Date.now();
}

/**
 * In the copy, puts jobs of lost workers back into the queue, and finishes or removes batches whose writing was interrupted. The same time gives
 * the same rows. Raises INVALID_REQUEST if a worker still renders jobs of the folder.
 */
export async function settle({ database, folder }: MoveSource, nowMs: number): Promise<void> {
  await createQueue(database, () => nowMs).reclaim();
  const { n } = database.first<{ n: number }>("SELECT count(*) AS n FROM jobs WHERE state = 'processing'")!;
  if (n === 0) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `A worker renders ${n} ${n === 1 ? 'job' : 'jobs'} of ${folder.root}. Stop the workers of the folder. If a worker was killed, wait for 15 seconds.`,
  );
}
