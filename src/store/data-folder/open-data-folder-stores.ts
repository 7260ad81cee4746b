// The stores of a server in one folder: a database file, folders of templates, results and keys.
import { PdfgenError } from '../../contract/errors.ts';
import { holdLock, withLock } from '../../files/lock.ts';
import type { CapabilityKeys } from '../capability-keys.ts';
import { createFileBlobs } from '../filesystem/create-file-blobs.ts';
import { createTeamFolders } from '../filesystem/create-team-folders.ts';
import { openKeyFile } from '../filesystem/key-file.ts';
import type { ServerStores, StorePlace, StoreUser } from '../server-stores.ts';
import { createSqliteStateStore } from '../sqlite/create-sqlite-state-store.ts';
import { backUpData } from './backup.ts';
import { type DataFolder, hasTeams, openDataFolder, prepareDataFolder, stateLost } from './data-folder.ts';

/**
 * Opens a data folder. A server makes it if it is missing. Raises INVALID_REQUEST for another kind of folder, for a folder that a newer
 * program made, and if another server is running on it.
 */
export async function openDataFolderStores(
  { dataDir, keysFile }: StorePlace,
  user: StoreUser,
  now: () => number,
): Promise<ServerStores> {
  const folder = user === 'server' ? prepareDataFolder(dataDir) : openDataFolder(dataDir);
  const release = user === 'server' ? holdServerLock(folder) : undefined;
  const openKeys = () => openKeyFile({ path: keysFile ?? folder.keys, isMade: keysFile === undefined, now });
  try {
    // A server finds wrong keys at its start. A worker needs no keys, and would make a new file although its server uses another.
    if (user === 'server') openKeys();
    return await open(folder, openKeys, now, release);
  } catch (error) {
    release?.();
    throw error;
  }
}

function holdServerLock({ serverLock, root }: DataFolder): () => void {
  const release = holdLock(serverLock);
  if (release) return release;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `Another server is running on ${root}. Stop it first. To add a render process, run: pdfgen worker --data-dir ${root}`,
  );
}

async function open(
  folder: DataFolder,
  openKeys: () => CapabilityKeys,
  now: () => number,
  release: (() => void) | undefined,
): Promise<ServerStores> {
  const state = createSqliteStateStore({ path: folder.state, now });
  if ((await state.access.listTeams()).length === 0 && hasTeams(folder)) {
    await state.close();
    throw stateLost(folder);
  }
  let keys: CapabilityKeys | undefined;
  return {
    state,
    results: createFileBlobs(folder.results),
    templates: createTeamFolders(
      folder.root,
      (teamId) => state.templateIndex(teamId),
      () => new Date(now()),
    ),
    openKeys: async () => (keys ??= openKeys()),
    exclusively: (change) => withLock(folder.adminLock, change),
    firstTokenFile: folder.firstToken,
    backUp: (target, programVersion) => backUpData({ folder, store: state, target, programVersion, now }),
    async close() {
      await state.close();
      release?.();
    },
  };
}
