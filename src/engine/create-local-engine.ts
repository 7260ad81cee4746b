// The engine in this process: use-cases on a store and a renderer, guarded by the contract.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PdfgenError } from '../contract/errors.ts';
import type { Limits, Renderer } from '../renderer/types.ts';
import { createFilesystemStore, openTemplateFolder } from '../store/filesystem/create-filesystem-store.ts';
import { addTemplateAssets, getAsset, putAsset } from './assets.ts';
import type { Deps } from './deps.ts';
import { findTemplate } from './find-template.ts';
import { generateSingle } from './generate-single.ts';
import { getTemplate, getTemplateVersion } from './get-template.ts';
import { guard } from './guard.ts';
import { localLimits } from './limits.ts';
import { lintTemplate } from './lint-template.ts';
import { listTemplateVersions } from './list-template-versions.ts';
import { listTemplates } from './list-templates.ts';
import type { LocalEngine } from './types.ts';
import { validateTemplateData } from './validate-template-data.ts';
import { createTemplate, deleteTemplate, replaceTemplate, saveTemplateVersion } from './write-template.ts';

/** Where the templates are: a workspace's folder, or one template by the path of its folder or file. */
export type EngineLocation = { readonly workspace: string } | { readonly template: string };

export interface LocalEngineDeps {
  /** Default: the renderer that works in this thread. Closed with the engine. */
  readonly renderer?: Renderer;
  readonly now?: () => Date;
  readonly limits?: Partial<Limits>;
}

/** Creates the engine of a workspace or of one template. Raises TEMPLATE_NOT_FOUND for a path without a template, INVALID_REQUEST for a workspace that is no folder. */
export async function createLocalEngine(
  location: EngineLocation,
  { renderer, now, limits }: LocalEngineDeps = {},
): Promise<LocalEngine> {
  const store =
    'workspace' in location
      ? createFilesystemStore(openFolder(location.workspace), now)
      : openTemplateFolder(location.template, now);
  let opened = renderer && Promise.resolve(renderer);
  const deps: Deps = {
    templates: store.team('default').templates,
    openRenderer: () =>
      (opened ??= import('../renderer/create-inline-renderer.ts').then((module) => module.createInlineRenderer())),
    limits: { ...localLimits, ...limits },
  };
  return guard<LocalEngine>({
    listTemplates: (input) => listTemplates(deps, input),
    createTemplate: (input) => createTemplate(deps, input),
    getTemplate: (input) => getTemplate(deps, input),
    replaceTemplate: (input) => replaceTemplate(deps, input),
    deleteTemplate: (input) => deleteTemplate(deps, input),
    listTemplateVersions: (input) => listTemplateVersions(deps, input),
    getTemplateVersion: (input) => getTemplateVersion(deps, input),
    validateTemplateData: (input) => validateTemplateData(deps, input),
    putAsset: (input) => putAsset(deps, input),
    getAsset: (input) => getAsset(deps, input),
    generateSingle: (input, options) => generateSingle(deps, input, options),
    findTemplate: (nameOrUuid) => findTemplate(deps, nameOrUuid),
    listTemplateFaults: () => deps.templates.listFaults(),
    deleteTemplateFault: (slug) => deps.templates.deleteFault(slug),
    lintTemplate: (uuid) => lintTemplate(deps, uuid),
    saveTemplateVersion: (uuid) => saveTemplateVersion(deps, uuid),
    addTemplateAssets: (uuid, files, options) => addTemplateAssets(deps, uuid, files, options),
    templateFolder: (uuid) => deps.templates.folder(uuid),
    async close() {
      await (await opened)?.close();
    },
  });
}

function openFolder(workspace: string): string {
  const folder = resolve(workspace);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new PdfgenError('INVALID_REQUEST', `There is no folder ${folder}.`);
}
