// A PostgreSQL, relays, servers and workers for the measurements of many machines. PostgreSQL is started here and writes durably. The object store
// is a running one: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY hold its keys.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'bin/pdfgen.js');
const isRoot = process.getuid?.() === 0;

/** Starts everything but servers and workers. `objects`: the URL of an empty bucket. `storeBytesPerSecond`: what the way to the object store lets through. */
export async function openCluster(objects, { storeBytesPerSecond = Number.POSITIVE_INFINITY } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-scale-'));
  const postgres = startPostgres(join(folder, 'postgres'));
  const database = await openRelay('127.0.0.1', postgres.port);
  const bucket = new URL(objects);
  const endpoint = new URL(bucket.searchParams.get('endpoint'));
  const store = await openRelay(endpoint.hostname, Number(endpoint.port || 80), storeBytesPerSecond);
  bucket.searchParams.set('endpoint', `http://127.0.0.1:${store.port}`);
  writeFileSync(join(folder, 'master.key'), randomBytes(32).toString('base64'));
  const env = {
    ...process.env,
    PDFGEN_CONFIG_DIR: join(folder, 'config'),
    PDFGEN_DATABASE: `postgres://postgres@127.0.0.1:${database.port}/postgres`,
    PDFGEN_OBJECTS: bucket.href,
    PDFGEN_MASTER_KEY_FILE: join(folder, 'master.key'),
    PDFGEN_CACHE_DIR: join(folder, 'cache'),
    PDFGEN_MIN_FREE_BYTES: '0',
    PDFGEN_THREADS: '1',
    PDFGEN_LOG_LEVEL: 'warn',
  };
  delete env.PDFGEN_REMOTE;
  const started = new Set();
  return {
    folder,
    env,
    postgres,
    database,
    store,
    /** The bucket as the processes reach it: through the relay. */
    objects: bucket.href,
    run: (...args) => runProgram(args, { cwd: folder, env }),
    start: (args, more = {}) => startProcess(args, { ...env, ...more }, started),
    /** Rows of a query, past the relay. */
    async query(sql) {
      const client = new pg.Client(postgres.url);
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
    async close() {
      for (const one of started) one.kill('SIGKILL');
      database.close();
      store.close();
      postgres.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The output of a command. The relays work meanwhile. */
const runProgram = async (args, options) => (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;

/** A process of pdfgen. `url`: where a server listens. */
export async function startProcess(args, env, started = new Set()) {
  const child = spawn(process.execPath, [...(env.BENCH_NODE_ARGS?.split(' ') ?? []), program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.add(child);
  child.on('exit', () => started.delete(child));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-20_000);
  });
  child.stdout.resume();
  child.said = () => said;
  if (args[0] !== 'serve') return child;
  let out = '';
  for await (const chunk of child.stdout) {
    out += chunk;
    const [, url] = /listening on (\S+)/.exec(out) ?? [];
    if (url === undefined) continue;
    child.url = url;
    break;
  }
  if (child.url === undefined) throw new Error(`The server did not start: ${said}`);
  return child;
}

/** The server's answers to a token. */
export function createCaller(token) {
  const call = async (url, path, { method = 'GET', body, headers = {}, timeoutMs = 60_000 } = {}) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    return { status: answer.status, body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined };
  };
  return call;
}

/** Makes a team, and gives its token. */
export async function makeTeam({ run }, name = 'bench') {
  await run('teams', 'create', name);
  const scopes = ['templates:write', 'templates:read', 'render'].flatMap((scope) => ['--scope', scope]);
  return (await run('tokens', 'create', '--team', name, '--name', 'bench', ...scopes)).trim();
}

/** Sends the example invoice as a template; gives its UUID. */
export async function makeTemplate({ env, folder }, url, token) {
  const own = { ...env, PDFGEN_TOKEN: token };
  for (const name of ['PDFGEN_DATABASE', 'PDFGEN_OBJECTS']) delete own[name];
  const pdfgen = (cwd, ...args) => runProgram(args, { cwd, env: own });
  if (!existsSync(join(folder, 'w'))) await pdfgen(folder, 'init', 'w', '--quiet');
  await pdfgen(join(folder, 'w'), 'templates', 'push', 'invoice', '--remote', url);
  const { body } = await createCaller(token)(url, '/templates');
  return body.items[0].uuid;
}

export const example = JSON.parse(readFileSync(join(root, 'templates-examples/invoice/example.json'), 'utf8'));
export const makeItems = (count, first = 0) => Array.from({ length: count }, (_, n) => ({ reference: `r${first + n}`, data: { ...example, number: `N-${first + n}` } }));

/** Asks until the answer is true; gives the seconds that it took. */
export async function until(isTrue, { seconds, everyMs = 100, what }) {
  const beginMs = performance.now();
  for (;;) {
    if (await isTrue()) return (performance.now() - beginMs) / 1000;
    if (performance.now() - beginMs > seconds * 1000) throw new Error(`Not within ${seconds} s: ${what}`);
    await sleep(everyMs);
  }
}

/** Processor seconds of a process and of the processes below it that live. */
export function processorSeconds(pid) {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(name), parent: Number(fields[1]), used: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) }];
      } catch {
        return []; // it ended meanwhile
      }
    });
  const sum = (id) =>
    stats.filter(({ parent }) => parent === id).reduce((all, { pid: child }) => all + sum(child), stats.find(({ pid: own }) => own === id)?.used ?? 0);
  return sum(pid) / ticks;
}

