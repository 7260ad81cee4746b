// The stores of a workspace: its templates are files that people edit, its records are in the folder .pdfgen.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { holdLock } from '../../files/lock.ts';
import { createFilesystemStore, openTemplateFolder } from '../filesystem/create-filesystem-store.ts';
import { prepareRecordsFolder } from '../filesystem/records-folder.ts';
import type { LocalPlace, LocalStores } from '../local-stores.ts';

/** Opens a workspace or a single template. Raises TEMPLATE_NOT_FOUND, or INVALID_REQUEST for a workspace that is not a folder. */
export function openWorkspaceStores({ kind, path }: LocalPlace, now: () => Date): LocalStores {
  const workspace = kind === 'workspace' ? openFolder(path) : undefined;
  const nowMs = () => now().getTime();
  return {
    templates: workspace === undefined ? openTemplateFolder(path, now) : createFilesystemStore(workspace, now),
    async openRecords() {
      const folder = recordsOf(workspace);
      const [{ createSqliteStateStore }, { createFileBlobs }] = await Promise.all([
        import('../sqlite/create-sqlite-state-store.ts'),
        import('../filesystem/create-file-blobs.ts'),
      ]);
      const state = createSqliteStateStore({ path: join(folder, 'state.db'), now: nowMs });
      return { state, results: createFileBlobs(join(folder, 'results')), check: () => state.check(), close: () => state.close() };
    },
    async openKeys() {
      const path = join(recordsOf(workspace), 'keys.json');
      const { openKeyFile } = await import('../filesystem/key-file.ts');
      return openKeyFile({ path, isMade: true, now: nowMs });
    },
  };
}

/** Makes this process the only worker of the workspace. Gives the function that ends this. Undefined: another process is its worker. */
export function holdWorker(workspace: string): (() => void) | undefined {
  return holdLock(join(prepareRecordsFolder(workspace), 'worker.lock'));
}

function openFolder(workspace: string): string {
  const folder = resolve(workspace);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new PdfgenError('INVALID_REQUEST', `There is no folder ${folder}.`);
}

function recordsOf(workspace: string | undefined): string {
  if (workspace !== undefined) return prepareRecordsFolder(workspace);
  throw new PdfgenError(
    'INVALID_REQUEST',
    'This template is outside of a workspace, so nothing can be stored for it. Make a workspace with: pdfgen init',
  );
}
