// Changes a database of an older format to the current format.
import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { temporaryIn } from '../../files/temporary-name.ts';
import { checkForm } from '../refusals.ts';
import type { SqliteDatabase } from './database.ts';
import { tables } from './tables.ts';

/** In order: SQL that makes the tables, then the changes of later programs. The format number of a database is the number of steps that it has been through. */
export const migrations: readonly string[] = [tables];

interface MigrateOptions {
  readonly steps?: readonly string[];
  /** Hears of the copy and of each step. */
  readonly tell?: ((text: string) => void) | undefined;
}

/** Copies a database with content to a file beside it, then changes it. Raises INVALID_REQUEST if a newer program made the database. */
export function migrate(
  database: SqliteDatabase,
  path: string,
  { steps = migrations, tell = () => {} }: MigrateOptions = {},
): void {
  const found = formOf(database);
  checkForm(found, steps.length);
  const isChanged = found > 0 && found < steps.length;
  if (isChanged) {
    tell(`The database has format ${found}. Copying it before it gets format ${steps.length}.`);
    const copy = `${path}.form-${found}.bak`;
    copyBeside(database, copy);
    tell(`The copy of the database is ${basename(copy)}. Changing the database.`);
  }
  for (let number = found + 1; number <= steps.length; number++) {
    database.transaction(() => {
      // Another process may have done this step already.
      if (formOf(database) >= number) return;
      database.execute(steps[number - 1]!);
      database.execute(`PRAGMA user_version = ${number}`);
    });
    if (isChanged) tell(`Step ${number} of ${steps.length} of the database is done.`);
  }
  if (found === 0) tell(`The database is made, with format ${steps.length}.`);
  // Writes the changes into the database file itself, so that a check of the file can find damage in them.
  if (found < steps.length) database.all('PRAGMA wal_checkpoint(PASSIVE)');
  // The other process may have been a newer program.
  checkForm(formOf(database), steps.length);
}

export function formOf(database: SqliteDatabase): number {
  return database.first<{ readonly user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

function copyBeside(database: SqliteDatabase, copy: string): void {
  if (existsSync(copy)) return; // another process made it, or an earlier attempt that was interrupted
  const beside = temporaryIn(dirname(copy));
  // Only the owner may read the copy, even while it is written. VACUUM INTO accepts an empty file.
  closeSync(openSync(beside, 'wx', 0o600));
  database.run('VACUUM INTO ?', [beside]);
  renameSync(beside, copy);
}
