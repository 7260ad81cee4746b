// Servers and workers of many machines, as processes of their own on a real database and a real object store.
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { makeCluster } from '../support/cluster.ts';
import { ends } from '../support/ends.ts';
import { freePort } from '../support/free-port.ts';
import { openServer } from '../support/open-server.ts';
import { startDatabaseRelay } from '../support/postgres.ts';
import { startRelay } from '../support/relay.ts';
import { makeFolder } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';
import { startProgram } from '../support/serve-process.ts';

async function openCluster() {
  const { settings, env: keys, query } = await makeCluster();
  const { database, objects, masterKeyFile, cacheDir } = settings;
  const env = {
    ...keys,
    PDFGEN_DATABASE: database,
    PDFGEN_OBJECTS: objects,
    PDFGEN_MASTER_KEY_FILE: masterKeyFile!,
    PDFGEN_CACHE_DIR: cacheDir,
    PDFGEN_THREADS: '1',
    // A time that a busy machine does not reach.
    PDFGEN_DATABASE_SECONDS: '60',
  };
  const cwd = makeFolder();
  const run = async (...args: readonly string[]) => execa(process.execPath, [program, ...args], { cwd, env, reject: false });
  const startWith = (more: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const running = startProgram(args, { ...env, ...more });
    onTestFinished(() => running.kill());
    return running;
  };
  const start = (...args: readonly string[]) => startWith({}, ...args);
  const serve = async (port = 0, more: Readonly<Record<string, string>> = {}) => {
    const running = startWith(more, 'serve', '--port', String(port), '--workers', '0');
    return { ...running, url: await running.says(/listening on (\S+)/) };
  };
  /** Makes a team, and gives a token of it. */
  const makeToken = async () => {
    expect((await run('teams', 'create', 'acme')).exitCode).toBe(0);
    const scopes = ['templates:write', 'templates:read', 'render'].flatMap((scope) => ['--scope', scope]);
    return (await run('tokens', 'create', '--team', 'acme', '--name', 'ci', ...scopes)).stdout.trim();
  };
  return { cwd, env, run, start, startWith, serve, makeToken, query };
}

const note = {
  slug: 'note',
  name: 'Note',
  pages: [{ body: ['Hello {{ name }}'] }],
  dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  exampleData: { name: 'Ada' },
};

