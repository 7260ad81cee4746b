// docs/deploy/cluster, each command in it carried out on this machine without containers.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { serveOptions } from '../../src/cli/serve/serve-options.ts';
import { completeSettings } from '../../src/settings/server-settings.ts';
import { openContainer, readImage, renderBatch } from '../support/container.ts';
import { freePort } from '../support/free-port.ts';
import { readInstructions } from '../support/image.ts';
import { findStore, isForeignStore } from '../support/object-store.ts';
import { query } from '../support/postgres.ts';
import { commandOf, giveToServer } from '../support/postgres-server.ts';
import { makeFolder } from '../support/run-cli.ts';
import { swiftBucket } from '../support/swift.ts';

interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly [name: string]: unknown;
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { file: string }>>;
};

const folder = fileURLToPath(new URL('../../docs/deploy/cluster', import.meta.url));
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const readCompose = (source: string) => parse(source, { merge: true }) as Compose;

/** A copy of the folder with its secrets, and its compose file with their values. */
function openFiles() {
  const copy = makeFolder();
  cpSync(folder, copy, { recursive: true, filter: (path) => !/\/(?:\.env|secrets)$/.test(path) });
  execFileSync(join(copy, 'make-secrets.sh'), { cwd: '/' });
  return { copy, compose: readCompose(interpolate(text, readFileSync(join(copy, '.env'), 'utf8'))) };
}

/** The file with the values of `.env` in place of their names. */
function interpolate(source: string, envFile: string): string {
  const values = Object.fromEntries(
    envFile
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2)),
  );
  return source.replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
    if (!values[name]) throw new Error(`${name} is not in .env.`);
    return values[name];
  });
}

