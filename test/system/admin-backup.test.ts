import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openAdmin, restoreData } from '../../src/engine/administration/admin.ts';
import { dataFolderAt, openDataFolder, prepareDataFolder } from '../../src/store/data-folder/data-folder.ts';
import { createFileBlobs } from '../../src/store/filesystem/create-file-blobs.ts';
import { createTeamFolders } from '../../src/store/filesystem/create-team-folders.ts';
import { createSqliteStateStore } from '../../src/store/sqlite/create-sqlite-state-store.ts';
import type { StateKey } from '../../src/store/state-store.ts';
import { newJob, result } from '../store/state-store.suite.ts';
import { resultOf } from '../support/result-of.ts';
import { makeFolder } from '../support/run-cli.ts';
import { startProcess } from '../support/start-process.ts';

const many = { maxUnfinished: 1_000_000 };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A data folder with a team, a template with an asset, a completed job and one that waits. */
async function makeData() {
  const cwd = makeFolder();
  const folder = prepareDataFolder(join(cwd, 'data'));
  const admin = await openAdmin({ dataDir: folder.root, now: Date.now });
  const store = createSqliteStateStore({ path: folder.state, now: Date.now });
  onTestFinished(async () => void (await Promise.all([admin.close(), store.close()])));
  const team = await admin.teams.create('acme');
  await admin.openKeys();
  const { templates } = createTeamFolders(folder.root, (id) => store.templateIndex(id)).team(team.id);
  const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
  await templates.putAsset(sha256(logo), logo);
  const content = {
    uuid: undefined,
    slug: 'note',
    document: { name: 'Note', pages: [{ body: [] }], dataSchema: true, exampleData: {} },
    assets: { 'logo.svg': sha256(logo) },
  };
  const templateUuid = await templates.create(content, { maxTemplates: 10 });
  const blobs = createFileBlobs(folder.results).team(team.id);
  const finish = async () => {
    const job = { ...newJob(Date.now()), templateUuid };
    await store.team(team.id).jobs.create(job, many);
    const [claim] = await store.queue.claim(1, 30_000);
    const bytes = Buffer.from(`%PDF of ${claim!.uuid}`);
    await blobs.write(result(claim!).blob, resultOf(bytes));
    await store.queue.complete(claim!, { ...result(claim!), bytes: bytes.length, sha256: sha256(bytes) }, [], 86_400_000);
    return job.uuid;
  };
  return { cwd, folder, admin, store, team, templates, templateUuid, content, blobs, finish };
}

/** Every file with its digest, by path. */
function digestsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.map((one) => [join(one.parentPath, one.name), sha256(readFileSync(join(one.parentPath, one.name)))]),
  );
}

test('what is backed up is restored: teams, templates with versions and assets, jobs, results, keys', async () => {
  const { cwd, folder, admin, store, team, templates, templateUuid, content, finish } = await makeData();
  const done = await finish();
  const waiting = newJob(Date.now());
  await store.team(team.id).jobs.create(waiting, many);
  const [target, dataDir] = [join(cwd, 'copy'), join(cwd, 'restored')];
  const report = await admin.backUp(target, '1.2.3');
  expect(await restoreData({ backup: target, dataDir, now: Date.now })).toMatchObject({
    files: report.files,
    bytes: report.bytes,
  });

  const restored = openDataFolder(dataDir);
  expect(readFileSync(restored.keys)).toEqual(readFileSync(folder.keys));
  const state = createSqliteStateStore({ path: restored.state, now: Date.now });
  const { jobs } = state.team(team.id);
  expect((await jobs.find(waiting.uuid))?.state).toBe('queued');
  const blob = (await jobs.find(done))!.result!.blob;
  const blobs = createFileBlobs(restored.results).team(team.id);
  expect(await readAll(blobs.read(blob))).toBe(`%PDF of ${done}`);
  const again = createTeamFolders(dataDir, (id) => state.templateIndex(id)).team(team.id).templates;
  expect(await again.describe(templateUuid)).toMatchObject({
    version: 1,
    entries: (await templates.describe(templateUuid)).entries,
  });
  expect(readFileSync((await again.getRecorded(templateUuid, 1)).assets['logo.svg']!.path, 'utf8')).toContain('<svg');
  // It goes on being a store that takes writes.
  await again.replace(templateUuid, { ...content, document: { ...content.document, name: 'B' }, assets: undefined }, [1]);
  expect((await again.get(templateUuid)).version).toBe(2);
});

