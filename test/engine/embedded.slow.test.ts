import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/contract/engine.ts';
import type { Deps } from '../../src/engine/deps.ts';
import { openCapability } from '../../src/engine/embedded/capability.ts';
import { openEditorAccess } from '../../src/engine/embedded/editor-access.ts';
import {
  type EditorHost,
  endEditorSession,
  findOriginFault,
  openEditorSession,
} from '../../src/engine/embedded/editor-sessions.ts';
import {
  deleteEmbeddedTemplate,
  getEmbeddedTemplate,
  listEmbeddedTemplates,
} from '../../src/engine/embedded/embedded-templates.ts';
import { generateEmbedded } from '../../src/engine/embedded/generate-embedded.ts';
import { createPreviewTurns } from '../../src/engine/embedded/preview-turns.ts';
import { resetEmbeddedTemplate } from '../../src/engine/embedded/reset-embedded-template.ts';
import { isSameJson } from '../../src/engine/embedded/same-json.ts';
import { validateEmbeddedData } from '../../src/engine/embedded/validate-embedded-data.ts';
import { mergeDocuments } from '../../src/engine/generation/merge-documents.ts';
import { localEngineLimits } from '../../src/engine/limits.ts';
import { getAsset, putAsset } from '../../src/engine/templates/assets.ts';
import { getTemplate } from '../../src/engine/templates/read-templates.ts';
import { createTemplate, deleteTemplate, replaceTemplate } from '../../src/engine/templates/write-template.ts';
import { withInputChecks } from '../../src/engine/wiring/with-input-checks.ts';
import { createWatch, watchOf } from '../../src/jobs/watch.ts';
import { createInlineRenderer } from '../../src/renderer/create-inline-renderer.ts';
import type { CapabilityKeys } from '../../src/store/capability-keys.ts';
import { createFileBlobs } from '../../src/store/filesystem/create-file-blobs.ts';
import { createFilesystemStore } from '../../src/store/filesystem/create-filesystem-store.ts';
import { openKeyFile } from '../../src/store/filesystem/key-file.ts';
import { anyAddress } from '../../src/webhooks/address-rules.ts';
import { editorDraftsSuite } from '../contract/editor-drafts.suite.ts';
import { editorSuite, embeddedSuite, type OpenedEditor } from '../contract/embedded.suite.ts';
import { letter } from '../contract/engine.suite.ts';
import { makeFolder } from '../support/folders.ts';
import { createStateStore } from '../support/sqlite.ts';

interface OpenedLocal extends OpenedEditor {
  readonly keys: CapabilityKeys;
  readonly folder: string;
}

const origin = 'https://app.example';

/** The use-cases on a workspace, a database file and the renderer of this thread. */
async function open(more: Partial<EditorHost> = {}): Promise<OpenedLocal> {
  const folder = makeFolder();
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const now = () => clock.ms;
  const { templates } = createFilesystemStore(folder, () => new Date(clock.ms)).team('default');
  const store = await createStateStore({ path: join(folder, '.pdfgen', 'state.db'), now });
  const state = store.team('default');
  const renderer = createInlineRenderer();
  const keys = openKeyFile({ path: join(folder, '.pdfgen', 'keys.json'), isMade: true, now });
  const deps: Deps = {
    templates,
    openState: async () => state,
    openRenderer: async () => renderer,
    limits: localEngineLimits(),
    now,
    openResults: async () => createFileBlobs(join(folder, '.pdfgen', 'results')).team('default'),
    freeBytes: async () => Number.POSITIVE_INFINITY,
    mergeDocuments,
    outgoing: {
      addresses: anyAddress,
      userAgent: 'pdfgen',
      tellRefusal: () => {},
      countReplay: async () => {},
      oneTest: (send) => send(),
    },
    onWork: () => {},
    watch: watchOf(
      createWatch(async () => store.lookUp),
      'default',
    ),
  };
  const all = deps;
  const host: EditorHost = {
    teamId: 'default',
    openKeys: async () => keys,
    origins: async () => [origin],
    editorUrl: () => null,
    ...more,
  };
  const calls: Partial<Engine> = {
    createTemplate: (input) => createTemplate(all, input),
    getTemplate: (input) => getTemplate(all, input),
    replaceTemplate: (input) => replaceTemplate(all, input),
    deleteTemplate: (input) => deleteTemplate(all, input),
    putAsset: (input) => putAsset(all, input),
    getAsset: (input) => getAsset(all, input),
    openEditorSession: (input, options) => openEditorSession(all, host, input, options),
    endEditorSession: (input) => endEditorSession(all, input),
    listEmbeddedTemplates: (input) => listEmbeddedTemplates(all, input),
    getEmbeddedTemplate: (input) => getEmbeddedTemplate(all, input),
    deleteEmbeddedTemplate: (input) => deleteEmbeddedTemplate(all, input),
    resetEmbeddedTemplate: (input) => resetEmbeddedTemplate(all, input),
    generateEmbedded: (input, options) => generateEmbedded(all, input, options),
    validateEmbeddedData: (input, options) => validateEmbeddedData(all, input, options),
  };
  const gate = { openKeys: async () => keys, depsOf: () => all, originsOf: host.origins, now, previews: createPreviewTurns() };
  return {
    engine: withInputChecks(calls as Engine),
    keys,
    folder,
    origin,
    now,
    async advance(ms) {
      clock.ms += ms;
    },
    openEditor: async (capability) => (await openEditorAccess(gate, capability)).engine,
    async close() {
      await renderer.close();
      await store.close();
    },
  };
}

