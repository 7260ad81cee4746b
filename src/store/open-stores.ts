// Opens stores. Nothing outside of src/store names a driver.
import type { LocalPlace, LocalStores } from './local-stores.ts';
import type { RestoreOptions, RestoreReport, ServerStores, StorePlace, StoreUser } from './server-stores.ts';

/** Opens the stores of a server. */
export async function openServerStores(place: StorePlace, user: StoreUser, now: () => number): Promise<ServerStores> {
  const { openDataFolderStores } = await import('./data-folder/open-data-folder-stores.ts');
  return openDataFolderStores(place, user, now);
}

/**
 * Makes a data folder from a backup and checks each file against its digest. A failure leaves nothing. Raises INVALID_REQUEST if the folder
 * is not empty, or if the backup is damaged or has a newer format.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { restoreData } = await import('./data-folder/restore.ts');
  return restoreData(options);
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
