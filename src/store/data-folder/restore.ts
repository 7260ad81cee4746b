// Restores a data folder from a backup.
import { createReadStream, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { syncFolder } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/make-folder.ts';
import type { RestoreOptions, RestoreReport } from '../server-stores.ts';
import { createSqliteStateStore } from '../sqlite/create-sqlite-state-store.ts';
import { type BackedUpFile, readBackupManifest } from './backup-manifest.ts';
import { type DataFolder, dataFolderAt, isFree, makePrivateFolder, writeMarker } from './data-folder.ts';
import { writeDigested } from './write-digested.ts';

/**
 * Makes a data folder from a backup and checks each file against its digest. A failure leaves nothing. Raises INVALID_REQUEST if the folder
 * is not empty, or if the backup is damaged or has a newer format.
 */
export async function restoreData({ backup, dataDir, now }: RestoreOptions): Promise<RestoreReport> {
  const { files, createdAt } = readBackupManifest(backup);
  const folder = dataFolderAt(dataDir);
  const release = claimFolder(folder);
  try {
    for (const file of files) await restoreFile(file, backup, folder.root);
    await checkState(folder, now);
    for (const entry of readdirSync(folder.root, { recursive: true, withFileTypes: true }))
      if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
  } catch (error) {
    for (const part of [folder.teams, folder.results, folder.keys, ...stateFiles(folder)])
      rmSync(part, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
  // The marker comes last. Without it, an interrupted restore is not a data folder, and no server starts on it.
  writeMarker(folder);
  return { path: folder.root, createdAt, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Reserves the folder for this restore. Gives the function that releases it. Raises INVALID_REQUEST if the folder is not empty. */
function claimFolder({ root }: DataFolder): () => void {
  if (existsSync(root) && !isFree(root)) throw notEmpty(root);
  makePrivateFolder(root);
  const claim = join(root, 'restoring');
  try {
    writeFileSync(claim, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? notEmpty(root) : error;
  }
  return () => rmSync(claim, { force: true });
}

async function restoreFile({ path, bytes, sha256 }: BackedUpFile, backup: string, root: string): Promise<void> {
  const source = resolve(backup, path);
  if (!existsSync(source))
    throw new PdfgenError('INVALID_REQUEST', `The file ${path} is missing in the backup. Use another backup.`);
  const found = await writeDigested(join(root, path), createReadStream(source));
  if (found.sha256 === sha256 && found.bytes === bytes) return;
  throw new PdfgenError('INVALID_REQUEST', `The file ${path} of the backup is damaged. Use another backup.`);
}

/** Opens the restored database once. Raises INVALID_REQUEST if a newer program made it. */
async function checkState(folder: DataFolder, now: () => number): Promise<void> {
  if (!existsSync(folder.state))
    throw new PdfgenError('INVALID_REQUEST', 'The file state.db is missing in the backup. Use another backup.');
  for (const part of [folder.teams, folder.results]) makeFolder(part, 0o700);
  const store = createSqliteStateStore({ path: folder.state, now });
  try {
    await store.check();
  } finally {
    await store.close();
  }
}

function stateFiles({ root, state }: DataFolder): readonly string[] {
  const names = existsSync(root) ? readdirSync(root).filter((name) => name.startsWith('state.db')) : [];
  return [state, ...names.map((name) => join(root, name))];
}

function notEmpty(root: string): PdfgenError {
  return new PdfgenError(
    'INVALID_REQUEST',
    `${root} is not empty, or another restore is writing to it. Name an empty or a new folder with --data-dir DIR.`,
  );
}
