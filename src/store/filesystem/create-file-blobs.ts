// The blob store in a folder: results of jobs are FOLDER/TEAM/KEY.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { findDiskFull } from '../../files/disk-full.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { freeBytesAt } from '../../files/spool.ts';
import { isTemporaryName, temporaryIn } from '../../files/temporary-name.ts';
import type { BlobStore, Blobs, ListedBlob, WrittenResult } from '../blob-store.ts';
import { checkTeamId } from '../check-team-id.ts';
import { resultLost } from '../refusals.ts';
import { checkResultKey, isResultKey } from '../result-key.ts';

/** Writing a result never takes this long. An older temporary file was left by a crash. */
const leftoverMs = 24 * 3_600_000;
const chunkBytes = 64 * 1024;
const keysOfPage = 1000;

export function createFileBlobs(folder: string): BlobStore {
  makeFolder(folder, 0o700);
  const syncShared = shareSyncs();
  return {
    team: (id) => teamBlobs(join(folder, checkTeamId(id)), syncShared),
    async *list(after = '') {
      const [afterTeam = '', afterKey = ''] = after.split('/');
      const teams = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
      for (const teamId of teams.map(({ name }) => name).sort()) {
        if (teamId < afterTeam) continue;
        const names = (await readdir(join(folder, teamId))).sort();
        const rest = teamId === afterTeam ? names.filter((name) => name > afterKey) : names;
        for (let i = 0; i < rest.length; i += keysOfPage) yield await listTeam(folder, teamId, rest.slice(i, i + keysOfPage));
      }
    },
    async freeBytes() {
      return freeBytesAt(folder);
    },
  };
}

async function listTeam(folder: string, teamId: string, names: readonly string[]): Promise<readonly ListedBlob[]> {
  const listed: ListedBlob[] = [];
  for (const name of names) {
    const path = join(folder, teamId, name);
    const found = await stat(path).catch(ignoreMissing);
    if (!found) continue;
    const ageMs = Date.now() - found.mtimeMs;
    if (isResultKey(name)) listed.push({ teamId, key: name, ageMs });
    // A list looks for files without a job, so it also removes old temporary files.
    else if (isTemporaryName(name) && ageMs > leftoverMs) await rm(path, { force: true });
  }
  return listed;
}

function teamBlobs(folder: string, syncFolder: SyncFolder): Blobs {
  const pathOf = (key: string): string => join(folder, checkResultKey(key));
  return {
    async write(key, result) {
      const path = pathOf(key);
      await writeWhole(path, result).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        makeFolder(folder, 0o700);
        await writeWhole(path, result);
      });
      await syncFolder(folder);
    },
    async size(key) {
      // The system mostly has this in memory. Handing it to another thread would take ten times as long.
      return statSync(pathOf(key), { throwIfNoEntry: false })?.size;
    },
    read: (key, start = 0, end) => readRange(pathOf(key), start, end),
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Writes a temporary file and renames it, so that a reader never sees half a result, even after a power cut. */
async function writeWhole(path: string, result: WrittenResult): Promise<void> {
  const beside = temporaryIn(dirname(path));
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      for await (const chunk of checkChunks(result)) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw findDiskFull(error) ?? error;
  }
}

/** Raises INTERNAL after the last chunk if the chunks are not what is said of them. */
async function* checkChunks({ bytes, sha256, chunks }: WrittenResult): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let found = 0;
  for await (const chunk of chunks) {
    found += chunk.length;
    hash.update(chunk);
    yield chunk;
  }
  if (found !== bytes || hash.digest('hex') !== sha256)
    throw new PdfgenError('INTERNAL', 'The bytes of the result do not have the length and the SHA-256 that were said of them.');
}

type SyncFolder = (folder: string) => Promise<void>;

/** Results that are written while their folder is being synced share the next sync. */
function shareSyncs(): SyncFolder {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const begin = (folder: string): Promise<void> => {
    next.delete(folder);
    const sync = syncFolder(folder).finally(() => running.delete(folder));
    running.set(folder, sync);
    return sync;
  };
  const waitFor = async (folder: string): Promise<void> => {
    await running.get(folder)?.catch(() => undefined); // an error of its own results
    return begin(folder);
  };
  return (folder) => {
    // A sync that has begun may miss the latest rename.
    if (!running.has(folder)) return begin(folder);
    const shared = next.get(folder) ?? waitFor(folder);
    next.set(folder, shared);
    return shared;
  };
}

/** Makes the renames in a folder durable. Not on the thread that serves: the disk may take long. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* readRange(path: string, start: number, end: number | undefined): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch(ignoreMissing);
  if (!file) throw resultLost();
  try {
    yield* readChunks(file, start, end ?? (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function* readChunks(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(chunkBytes, end - at)), 0, null, at);
    if (bytesRead === 0) throw resultLost(); // the file is shorter than it was, or than its record
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
