import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCapability } from '../../src/engine/embedded/capability.ts';
import { findOriginFault } from '../../src/engine/embedded/editor-sessions.ts';
import { isSameJson } from '../../src/engine/embedded/same-json.ts';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { openKeyFile } from '../../src/store/filesystem/key-file.ts';
import { editorDraftsSuite } from '../contract/editor-drafts.suite.ts';
import { editorSuite } from '../contract/embedded.suite.ts';
import { letter } from '../contract/engine.suite.ts';
import { makeFolder } from '../support/folders.ts';
import { openServer } from '../support/open-server.ts';

const origin = 'https://app.example';

/** A server whose editors are opened in this process. */
async function open() {
  const server = await openServer({ worker: false, clockStands: true });
  await server.allowOrigins('default', [origin]);
  return { ...server, origin, openEditor: async (capability: string) => (await server.service.openEditor(capability)).engine };
}

editorSuite('of a server', open);
editorDraftsSuite('of a server', open);

const externalUuid = '0190a1b2-0000-7000-8000-00000000e001';

test('the capability tells pair, session, team and host origin, and stands in the address of the editor', async () => {
  const { engine, url, folder, now, close } = await open();
  onTestFinished(close);
  const { uuid: baseTemplateUuid } = await engine.createTemplate({ body: letter('letter') });
  const params = { baseTemplateUuid, externalUuid };
  const session = await engine.openEditorSession({ params, body: { expiresInMinutes: 5, hostOrigin: origin } });
  expect(session.editorUrl).toBe(`${url}/editor#capability=${session.capability}`);
  const keys = openKeyFile({ path: join(folder, 'keys.json'), isMade: true, now });
  expect(await openCapability(keys, session.capability, now())).toEqual({
    sessionUuid: session.sessionUuid,
    teamId: expect.any(String),
    baseTemplateUuid,
    externalUuid,
    issuedMs: now(),
    expiresMs: now() + 300_000,
    hostOrigin: origin,
  });
});

test('working files that were changed make a clone outdated, and are recorded when they are cloned', async () => {
  const workspace = makeFolder();
  const engine = await createLocalEngine({ workspace });
  onTestFinished(() => engine.close());
  const { uuid: baseTemplateUuid } = await engine.createTemplate({ body: letter('letter') });
  const params = { baseTemplateUuid, externalUuid };
  await engine.openEditorSession({ params });
  expect((await engine.listEmbeddedTemplates({ query: { outdated: true } })).items).toEqual([]);
  const file = join(workspace, 'templates', 'letter', 'template.json');
  const document = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...document, pages: [{ size: 'A6', body: ['Changed {{ name }}'] }] }));
  expect((await engine.listEmbeddedTemplates({ query: { outdated: true } })).items).toMatchObject([
    { baseTemplateVersion: 1, latestBaseTemplateVersion: 1 },
  ]);
  expect(await engine.resetEmbeddedTemplate({ params })).toMatchObject({
    baseTemplateVersion: 2,
    latestBaseTemplateVersion: 2,
    pages: [{ body: ['Changed {{ name }}'] }],
  });
  writeFileSync(file, 'no JSON');
  expect(await engine.getEmbeddedTemplate({ params })).toMatchObject({ latestBaseTemplateVersion: null });
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
