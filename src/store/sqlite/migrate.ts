// Brings a database to the form that this program works with.
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { PdfgenError } from '../../contract/errors.ts';
import type { Database } from './database.ts';
import { batchCounts } from './migrations/batch-counts.ts';
import { first } from './migrations/first.ts';
import { heldItems } from './migrations/held-items.ts';
import { templateIndex } from './migrations/template-index.ts';
import { uploadTimes } from './migrations/upload-times.ts';

/** In order; a released one is never changed. The number of a database's form is how many of them it has been through. */
export const migrations: readonly string[] = [first, uploadTimes, batchCounts, templateIndex, heldItems];

/** Raises INVALID_REQUEST for a database that a newer program made. A database with content is copied beside itself before it is changed. */
export function migrate(database: Database, path: string, steps: readonly string[] = migrations): void {
  const found = formOf(database);
  checkForm(found, steps);
  if (found > 0 && found < steps.length) copyBeside(database, `${path}.form-${found}.bak`);
  for (let number = found + 1; number <= steps.length; number++) {
    database.transaction(() => {
      // Another process may have been quicker.
      if (formOf(database) >= number) return;
      database.execute(steps[number - 1]!);
      database.execute(`PRAGMA user_version = ${number}`);
    });
  }
  // Into the database file itself: from here on a walk over it finds damage to what was made.
  if (found < steps.length) database.all('PRAGMA wal_checkpoint(PASSIVE)');
  // Whoever was quicker may have been a newer program.
  checkForm(formOf(database), steps);
}

export function formOf(database: Database): number {
  return database.first<{ readonly user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

function checkForm(found: number, steps: readonly string[]): void {
  if (found <= steps.length) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `The database has format ${found}, made by a newer pdfgen. This program reads formats up to ${steps.length}. ` +
      'Use the newer program, or restore an earlier backup.',
  );
}

function copyBeside(database: Database, copy: string): void {
  if (existsSync(copy)) return; // of an attempt that was broken off, or another process's
  const beside = `${copy}.${process.pid}.tmp`;
  rmSync(beside, { force: true });
  // It is for the same eyes as the database; an empty file is what VACUUM INTO takes.
  closeSync(openSync(beside, 'wx', 0o600));
  database.run('VACUUM INTO ?', [beside]);
  renameSync(beside, copy);
}
