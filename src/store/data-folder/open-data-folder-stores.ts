// The stores of a server in one folder: a database file, folders of templates, results and keys.
import { existsSync, statSync } from 'node:fs';
import { PdfgenError } from '../../contract/errors.ts';
import { findDiskFull } from '../../files/disk-full.ts';
import { withLock } from '../../files/lock.ts';
import { exitCodes } from '../../words/fault-kind.ts';
import type { CapabilityKeys } from '../capability-keys.ts';
import { createFileBlobs } from '../filesystem/create-file-blobs.ts';
import { createTeamFolders } from '../filesystem/create-team-folders.ts';
import { openKeyFile } from '../filesystem/key-file.ts';
import type { AdminStores, FolderPlace, ServerStores, StoreOpening } from '../server-stores.ts';
import { createSqliteStateStore, type SqliteStateStore } from '../sqlite/create-sqlite-state-store.ts';
import { backUpData } from './backup.ts';
import {
  type DataFolder,
  dataFolderAt,
  hasTeams,
  holdServerLock,
  openDataFolder,
  prepareDataFolder,
  stateLost,
} from './data-folder.ts';

/**
 * Opens a data folder for a server, which makes it if it is missing, or for a further worker. Raises INVALID_REQUEST for another kind of
 * folder, for a folder that a newer program made, and if another server is running on it.
 */
export async function openDataFolderStores(place: FolderPlace, opening: StoreOpening): Promise<ServerStores> {
  try {
    return await open(place, opening);
  } catch (error) {
    throw fullAtStart(place.dataDir, error) ?? error;
  }
}

/** Even to read, the database first writes what a killed process has left in its log. Undefined: the disk is not full. */
function fullAtStart(dataDir: string, error: unknown): PdfgenError | undefined {
  const full = isFull(error) ? error : findDiskFull(error);
  if (!full) return undefined;
  const { root, state } = dataFolderAt(dataDir);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  // A new data folder takes less than a megabyte.
  const megabytes = Math.ceil((sizeOf(`${state}-wal`) + sizeOf(`${state}-shm`)) / 1e6) + 1;
  const detail = `The disk is full, so the data folder ${root} cannot be opened. Make ${megabytes} MB of room on its disk, then start again. Nothing that was stored is lost.`;
  return new PdfgenError('OVERLOADED', detail, { cause: full, exitCode: exitCodes.file });
}

const isFull = (error: unknown): boolean =>
  error instanceof PdfgenError && error.code === 'OVERLOADED' && error.exitCode === exitCodes.file;

async function open(place: FolderPlace, { user, now, tell }: StoreOpening): Promise<ServerStores> {
  const isServer = user === 'server';
  const folder = isServer ? prepareDataFolder(place.dataDir) : openDataFolder(place.dataDir);
  const release = isServer ? holdServerLock(folder) : undefined;
  try {
    const openKeys = openKeysOf(folder, place, now);
    // A server finds wrong keys at its start. A worker needs no keys, and would make a new file although its server uses another.
    if (isServer) await openKeys();
    const state = await openState(folder, now, tell);
    return {
      state,
      results: createFileBlobs(folder.results),
      templates: createTeamFolders(
        folder.root,
        (teamId) => state.templateIndex(teamId),
        () => new Date(now()),
      ),
      now,
      openKeys,
      exclusively: (change) => withLock(folder.adminLock, change),
      firstTokenFile: folder.firstToken,
      check: () => state.check(),
      async close() {
        await state.close();
        release?.();
      },
    };
  } catch (error) {
    release?.();
    throw error;
  }
}

/** Opens an existing data folder. Raises INVALID_REQUEST for another kind of folder. */
export async function openDataFolderAdmin(place: FolderPlace, now: () => number): Promise<AdminStores> {
  const folder = openDataFolder(place.dataDir);
  const state = createSqliteStateStore({ path: folder.state, now });
  const openKeys = openKeysOf(folder, place, now);
  return {
    access: state.access,
    now,
    openKeys,
    findKeys: async () => (place.keysFile === undefined && !existsSync(folder.keys) ? undefined : openKeys()),
    exclusively: (change) => withLock(folder.adminLock, change),
    backUp: (target, programVersion) => backUpData({ folder, store: state, target, programVersion, now }),
    close: () => state.close(),
  };
}

function openKeysOf(folder: DataFolder, { keysFile }: FolderPlace, now: () => number): () => Promise<CapabilityKeys> {
  let keys: CapabilityKeys | undefined;
  return async () => (keys ??= openKeyFile({ path: keysFile ?? folder.keys, isMade: keysFile === undefined, now }));
}

/** Raises INVALID_REQUEST if the folder holds templates of teams that its database does not know. */
async function openState(folder: DataFolder, now: () => number, tell: StoreOpening['tell']): Promise<SqliteStateStore> {
  const state = createSqliteStateStore({ path: folder.state, now, tell });
  if ((await state.access.listTeams()).length > 0 || !hasTeams(folder)) return state;
  await state.close();
  throw stateLost(folder);
}
