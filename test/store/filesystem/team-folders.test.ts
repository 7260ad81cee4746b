import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTeamFolders, teamFolder } from '../../../src/store/filesystem/create-team-folders.ts';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import type { TemplateContent, Templates, WorkspaceTemplates } from '../../../src/store/template-store.ts';
import { makeWorkspace, pixel, unlimited } from './workspace.ts';

const hour = 3_600_000;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const content = (slug: string, assets?: Readonly<Record<string, string>>): TemplateContent => ({
  uuid: undefined,
  slug,
  document: { name: slug, pages: [{ body: [] }], dataSchema: true, exampleData: {} },
  assets: assets ?? {},
});

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

test('teams see nothing of each other: neither templates nor versions nor files', async () => {
  const { store, templates } = open();
  const other = store.team('b').templates;
  const digest = await put(templates, pixel);
  const uuid = await templates.create(content('note', { 'dot.png': digest }), unlimited);
  expect(await other.find('note')).toBeUndefined();
  expect(await other.find(uuid)).toBeUndefined();
  await expect(other.getRecorded(uuid, 1)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  expect(await other.findAsset(digest)).toBeUndefined();
  expect(await other.fetchAsset(digest)).toBeUndefined();
  await expect(other.create(content('note', { 'dot.png': digest }), unlimited)).rejects.toMatchObject({
    code: 'TEMPLATE_INVALID',
  });
  // The same slug and uuid may stand in both.
  expect(await other.create({ ...content('note'), uuid }, unlimited)).toBe(uuid);
});

test('a team has a folder of its own, closed to others, and one store that remembers', () => {
  const { folder, store } = open();
  expect(store.team('a')).toBe(store.team('a'));
  expect(statSync(teamFolder(folder, 'a')).mode & 0o777).toBe(0o700);
  for (const id of ['..', 'a/b', '', 'A']) expect(() => store.team(id)).toThrow(/is not a valid id of a team/);
});

test('a recorded version is found by uuid and number, also after its template was deleted, with its files', async () => {
  const { folder, templates } = open();
  const digest = await put(templates, pixel);
  const uuid = await templates.create(content('note', { 'dot.png': digest }), unlimited);
  await templates.delete(uuid, [1]);
  const recorded = await templates.getRecorded(uuid, 1);
  expect(recorded).toMatchObject({ uuid, slug: 'note', version: 1 });
  expect(readFileSync(recorded.assets['dot.png']!.path).equals(pixel)).toBe(true);
  await expect(templates.get(uuid, 1)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  await expect(templates.getRecorded(uuid, 2)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  await expect(templates.getRecorded('../../etc', 1)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  // Another process, which has read nothing before, finds it too.
  expect(await open(folder).templates.getRecorded(uuid, 1)).toEqual(recorded);
});

test('stored bytes have a path for a local renderer, other bytes have none', async () => {
  const { templates } = open();
  const digest = await put(templates, pixel);
  expect(readFileSync((await templates.fetchAsset(digest))!).equals(pixel)).toBe(true);
  expect(await templates.fetchAsset('f'.repeat(64))).toBeUndefined();
});

test('unused bytes are removed after their time; new bytes and those of versions and clones stay', async () => {
  const { templates } = open();
  const bytesOf = (letter: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${letter}</title></svg>`);
  const [ofVersion, ofDeleted, ofClone, unused, fresh] = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((letter) => put(templates, bytesOf(letter))),
  );
  await templates.create(content('stands', { 'a.svg': ofVersion! }), unlimited);
  const gone = await templates.create(content('gone', { 'b.svg': ofDeleted! }), unlimited);
  await templates.delete(gone, undefined);
  for (const digest of [ofVersion, ofDeleted, ofClone, unused]) makeOld((await templates.fetchAsset(digest!))!);
  expect(await templates.removeUnusedAssets(new Set([ofClone!]), 24 * hour)).toBe(1);
  expect(await templates.fetchAsset(unused!)).toBeUndefined();
  for (const digest of [ofVersion, ofDeleted, ofClone, fresh])
    expect(existsSync((await templates.fetchAsset(digest!)) ?? '')).toBe(true);
  expect(await templates.removeUnusedAssets(new Set([ofClone!]), 24 * hour)).toBe(0);
});

test('storing bytes again makes them new', async () => {
  const { templates } = open();
  const digest = await put(templates, pixel);
  makeOld((await templates.fetchAsset(digest))!);
  await put(templates, pixel);
  expect(await templates.removeUnusedAssets(new Set(), 24 * hour)).toBe(0);
  expect(await templates.fetchAsset(digest)).toBeDefined();
});

test('while a template cannot be read, no bytes are removed, because it may name them', async () => {
  const { folder, templates } = open();
  const digest = await put(templates, pixel);
  makeOld((await templates.fetchAsset(digest))!);
  const broken = join(teamFolder(folder, 'a'), 'templates', 'broken');
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, 'template.json'), '{');
  expect(await templates.removeUnusedAssets(new Set(), 24 * hour)).toBe(0);
  await (templates as WorkspaceTemplates).deleteFault('broken');
  expect(await templates.removeUnusedAssets(new Set(), 24 * hour)).toBe(1);
});