test('two servers and their workers share everything, and a worker that is killed loses nothing', async () => {
  const { run, start, serve, makeToken, query } = await openCluster();
  const [one, two] = [await serve(), await serve()];
  await expect.poll(() => one.stderr()).toContain('There is no team yet.');
  const token = await makeToken();
  const engines = [one, two].map(({ url }) => createHttpEngine({ baseUrl: url, token }));
  const { uuid: templateUuid } = await engines[0]!.createTemplate({ body: note });

  const first = start('worker');
  await expect.poll(() => first.child.exitCode).toBeNull();
  const items = Array.from({ length: 120 }, (_, n) => ({ reference: `r${n}`, data: { name: `N${n}` } }));
  const { batchUuid } = await engines[0]!.createRenderBatch({ params: { uuid: templateUuid }, body: { items } });
  await expect
    .poll(async () => (await engines[1]!.getRenderBatch({ params: { batchUuid } })).counts.completed)
    .toBeGreaterThan(3);
  await first.kill();
  start('worker');
  start('worker');
  await expect.poll(async () => (await engines[0]!.getRenderBatch({ params: { batchUuid } })).state).toBe('completed');
  const counts = (await engines[1]!.getRenderBatch({ params: { batchUuid } })).counts;
  expect(counts).toMatchObject({ completed: 120, failed: 0 });
  expect(await query('SELECT count(*)::int AS n FROM queue')).toEqual([{ n: 0 }]);

  const id = (await run('tokens', 'list', '--json')).stdout;
  const [{ tokenId }] = (JSON.parse(id) as { items: [{ tokenId: string }] }).items;
  expect((await run('tokens', 'revoke', tokenId, '--yes')).exitCode).toBe(0);
  for (const engine of engines) await expect(engine.listTemplates({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

/** Options of Node.js for a process whose clock goes wrong by so many milliseconds. */
const shiftedClock = (ms: number): string => {
  const script = `const now=Date.now;Date.now=()=>now()+(${ms});globalThis.Date=class extends Date{constructor(...given){super(...(given.length>0?given:[Date.now()]))}}`;
  return `--import data:text/javascript,${encodeURIComponent(script)}`;
};

test('keyed calls to a killed server, clocks an hour apart and a network that swallows everything cost no job and make none twice', async () => {
  const { env, startWith, serve, makeToken, query } = await openCluster();
  const { relay, url: database } = await startDatabaseRelay(env.PDFGEN_DATABASE);
  onTestFinished(() => relay.end());
  const throughRelay = { PDFGEN_DATABASE: database, PDFGEN_DATABASE_SECONDS: '5' };
  let server = await serve(await freePort());
  const { url } = server;
  const token = await makeToken();
  const { uuid } = await createHttpEngine({ baseUrl: url, token }).createTemplate({ body: note });

  let accepted = 0;
  const send = async (n: number): Promise<void> => {
    const answer = await fetch(`${url}/api/v1/generate/async/${uuid}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': `key-${n}` },
      body: JSON.stringify({ data: { name: `N${n}` } }),
    }).catch(() => undefined);
    if (answer?.status === 202) accepted++;
    else await sleep(20).then(() => send(n));
  };
  const calls = Array.from({ length: 60 }, (_, n) => sleep(n * 5).then(() => send(n)));
  await expect.poll(() => accepted, { interval: 1 }).toBeGreaterThan(10);
  await server.kill();
  expect(accepted).toBeLessThan(60);
  server = await serve(Number(new URL(url).port), throughRelay);
  await Promise.all(calls);
  expect(await query('SELECT count(*)::int AS n FROM jobs')).toEqual([{ n: 60 }]);

  const hour = 3_600_000;
  for (const ms of [hour, -hour, 0]) startWith({ ...throughRelay, NODE_OPTIONS: shiftedClock(ms) }, 'worker');
  const ended = async () => (await query(`SELECT count(*)::int AS n FROM jobs WHERE finished_ms IS NOT NULL`))[0]!.n;
  await expect.poll(ended, { interval: 20 }).toBeGreaterThan(0);
  // The clocks make no job seem lost.
  expect(await query('SELECT max(attempts)::int AS attempts FROM jobs')).toEqual([{ attempts: 1 }]);
  relay.swallow();
  const swallowed = await fetch(`${url}/api/v1/templates`, { headers: { authorization: `Bearer ${token}` } });
  expect([swallowed.status, swallowed.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await swallowed.json()).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(await ended()).toBeLessThan(60);
  await relay.restore();
  await expect.poll(ended).toBe(60);
  expect(await query('SELECT state, count(*)::int AS n FROM jobs GROUP BY state')).toEqual([{ state: 'completed', n: 60 }]);
});

test('what is wrong with the database, the bucket or the key is said before a server listens', async () => {
  const { run, env, cwd } = await openCluster();
  const started = async (more: Readonly<Record<string, string>>) =>
    execa(process.execPath, [program, 'serve', '--port', '0'], {
      cwd,
      env: { ...env, ...more },
      reject: false,
      timeout: 120_000,
    });
  await ends(
    started({ PDFGEN_DATABASE: env.PDFGEN_DATABASE.replace(/\/\w+\?/, '/no_such_database?') }),
    7,
    /Check the user, password and database name in its URL\. The address is \S/,
  );
  await ends(started({ PDFGEN_OBJECTS: env.PDFGEN_OBJECTS.replace(/s3:\/\/[^?]+/, 's3://no-such-bucket') }), 7, 'no-such-bucket');
  await ends(started({ AWS_SECRET_ACCESS_KEY: 'wrong' }), 7, 'AWS_SECRET_ACCESS_KEY');
  await ends(started({ PDFGEN_MASTER_KEY_FILE: '' }), 2, 'openssl rand -base64 32');
  expect(readdirSync(cwd)).toEqual([]);
  expect(await run('backup', '-o', 'copy')).toMatchObject({ exitCode: 2 });
});

test('keys of the editor are changed in the database, and another master key is refused', async () => {
  const { run, env, cwd } = await openCluster();
  const count = async () => (JSON.parse((await run('keys', 'list', '--json')).stdout) as { items: unknown[] }).items.length;
  expect(await count()).toBe(0);
  expect(await run('keys', 'rotate')).toMatchObject({ exitCode: 0 });
  expect(await count()).toBe(1);
  expect(await run('keys', 'rotate')).toMatchObject({ exitCode: 0 });
  expect(await count()).toBe(2);
  const folder = makeFolder({ 'other.key': Buffer.alloc(32, 9).toString('base64'), 'short.key': 'YWJj' });
  for (const [file, message] of [
    ['other.key', 'another master key'],
    ['short.key', 'must hold 32 random bytes'],
    ['none.key', 'cannot be read'],
  ] as const) {
    const refused = await execa(process.execPath, [program, 'keys', 'list'], {
      cwd,
      env: { ...env, PDFGEN_MASTER_KEY_FILE: `${folder}/${file}` },
      reject: false,
    });
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) as string });
  }
});

test('while the object store is away, readiness and calls say so, and no job fails', async () => {
  const { settings, openUnowned } = await makeCluster();
  const endpoint = new URL(settings.objects).searchParams.get('endpoint')!;
  const relay = await startRelay(endpoint);
  onTestFinished(() => relay.end());
  const objects = settings.objects.replace(encodeURIComponent(endpoint), encodeURIComponent(relay.origin));
  expect(objects).not.toBe(settings.objects);
  const server = await openServer({ stores: await openUnowned({ objects }) });
  onTestFinished(() => server.close());
  expect(await server.service.findObstacles()).toEqual([]);
  const { uuid: templateUuid } = await server.engine.createTemplate({
    body: { slug: 'note', name: 'Note', pages: [{ body: ['Hello'] }], dataSchema: true, exampleData: {} },
  });
  await relay.cut();
  expect(await server.service.findObstacles()).toMatchObject([
    { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('The object store cannot be reached') as string },
  ]);
  const readiness = await fetch(`${server.url}/readyz`);
  expect([readiness.status, readiness.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await readiness.json()).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  const { uuid } = await server.engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: {} } });
  await expect.poll(async () => (await server.engine.getRenderJob({ params: { uuid } })).state).toBe('processing');
  await relay.restore();
  await expect.poll(async () => (await server.engine.getRenderJob({ params: { uuid } })).state).toBe('completed');
  expect(await server.service.findObstacles()).toEqual([]);
  await relay.cut();
  const lost = await fetch(`${server.url}/api/v1/render-jobs/${uuid}/result`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  await relay.restore();
});
