// Moves of a data folder into a database and a bucket.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { dataFolderAt, holdServerLock, writeMarker } from '../../src/store/data-folder/data-folder.ts';
import { teamFolder } from '../../src/store/filesystem/create-team-folders.ts';
import { leftTables, madeTables, ownColumns, replacedColumns } from '../../src/store/move/moved-tables.ts';
import { sharedTables } from '../../src/store/sql/tables.ts';
import { createSqliteStateStore } from '../../src/store/sqlite/create-sqlite-state-store.ts';
import { openDatabase as openSqlite } from '../../src/store/sqlite/database.ts';
import { createUuid } from '../../src/store/uuid.ts';
import { newBatch } from '../store/state-store.suite.ts';
import { makeCluster, type TestCluster } from '../support/cluster.ts';
import { ends } from '../support/ends.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';
import { pixel } from '../support/pixel.ts';
import { addressOf, createDatabase, query as queryAt } from '../support/postgres.ts';
import { openReceiver } from '../support/receiver.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';
import { startProgram } from '../support/serve-process.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const dataSchema = { type: 'object', properties: { name: { type: 'string', maxLength: 40 } } };
const letter = { name: 'Letter', dataSchema, exampleData: { name: 'Ada' } };
const external = '0190a1b2-0000-7000-8000-00000000e001';

/** A data folder as the server leaves it at its end. */
function copyFolder(server: OpenedServer): string {
  const dataDir = join(makeFolder(), 'data');
  cpSync(server.folder, dataDir, { recursive: true });
  const folder = dataFolderAt(dataDir);
  writeMarker(folder);
  const state = openSqlite(folder.state);
  state.all('PRAGMA wal_checkpoint(TRUNCATE)');
  state.close();
  return dataDir;
}

function move(cluster: TestCluster, dataDir: string, ...more: readonly string[]) {
  const env = cluster.variables;
  Object.assign(process.env, cluster.env);
  return runCli(['migrate-data', dataDir, ...more], { cwd: makeFolder(), env });
}

/** Digests of all files of a folder, but for locks and the marks of SQLite. */
function digestFolder(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/state\.db-(?:shm|wal)$|moved\.json$/.test(path))
      .map((path) => [path, sha256Of(readFileSync(path))] as const),
  );
}

/** What a server answers to every call that reads, by address. */
async function readEverything(server: OpenedServer, token: string): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  const read = async (path: string): Promise<{ items?: Record<string, unknown>[] } & Record<string, unknown>> => {
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const body = isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {};
    const { requestId: _, ...said } = body;
    answers.set(path, {
      status: answer.status,
      headers: ['content-type', 'content-disposition', 'etag'].map((name) => answer.headers.get(name)),
      body: isJson ? said : sha256Of(bytes),
    });
    return body;
  };
  await read('/whoami');
  for (const { uuid } of (await read('/templates?limit=100')).items!) {
    const { assets } = await read(`/templates/${uuid as string}`);
    for (const { sha256 } of Object.values((assets ?? {}) as Record<string, { sha256: string }>)) await read(`/assets/${sha256}`);
    for (const { version } of (await read(`/templates/${uuid as string}/versions`)).items!)
      await read(`/templates/${uuid as string}/versions/${version as number}`);
  }
  for (const one of (await read('/embedded-templates')).items!)
    await read(`/embedded-templates/${one.baseTemplateUuid as string}/${one.externalUuid as string}`);
  for (const { uuid } of (await read('/render-jobs?limit=100')).items!) {
    await read(`/render-jobs/${uuid as string}`);
    await read(`/render-jobs/${uuid as string}/result`);
  }
  for (const one of ['/webhooks', '/webhook-deliveries']) await read(one);
  for (const { batchUuid } of (await read('/render-batches')).items!)
    await read(`/render-batches/${batchUuid as string}?limit=100`);
  return answers;
}

