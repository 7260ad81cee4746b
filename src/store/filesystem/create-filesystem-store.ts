// The template store of a workspace: people edit its folders, and git keeps them. Each template has a folder.
import { PdfgenError } from '../../contract/errors.ts';
import type { WorkspaceTemplateStore } from '../template-store.ts';
import { type Catalog, openCatalogAt, workspaceCatalog } from './catalog.ts';
import { FilesystemTemplates } from './filesystem-templates.ts';

/** The store of a workspace folder. Its only team is `default`. */
export function createFilesystemStore(workspace: string, now: () => Date = () => new Date()): WorkspaceTemplateStore {
  return storeOf(workspaceCatalog(workspace), now);
}

/**
 * A store with a single template, by the path of its folder, of its template.json, or of a JSON file with `pages`, `dataSchema` and
 * `exampleData`. Raises TEMPLATE_NOT_FOUND.
 */
export function openTemplateFolder(path: string, now: () => Date = () => new Date()): WorkspaceTemplateStore {
  return storeOf(openCatalogAt(path), now);
}

function storeOf(catalog: Catalog, now: () => Date): WorkspaceTemplateStore {
  const templates = new FilesystemTemplates(catalog, { now });
  return {
    team(id) {
      if (id !== 'default') throw new PdfgenError('INTERNAL', `The filesystem store has no team "${id}".`);
      return { templates };
    },
  };
}
