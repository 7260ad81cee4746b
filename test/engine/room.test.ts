// What is stored needs room on the disk, and files have a limit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '../../src/engine/deps.ts';
import { addEditorAsset } from '../../src/engine/embedded/editor-assets.ts';
import { saveEditorDraft } from '../../src/engine/embedded/editor-draft.ts';
import { saveEditorTemplate } from '../../src/engine/embedded/editor-save.ts';
import { openEditorSession } from '../../src/engine/embedded/editor-sessions.ts';
import { findEmbedded } from '../../src/engine/embedded/find-embedded.ts';
import { createRenderJob } from '../../src/engine/jobs/create-render-job.ts';
import { addTemplateAssets, putAsset } from '../../src/engine/templates/assets.ts';
import { createTemplate, replaceTemplate } from '../../src/engine/templates/write-template.ts';
import type { WorkspaceTemplates } from '../../src/store/template-store.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';
import { pixel } from '../support/pixel.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
const pair = { baseTemplateUuid: uuid, externalUuid: uuid };
const template = { slug: 'note', pages: [{ body: ['Dear Ada'] }], dataSchema: true, exampleData: {} };
const sha256 = 'a'.repeat(64);
let server: OpenedServer;
let deps: Deps;

beforeAll(async () => {
  server = await openServer({ worker: false });
  await server.engine.createTemplate({ body: { uuid, ...template } });
  await server.engine.openEditorSession({ params: pair });
  deps = server.service.depsOf((await server.service.authenticate(server.token)).teamId);
});
afterAll(() => server.close());

const host = {} as never;
const calls: Readonly<Record<string, (full: Deps) => Promise<unknown>>> = {
  createTemplate: (full) => createTemplate(full, { body: { ...template, slug: 'other' } }),
  replaceTemplate: (full) => replaceTemplate(full, { params: { uuid }, body: { ...template, name: 'New' } }),
  putAsset: async (full) => {
    const stored = await putAsset(full, { params: { sha256 }, body: pixel }).catch((error: Error) => error);
    const actual = /have the SHA-256 (\w+)/.exec((stored as Error).message)?.[1];
    await putAsset(full, { params: { sha256: actual! }, body: pixel });
  },
  createRenderJob: (full) => createRenderJob(full, { params: { uuid }, body: { data: {} } }),
  'openEditorSession, of a new pair': (full) =>
    openEditorSession(full, host, { params: { ...pair, externalUuid: '0190a0a0-0000-7000-8000-000000000002' } }),
  saveEditorTemplate: async (full) => {
    const { record } = await findEmbedded(full, pair);
    await saveEditorTemplate(
      full,
      { record, sessionUuid: uuid },
      { headers: { 'if-match': '*' }, body: { pages: [{ body: ['Dear Bob'] }] } },
    );
  },
  saveEditorDraft: async (full) => {
    const { record } = await findEmbedded(full, pair);
    await saveEditorDraft(full, record, { headers: { 'if-none-match': '*' }, body: { pages: '', revision: 1 } });
  },
  addEditorAsset: async (full) => addEditorAsset(full, (await findEmbedded(full, pair)).record, { body: pixel }),
};

test.each(Object.entries(calls))('%s is refused when the disk is nearly full, and nothing is stored', async (_, call) => {
  const full = { ...deps, limits: { ...deps.limits, minFreeBytes: 1 }, freeBytes: async () => 0 };
  await expect(call(full)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 60 });
  expect((await server.engine.listTemplates({})).items).toHaveLength(1);
  expect((await server.engine.listEmbeddedTemplates({})).items).toMatchObject([{ revision: 1 }]);
  expect((await server.engine.listRenderJobs({})).items).toEqual([]);
});

test('a file over the limit is refused, wherever it comes in', async () => {
  const small = { ...deps, limits: { ...deps.limits, maxAssetBytes: pixel.length - 1 } };
  const { record } = await findEmbedded(deps, pair);
  for (const call of [
    () => putAsset(small, { params: { sha256 }, body: pixel }),
    () => addEditorAsset(small, record, { body: pixel }),
    () =>
      addTemplateAssets({ ...small, templates: small.templates as WorkspaceTemplates }, uuid, new Map([['a.png', pixel]]), {
        replace: false,
      }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});
