// Makes a consistent copy of a data folder while servers and workers go on.
//   1  takes the locks of all teams, so that nobody records a version or removes its files
//   2  copies the database, makes links to the files of the templates, and releases the locks
//   3  copies the linked files and the results that the copied database names, and computes their digests
// So the copy has the files of every version and clone. A result that was deleted between 2 and 3 is deleted in the copy too.
import { copyFileSync, createReadStream, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { syncFolder } from '../../files/durable-file.ts';
import { holdLock, withLock } from '../../files/lock.ts';
import { isTemporaryName, removeLeftovers, temporaryIn } from '../../files/temporary-name.ts';
import type { Blobs } from '../blob-store.ts';
import { createFileBlobs } from '../filesystem/create-file-blobs.ts';
import { teamFolder } from '../filesystem/create-team-folders.ts';
import { lockOf } from '../filesystem/records-folder.ts';
import type { BackupReport } from '../server-stores.ts';
import { createSqliteStateStore, type SqliteStateStore } from '../sqlite/create-sqlite-state-store.ts';
import type { JobRecord, StateKey, TeamState } from '../state-store.ts';
import { type BackedUpFile, type BackupManifest, backupFormat, manifestName } from './backup-manifest.ts';
import type { DataFolder } from './data-folder.ts';
import { type Digest, writeDigested } from './write-digested.ts';

export interface BackupOptions {
  readonly folder: DataFolder;
  readonly store: SqliteStateStore;
  /** The new folder of the backup. */
  readonly target: string;
  readonly programVersion: string;
  readonly now: () => number;
}

/**
 * Writes a backup. Its folder appears whole or not at all. Raises INVALID_REQUEST if the folder exists, or if another backup of the data
 * folder is running.
 */
export async function backUpData(options: BackupOptions): Promise<BackupReport> {
  const { folder } = options;
  const target = resolve(options.target);
  checkTarget(target, folder);
  const release = holdLock(folder.backupLock);
  if (!release) {
    throw new PdfgenError('INVALID_REQUEST', `Another backup of ${folder.root} is running. Wait until it has ended, or stop it.`);
  }
  const beside = temporaryIn(dirname(target));
  try {
    removeLeftovers(dirname(target));
    mkdirSync(beside, { mode: 0o700 });
    const manifest = await copyAll({ ...options, target: beside });
    await writeDigested(join(beside, manifestName), asChunks(`${JSON.stringify(manifest, undefined, 2)}\n`));
    syncFolders(beside);
    if (existsSync(target)) throw alreadyThere(target);
    renameSync(beside, target);
    syncFolder(dirname(target));
    return {
      path: target,
      createdAt: manifest.createdAt,
      files: manifest.files.length,
      bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      isWithoutKeys: !manifest.files.some(({ path }) => path === 'keys.json'),
    };
  } finally {
    rmSync(beside, { recursive: true, force: true });
    release();
  }
}

function checkTarget(target: string, { root }: DataFolder): void {
  if (existsSync(target)) throw alreadyThere(target);
  if (`${target}${sep}`.startsWith(`${root}${sep}`)) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `${target} is inside the data folder and would be lost with it. Name a folder elsewhere.`,
    );
  }
}

async function copyAll({ folder, store, target, programVersion, now }: BackupOptions): Promise<BackupManifest> {
  const linked = join(folder.root, '.backup');
  // A killed backup may have left this folder. With the lock held, no other backup uses it.
  rmSync(linked, { recursive: true, force: true });
  mkdirSync(linked, { mode: 0o700 });
  try {
    const createdMs = await holdStill({ folder, store, linked, now });
    const results = await copyResults({ folder, linked, target, now: () => createdMs });
    for (const suffix of ['', '-wal', '-shm']) rmSync(takenIn(linked) + suffix, { force: true });
    const others: BackedUpFile[] = [];
    for (const path of filesBelow(linked)) others.push(await copyFile(join(linked, path), target, path));
    if (existsSync(folder.keys)) others.push(await copyFile(folder.keys, target, 'keys.json'));
    const files = [...others, ...results];
    return { format: backupFormat, createdAt: new Date(createdMs).toISOString(), version: programVersion, files };
  } finally {
    rmSync(linked, { recursive: true, force: true });
  }
}

