// One consistent copy of a data folder while servers and workers go on.
//   1  the locks of all teams are taken: nobody records a version, nobody takes the bytes of one away
//   2  the database is copied, and the files of the templates are linked aside; the locks are given back
//   3  what was linked, and the results that the copied database names, are copied with their digests
// So every version and clone that the copy speaks of is there. A result that was deleted between 2 and 3 is deleted in the copy too.
import { copyFileSync, createReadStream, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { isTemporaryName, syncFolder, temporaryPath } from '../../files/durable-file.ts';
import { holdLock, withLock } from '../../files/lock.ts';
import type { Blobs } from '../../store/blob-store.ts';
import { createFileBlobs } from '../../store/filesystem/create-file-blobs.ts';
import { teamFolder } from '../../store/filesystem/create-team-folders.ts';
import { lockOf } from '../../store/filesystem/records-folder.ts';
import { createSqliteStateStore } from '../../store/sqlite/create-sqlite-state-store.ts';
import type { JobRecord, StateKey, StateStore, TeamState } from '../../store/state-store.ts';
import { type BackedUpFile, type BackupManifest, backupFormat, manifestName } from './backup-manifest.ts';
import type { DataFolder } from './data-folder.ts';
import { type Digest, writeDigested } from './write-digested.ts';

export interface BackupOptions {
  readonly folder: DataFolder;
  readonly store: StateStore;
  /** A folder that is not there yet. */
  readonly target: string;
  readonly programVersion: string;
  readonly now: () => number;
}

export interface BackupReport {
  readonly path: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly files: number;
  readonly bytes: number;
  /** Whether the keys of capabilities lie elsewhere, and so are not in it. */
  readonly isWithoutKeys: boolean;
}

/**
 * Writes a backup; its folder appears whole or not at all. Raises INVALID_REQUEST if there is something at its place, or another backup
 * of the data folder is at work.
 */
export async function backUpData(options: BackupOptions): Promise<BackupReport> {
  const { folder } = options;
  const target = resolve(options.target);
  checkTarget(target, folder);
  const release = holdLock(folder.backupLock);
  if (!release) {
    throw new PdfgenError('INVALID_REQUEST', `Another backup of ${folder.root} is running. Wait until it has ended, or stop it.`);
  }
  const beside = temporaryPath(target);
  try {
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
  // What a backup that was killed left; who holds the lock is the only one.
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

/** Steps 1 and 2. Gives the time at which everything stood still. */
async function holdStill({ folder, store, linked, now }: HoldStill): Promise<number> {
  const places = (await store.access.listTeams()).map(({ id }) => teamFolder(folder.root, id));
  // A team without a folder has no templates: those that it makes meanwhile are copied after the database, and so are enough.
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

/** Files of the store are never written to in place, so a link to one keeps what it is now. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isFile() && !isTemporaryName(entry.name) && !isLock(source)) linkFile(source, target);
  }
}

/** DIR/.pdfgen/lock, and what breaks it. */
function isLock(path: string): boolean {
  return path.endsWith(join('.pdfgen', 'lock')) || path.endsWith(join('.pdfgen', 'lock.break'));
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    copyFileSync(source, target); // a file system without links
  }
}

interface CopyResults {
  readonly folder: DataFolder;
  readonly linked: string;
  readonly target: string;
  readonly now: () => number;
}

/** The database as it was taken, before what is gone meanwhile is taken out of it. */
function takenIn(linked: string): string {
  return join(linked, 'taken.db');
}

/** The results that the copied database names; the database that goes with them becomes `state.db`. */
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
    // Once more, since a database that was written to may have its last changes in a file beside it.
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

/** Undefined: the result is gone. */
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

/** Relative, with `/`, in a fixed order. */
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
  return new PdfgenError('INVALID_REQUEST', `${target} exists already. Name a folder that does not exist yet.`);
}
