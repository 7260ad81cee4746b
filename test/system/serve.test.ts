// The server as a process: started, used, stopped, killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { letter } from '../contract/engine.suite.ts';

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
    env: { ...process.env, HOME: cwd },
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
  const { batchUuid } = await engine.createRenderBatch({ params: { templateUuid: uuid }, body: { items } });
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
  const two = { body: [{ type: 'text', text: 'a' }] };
  const { uuid: templateUuid } = await engine.createTemplate({ body: { ...letter('letter'), pages: [two, two] } });
  const job = await engine.createRenderJob({ params: { templateUuid }, body: { data: { name: 'n' } } });
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
