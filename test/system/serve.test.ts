// The server as a process: started, used, stopped, killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { migrations } from '../../src/store/sqlite/migrate.ts';
import { letter } from '../contract/engine.suite.ts';
import { runCli } from '../support/run-cli.ts';

const { run: builtRun } = (await import(
  new URL('../../dist/js/main.js', import.meta.url).href
)) as typeof import('../../src/cli/main.ts');

const program = fileURLToPath(new URL('../../bin/pdfgen.js', import.meta.url));

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

interface Served {
  readonly process: ChildProcess;
  readonly url: string;
  stderr(): string;
}

function start(args: readonly string[], cwd: string): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, HOME: cwd, XDG_CACHE_HOME: join(homedir(), '.cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function serve(cwd: string, ...more: readonly string[]): Promise<Served> {
  const child = start(['serve', '--port', '0', '--min-free-bytes', '0', '--threads', '2', ...more], cwd);
  let [out, err] = ['', ''];
  child.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  for await (const chunk of child.stdout!) {
    out += chunk;
    const [, url] = /listening on (\S+)/.exec(out) ?? [];
    if (url !== undefined) return { process: child, url, stderr: () => err };
  }
  throw new Error(`The server did not start: ${err}`);
}

const tokenOf = (cwd: string) => readFileSync(join(cwd, 'pdfgen-data/first-token'), 'utf8').trim();
const endOf = async (child: ChildProcess) =>
  (child.exitCode === null ? (await once(child, 'exit'))[0] : child.exitCode) as number | null;

test('the first start makes a team and a token for its owner alone, and a signal ends the server well', async () => {
  const cwd = makeFolder();
  const { process: server, url, stderr } = await serve(cwd);
  expect(statSync(join(cwd, 'pdfgen-data')).mode & 0o777).toBe(0o700);
  expect(statSync(join(cwd, 'pdfgen-data/first-token')).mode & 0o777).toBe(0o600);
  expect(stderr()).not.toContain(tokenOf(cwd));
  const engine = createHttpEngine({ baseUrl: url, token: tokenOf(cwd) });
  expect(await engine.whoami({})).toMatchObject({ team: 'default', server: { name: 'pdfgen' } });
  const second = start(['serve', '--port', '0'], cwd);
  expect(await endOf(second)).toBe(2);
  const taken = start(['serve', '--data-dir', 'other', '--port', new URL(url).port, '--min-free-bytes', '0'], cwd);
  expect(await endOf(taken)).toBe(2);
  server.kill('SIGTERM');
  expect(await endOf(server)).toBe(0);
  expect(existsSync(join(cwd, 'pdfgen-data/server.lock'))).toBe(false);
});

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('every line of the log is JSON, from the first token to the end', async () => {
  const cwd = makeFolder();
  const { process: server, url, stderr } = await serve(cwd);
  const ended = once(server, 'close');
  await fetch(`${url}/docs`);
  server.kill('SIGTERM');
  await ended;
  const lines = linesOf(stderr());
  expect(lines.map(({ msg }) => msg)).toEqual([
    `The database is made, with format ${migrations.length}.`,
    'The first token is in this file. Copy it and remove the file.',
    'listening',
    'answered',
    'stopping',
    'stopped',
  ]);
  expect(lines[1]).toMatchObject({ level: 40, file: join(cwd, 'pdfgen-data/first-token') });
  expect(lines[2]).toMatchObject({ url });
  expect(lines[4]).toMatchObject({ signal: 'SIGTERM', calls: 0, jobs: 0, graceSeconds: 20 });
  for (const line of lines) expect(line).toMatchObject({ level: expect.any(Number), time: expect.stringMatching(/Z$/) });
});

