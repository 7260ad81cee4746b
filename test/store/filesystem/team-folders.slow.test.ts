import { createHash } from 'node:crypto';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTeamFolders, teamFolder } from '../../../src/store/filesystem/create-team-folders.ts';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import type { Templates, WorkspaceTemplates } from '../../../src/store/template-store.ts';
import { pixel } from '../../support/pixel.ts';
import { templateStoreSuite } from '../template-store.suite.ts';
import { makeWorkspace } from './workspace.ts';

const hour = 3_600_000;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function open(folder = makeWorkspace().folder) {
  const state = createSqliteStateStore({ path: join(folder, 'state.db'), now: Date.now });
  onTestFinished(() => state.close());
  const store = createTeamFolders(folder, (id) => state.templateIndex(id));
  return { folder, state, store, templates: store.team('a').templates };
}

async function put(templates: Templates, bytes: Uint8Array): Promise<string> {
  await templates.putAsset(sha256(bytes), bytes);
  return sha256(bytes);
}

function makeOld(path: string): void {
  const time = (Date.now() - 25 * hour) / 1000;
  utimesSync(path, time, time);
}

templateStoreSuite('folders of teams', async () => {
  const { folder, store, templates } = open();
  return {
    templates,
    other: store.team('b').templates,
    again: () => open(folder).templates,
    makeOld: async (digest) => makeOld((await templates.fetchAssets([digest])).get(digest)!),
  };
});

test('a team has a folder of its own, closed to others, and one store that remembers', () => {
  const { folder, store } = open();
  expect(store.team('a')).toBe(store.team('a'));
  expect(statSync(teamFolder(folder, 'a')).mode & 0o777).toBe(0o700);
  for (const id of ['..', 'a/b', '', 'A']) expect(() => store.team(id)).toThrow(/is not a valid id of a team/);
});

test('while a template cannot be read, no bytes are removed, because it may name them', async () => {
  const { folder, templates } = open();
  const digest = await put(templates, pixel);
  makeOld((await templates.fetchAssets([digest])).get(digest)!);
  const broken = join(teamFolder(folder, 'a'), 'templates', 'broken');
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, 'template.json'), '{');
  expect(await templates.removeUnusedAssets(new Set(), 24 * hour)).toBe(0);
  await (templates as WorkspaceTemplates).deleteFault('broken');
  expect(await templates.removeUnusedAssets(new Set(), 24 * hour)).toBe(1);
});