function startPostgres(folder) {
  const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a));
  const as = (name, ...args) => {
    const own = [join('/usr/lib/postgresql', versions[0], 'bin', name), ...args];
    const [first, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...own] : own;
    execFileSync(first, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
  };
  execFileSync('mkdir', [folder]);
  if (isRoot) {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
    execFileSync('chmod', ['755', join(folder, '..')]);
  }
  const data = join(folder, 'data');
  as('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const port = 20_000 + (process.pid % 10_000);
  const flags = Object.entries({ port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: 200, max_wal_size: '1GB' });
  const start = () => as('pg_ctl', 'start', '-D', data, '-s', '-w', '-l', join(folder, 'log'), '-o', flags.map(([name, value]) => `-c ${name}=${value}`).join(' '));
  start();
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    /** As a power cut would. */
    stop: () => as('pg_ctl', 'stop', '-D', data, '-s', '-w', '-m', 'immediate'),
  };
}

/** A stretch of network that can be cut, or swallow everything. All that is sent to the host shares the bytes a second. */
async function openRelay(host, port, bytesPerSecond = Number.POSITIVE_INFINITY) {
  const sockets = new Set();
  let state = 'open';
  let freeAt = 0;
  const passTo = (from, to, chunk) => {
    if (state !== 'open') return;
    if (bytesPerSecond === Number.POSITIVE_INFINITY) return to.write(chunk);
    from.pause();
    freeAt = Math.max(freeAt, performance.now()) + (chunk.length / bytesPerSecond) * 1000;
    setTimeout(() => {
      if (state === 'open') to.write(chunk);
      from.resume();
    }, freeAt - performance.now());
  };
  const keep = (socket) => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  const server = createServer((from) => {
    keep(from);
    if (state === 'cut') {
      from.destroy();
      return;
    }
    const to = keep(connect(port, host));
    from.on('data', (chunk) => passTo(from, to, chunk));
    to.on('data', (chunk) => state === 'open' && from.write(chunk));
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: server.address().port,
    /** Connections end, and new ones end at once. */
    cut() {
      state = 'cut';
      endAll();
    },
    /** Nothing arrives any more, and nobody is told. */
    swallow() {
      state = 'swallows';
    },
    restore() {
      if (state === 'swallows') endAll();
      state = 'open';
    },
    close() {
      server.close();
      endAll();
    },
  };
}