test('no table and no column of either database is forgotten', async () => {
  const folder = makeFolder();
  const path = join(folder, 'state.db');
  await createSqliteStateStore({ path, now: Date.now }).close();
  const sqlite = openSqlite(path);
  const inSqlite = new Map(
    sqlite
      .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .map(({ name }) => [name, sqlite.all<{ name: string }>(`PRAGMA table_info(${name})`).map((column) => column.name)]),
  );
  sqlite.close();
  const postgres = inject('postgresFolder');
  const url = addressOf(postgres, await createDatabase(postgres));
  const inPostgres = new Map<string, string[]>();
  for (const { table, name } of await queryAt(
    url,
    "SELECT table_name AS table, column_name AS name FROM information_schema.columns WHERE table_schema = 'public'",
  ))
    inPostgres.set(table!, [...(inPostgres.get(table!) ?? []), name!]);
  const plain = Object.keys(sharedTables);
  const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

  expect(sorted(inSqlite.keys())).toEqual(sorted([...plain, ...Object.keys(replacedColumns), ...leftTables]));
  const { fromFiles, sums, ofProcesses } = madeTables;
  expect(sorted(inPostgres.keys())).toEqual(
    sorted([...plain, ...Object.keys(ownColumns), ...fromFiles, ...Object.keys(sums), ...ofProcesses]),
  );
  for (const table of plain) expect(sorted(inPostgres.get(table)!), table).toEqual(sorted(inSqlite.get(table)!));
  for (const [table, columns] of Object.entries(sums)) expect(sorted(inPostgres.get(table)!), table).toEqual(sorted(columns));
  const kept = (all: ReadonlyMap<string, string[]>, but: Readonly<Record<string, readonly string[]>>, table: string) =>
    all.get(table)!.filter((name) => !but[table]!.includes(name));
  for (const table of ['batches', 'job_data'])
    expect(sorted(kept(inPostgres, ownColumns, table)), table).toEqual(sorted(kept(inSqlite, replacedColumns, table)));
  expect(sorted(['jobs', 'queue'].flatMap((table) => kept(inPostgres, ownColumns, table)))).toEqual(
    sorted(kept(inSqlite, replacedColumns, 'jobs')),
  );
});

