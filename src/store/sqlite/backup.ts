// One consistent copy of the database while others read and write.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { syncFolder, temporaryPath } from '../../files/durable-file.ts';
import { type Database, openDatabase } from './database.ts';

/** Raises INVALID_REQUEST if the file is there; it appears whole, read once and found sound, or not at all. */
export function backUp(database: Database, path: string): void {
  if (existsSync(path)) throw alreadyThere();
  const beside = temporaryPath(path);
  try {
    // It holds what the database holds, so it is for the same eyes; an empty file is what VACUUM INTO takes.
    closeSync(openSync(beside, 'wx', 0o600));
    database.run('VACUUM INTO ?', [beside]);
    checkCopy(beside);
    syncFile(beside);
    // A link, unlike a rename, replaces nothing.
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
  return new PdfgenError('INVALID_REQUEST', 'The file of the backup exists already. Name another file.');
}