test('the end of the grace and an error that ends the server are lines of the log', async () => {
  const cwd = makeFolder();
  const { process: server, url, stderr } = await serve(cwd, '--grace-seconds', '0');
  const second = start(['serve', '--port', '0'], cwd);
  let err = '';
  second.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = (await once(second, 'close')) as [number];
  expect(code).toBe(2);
  expect(linesOf(err)).toMatchObject([{ level: 60, msg: 'the process ends', exitCode: 2, code: 'INVALID_REQUEST' }]);
  // A call whose body never ends.
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  const head = ['POST /api/v1/templates HTTP/1.1', 'Host: x', `Authorization: Bearer ${tokenOf(cwd)}`, 'Content-Length: 9'];
  socket.write(`${head.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n{`);
  await fetch(`${url}/healthz`);
  const ended = once(server, 'close');
  server.kill('SIGINT');
  await ended;
  const lines = linesOf(stderr());
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'stopping', signal: 'SIGINT', calls: 1 }));
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'the time to stop is over: cutting off calls', calls: 1 }));
  expect(lines.at(-1)).toMatchObject({ msg: 'stopped' });
});

test('a worker of a server logs how it stops', async () => {
  const cwd = makeFolder();
  const { process: server } = await serve(cwd);
  const worker = start(['worker', '--data-dir', 'pdfgen-data', '--threads', '1', '--metrics-port', '0'], cwd);
  let err = '';
  worker.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  await once(worker.stdout!, 'data');
  worker.kill('SIGTERM');
  expect(((await once(worker, 'close')) as [number])[0]).toBe(0);
  expect(linesOf(err)).toMatchObject([{ msg: 'stopping', signal: 'SIGTERM', graceSeconds: 20 }, { msg: 'stopped' }]);
  server.kill('SIGTERM');
  await endOf(server);
});

test('at a terminal, the server prints its addresses and short lines', async () => {
  const cwd = makeFolder();
  const stopping = new AbortController();
  const args = ['serve', '--port', '0', '--min-free-bytes', '0', '--threads', '1', '--data-dir', 'data'];
  let seen = '';
  const see = (text: string) => {
    seen += text;
  };
  const running = runCli(args, {
    cwd,
    terminal: 60,
    env: { CI: '', NO_COLOR: '1' },
    signal: stopping.signal,
    program: builtRun,
    see,
  });
  await expect.poll(() => /listening on (\S+)\n/.exec(seen)?.[1]).toBeDefined();
  const url = /listening on (\S+)\n/.exec(seen)![1]!;
  await fetch(`${url}/healthz`);
  await expect.poll(() => seen).toContain('/healthz');
  stopping.abort(Object.assign(new DOMException('', 'AbortError'), { cause: 'SIGINT' }));
  const { stdout, stderr, exitCode } = await running;
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`listening on ${url}\ndocumentation on ${url}/docs\nCtrl-C stops the server.\n`);
  expect(stderr).toMatch(
    /^\d\d:\d\d:\d\d The database is made, with format \d+\.\nThe first token\. It is shown only once:\n\n {2}pdfgen_\w+\n/,
  );
  expect(stderr).toMatch(/\n\d\d:\d\d:\d\d 200 GET \/healthz \d+ ms\n/);
  expect(stderr).toMatch(/\n\d\d:\d\d:\d\d stopping \(signal SIGINT, calls 0, jobs 0, graceSeconds 20\)\n/);
  expect(stderr).toMatch(/ stopped\n$/);
});

test('the root of a server leads to its documentation', async () => {
  const { url, process: server } = await serve(makeFolder());
  const answer = await fetch(url, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'docs']);
  expect(await (await fetch(url)).text()).toContain('HTTP interface');
  server.kill('SIGTERM');
  await endOf(server);
});

test('a data folder that cannot be made is exit 9, at once', async () => {
  for (const dataDir of ['/proc/pdfgen-data', '/proc/none/pdfgen-data']) {
    const child = start(['serve', '--port', '0', '--data-dir', dataDir], makeFolder());
    expect([dataDir, await endOf(child)]).toEqual([dataDir, 9]);
  }
});