test('a backup and what is restored are for their owner alone, and leave nothing behind', async () => {
  const { cwd, folder, admin, finish } = await makeData();
  await finish();
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  await admin.backUp(join(cwd, 'copy'), '1');
  await restoreData({ backup: join(cwd, 'copy'), dataDir: join(cwd, 'restored'), now: Date.now });
  for (const root of [join(cwd, 'copy'), join(cwd, 'restored')]) {
    for (const one of [
      { parentPath: root, name: '.', isFile: () => false },
      ...readdirSync(root, { recursive: true, withFileTypes: true }),
    ])
      expect([one.name, statSync(join(one.parentPath, one.name)).mode & 0o777]).toEqual([one.name, one.isFile() ? 0o600 : 0o700]);
  }
  expect(readdirSync(cwd).sort()).toEqual(['copy', 'data', 'restored']);
  expect(readdirSync(folder.root).filter((name) => name.includes('backup'))).toEqual([]);
  expect(readdirSync(join(cwd, 'copy')).sort()).toEqual(['keys.json', 'manifest.json', 'results', 'state.db', 'teams']);
});

test('a result that goes while the backup runs is expired in it, not lost', async () => {
  const { cwd, admin, team, blobs, finish } = await makeData();
  const [gone, kept] = [await finish(), await finish()];
  // As a deletion is: the row first, which the copy has not seen, then the file.
  await blobs.delete(`${gone}-1.pdf`);
  await admin.backUp(join(cwd, 'copy'), '1');
  await restoreData({ backup: join(cwd, 'copy'), dataDir: join(cwd, 'restored'), now: Date.now });
  const state = createSqliteStateStore({ path: dataFolderAt(join(cwd, 'restored')).state, now: Date.now });
  const { jobs } = state.team(team.id);
  expect((await jobs.find(gone))?.state).toBe('expired');
  expect((await jobs.find(kept))?.state).toBe('completed');
  await state.close();
});

test('every backup made while other processes write has all that its database speaks of', async () => {
  const { cwd, folder, admin, team, templateUuid } = await makeData();
  const writer = new URL('write-data.ts', import.meta.url);
  const writers = ['1', '2'].map((own) => startProcess(writer, [folder.root, team.id, templateUuid, own]));
  for (const { says } of writers) await says('writing');
  for (let round = 0; round < 3; round++) {
    const [backup, dataDir] = [join(cwd, `copy${round}`), join(cwd, `restored${round}`)];
    await admin.backUp(backup, '1');
    await restoreData({ backup, dataDir, now: Date.now });
    await checkWhole(dataDir, team.id);
  }
  for (const { child, ends } of writers) {
    expect(child.exitCode).toBeNull();
    child.stdin!.end();
    expect((await ends()).code).toBe(0);
  }
});

/** Each job's version and each completed job's result are there, as recorded. */
async function checkWhole(dataDir: string, teamId: string): Promise<void> {
  const folder = openDataFolder(dataDir);
  const store = createSqliteStateStore({ path: folder.state, now: Date.now });
  const { templates } = createTeamFolders(dataDir, (id) => store.templateIndex(id)).team(teamId);
  const blobs = createFileBlobs(folder.results).team(teamId);
  let completed = 0;
  let after: StateKey | undefined;
  do {
    const { items, hasMore } = await store.team(teamId).jobs.list({}, 100, after);
    for (const { templateUuid, templateVersion, result: stored } of items) {
      const { assets } = await templates.getRecorded(templateUuid, templateVersion);
      for (const { path, sha256: digest } of Object.values(assets)) expect(sha256(readFileSync(path))).toBe(digest);
      if (!stored) continue;
      completed++;
      expect(sha256(Buffer.from(await readAll(blobs.read(stored.blob))))).toBe(stored.sha256);
    }
    after = hasMore ? items.at(-1) : undefined;
  } while (after);
  await store.close();
  expect(completed).toBeGreaterThan(0);
}

