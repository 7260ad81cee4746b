// State stores in SQLite for tests whose subject is another.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../src/files/make-folder.ts';
import {
  createSqliteStateStore,
  type SqliteOptions,
  type SqliteStateStore,
} from '../../src/store/sqlite/create-sqlite-state-store.ts';

let empty: Buffer | undefined;

/** A new store at a path. It begins as a copy of an empty one: the migrations write to the disk forty times. */
export async function createStateStore(options: SqliteOptions): Promise<SqliteStateStore> {
  empty ??= await makeEmpty();
  makeFolder(dirname(options.path));
  writeFileSync(options.path, empty, { flag: 'wx', mode: 0o600 });
  return createSqliteStateStore(options);
}

/** The bytes of a database with the current tables, and no rows. */
async function makeEmpty(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-state-'));
  try {
    const path = join(folder, 'state.db');
    await createSqliteStateStore({ path, now: () => 0 }).close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
