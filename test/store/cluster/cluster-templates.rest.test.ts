import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTurns } from '../../../src/async/turns.ts';
import { BoundedCache } from '../../../src/cache/bounded-cache.ts';
import type { AssetBytes } from '../../../src/store/asset-bytes.ts';
import { createAssets } from '../../../src/store/postgres/assets.ts';
import type { PostgresDatabase } from '../../../src/store/postgres/database.ts';
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts';
import { createTemplates } from '../../../src/store/postgres/templates.ts';
import { createUuid } from '../../../src/store/uuid.ts';
import { makeCluster } from '../../support/cluster.ts';
import { raises } from '../../support/ends.ts';
import { makeFolder } from '../../support/folders.ts';
import { pixel } from '../../support/pixel.ts';
import { unlimited } from '../filesystem/workspace.ts';
import { templateStoreSuite } from '../template-store.suite.ts';

const newTeam = () => createUuid(Date.now());

templateStoreSuite('rows and objects', async () => {
  const { open, query } = await makeCluster();
  const [team, another] = [newTeam(), newTeam()];
  const [stores, others] = [await open(), await open()];
  return {
    templates: stores.templates.team(team).templates,
    other: stores.templates.team(another).templates,
    again: () => others.templates.team(team).templates,
    makeOld: async (sha256) => {
      await query(`UPDATE assets SET kept_ms = kept_ms - 2 * 86400000 WHERE sha256 = '${sha256}'`);
    },
  };
});

test('a version with many files takes two statements at first, and none when it is rendered again', async () => {
  const { settings } = await makeCluster();
  const database = await openPostgres({ url: settings.database });
  onTestFinished(() => database.close());
  const statements: string[] = [];
  const note = (sql: string) => {
    statements.push(sql);
    return sql;
  };
  const counted: PostgresDatabase = {
    ...database,
    first: (sql, values) => database.first(note(sql), values),
    all: (sql, values) => database.all(note(sql), values),
    run: (sql, values) => database.run(note(sql), values),
  };
  const teamId = newTeam();
  const bytes: AssetBytes = {
    write: async () => undefined,
    read: async () => pixel,
    fetch: async (key) => `/cache/${key}`,
    list: async function* () {},
    delete: async () => undefined,
  };
  const parts = { database: counted, teamId, assets: createAssets(counted, teamId, bytes), turns: createTurns(1) };
  const templates = createTemplates({ ...parts, contents: new BoundedCache(1024 ** 2) });
  const hashes = Array.from({ length: 20 }, (_, n) => n.toString(16).padStart(64, '0'));
  for (const sha256 of hashes) await templates.putAsset(sha256, pixel);
  const assets = Object.fromEntries(hashes.map((sha256, n) => [`${n}.png`, sha256]));
  const uuid = await templates.create({ uuid: undefined, slug: 'a', document: { pages: [] }, assets }, unlimited);
  statements.length = 0;
  const first = await templates.getRecorded(uuid, 1);
  expect(statements).toHaveLength(2);
  expect(Object.values(first.assets).map(({ sha256 }) => sha256)).toEqual(hashes);
  expect(await templates.getRecorded(uuid, 1)).toEqual(first);
  expect(statements).toHaveLength(2);
  // An embedded template names its files itself.
  expect((await templates.fetchAssets(hashes)).size).toBe(20);
  expect(statements).toHaveLength(3);
  // The keys of the files alone are 4,040 characters, and count.
  const cramped = createTemplates({ ...parts, contents: new BoundedCache(4_000) });
  for (let n = 0; n < 2; n++) expect(await cramped.getRecorded(uuid, 1)).toEqual(first);
  expect(statements).toHaveLength(7);
});

test('bytes are removed from the object store with their row', async () => {
  const { open, query, keys } = await makeCluster();
  const { templates } = (await open()).templates.team(newTeam());
  const sha256 = '6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0';
  await templates.putAsset(sha256, pixel);
  expect(await keys()).toEqual([expect.stringMatching(new RegExp(`^assets/[0-9a-f-]+/${sha256}/`))]);
  await query('UPDATE assets SET kept_ms = 0');
  expect(await templates.removeUnusedAssets(new Set(), 1_000)).toBe(1);
  expect(await keys()).toEqual([]);
});

