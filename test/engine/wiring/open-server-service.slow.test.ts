import { existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openServer, openServerWorker } from '../../../src/engine/wiring/open-server-service.ts';
import { dataFolderAt, prepareDataFolder } from '../../../src/store/data-folder/data-folder.ts';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { openDatabase } from '../../../src/store/sqlite/database.ts';
import { makeFolder } from '../../support/folders.ts';

const quiet = { editorUrl: () => null, log: () => {} };
const settingsOf = (dataDir: string) => ({ dataDir, threads: 1 });

test('a worker makes no keys, which its server may keep elsewhere', async () => {
  const dataDir = makeFolder();
  const options = { ...quiet, settings: settingsOf(dataDir) };
  prepareDataFolder(dataDir);
  const worker = await openServerWorker(options);
  await worker.close();
  expect(existsSync(join(dataDir, 'keys.json'))).toBe(false);
  const server = await openServer(options);
  await server.close();
  expect(existsSync(join(dataDir, 'keys.json'))).toBe(true);
});

test('if the first token could not be shown or stored, the next start shows a token', async () => {
  const dataDir = makeFolder();
  const { service, createFirstToken, close } = await openServer({ ...quiet, settings: settingsOf(dataDir) });
  onTestFinished(close);
  await expect(createFirstToken(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  const state = createSqliteStateStore({ path: dataFolderAt(dataDir).state, now: Date.now });
  onTestFinished(() => state.close());
  expect(await state.access.listTeams()).toEqual([]);
  await state.access.createTeam('default');
  const told: string[] = [];
  const tell = async (token: string) => void told.push(token);
  await createFirstToken(tell);
  await createFirstToken(tell);
  expect(told).toHaveLength(1);
  expect(await service.authenticate(told[0]!)).toMatchObject({ teamName: 'default' });
});

/** A data folder of a team with a template; a server has made it and ended. */
async function makeData(): Promise<{ readonly dataDir: string; readonly state: string }> {
  const dataDir = makeFolder();
  const { service, createFirstToken, close } = await openServer({ ...quiet, settings: settingsOf(dataDir) });
  let first = '';
  await createFirstToken(async (token) => {
    first = token;
  });
  const { teamId } = await service.authenticate(first);
  const document = { name: 'A', pages: [{ body: [] }], dataSchema: true, exampleData: {} };
  const content = { uuid: undefined, slug: 'a', document, assets: undefined };
  await service.depsOf(teamId).templates.create(content, { maxTemplates: 1 });
  await close();
  const database = openDatabase(dataFolderAt(dataDir).state);
  database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return { dataDir, state: dataFolderAt(dataDir).state };
}

test.each(['emptied', 'taken away', 'replaced by one without teams'])(
  'a data folder with templates of which the database was %s is refused, and left as it is',
  async (what) => {
    const { dataDir, state } = await makeData();
    const kept = `${state}.kept`;
    renameSync(state, kept);
    for (const suffix of ['-wal', '-shm']) rmSync(state + suffix, { force: true });
    if (what === 'emptied') writeFileSync(state, '');
    if (what === 'replaced by one without teams') await createSqliteStateStore({ path: state, now: Date.now }).close();
    const refusal = { code: 'INVALID_REQUEST', exitCode: 2, message: expect.stringContaining('is missing or empty') as string };
    await expect(openServer({ ...quiet, settings: settingsOf(dataDir) })).rejects.toMatchObject(refusal);
    await expect((async () => openServerWorker({ ...quiet, settings: settingsOf(dataDir) }))()).rejects.toMatchObject(refusal);
    if (what === 'emptied') expect(readFileSync(state)).toHaveLength(0);
    if (what === 'taken away') expect(existsSync(state)).toBe(false);
    for (const suffix of ['', '-wal', '-shm']) rmSync(state + suffix, { force: true });
    renameSync(kept, state);
    await (await openServer({ ...quiet, settings: settingsOf(dataDir) })).close();
  },
);

test('a server on a database that was damaged is not ready, and says why to its own log', async () => {
  const { dataDir, state } = await makeData();
  const { service, close } = await openServer({ ...quiet, settings: { ...settingsOf(dataDir), minFreeBytes: 0 } });
  onTestFinished(close);
  expect(await service.findObstacles()).toEqual([]);
  const bytes = readFileSync(state);
  truncateSync(state, bytes.length / 2);
  const damaged = [{ code: 'INTERNAL', message: expect.stringContaining('The database is damaged') as string }];
  // On a busy machine a check takes long, and the outcome of the one before counts until it ends.
  await expect.poll(() => service.findObstacles()).toMatchObject(damaged);
  writeFileSync(state, bytes);
  await expect.poll(() => service.findObstacles()).toEqual([]);
});
