// The engine in this process, for a workspace or a single template. It is the service for one team, with further calls that only a
// program on the same machine may make.
import { followers } from '../../contract/follow.ts';
import { scopes } from '../../contract/scopes.ts';
import { programInfo } from '../../files/program-files.ts';
import type { FileRenderer } from '../../renderer/renderer.ts';
import { openLocalStores } from '../../store/open-stores.ts';
import { anyAddress } from '../../webhooks/address-rules.ts';
import { UsageError } from '../../words/usage-error.ts';
import { createItemGenerator } from '../generation/generate-items.ts';
import { mergeDocuments } from '../generation/merge-documents.ts';
import { localEngineLimits } from '../limits.ts';
import type { LocalEngine } from '../local-engine.ts';
import type { Principal } from '../service.ts';
import { addTemplateAssets } from '../templates/assets.ts';
import { findTemplate, getOnlyTemplate } from '../templates/find-template.ts';
import { fixTemplate } from '../templates/fix-template.ts';
import { formatTemplate } from '../templates/format-template.ts';
import { lintTemplate } from '../templates/lint-template.ts';
import { saveTemplateVersion } from '../templates/write-template.ts';
import { createService, type Stores } from './create-service.ts';
import { checkDeps, type EngineLocation, type LocalEngineDeps, readLocation } from './local-engine-options.ts';

/** The only team of a person's own workspace. It may do everything. */
const owner: Principal = {
  teamId: 'default',
  teamName: 'default',
  token: { id: 'local', name: 'local', scopes, expiresAt: null },
};

/**
 * Creates the engine of a workspace or of one template. Raises UsageError for members that are wrong, TEMPLATE_NOT_FOUND for a path without a
 * template, INVALID_REQUEST for a workspace that is not a folder.
 */
export async function createLocalEngine(location: EngineLocation, given: LocalEngineDeps = {}): Promise<LocalEngine> {
  const place = readLocation(location);
  checkDeps(given);
  const { renderer, openFileRenderer = openThreads, now = () => new Date(), limits } = given;
  const { templates, openRecords, openKeys } = await openLocalStores(place, now);
  let opened = renderer && Promise.resolve(renderer);
  let stores: Promise<Stores> | undefined;
  const service = createService({
    templates,
    openStores: () => (stores ??= openRecords()),
    areStoresOpen: () => stores !== undefined,
    openRenderer: () =>
      (opened ??= import('../../renderer/create-inline-renderer.ts').then((module) => module.createInlineRenderer())),
    closeRenderer: async () => (await opened)?.close(),
    openKeys,
    mergeFor: () => mergeDocuments,
    calls: { addresses: anyAddress },
    limits: localEngineLimits(limits),
    now: () => now().getTime(),
    editorUrl: () => null,
    server: programInfo(),
  });
  const deps = { ...service.depsOf(owner.teamId), templates: templates.team(owner.teamId).templates };
  const workspace = place.kind === 'workspace' ? place.path : undefined;
  const items = createItemGenerator(deps, openFileRenderer);
  return refuseWhenClosed({
    ...service.as(owner),
    findTemplate: (nameOrUuid) => findTemplate(deps, nameOrUuid),
    getOnlyTemplate: () => getOnlyTemplate(deps),
    listTemplateFaults: () => deps.templates.listFaults(),
    deleteTemplateFault: (slug) => deps.templates.deleteFault(slug),
    prepareItems: (input) => items.prepareItems(input),
    checkTemplate: (input) => items.checkTemplate(input),
    generateItems: (input, all, options) => items.generateItems(input, all, options),
    lintTemplate: (uuid) => lintTemplate(deps, uuid),
    fixTemplate: (uuid) => fixTemplate(deps, uuid),
    formatTemplate: (uuid, options) => formatTemplate(deps, uuid, options),
    saveTemplateVersion: (uuid) => saveTemplateVersion(deps, uuid),
    addTemplateAssets: (uuid, files, options) => addTemplateAssets(deps, uuid, files, options),
    listFonts: async (uuid) => (await import('../fonts/list-fonts.ts')).listFonts(deps, workspace, uuid),
    checkFont: async (request) => (await import('../fonts/check-font.ts')).checkFont(deps, request),
    addFonts: async (request) => (await import('../fonts/add-fonts.ts')).addFonts(deps, workspace, request),
    showTemplate: async (uuid, pathOf) =>
      (await import('../templates/show-template.ts')).showTemplate(deps, await deps.templates.get(uuid), pathOf),
    openShownFile: async (uuid, kind, name) =>
      (await (await import('../templates/show-template.ts')).openShownFile(await deps.templates.get(uuid), kind, name))?.bytes,
    templateFolder: (uuid) => deps.templates.folder(uuid),
    startWorker: (options) => service.startWorker(options),
    startDeliverer: (log) => service.startDeliverer(log),
    async close() {
      await Promise.all([items.close(), service.close()]);
    },
  });
}

async function openThreads(threads: number): Promise<FileRenderer> {
  const { createFileRenderer } = await import('../../renderer/pool/create-file-renderer.ts');
  return createFileRenderer({ threads });
}

/** Calls that give their answer at once, not as a promise. */
const direct = ['prepareItems', 'generateItems', ...Object.values(followers)];

/** Wraps an engine so that its calls raise UsageError after `close`. A second `close` does nothing. */
function refuseWhenClosed(engine: LocalEngine): LocalEngine {
  let closing: Promise<void> | undefined;
  const calls = Object.entries(engine as object).map(([name, call]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]): unknown => {
      if (closing === undefined) return call(...given);
      const error = new UsageError(`${name} was called after close(). Open another engine with createLocalEngine.`);
      if (direct.includes(name)) throw error;
      return Promise.reject(error);
    },
  ]);
  return { ...(Object.fromEntries(calls) as LocalEngine), close: () => (closing ??= engine.close()) };
}
