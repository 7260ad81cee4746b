// Servers and workers that start while the database or the object store is away.
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeCluster } from '../support/cluster.ts';
import { freePort } from '../support/free-port.ts';
import { startDatabaseRelay } from '../support/postgres.ts';
import { type PostgresServer, postgresIn } from '../support/postgres-server.ts';
import { startRelay } from '../support/relay.ts';
import { startProgram } from '../support/serve-process.ts';

/** A server of its own, which tests stop. */
let postgres: PostgresServer;
beforeAll(() => {
  postgres = postgresIn(mkdtempSync(join(tmpdir(), 'pdfgen-start-')));
  postgres.start();
});
afterAll(() => postgres.remove());

/** `more`: variables in place of those of the cluster. */
async function start(
  command: readonly string[],
  more: (own: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
) {
  const { variables } = await makeCluster();
  const own = { ...variables, PDFGEN_THREADS: '1' };
  const running = startProgram(command, { ...own, ...more(own) });
  onTestFinished(() => running.kill());
  return running;
}

async function ask(url: string) {
  const answer = await fetch(url).catch(() => undefined);
  return answer && { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}

const refused = { status: 503, retryAfter: expect.stringMatching(/^\d+$/), text: expect.stringContaining('"STORE_UNAVAILABLE"') };
const linesWith = (stderr: string, message: string) => stderr.split('\n').filter((line) => line.includes(`"msg":"${message}"`));

async function startServer(more: Parameters<typeof start>[1]) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await start(['serve', '--port', String(port), '--workers', '0'], more);
  await expect.poll(() => ask(`${url}/healthz`)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  return { ...server, url };
}

test('a server waits for its database: only /healthz answers 200, and it serves when the database is up', async () => {
  postgres.stop();
  const { relay, url: database } = await startDatabaseRelay(postgres.url('postgres'));
  onTestFinished(() => relay.end());
  await relay.cut();
  const { url, stderr, says } = await startServer(() => ({
    PDFGEN_DATABASE: database.replace('postgres@', 'postgres:hidden@'),
    PDFGEN_LOG_LEVEL: 'info',
  }));
  for (const path of ['/readyz', '/api/v1/templates', '/docs', '/nothing']) expect(await ask(url + path)).toMatchObject(refused);
  const [began, ...others] = linesWith(stderr(), 'waiting for the database and the object store');
  expect([began, others]).toEqual([
    expect.stringMatching(/The database cannot be reached.* 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/),
    [],
  ]);
  // The network is back before the server is: it answers no connection.
  await relay.restore();
  expect(await ask(`${url}/readyz`)).toMatchObject(refused);
  postgres.start();
  await says(/listening on (\S+)/);
  expect(await ask(`${url}/readyz`)).toMatchObject({ status: 200 });
  const details = linesWith(stderr(), 'waiting for the database and the object store').map((line) => JSON.parse(line).detail);
  expect(details.filter((detail, i) => detail === details[i - 1])).toEqual([]);
  expect(linesWith(stderr(), 'the database and the object store are there')).toHaveLength(1);
  expect(linesWith(stderr(), 'a call failed')).toEqual([]);
  expect(stderr()).not.toContain('hidden');
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the wait with exit code 0', async (signal) => {
  const { child, stderr, url } = await startServer(() => ({
    PDFGEN_DATABASE: 'postgres://u@127.0.0.1:1/x',
    PDFGEN_LOG_LEVEL: 'info',
  }));
  child.kill(signal);
  await once(child, 'exit');
  expect([child.exitCode, await ask(`${url}/healthz`)]).toEqual([0, undefined]);
  expect(linesWith(stderr(), 'stopped')).toHaveLength(1);
});

test('a worker and a server wait for the object store', async () => {
  const { settings } = await makeCluster();
  const endpoint = new URL(settings.objects).searchParams.get('endpoint')!;
  const relay = await startRelay(endpoint);
  onTestFinished(() => relay.end());
  await relay.cut();
  const more = ({ PDFGEN_OBJECTS: objects = '' }) => ({
    PDFGEN_OBJECTS: objects.replace(encodeURIComponent(endpoint), encodeURIComponent(relay.origin)),
  });
  const server = await startServer(more);
  const worker = await start(['worker', '--metrics-port', '0'], more);
  const metrics = await worker.says(/metrics on (\S+)/);
  expect(await ask(metrics.replace('/metrics', '/healthz'))).toMatchObject({ status: 200 });
  expect((await ask(metrics))!.text).not.toContain('pdfgen_jobs');
  for (const one of [server, worker]) await expect.poll(() => one.stderr()).toContain('The object store cannot be reached');
  await relay.restore();
  await server.says(/listening on (\S+)/);
  await expect.poll(async () => (await ask(metrics))!.text).toContain('pdfgen_jobs');
});

test.each(['serve', 'worker'])('%s ends at once if the database refuses it', async (command) => {
  const { child, stderr } = await start([command], () => ({ PDFGEN_DATABASE: postgres.url('no_such_database') }));
  await once(child, 'exit');
  expect([child.exitCode, stderr()]).toEqual([
    7,
    expect.stringContaining('Check the user, password and database name in its URL.'),
  ]);
});