const spoilt: readonly (readonly [what: string, spoil: (copy: string) => void, message: RegExp])[] = [
  [
    'a file that was changed',
    (copy: string) => appendFileSync(join(copy, 'keys.json'), ' '),
    /keys\.json of the backup is damaged/,
  ],
  ['a file that is missing', (copy: string) => rmSync(join(copy, 'state.db')), /state\.db is missing/],
  [
    'a manifest of a newer program',
    (copy: string) => editManifest(copy, (one) => ({ ...one, format: 2, version: '9.0.0' })),
    /format 2, made by pdfgen "9\.0\.0"/,
  ],
  [
    'a manifest that leads elsewhere',
    (copy: string) =>
      editManifest(copy, (one) => ({ ...one, files: [{ path: 'teams/../../out', bytes: 0, sha256: sha256(Buffer.alloc(0)) }] })),
    /manifest\.json is damaged/,
  ],
  [
    'a manifest without a database',
    (copy: string) => editManifest(copy, (one) => ({ ...one, files: [] })),
    /state\.db is missing/,
  ],
  ['a folder that is no backup', (copy: string) => rmSync(join(copy, 'manifest.json')), /is not a backup/],
  ['a manifest that is no JSON', (copy: string) => writeFileSync(join(copy, 'manifest.json'), '{'), /manifest\.json is damaged/],
];
test('a backup that is spoilt is refused, and nothing of it is restored', async () => {
  const { cwd, admin } = await makeData();
  const good = join(cwd, 'good');
  await admin.backUp(good, '1');
  for (const [i, [what, spoil, message]] of spoilt.entries()) {
    const [backup, dataDir] = [join(cwd, `copy${i}`), join(cwd, `restored${i}`)];
    cpSync(good, backup, { recursive: true });
    spoil(backup);
    await expect(restoreData({ backup, dataDir, now: Date.now }), what).rejects.toThrow(message);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : [], what).toEqual([]);
    expect(existsSync(join(cwd, 'out')), what).toBe(false);
  }
});

function editManifest(copy: string, edit: (manifest: Record<string, unknown>) => unknown): void {
  const path = join(copy, 'manifest.json');
  writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)));
}

test('a folder with something in it is never restored into, nor backed up over', async () => {
  const { cwd, folder, admin } = await makeData();
  const backup = join(cwd, 'copy');
  await admin.backUp(backup, '1');
  const before = digestsOf(backup);
  await expect(admin.backUp(backup, '1')).rejects.toThrow(/already exists/);
  expect(digestsOf(backup)).toEqual(before);
  await expect(admin.backUp(join(folder.root, 'copy'), '1')).rejects.toThrow(/is inside the data folder/);
  const other = makeFolder({ mine: 'x' });
  await expect(restoreData({ backup, dataDir: other, now: Date.now })).rejects.toThrow(/is not empty/);
  expect(readdirSync(other)).toEqual(['mine']);
  await expect(restoreData({ backup, dataDir: folder.root, now: Date.now })).rejects.toThrow(/is not empty/);
});

test('of two restores into one folder one wins, and its data is whole', async () => {
  const { cwd, admin, team, finish } = await makeData();
  await finish();
  const [backup, dataDir] = [join(cwd, 'copy'), join(cwd, 'restored')];
  await admin.backUp(backup, '1');
  const ends = await Promise.allSettled([1, 2].map(() => restoreData({ backup, dataDir, now: Date.now })));
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await checkWhole(dataDir, team.id);
});

test('of two backups at once one is refused and says why, and leaves nothing; the other is whole', async () => {
  const { cwd, folder, admin } = await makeData();
  const other = await openAdmin({ dataDir: folder.root, now: Date.now });
  const [first, second] = await Promise.allSettled([admin.backUp(join(cwd, 'a'), '1'), other.backUp(join(cwd, 'b'), '1')]);
  await other.close();
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_REQUEST' } });
  expect(String((second as PromiseRejectedResult).reason)).toContain(`Another backup of ${folder.root} is running.`);
  expect(readdirSync(cwd).sort()).toEqual(['a', 'data']);
  await restoreData({ backup: join(cwd, 'a'), dataDir: join(cwd, 'restored'), now: Date.now });
  await admin.backUp(join(cwd, 'b'), '1');
});

test('what a backup that was killed left in the data folder goes with the next', async () => {
  const { cwd, folder, admin } = await makeData();
  mkdirSync(join(folder.root, '.backup'));
  cpSync(folder.keys, join(folder.root, '.backup', randomUUID()));
  await admin.backUp(join(cwd, 'copy'), '1');
  expect(existsSync(join(folder.root, '.backup'))).toBe(false);
  expect(Object.keys(digestsOf(join(cwd, 'copy'))).some((path) => path.includes('.backup'))).toBe(false);
});
