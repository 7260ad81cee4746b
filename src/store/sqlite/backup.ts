// Copies the database to a file while others read and write.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { syncFolder } from '../../files/durable-file.ts';
import { removeLeftovers, temporaryIn } from '../../files/temporary-name.ts';
import { openDatabase, type SqliteDatabase } from './database.ts';

/** Writes a checked copy to `path`, whole or not at all. Raises INVALID_REQUEST if the file exists. */
export function backUp(database: SqliteDatabase, path: string): void {
  if (existsSync(path)) throw alreadyThere();
  removeLeftovers(dirname(path));
  const beside = temporaryIn(dirname(path));
  try {
    // Only the owner may read the copy, even while it is written. VACUUM INTO accepts an empty file.
    closeSync(openSync(beside, 'wx', 0o600));
    database.run('VACUUM INTO ?', [beside]);
    checkCopy(beside);
    syncFile(beside);
    // A hard link never replaces an existing file; a rename would.
    linkSync(beside, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? alreadyThere() : error;
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(beside + suffix, { force: true });
  }
  syncFolder(dirname(path));
}

function checkCopy(path: string): void {
  const copy = openDatabase(path);
  try {
    const found = copy.all<{ integrity_check: string }>('PRAGMA integrity_check');
    if (found.length === 1 && found[0]?.integrity_check === 'ok') return;
    throw new PdfgenError('INTERNAL', 'The copy of the database is damaged, so it was not kept. Check the disk, then try again.');
  } finally {
    copy.close();
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function alreadyThere(): PdfgenError {
  return new PdfgenError('INVALID_REQUEST', 'The backup file already exists. Name another file.');
}
