// Servers and workers of many machines, as processes of their own on a real database and a real object store.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { makeCluster } from '../support/cluster.ts';
import { openServer } from '../support/open-server.ts';
import { startRelay } from '../support/relay.ts';
import { makeFolder } from '../support/run-cli.ts';
import { startProgram } from '../support/serve-process.ts';

const program = fileURLToPath(new URL('../../bin/pdfgen.js', import.meta.url));

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
  };
  const cwd = makeFolder();
  const run = async (...args: readonly string[]) => execa(process.execPath, [program, ...args], { cwd, env, reject: false });
  const start = (...args: readonly string[]) => {
    const running = startProgram(args, env);
    onTestFinished(() => running.kill());
    return running;
  };
  const serve = async () => {
    const running = start('serve', '--port', '0', '--workers', '0');
    return { ...running, url: await running.says(/listening on (\S+)/) };
  };
  return { cwd, env, run, start, serve, query };
}

test('two servers and their workers share everything, and a worker that is killed loses nothing', async () => {
  const { run, start, serve, query } = await openCluster();
  const [one, two] = [await serve(), await serve()];
  expect(one.stderr()).toContain('There is no team yet.');
  expect((await run('teams', 'create', 'acme')).exitCode).toBe(0);
  const made = await run(
    'tokens',
    'create',
    '--team',
    'acme',
    '--name',
    'ci',
    '--scope',
    'templates:write',
    '--scope',
    'templates:read',
    '--scope',
    'render',
  );
  const token = made.stdout.trim();
  const engines = [one, two].map(({ url }) => createHttpEngine({ baseUrl: url, token }));
  const dataSchema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const { uuid: templateUuid } = await engines[0]!.createTemplate({
    body: { slug: 'note', name: 'Note', pages: [{ body: ['Hello {{ name }}'] }], dataSchema, exampleData: { name: 'Ada' } },
  });

  const first = start('worker');
  await expect.poll(() => first.child.exitCode).toBeNull();
  const items = Array.from({ length: 300 }, (_, n) => ({ reference: `r${n}`, data: { name: `N${n}` } }));
  const { batchUuid } = await engines[0]!.createRenderBatch({ params: { templateUuid }, body: { items } });
  await expect
    .poll(async () => (await engines[1]!.getRenderBatch({ params: { batchUuid } })).counts.completed)
    .toBeGreaterThan(3);
  await first.kill();
  start('worker');
  start('worker');
  await expect.poll(async () => (await engines[0]!.getRenderBatch({ params: { batchUuid } })).state).toBe('completed');
  const counts = (await engines[1]!.getRenderBatch({ params: { batchUuid } })).counts;
  expect(counts).toMatchObject({ completed: 300, failed: 0 });
  expect(await query('SELECT count(*)::int AS n FROM queue')).toEqual([{ n: 0 }]);

  const id = (await run('tokens', 'list', '--json')).stdout;
  const [{ tokenId }] = (JSON.parse(id) as { items: [{ tokenId: string }] }).items;
  expect((await run('tokens', 'revoke', tokenId, '--yes')).exitCode).toBe(0);
  for (const engine of engines) await expect(engine.listTemplates({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('what is wrong with the database, the bucket or the key is said before a server listens', async () => {
  const { run, env, cwd } = await openCluster();
  const started = async (more: Readonly<Record<string, string>>) =>
    execa(process.execPath, [program, 'serve', '--port', '0'], { cwd, env: { ...env, ...more }, reject: false, timeout: 60_000 });
  expect(await started({ PDFGEN_DATABASE: 'postgres://u:hidden@127.0.0.1:1/x' })).toMatchObject({
    exitCode: 7,
    stderr: expect.stringMatching(/^(?!.*hidden)[\s\S]*The database cannot be reached/) as string,
  });
  expect(await started({ PDFGEN_OBJECTS: env.PDFGEN_OBJECTS.replace(/s3:\/\/[^?]+/, 's3://no-such-bucket') })).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('no-such-bucket') as string,
  });
  expect(await started({ AWS_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('AWS_SECRET_ACCESS_KEY') as string,
  });
  expect(await started({ PDFGEN_MASTER_KEY_FILE: '' })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('openssl rand -base64 32') as string,
  });
  expect(readdirSync(cwd)).toEqual([]);
  expect(await run('backup', '-o', 'copy')).toMatchObject({ exitCode: 2 });
});

test('keys of the editor are changed in the database, and another master key is refused', async () => {
  const { run, env, cwd } = await openCluster();
  expect((await run('keys', 'list', '--json')).exitCode).toBe(0);
  expect((await run('keys', 'rotate')).exitCode).toBe(0);
  const { stdout } = await run('keys', 'list', '--json');
  expect((JSON.parse(stdout) as { items: unknown[] }).items).toHaveLength(2);
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
  expect(await server.service.findObstacles()).toEqual([expect.stringContaining('The object store cannot be reached')]);
  const { uuid } = await server.engine.createRenderJob({ params: { templateUuid }, body: { data: {} } });
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
