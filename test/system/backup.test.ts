// Backups of a server that works. kills.rest.test.ts kills one at many moments.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrate, migrations } from '../../src/store/sqlite/migrate.ts';
import { letter } from '../contract/engine.suite.ts';
import { ends } from '../support/ends.ts';
import { pixel } from '../support/pixel.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';
import { type ServeProcess, startProgram, startServe } from '../support/serve-process.ts';

async function serve(dataDir: string): Promise<ServeProcess> {
  const server = await startServe(dataDir, ['--threads', '2']);
  onTestFinished(() => server.kill());
  return server;
}

const clientOf = ({ url }: ServeProcess, token: string) => createHttpEngine({ baseUrl: url, token });

/** Batches, template versions and editor sessions, one after the other, until it is told to end. */
async function makeLoad(engine: ReturnType<typeof clientOf>, templateUuid: string, signal: AbortSignal): Promise<number> {
  let rounds = 0;
  while (!signal.aborted) {
    const items = Array.from({ length: 20 }, (_, i) => ({ data: { name: `${rounds}.${i}` } }));
    await engine.createRenderBatch({ params: { uuid: templateUuid }, body: { items } });
    await engine.createTemplate({ body: letter(`letter-${rounds}`) });
    rounds++;
  }
  return rounds;
}

async function endOf({ child, stderr }: ReturnType<typeof startProgram>): Promise<{ code: number | null; stderr: string }> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done));
  return { code: child.exitCode, stderr: stderr() };
}

async function sha256Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

test('a backup of a server under load is one moment: what it restores to serves all of it, with the same keys, and a damaged one is refused', async () => {
  const cwd = makeFolder();
  const server = await serve(join(cwd, 'data'));
  const engine = clientOf(server, server.token);
  const { uuid: templateUuid } = await engine.createTemplate({ body: letter('letter') });
  const pair = { baseTemplateUuid: templateUuid, externalUuid: '01890000-0000-7000-8000-000000000001' };
  const { capability } = await engine.openEditorSession({ params: pair, body: {} });
  const edit = (url: string, path: string, init: RequestInit = {}) =>
    fetch(`${url}/editor/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${capability}`, 'content-type': 'application/json', ...init.headers },
    });
  const pages = [{ body: ['Hello {{ name }}'] }];
  const asked = await edit(server.url, 'assets', { method: 'POST', body: pixel, headers: { 'content-type': 'image/png' } });
  const { src } = (await asked.json()) as { src: string };
  await edit(server.url, 'template', { method: 'PUT', body: JSON.stringify({ pages }), headers: { 'if-match': '"1"' } });
  const draft = JSON.stringify({ pages: `[ not yet ${src}`, revision: 1 });
  expect((await edit(server.url, 'draft', { method: 'PUT', body: draft, headers: { 'if-none-match': '*' } })).status).toBe(200);
  const over = new AbortController();
  const load = makeLoad(engine, templateUuid, over.signal);
  while ((await engine.listRenderBatches({ query: { limit: 1 } })).items.length === 0) await sleep(10);
  const backup = startProgram(['backup', '--data-dir', join(cwd, 'data'), '-o', join(cwd, 'copy')]);
  expect(await endOf(backup)).toMatchObject({ code: 0 });
  over.abort();
  expect(await load).toBeGreaterThan(0);
  await server.kill();

  const restored = await runCli(['restore', 'copy', '--data-dir', 'restored', '--json'], { cwd });
  expect(restored).toMatchObject({ exitCode: 0 });
  // The first token is no part of a backup: it is shown once. Its hash is.
  const other = startProgram(['serve', '--data-dir', join(cwd, 'restored'), '--port', '0', '--min-free-bytes', '0']);
  onTestFinished(() => other.kill());
  const url = await other.says(/listening on (\S+)/);
  const again = createHttpEngine({ baseUrl: url, token: server.token });
  const { items: batches } = await again.listRenderBatches({ query: { limit: 200 } });
  expect(batches.length).toBeGreaterThan(0);
  for (const { batchUuid } of batches) {
    // A batch is there with all its jobs or not at all, and what had not ended goes on.
    const batch = await again.getRenderBatch({ params: { batchUuid }, query: { wait: 60 } });
    expect(batch).toMatchObject({ state: 'completed', counts: { total: 20, completed: 20 } });
    const { jobUuid, result } = batch.items[0]!;
    const pdf = await again.getRenderJobResult({ params: { uuid: jobUuid } });
    expect(await sha256Of(pdf.read())).toBe(result!.sha256);
  }
  expect(await (await edit(url, 'template')).json()).toMatchObject({ pages, revision: 2 });
  expect(await (await edit(url, 'draft')).json()).toMatchObject({ draft: 1, pages: `[ not yet ${src}` });
  expect(Buffer.from(await (await edit(url, `assets/${src.slice('asset:'.length)}`)).arrayBuffer())).toEqual(pixel);
  expect((await edit(url, 'revisions/1')).status).toBe(200);

  const { files } = JSON.parse(readFileSync(join(cwd, 'copy/manifest.json'), 'utf8')) as { files: { path: string }[] };
  const { path } = files.find((one) => one.path.startsWith('teams/'))!;
  appendFileSync(join(cwd, 'copy', path), ' ');
  await ends(runCli(['restore', 'copy', '--data-dir', 'none'], { cwd }), 2, path);
  expect(existsSync(join(cwd, 'none/.pdfgen-data.json'))).toBe(false);
  await ends(runCli(['restore', 'copy', '--data-dir', 'data'], { cwd }), 2, 'is not empty');
});

test('an older program refuses what a newer has changed, and works again with the copy that the newer put aside', async () => {
  const cwd = makeFolder();
  const server = await serve(join(cwd, 'data'));
  await clientOf(server, server.token).createTemplate({ body: letter('letter') });
  await server.kill();
  const path = join(cwd, 'data/state.db');
  const database = openDatabase(path);
  migrate(database, path, { steps: [...migrations, 'ALTER TABLE teams RENAME COLUMN name TO title'] });
  database.close();
  await ends(endOf(startProgram(['serve', '--data-dir', join(cwd, 'data'), '--port', '0'])), 2, 'made by a newer pdfgen');
  // As docs/guides/maintenance.md says.
  for (const name of ['state.db', 'state.db-wal', 'state.db-shm']) rmSync(join(cwd, 'data', name), { force: true });
  renameSync(`${path}.form-${migrations.length}.bak`, path);
  const again = await serve(join(cwd, 'data'));
  expect(await clientOf(again, server.token).whoami({})).toMatchObject({ team: 'default' });
});