embeddedSuite('use-cases', () => open());
editorSuite('use-cases', () => open());
editorDraftsSuite('use-cases', () => open());

const externalUuid = '0190a1b2-0000-7000-8000-00000000e001';

test('the capability tells pair, session, team and host origin, and stands in the address of the editor', async () => {
  const local = await open({ editorUrl: (capability) => `https://pdf.example/editor#capability=${capability}` });
  const { uuid: baseTemplateUuid } = await local.engine.createTemplate({ body: letter('letter') });
  const params = { baseTemplateUuid, externalUuid };
  const session = await local.engine.openEditorSession({ params, body: { expiresInMinutes: 5, hostOrigin: origin } });
  expect(session.editorUrl).toBe(`https://pdf.example/editor#capability=${session.capability}`);
  expect(await openCapability(local.keys, session.capability, local.now())).toEqual({
    sessionUuid: session.sessionUuid,
    teamId: 'default',
    baseTemplateUuid,
    externalUuid,
    issuedMs: local.now(),
    expiresMs: local.now() + 300_000,
    hostOrigin: origin,
  });
  await local.close();
});

test('working files that were changed make a clone outdated, and are recorded when they are cloned', async () => {
  const local = await open();
  const { uuid: baseTemplateUuid } = await local.engine.createTemplate({ body: letter('letter') });
  const params = { baseTemplateUuid, externalUuid };
  await local.engine.openEditorSession({ params });
  expect((await local.engine.listEmbeddedTemplates({ query: { outdated: true } })).items).toEqual([]);
  const file = join(local.folder, 'templates', 'letter', 'template.json');
  const document = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...document, pages: [{ size: 'A6', body: ['Changed {{ name }}'] }] }));
  expect((await local.engine.listEmbeddedTemplates({ query: { outdated: true } })).items).toMatchObject([
    { baseTemplateVersion: 1, latestBaseTemplateVersion: 1 },
  ]);
  expect(await local.engine.resetEmbeddedTemplate({ params })).toMatchObject({
    baseTemplateVersion: 2,
    latestBaseTemplateVersion: 2,
    pages: [{ body: ['Changed {{ name }}'] }],
  });
  writeFileSync(file, 'no JSON');
  expect(await local.engine.getEmbeddedTemplate({ params })).toMatchObject({ latestBaseTemplateVersion: null });
  await local.close();
});

test.each([
  ['https://app.example', undefined],
  ['https://app.example:8443', undefined],
  ['http://localhost:3000', undefined],
  ['http://127.0.0.1:3000', undefined],
  ['http://[::1]:3000', undefined],
  ['http://app.example', 'https://'],
  ['http://localhost.evil.example', 'https://'],
  ['http://127.0.0.1.evil.example', 'https://'],
  ['https://app.example/', 'origin'],
  ['https://user@app.example', 'origin'],
  ['https://APP.example', 'origin'],
  ['https://app.example:443', 'origin'],
  ['ftp://app.example', 'https://'],
  ['file:///etc', 'origin'],
  ['null', 'origin'],
])('as an origin of a host %s is judged', (text, fault) => {
  if (fault === undefined) expect(findOriginFault(text)).toBeUndefined();
  else expect(findOriginFault(text)).toContain(fault);
});

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [[], {}, false],
  [{}, [], false],
  [{ a: undefined }, {}, false],
  [[1, 2], [2, 1], false],
  [{ a: 1 }, { b: 1 }, false],
  [1, '1', false],
  [null, {}, false],
  [true, true, true],
  [{ toString: 1 }, {}, false],
])('%j against %j as JSON', (stored, given, isSame) => {
  expect(isSameJson(stored, given)).toBe(isSame);
});

test('the given value may be nested to any depth', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 200_000; i++) deep = [deep];
  expect(isSameJson({ a: [[1]] }, { a: deep })).toBe(false);
});