test('after the move every call gets the answer that it got before, and jobs that waited are rendered', async () => {
  const old = await openServer({ worker: false, settings: { webhookNetworks: ['127.0.0.1'] } });
  onTestFinished(() => old.close());
  const { engine } = old;
  const endpoint = await openReceiver();
  const { secret } = await engine.createWebhook({ body: { url: endpoint.url, events: ['job.completed'] } });
  const worker = await old.service.startWorker({ concurrency: 2 });
  await engine.putAsset({ params: { sha256: sha256Of(pixel) }, body: pixel });
  const picture = { 'dot.png': { sha256: sha256Of(pixel), bytes: pixel.length, type: 'image/png' } };
  const pages = [{ body: ['Dear {{ name }}', { image: 'dot.png', width: 20 }] }];
  const { uuid } = await engine.createTemplate({
    body: { ...letter, slug: 'letter', tags: ['a'], pages, assets: picture } as never,
  });
  const params = { uuid };
  await engine.createRenderJob({ params, body: { data: { name: 'Ada' } } });
  await engine.replaceTemplate({
    params: { uuid },
    body: { ...letter, slug: 'letters', pages: [{ body: ['{{ name }}'] }] } as never,
  });
  const gone = await engine.createTemplate({ body: { ...letter, slug: 'gone', pages: [{ body: ['x'] }] } as never });
  await engine.createRenderJob({ params: { uuid: gone.uuid }, body: { data: {} } });
  await engine.deleteTemplate({ params: { uuid: gone.uuid } });
  const pair = { baseTemplateUuid: uuid, externalUuid: external };
  const session = await engine.openEditorSession({ params: pair });
  const { engine: editor } = await old.service.openEditor(session.capability);
  const { src } = await editor.addEditorAsset({ body: pixel });
  const body = { pages: [{ body: [{ image: src, width: 10 }] }] };
  await editor.saveEditorTemplate({ body, headers: { 'if-match': '"1"' } } as never);
  const draft = { pages: `[{ "body": [ "${src}" 1e999, "ü😀"`, revision: 1 };
  const { draft: number } = await editor.saveEditorDraft({ headers: { 'if-none-match': '*' }, body: draft });
  await engine.createEmbeddedRenderJob({ params: pair, body: { data: { name: 'Bo' } } });
  const items = Array.from({ length: 5 }, (_, n) => ({ reference: `r${n}`, data: { name: `n${n}` } }));
  const batch = await engine.createRenderBatch({ params, body: { items } });
  await engine.getRenderBatch({ params: { batchUuid: batch.batchUuid }, query: { wait: 30 } });
  await expect.poll(async () => (await engine.listRenderJobs({ query: { state: 'queued' } })).items).toEqual([]);
  const discarded = (await engine.listRenderJobs({})).items.at(-1)!;
  await engine.deleteRenderJob({ params: { uuid: discarded.uuid } });
  await worker.stop(10_000);
  const keyed = { params, body: { data: { name: 'waits' } }, headers: { 'idempotency-key': 'k1' } };
  const waiting = await engine.createRenderJob(keyed);
  const canceled = await engine.createRenderJob({ params, body: { data: { name: 'no' } } });
  await engine.cancelRenderJob({ params: { uuid: canceled.uuid } });
  const waitingBatch = await engine.createRenderBatch({ params, body: { items, options: { priority: 3 } } } as never);
  const other = await old.tokenOf('other');
  const metricsToken = await old.metricsToken();
  const revoked = await old.tokenOf('other');
  await old.revoke(revoked);
  const before = await readEverything(old, old.token);
  expect(before.size).toBeGreaterThan(30);

  const dataDir = copyFolder(old);
  const files = digestFolder(dataDir);
  const cluster = await makeCluster();
  const moved = await move(cluster, dataDir, '--json');
  expect(moved).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(moved.stdout)).toMatchObject({
    path: dataDir,
    rows: {
      ...{ teams: 2, tokens: 3, metrics_tokens: 1, batches: 2, idempotency_keys: 1 },
      ...{ editor_sessions: 1, embedded_revisions: 2, embedded_drafts: 1 },
    },
    results: 7,
    resultsLeftOut: 0,
  });
  expect(digestFolder(dataDir)).toEqual(files);

  const now = await openServer({
    stores: await cluster.openUnowned(),
    worker: false,
    settings: { webhookNetworks: ['127.0.0.1'] },
  });
  onTestFinished(() => now.close());
  expect(await readEverything(now, old.token)).toEqual(before);
  expect(JSON.stringify(await cluster.query('SELECT * FROM webhooks'))).not.toContain(secret.slice('whsec_'.length));
  // What waited before the move is delivered after it, with the same secret.
  await now.service.startDeliverer(() => {});
  await expect.poll(() => endpoint.received.length).toBe(3);
  for (const one of endpoint.received) new Webhook(secret).verify(one.body, one.headers as Record<string, string>);
  const { engine: sameEditor } = await now.service.openEditor(session.capability);
  for (const call of ['getEditorTemplate', 'getEditorDraft', 'listEditorRevisions'] as const)
    expect(await sameEditor[call]({})).toEqual(await editor[call]({}));
  expect((await sameEditor.getEditorRevision({ params: { revision: 1 } })).pages).toEqual([{ body: ['{{ name }}'] }]);
  const next = await sameEditor.saveEditorDraft({ headers: { 'if-match': `"${number}"` }, body: draft });
  expect(next.draft).toBe(number + 1);
  const answered = async (token: string) =>
    (await fetch(`${now.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await answered(other), await answered(revoked), await answered(metricsToken)]).toEqual([200, 401, 403]);
  const same = createHttpEngine({ baseUrl: now.url, token: old.token });
  expect((await same.createRenderJob(keyed)).uuid).toBe(waiting.uuid);
  await now.service.startWorker({ concurrency: 2 });
  const ended = await same.getRenderBatch({ params: { batchUuid: waitingBatch.batchUuid }, query: { wait: 30 } });
  expect(ended).toMatchObject({ state: 'completed', counts: { completed: 5 } });
  expect((await same.getRenderJob({ params: { uuid: waiting.uuid }, query: { wait: 30 } })).state).toBe('completed');
});

/** A folder with jobs of one team that wait, and jobs with results. */
async function makeJobs(count: number): Promise<string> {
  const old = await openServer({ worker: false, limits: { maxBatchItems: 100_000 } });
  const { uuid } = await old.engine.createTemplate({ body: { ...letter, slug: 'letter', pages: [{ body: ['x'] }] } });
  const params = { uuid };
  const data = { name: 'n'.repeat(40) };
  await old.engine.createRenderBatch({ params, body: { items: Array.from({ length: 40 }, () => ({ data })) } });
  await old.service.startWorker({ concurrency: 2 });
  await expect
    .poll(async () => (await old.engine.listRenderJobs({ query: { state: 'completed', limit: 100 } })).items.length)
    .toBe(40);
  const dataDir = copyFolder(old);
  await old.close();
  // Rows as the server writes them: so many calls would take long.
  const state = createSqliteStateStore({ path: join(dataDir, 'state.db'), now: Date.now });
  const [team] = await state.access.listTeams();
  const { items, ...batch } = newBatch(Date.now(), count);
  const rows = items.map((item) => ({ ...item, data: JSON.stringify(data) }));
  const made = { ...batch, templateUuid: uuid, items: rows };
  await state.team(team!.id).batches.create(made, { maxUnfinished: 1_000_000 });
  await state.close();
  return dataDir;
}

test('a move that is killed again and again goes on where it was, and nothing is missing or double', async () => {
  const dataDir = await makeJobs(3_000);
  const cluster = await makeCluster();
  const args = ['migrate-data', dataDir];
  const temporary = makeFolder();
  const env = { ...cluster.variables, TMPDIR: temporary };
  let kills = 0;
  for (const step of ['Reading', 'teams', 'jobs', 'jobs', 'Comparing']) {
    const running = startProgram(args, env);
    onTestFinished(() => running.kill());
    const heard = () => running.stderr().includes(step);
    while (!heard() && running.child.exitCode === null) await sleep(5);
    if (running.child.exitCode === null) kills++;
    await running.kill();
    // A server that starts on half of the data, or before it, would answer that jobs are missing.
    if (kills <= 2) {
      const words = ['pdfgen migrate-data again', 'or empty the database and the bucket to begin anew'];
      await ends(runCli(['teams', 'list'], { cwd: dataDir, env: cluster.variables }), 7, ...words);
    }
    // The folder served again would take new data, which no move would find.
    if (step !== 'Reading') {
      for (const args of [['serve', '--port', '0'], ['worker'], ['teams', 'list']]) {
        await ends(
          runCli([...args, '--data-dir', dataDir], { cwd: makeFolder() }),
          2,
          `To finish it, run pdfgen migrate-data ${dataDir} again with the same database and bucket.`,
          `To use the folder instead, remove ${join(dataDir, 'moving.json')};`,
        );
      }
    }
  }
  expect(kills).toBeGreaterThan(1);
  const last = startProgram([...args, '--quiet'], env);
  expect(await last.says(/^(.+)\n/)).toBe(dataDir);
  await once(last.child, 'exit');
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['moved.json']));
  expect(readdirSync(dataDir)).not.toContain('moving.json');
  // Killed moves leave no copy of the database behind.
  expect(readdirSync(temporary)).toEqual([]);
  const moved = await move(cluster, dataDir, '--json');
  expect(JSON.parse(moved.stdout)).toMatchObject({ rows: { jobs: 3_040, batches: 2 }, results: 40, resultsLeftOut: 0 });
  expect(await cluster.query('SELECT count(*)::int AS n FROM queue')).toEqual([{ n: 3_000 }]);
  const sums = await cluster.query('SELECT unfinished::int, completed::int, alone::int FROM team_sums');
  expect(sums).toEqual([{ unfinished: 3_000, completed: 40, alone: 0 }]);
  expect((await cluster.keys()).filter((key) => key.startsWith('results/'))).toHaveLength(40);
});

test('a folder or a target that is in use or holds other data is refused, and nothing is changed', async () => {
  const dataDir = await makeJobs(1);
  const cluster = await makeCluster();
  const refusedWith = (message: string) => ends(move(cluster, dataDir), 2, message);
  const server = startProgram(['serve', '--data-dir', dataDir, '--port', '0', '--workers', '0', '--min-free-bytes', '0']);
  onTestFinished(() => server.kill());
  await server.says(/listening on (\S+)/);
  await refusedWith('Another server is running');
  await server.kill();
  const release = holdServerLock(dataFolderAt(dataDir), 'move');
  await refusedWith('pdfgen migrate-data is moving');
  const second = runCli(['serve', '--data-dir', dataDir, '--port', '0'], { cwd: makeFolder() });
  await ends(second, 2, 'pdfgen migrate-data is moving');
  release();
  const held = openSqlite(join(dataDir, 'state.db'));
  held.run("UPDATE jobs SET state = 'processing', owner = 'elsewhere 7 -', lease_ms = ? WHERE state = 'queued'", [
    Date.now() + 60_000,
  ]);
  await refusedWith('A worker renders 1 job');
  held.run("UPDATE jobs SET lease_ms = 1 WHERE state = 'processing'");
  held.close();

  const stores = await cluster.openUnowned();
  await refusedWith('Stop the processes that use the database: server on');
  await stores.state.access.createTeam('other');
  await stores.close();
  await refusedWith('The database holds other data, in the table teams');
  await cluster.query('DELETE FROM teams');
  await refusedWithBucket();
  expect(await cluster.query('SELECT count(*)::int AS n FROM moves')).toEqual([{ n: 0 }]);
  expect(await cluster.query('SELECT moving FROM store_form')).toEqual([{ moving: false }]);
  for (const note of ['moving.json', 'moved.json']) expect(readdirSync(dataDir)).not.toContain(note);

  expect((await move(cluster, dataDir)).exitCode).toBe(0);
  // The job of the lost worker waits again.
  expect(await cluster.query('SELECT process_losses, owner FROM queue')).toEqual([{ process_losses: 1, owner: null }]);
  for (const args of [['serve'], ['worker'], ['teams', 'list']])
    await ends(runCli([...args, '--data-dir', dataDir], { cwd: makeFolder() }), 2, 'was moved into a database');
  rmSync(join(dataDir, 'moved.json'));
  expect((await runCli(['teams', 'create', 'late', '--data-dir', dataDir], { cwd: makeFolder() })).exitCode).toBe(0);
  await refusedWith('the folder was used after its move');

  async function refusedWithBucket(): Promise<void> {
    const other = await makeCluster();
    const used = await other.open();
    const bytes = Buffer.from('%PDF');
    const key = `${createUuid(Date.now())}-1.pdf`;
    await used.results.team('a').write(key, { bytes: 4, sha256: sha256Of(bytes), chunks: [bytes] });
    const moved = move({ ...cluster, variables: { ...cluster.variables, PDFGEN_OBJECTS: other.settings.objects } }, dataDir);
    await ends(moved, 2, `The bucket holds other data, such as results/a/${key}`);
  }
});

test('results that are missing or damaged are left out and told', async () => {
  const dataDir = await makeJobs(1);
  const results = join(dataDir, 'results');
  const [team] = readdirSync(results);
  const [missing, damaged] = readdirSync(join(results, team!));
  rmSync(join(results, team!, missing!));
  appendFileSync(join(results, team!, damaged!), 'x');
  const cluster = await makeCluster();
  await ends(move(cluster, dataDir), 0, 'The files of 2 results are missing or damaged');
  expect((await cluster.keys()).filter((key) => key.startsWith('results/'))).toHaveLength(38);
});

test('a template with a character that no database stores is named, and the move goes on once it is gone', async () => {
  const dataDir = await makeJobs(1);
  const [team] = readdirSync(join(dataDir, 'results'));
  const path = join(teamFolder(dataDir, team!), 'templates', 'letter', 'template.json');
  const document = readFileSync(path, 'utf8');
  const cluster = await makeCluster();
  for (const written of ['\\u0000', '\\ud83d']) {
    writeFileSync(path, document.replace('"Letter"', `"Let${written}ter"`));
    const refused = await move(cluster, dataDir);
    expect(refused.stderr).toContain(`The template letter of the team ${team} has the character U+0000 or half of a surrogate`);
  }
  writeFileSync(path, document);
  expect((await move(cluster, dataDir)).exitCode).toBe(0);
});