test('a server and a worker that are killed lose no item of a batch and make none twice', async () => {
  const cwd = makeFolder();
  let server = await serve(cwd);
  const token = tokenOf(cwd);
  let engine = createHttpEngine({ baseUrl: server.url, token });
  const { uuid } = await engine.createTemplate({ body: letter('letter') });
  const items = Array.from({ length: 150 }, (_, i) => ({ data: { name: `n${i}` }, reference: `r${i}` }));
  const { batchUuid } = await engine.createRenderBatch({ params: { uuid }, body: { items } });
  let worker = start(['worker', '--data-dir', 'pdfgen-data', '--threads', '1'], cwd);
  for (let round = 0; round < 3; round++) {
    await new Promise((done) => setTimeout(done, 150 + round * 100));
    if (round !== 1) server.process.kill('SIGKILL');
    if (round !== 0) worker.kill('SIGKILL');
    await Promise.all([round === 1 ? undefined : endOf(server.process), round === 0 ? undefined : endOf(worker)]);
    if (round !== 1) server = await serve(cwd);
    if (round !== 0) worker = start(['worker', '--data-dir', 'pdfgen-data', '--threads', '1'], cwd);
    engine = createHttpEngine({ baseUrl: server.url, token });
  }
  const ended = await engine.getRenderBatch({ params: { batchUuid }, query: { wait: 60 } });
  expect(ended).toMatchObject({ state: 'completed', counts: { total: 150, completed: 150 } });
  for (const item of ended.items.slice(0, 10)) {
    const pdf = await engine.getRenderJobResult({ params: { uuid: item.jobUuid } });
    let bytes = 0;
    for await (const chunk of pdf.read()) bytes += chunk.length; // checked against its digest as it is read
    expect(bytes).toBe(item.result!.bytes);
  }
  // One file for each job: what an attempt left behind that no row names is swept later, and is whole.
  const folder = join(cwd, 'pdfgen-data/results');
  const files = readdirSync(folder).flatMap((team) => readdirSync(join(folder, team)));
  expect(files.filter((name) => name.endsWith('.pdf')).length).toBeGreaterThanOrEqual(150);
  expect(new Set(ended.items.map((one) => one.jobUuid)).size).toBe(150);
  for (const child of [server.process, worker]) {
    child.kill('SIGTERM');
    expect(await endOf(child)).toBe(0);
  }
});

test('a worker beside the server has the limits that the file of settings gives, and names a wrong one', async () => {
  const cwd = makeFolder();
  const { process: server, url } = await serve(cwd, '--workers', '0');
  const engine = createHttpEngine({ baseUrl: url, token: tokenOf(cwd) });
  const two = { body: ['a'] };
  const { uuid: templateUuid } = await engine.createTemplate({ body: { ...letter('letter'), pages: [two, two] } });
  const job = await engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: { name: 'n' } } });
  writeFileSync(join(cwd, 'server.json'), '{"maxPages": 1, "threads": 1}');
  const worker = start(['worker', '--data-dir', 'pdfgen-data', '--config', 'server.json'], cwd);
  const ended = await engine.getRenderJob({ params: { uuid: job.uuid }, query: { wait: 30 } });
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'RENDER_LIMIT' } });
  for (const child of [worker, server]) {
    child.kill('SIGTERM');
    expect(await endOf(child)).toBe(0);
  }
  writeFileSync(join(cwd, 'server.json'), '{"maxPages": 0}');
  expect(await endOf(start(['worker', '--data-dir', 'pdfgen-data', '--config', 'server.json'], cwd))).toBe(2);
});

test('a port of the metrics that is taken is named by its own flag', async () => {
  const cwd = makeFolder();
  const { url } = await serve(cwd);
  const child = start(['serve', '--data-dir', 'other', '--port', '0', '--metrics-port', new URL(url).port], cwd);
  let err = '';
  child.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  expect(await endOf(child)).toBe(2);
  expect(err).toContain('choose another port with --metrics-port');
});