/** Starts PostgreSQL as the service says. Gives its port. */
async function startPostgres({ environment, command, healthcheck }: Service): Promise<number> {
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD, POSTGRES_INITDB_ARGS } = environment as Record<string, string>;
  const place = mkdtempSync(join(tmpdir(), 'pdfgen-compose-'));
  const [data, passwordFile, port] = [join(place, 'data'), join(place, 'password'), await freePort()];
  writeFileSync(passwordFile, POSTGRES_PASSWORD!);
  giveToServer(place);
  giveToServer(passwordFile);
  // As the image does.
  const [initdb, initdbArgs, options] = commandOf('initdb', [
    ...['-D', data, '-U', POSTGRES_USER!, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'],
    ...POSTGRES_INITDB_ARGS!.split(' '),
  ]);
  execFileSync(initdb, initdbArgs, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const here = { port, listen_addresses: '127.0.0.1', unix_socket_directories: place, fsync: 'off' };
  const settings = Object.entries(here).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, args] = commandOf(command[0]!, ['-D', data, ...command.slice(1), ...settings]);
  const child = spawn(program, args, { ...options, stdio: 'ignore', detached: true });
  onTestFinished(async () => {
    process.kill(-child.pid!, 'SIGQUIT');
    while (child.exitCode === null && child.signalCode === null) await sleep(20);
    rmSync(place, { recursive: true, force: true });
  });
  const [, probe, ...probeArgs] = healthcheck.test;
  const [isReady, isReadyArgs] = commandOf(
    probe!,
    probeArgs.map((arg) => arg.replace('--port=5432', `--port=${port}`)),
  );
  while (spawnSync(isReady, isReadyArgs, options).status !== 0) {
    if (child.exitCode !== null) throw new Error('PostgreSQL refuses the command of the service.');
    await sleep(50);
  }
  await query(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@127.0.0.1:${port}/postgres`, `CREATE DATABASE ${POSTGRES_DB}`);
  return port;
}

describe('compose.yaml of many machines', () => {
  test('its database, its one-shot service, server and workers start, are healthy, render a batch and end in their time', async (context) => {
    if (isForeignStore) context.skip('the object store of the file is not running');
    const { copy, compose } = openFiles();
    const { server, worker, expand, postgres, objects } = compose.services as Record<string, Service>;
    expect(objects!.environment.OBJECTS_BUCKET).toBe(swiftBucket);
    const [port, store] = await Promise.all([startPostgres(postgres!), findStore()]);
    const here = {
      'postgres:5432': `127.0.0.1:${port}`,
      // The store of this run, started by the same script, with other keys.
      'http://objects:8080': store.endpoint,
      [objects!.environment.AWS_ACCESS_KEY_ID!]: store.keys.AWS_ACCESS_KEY_ID,
      [objects!.environment.AWS_SECRET_ACCESS_KEY!]: store.keys.AWS_SECRET_ACCESS_KEY,
      '/run/secrets/master-key': join(copy, compose.secrets['master-key']!.file),
      '/tmp/': `${makeFolder()}/`,
      '/data/': `${makeFolder()}/`,
    };
    const { entrypoint } = readImage('docs/deploy/Dockerfile');
    const open = (service: Service) => openContainer({ env: service.environment, here });
    const grace = Number.parseInt(String(server!.stop_grace_period), 10);
    const isHealthy = (status: number) => ({ status, stderr: '' });

    const [first, ...workers] = await Promise.all([open(expand!), open(worker!), open(worker!)]);
    const expanded = first.run([...entrypoint, ...expand!.command]);
    expect(expanded).toMatchObject({ status: 0, stderr: expect.stringMatching(/Steps taken: \d+/) as string });

    const served = await open(server!);
    const running = served.start([...entrypoint, ...server!.command]);
    const rendering = workers.map((one) => one.start([...entrypoint, ...worker!.command]));
    const url = await running.says(/listening on (\S+)/);
    for (const one of rendering) await one.says(/(metrics on)/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(served.run([...entrypoint, 'keys', 'list'])).toMatchObject({ status: 0 });
    for (const one of workers) expect(one.run(worker!.healthcheck.test.slice(1))).toMatchObject(isHealthy(0));
    // The head of the file says how.
    const [, exec] = /docker compose exec server (.*) teams create/.exec(text)!;
    await renderBatch(url, (...args) => served.run([...exec!.split(' '), ...args]));

    expect(await Promise.all([running, ...rendering].map((one) => one.stop(grace)))).toEqual([0, 0, 0]);
    expect(workers[0]!.run(worker!.healthcheck.test.slice(1)).status).toBe(1);
  });

  test('every service has a read-only root, no capability, limits of memory and processes, and no published port but one of this machine', () => {
    const { compose } = openFiles();
    for (const service of Object.values(compose.services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
        pids_limit: expect.any(Number) as number,
        stop_grace_period: expect.stringMatching(/^\d+[sm]$/) as string,
      });
      for (const port of (service.ports ?? []) as string[]) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    const { graceSeconds } = completeSettings();
    expect(Number.parseInt(String(compose.services.server!.stop_grace_period), 10)).toBeGreaterThan(graceSeconds);
  });

  test('servers and workers get only variables that pdfgen reads', () => {
    const known = serveOptions.map(({ variable }) => variable);
    const { server, worker, expand } = readCompose(text).services;
    for (const { environment } of [server!, worker!, expand!])
      for (const name of Object.keys(environment)) if (!name.startsWith('AWS_')) expect(known).toContain(name);
  });

  test('no secret stands in it: each comes from .env or from a file', () => {
    const raw = readCompose(text).services;
    for (const { environment = {} } of Object.values(raw))
      for (const [name, value] of Object.entries(environment))
        if (/secret_|password$/i.test(name) || /:\/\/\w+:[^/]*@/.test(value)) expect(value).toMatch(/\$\{\w+:\?/);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8').trim().split('\n')).toEqual(['.env', 'secrets/']);
  });

  test('secrets are made once, for their owner alone, and kept when they are there', () => {
    const { copy } = openFiles();
    const isFor = (path: string) => statSync(join(copy, path)).mode & 0o777;
    expect([isFor('.env'), isFor('secrets')]).toEqual([0o600, 0o700]);
    const read = () => ['.env', 'secrets/master.key'].map((path) => readFileSync(join(copy, path), 'utf8'));
    const before = read();
    expect(new Set(before[0]!.match(/[0-9a-f]{48}/g)).size).toBe(2);
    expect(Buffer.from(before[1]!, 'base64')).toHaveLength(32);
    execFileSync(join(copy, 'make-secrets.sh'));
    expect(read()).toEqual(before);
    rmSync(join(copy, 'secrets'), { recursive: true });
    mkdirSync(join(copy, 'secrets'));
    execFileSync(join(copy, 'make-secrets.sh'));
    expect(read()[0]).toBe(before[0]);
    expect(read()[1]).not.toBe(before[1]);
  });
});

test('the image of the object store holds the packages and the script that the tests start, and gives the script its places', async () => {
  const instructions = readInstructions(readFileSync(join(folder, 'objects/Dockerfile'), 'utf8'));
  const install = instructions.find(([name]) => name === 'RUN')![1];
  const [, packages] = /apt-get install -y --no-install-recommends ([\w -]+?)\s*&&/.exec(install)!;
  const installed = readFileSync(fileURLToPath(new URL('../../scripts/tools.mjs', import.meta.url)), 'utf8');
  for (const name of packages!.trim().split(' ')) expect(installed).toContain(`'${name}'`);
  const { env, entrypoint } = readImage('docs/deploy/cluster/objects/Dockerfile');
  expect(entrypoint).toEqual(['python3', '/start.py']);
  expect(instructions).toContainEqual(['COPY', 'start.py /start.py']);
  const script = readFileSync(join(folder, 'objects/start.py'), 'utf8');
  const read = new Set(script.match(/\b(?:OBJECTS|AWS)_[A-Z_]+\b/g));
  const { environment } = readCompose(text).services.objects!;
  const optional = ['OBJECTS_DOMAIN', 'OBJECTS_UPDATE_SECONDS'];
  expect([...Object.keys(env), ...Object.keys(environment), ...optional].sort()).toEqual([...read].sort());
});

test('the script of the object store says which of its values is missing or wrong', () => {
  const start = (env: Readonly<Record<string, string>>) =>
    spawnSync('/usr/bin/python3', [join(folder, 'objects/start.py')], {
      env: { PATH: process.env.PATH, OBJECTS_FOLDER: makeFolder(), OBJECTS_HOST: '127.0.0.1', OBJECTS_BUCKET: 'b', ...env },
      encoding: 'utf8',
    });
  expect(start({ AWS_ACCESS_KEY_ID: 'a:b' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('AWS_SECRET_ACCESS_KEY') as string,
  });
  expect(start({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('ACCOUNT:USER') as string,
  });
});