interface HoldStill extends Pick<BackupOptions, 'folder' | 'store' | 'now'> {
  readonly linked: string;
}

/** Steps 1 and 2. Gives the time of the copied state. */
async function holdStill({ folder, store, linked, now }: HoldStill): Promise<number> {
  const places = (await store.access.listTeams()).map(({ id }) => teamFolder(folder.root, id));
  // A team without a folder has no lock yet. Its first templates are linked after the database is copied, so the copy lacks no file.
  const locks = places.filter((place) => existsSync(dirname(lockOf(place)))).map(lockOf);
  return whileHeld(locks, async () => {
    await store.backup(takenIn(linked));
    const createdMs = now();
    if (existsSync(folder.teams)) linkTree(folder.teams, join(linked, 'teams'));
    return createdMs;
  });
}

function whileHeld<T>([lock, ...others]: readonly string[], work: () => Promise<T>): Promise<T> {
  return lock === undefined ? work() : withLock(lock, () => whileHeld(others, work));
}

/** Links a tree of files. The store replaces files and never changes them in place, so a link keeps the present content. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isFile() && !isTemporaryName(entry.name) && !isLock(source)) linkFile(source, target);
  }
}

/** Whether a path is the lock of a workspace, or a file used for breaking the lock. */
function isLock(path: string): boolean {
  return path.endsWith(join('.pdfgen', 'lock')) || path.endsWith(join('.pdfgen', 'lock.break'));
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    copyFileSync(source, target); // the file system has no links
  }
}

interface CopyResults {
  readonly folder: DataFolder;
  readonly linked: string;
  readonly target: string;
  readonly now: () => number;
}

/** Path of the copied database, from which step 3 removes deleted results. */
function takenIn(linked: string): string {
  return join(linked, 'taken.db');
}

/** Copies the results that the copied database names. Then writes the database that fits them as `state.db`. */
async function copyResults({ folder, linked, target, now }: CopyResults): Promise<readonly BackedUpFile[]> {
  const blobs = createFileBlobs(folder.results);
  const copy = createSqliteStateStore({ path: takenIn(linked), now });
  const files: BackedUpFile[] = [];
  try {
    for (const { id } of await copy.access.listTeams()) {
      const team = copy.team(id);
      for await (const { uuid, result } of completedJobs(team)) {
        if (!result) continue;
        const path = `results/${id}/${result.blob}`;
        const digest = await copyResult(blobs.team(id), result.blob, join(target, path));
        if (digest) files.push({ path, ...digest });
        else await team.jobs.discard(uuid);
      }
    }
    // Copied once more, because the last changes to a database may be in a file beside it.
    await copy.backup(join(linked, 'state.db'));
  } finally {
    await copy.close();
  }
  return files;
}

async function* completedJobs({ jobs }: TeamState): AsyncGenerator<JobRecord> {
  let after: StateKey | undefined;
  for (;;) {
    const { items, hasMore } = await jobs.list({ state: 'completed' }, 200, after);
    yield* items;
    if (!hasMore) return;
    after = items.at(-1);
  }
}

/** Undefined: the result was deleted meanwhile. */
async function copyResult(blobs: Blobs, key: string, path: string): Promise<Digest | undefined> {
  try {
    return await writeDigested(path, blobs.read(key));
  } catch (error) {
    if (!(error instanceof PdfgenError) || error.code !== 'RESULT_LOST') throw error;
    rmSync(path, { force: true });
    return undefined;
  }
}

async function copyFile(source: string, target: string, path: string): Promise<BackedUpFile> {
  return { path, ...(await writeDigested(join(target, path), createReadStream(source))) };
}

/** Relative paths with `/`, in a fixed order. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function syncFolders(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
  syncFolder(root);
}

async function* asChunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function alreadyThere(target: string): PdfgenError {
  return new PdfgenError('INVALID_REQUEST', `${target} already exists. Name a new folder.`);
}
