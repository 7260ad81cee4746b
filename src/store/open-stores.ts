// Opens stores. Nothing outside of src/store names a driver.
import type { LocalPlace, LocalStores } from './local-stores.ts';
import type {
  AdminStores,
  DatabasePlace,
  DatabaseTables,
  MoveOptions,
  MoveReport,
  RestoreOptions,
  RestoreReport,
  ServerStores,
  StoreOpening,
  StorePlace,
} from './server-stores.ts';

/**
 * Opens the stores of a server or of a further worker of it. Only a server makes a new data folder, and only one uses it.
 */
export async function openServerStores(place: StorePlace, opening: StoreOpening): Promise<ServerStores> {
  const { database } = place;
  if (database === undefined) {
    const { openDataFolderStores } = await import('./data-folder/open-data-folder-stores.ts');
    return openDataFolderStores(place, opening);
  }
  const { openClusterStores } = await import('./cluster/open-cluster-stores.ts');
  const open = () => openClusterStores({ ...place, database }, opening);
  if (opening.wait === undefined) return open();
  const { openWhenThere } = await import('./cluster/open-when-there.ts');
  return openWhenThere(open, opening.wait);
}

/** Opens the stores that an administrator changes. `now`: the clock of a data folder. A database has a clock of its own. */
export async function openAdminStores(place: StorePlace, now: () => number): Promise<AdminStores> {
  const { database } = place;
  if (database === undefined) {
    const { openDataFolderAdmin } = await import('./data-folder/open-data-folder-stores.ts');
    return openDataFolderAdmin(place, now);
  }
  const { openClusterAdmin } = await import('./cluster/open-cluster-stores.ts');
  return openClusterAdmin({ ...place, database });
}

/** Opens what an administrator changes of the tables of a database. */
export async function openTables(place: DatabasePlace): Promise<DatabaseTables> {
  const { openClusterTables } = await import('./cluster/open-cluster-tables.ts');
  return openClusterTables(place);
}

/**
 * Makes a data folder from a backup and checks each file against its digest. A failure leaves nothing. Raises INVALID_REQUEST if the folder
 * is not empty, or if the backup is damaged or has a newer format.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { restoreData } = await import('./data-folder/restore.ts');
  return restoreData(options);
}

/** Moves a data folder into a database and a bucket. */
export async function moveData(options: MoveOptions): Promise<MoveReport> {
  const { moveDataFolder } = await import('./move/move-data-folder.ts');
  return moveDataFolder(options);
}

/** Opens the stores of a person's own workspace, or of a single template. */
export async function openLocalStores(place: LocalPlace, now: () => Date): Promise<LocalStores> {
  const { openWorkspaceStores } = await import('./workspace/open-workspace-stores.ts');
  return openWorkspaceStores(place, now);
}

/** Makes this process the only worker of a workspace. Gives the function that ends this. Undefined: another process is its worker. */
export async function holdWorkspaceWorker(workspace: string): Promise<(() => void) | undefined> {
  const { holdWorker } = await import('./workspace/open-workspace-stores.ts');
  return holdWorker(workspace);
}
