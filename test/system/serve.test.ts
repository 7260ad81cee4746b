// The server as a process: started, used, stopped, killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { migrations } from '../../src/store/sqlite/migrate.ts';
import { letter } from '../contract/engine.suite.ts';
import { makeFolder } from '../support/folders.ts';
import { runCli } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';

const { run: builtRun } = (await import(
  new URL('../../dist/js/main.js', import.meta.url).href
)) as typeof import('../../src/cli/main.ts');

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

/** Waits for the end of a process. Gives its exit code, and what it wrote to stderr meanwhile. */
async function outcomeOf(child: ChildProcess): Promise<readonly [number | null, string]> {
  let err = '';
  child.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, err];
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('the first start makes a team and a token for its owner alone, says all in lines of JSON, and ends well by a signal', async () => {
  const cwd = makeFolder();
  const { process: server, url, stderr } = await serve(cwd);
  expect(statSync(join(cwd, 'pdfgen-data')).mode & 0o777).toBe(0o700);
  expect(statSync(join(cwd, 'pdfgen-data/first-token')).mode & 0o777).toBe(0o600);
  expect(stderr()).not.toContain(tokenOf(cwd));
  const engine = createHttpEngine({ baseUrl: url, token: tokenOf(cwd) });
  expect(await engine.whoami({})).toMatchObject({ team: 'default', server: { name: 'pdfgen' } });
  const root = await fetch(url, { redirect: 'manual' });
  expect([root.status, root.headers.get('location')]).toEqual([302, 'docs']);
  expect(await (await fetch(url)).text()).toContain('HTTP interface');
  const { port } = new URL(url);
  const other = ['serve', '--data-dir', 'other', '--min-free-bytes', '0'];
  const refusals = [
    [['serve', '--port', '0'], 'Another server'],
    [[...other, '--port', port], port],
    [[...other, '--port', '0', '--metrics-port', port], 'choose another port with --metrics-port'],
  ] as const;
  for (const [args, words] of refusals) expect(await outcomeOf(start(args, cwd))).toEqual([2, expect.stringContaining(words)]);
  const ended = once(server, 'close');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(existsSync(join(cwd, 'pdfgen-data/server.lock'))).toBe(false);
  const lines = linesOf(stderr());
  expect(lines.map(({ msg }) => msg).filter((one, i, all) => one !== all[i - 1])).toEqual([
    `The database is made, with format ${migrations.length}.`,
    'The first token is in this file. Copy it and remove the file.',
    'listening',
    'answered',
    'stopping',
    'stopped',
  ]);
  expect(lines[1]).toMatchObject({ level: 40, file: join(cwd, 'pdfgen-data/first-token') });
  expect(lines[2]).toMatchObject({ url });
  expect(lines.at(-2)).toMatchObject({ signal: 'SIGTERM', calls: 0, jobs: 0, graceSeconds: 20 });
  for (const line of lines) expect(line).toMatchObject({ level: expect.any(Number), time: expect.stringMatching(/Z$/) });
});

test('the end of the grace and an error that ends the server are lines of the log', async () => {
  const cwd = makeFolder();
  const { process: server, url, stderr } = await serve(cwd, '--grace-seconds', '0');
  const [code, err] = await outcomeOf(start(['serve', '--port', '0'], cwd));
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

test('a call that outlives the grace gets 503 and when to try again', async () => {
  const cwd = makeFolder();
  const { process: server, url, stderr } = await serve(cwd, '--grace-seconds', '0');
  const headers = { authorization: `Bearer ${tokenOf(cwd)}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const texts = Array.from({ length: 8 }, () => '{{ text }}');
  const template = { ...letter, slug: 'long', dataSchema: true, exampleData: { text: 'x' }, pages: [{ body: texts }] };
  const { uuid } = (await (await post('/templates', template)).json()) as { uuid: string };
  const call = post(`/generate/single/${uuid}`, { data: { text: 'Lorem ipsum dolor sit amet. '.repeat(30_000) } });
  await new Promise((done) => setTimeout(done, 200));
  const ended = once(server, 'close');
  server.kill('SIGTERM');
  const answer = await call;
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '5',
    expect.objectContaining({ code: 'OVERLOADED', detail: 'The server is shutting down.' }),
  ]);
  expect(await ended).toEqual([0, null]);
  expect(linesOf(stderr()).filter(({ level }) => Number(level) >= 50)).toEqual([]);
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

test('a data folder that cannot be made is exit 9, at once', async () => {
  for (const dataDir of ['/proc/pdfgen-data', '/proc/none/pdfgen-data']) {
    const [code] = await outcomeOf(start(['serve', '--port', '0', '--data-dir', dataDir], makeFolder()));
    expect([dataDir, code]).toEqual([dataDir, 9]);
  }
});

test('a worker beside the server has the limits that the file of settings gives, logs how it stops, and names a wrong limit', async () => {
  const cwd = makeFolder();
  const { url } = await serve(cwd, '--workers', '0');
  const engine = createHttpEngine({ baseUrl: url, token: tokenOf(cwd) });
  const two = { body: ['a'] };
  const { uuid: templateUuid } = await engine.createTemplate({ body: { ...letter('letter'), pages: [two, two] } });
  const job = await engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: { name: 'n' } } });
  writeFileSync(join(cwd, 'server.json'), '{"maxPages": 1, "threads": 1}');
  const args = ['worker', '--data-dir', 'pdfgen-data', '--config', 'server.json'];
  const worker = start(args, cwd);
  const outcome = outcomeOf(worker);
  const ended = await engine.getRenderJob({ params: { uuid: job.uuid }, query: { wait: 30 } });
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'RENDER_LIMIT' } });
  worker.kill('SIGTERM');
  const [code, log] = await outcome;
  expect([code, linesOf(log).slice(-2)]).toMatchObject([
    0,
    [{ msg: 'stopping', signal: 'SIGTERM', graceSeconds: 20 }, { msg: 'stopped' }],
  ]);
  writeFileSync(join(cwd, 'server.json'), '{"maxPages": 0}');
  expect(await outcomeOf(start(args, cwd))).toEqual([2, expect.stringContaining('maxPages')]);
});
