// The template store that is a folder in a repository: a folder a template, for people and git.
import { PdfgenError } from '../../contract/errors.ts';
import type { TemplateStore } from '../template-store.ts';
import { type Catalog, openCatalogAt, workspaceCatalog } from './catalog.ts';
import { FilesystemTemplates } from './filesystem-templates.ts';

/** The store of a workspace folder. There is one team, `default`. */
export function createFilesystemStore(workspace: string, now: () => Date = () => new Date()): TemplateStore {
  return storeOf(workspaceCatalog(workspace), now);
}

/**
 * A store with the one template at a path: its folder, its template.json, or a JSON file with `pages`, `dataSchema` and `exampleData`.
 * Raises TEMPLATE_NOT_FOUND.
 */
export function openTemplateFolder(path: string, now: () => Date = () => new Date()): TemplateStore {
  return storeOf(openCatalogAt(path), now);
}

function storeOf(catalog: Catalog, now: () => Date): TemplateStore {
  const templates = new FilesystemTemplates(catalog, { now });
  return {
    team(id) {
      if (id !== 'default') throw new PdfgenError('INTERNAL', `The filesystem store has no team "${id}".`);
      return { templates };
    },
  };
}