test('bytes that no row names are removed, and bytes of others are kept', async () => {
  const { open, keys, put } = await makeCluster();
  const { templates, state } = await open();
  const [{ id: team }, { id: another }] = [await state.access.createTeam('one'), await state.access.createTeam('another')];
  const sha256 = '6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0';
  await templates.team(team).templates.putAsset(sha256, pixel);
  const named = await keys();
  const lost = [`assets/${team}/${sha256}/${newTeam()}`, `assets/${another}/${named[0]!.split('/').slice(2).join('/')}`];
  // A second cluster on the bucket has teams of its own.
  const foreign = [
    `assets/${newTeam()}/${sha256}/${newTeam()}`,
    `assets/${team}/${sha256}`,
    'assets/logo.png',
    `other/${team}/${sha256}/${newTeam()}`,
  ];
  for (const key of [...lost, ...foreign]) await put(key, 'x');
  const search = async (ageMs: number) => {
    for await (const _ of templates.removeLostAssets!(undefined, ageMs));
  };
  await search(3_600_000);
  expect(await keys()).toEqual([...named, ...lost, ...foreign].sort());
  // By the clock of the store, which tells whole seconds, the objects were written now.
  await search(-60_000);
  expect(await keys()).toEqual([...named, ...foreign].sort());
  const blob = `${createUuid(1)}-1.pdf`;
  expect(
    await state.queue.findLostBlobs([
      { teamId: newTeam(), blob },
      { teamId: team, blob },
    ]),
  ).toEqual([{ teamId: team, blob }]);
});

test('many changes at the same moment need no more connections than there are', async () => {
  const { open } = await makeCluster();
  const team = newTeam();
  const content = (name: string) => ({
    uuid: undefined,
    slug: 'a',
    document: { name, pages: [], dataSchema: true, exampleData: {} },
    assets: undefined,
  });
  const uuid = await (await open()).templates.team(team).templates.create(content('first'), unlimited);
  const { templates } = (await open({ databaseConnections: 2 })).templates.team(team);
  await Promise.all(Array.from({ length: 12 }, (_, n) => templates.replace(uuid, content(`n${n}`), undefined)));
  expect((await templates.listVersions(uuid, 100, undefined)).items).toHaveLength(13);
});

test('a name with a character that the database cannot store is refused', async () => {
  const { open } = await makeCluster();
  const { templates } = (await open()).templates.team(newTeam());
  const document = { name: 'a\u0000b', pages: [], dataSchema: true, exampleData: {} };
  await raises(
    templates.create({ uuid: undefined, slug: 'a', document, assets: undefined }, unlimited),
    'INVALID_REQUEST',
    'U+0000',
  );
});

test('a process that fetches a file keeps a copy, and says when the object is gone', async () => {
  const { open, removeObjects } = await makeCluster();
  const team = newTeam();
  const writer = (await open()).templates.team(team).templates;
  const sha256 = '6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0';
  await writer.putAsset(sha256, pixel);
  const cacheDir = makeFolder();
  const reader = (await open({ cacheDir })).templates.team(team).templates;
  const content = {
    uuid: undefined,
    slug: 'a',
    document: { pages: [], dataSchema: true, exampleData: {} },
    assets: { 'a.png': sha256 },
  };
  const uuid = await writer.create(content, unlimited);
  expect((await reader.get(uuid)).assets['a.png']!.path).toBe(join(cacheDir, sha256));
  expect(readFileSync(join(cacheDir, sha256)).equals(pixel)).toBe(true);
  await removeObjects();
  expect((await reader.get(uuid)).assets['a.png']!.path).toBe(join(cacheDir, sha256));
  for (const name of readdirSync(cacheDir)) rmSync(join(cacheDir, name));
  await raises(reader.get(uuid), 'INTERNAL', 'is missing');
});
